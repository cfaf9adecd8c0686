//! A check of edits before they become a fix: the hosts are run on the text with and without them.

use std::borrow::Cow;
use std::ops;
use std::rc::Rc;

use super::fix::Fix;
use super::kept_words::Loss;
use crate::compare::{AloneUse, CompareStage, SkillInHost};
use crate::lint::skill_context::{Frontmatter, SkillContext, members};
use crate::lint::verdict::Verdict;
use crate::model::obstacle::ObstacleReason;
use crate::sort;
use crate::text::yaml::expanded_bytes;

/// Other text in place of some bytes.
pub type Edit = (ops::Range<usize>, String);

/// Edits that are tried on one file at most. The limit is ours: each runs every host.
const MAX_TRIALS: usize = 24;

/// Bytes of frontmatter that are tried in all, for one file, aliases counted as what they stand for; a larger frontmatter is
/// tried less often. The limit is ours.
const MAX_TRIED_BYTES: usize = 1 << 19;

/// A skill alone before hosts, as it is.
pub struct FixCheck<'s, 'a> {
    context: &'s SkillContext<'a>,
    /// Each host's view of it, with the texts that the host puts before the model.
    before: Vec<(Verdict<'a>, Rc<AloneUse>)>,
    /// Trials that are left.
    left: usize,
}

/// The outcome of edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<'a> {
    /// True if no host that loads the skill loses a part of its name, description or body, and none that comes to load it has
    /// another skill of its name.
    pub keeps: bool,
    /// The hosts that drop the skill for the same reason as before.
    still: Vec<(&'a str, &'a str)>,
    /// Whether the hosts were run.
    ran: bool,
}

/// Returns true if a host that shows one description may show the other after a fix. The edits of a safe fix keep the words
/// of the file and add none, so a description that the host reads from the frontmatter is the author's. It may take the place
/// of
/// - an empty one,
/// - text that stands in for a description: a delimiter, a fence, a heading or a paragraph of the body,
/// - its own beginning, where the host reads no further than something odd.
fn keeps_description(before: &AloneUse, after: &AloneUse) -> bool {
    let [was, is] =
        [before, after].map(|used| used.cell.description.as_deref().unwrap_or_default());
    was.is_empty() || was == is || !before.is_described && after.is_described || goes_on(was, is)
}

/// Returns true if a description begins with another one, apart from quotes at the ends: a host that fixes the frontmatter
/// itself keeps a quote that nothing closes. Text after a number sign may be a comment, and is left to the author.
fn goes_on(was: &str, is: &str) -> bool {
    let [was, is] = [was, is].map(|description| description.trim_matches(['"', '\'']));
    let more = is.strip_prefix(was.trim_end());
    more.is_some_and(|more| !more.trim_start().starts_with('#'))
}

impl Outcome<'_> {
    /// True if each of these hosts has the skill after the edits, or drops it for another reason than before.
    pub fn mends(&self, dropping: &[Verdict<'_>]) -> bool {
        let mut dropping = dropping.iter();
        self.ran && dropping.all(|verdict| !self.still.contains(&verdict.who()))
    }

    /// True if one of these hosts was run and drops the skill for the same reason as before.
    pub fn is_in_vain(&self, dropping: &[Verdict<'_>]) -> bool {
        self.ran && !self.mends(dropping)
    }
}

impl<'s, 'a> FixCheck<'s, 'a> {
    pub fn new(context: &'s SkillContext<'a>) -> Self {
        let alone = |verdict: &Verdict<'a>| (*verdict, context.alone(verdict));
        let frontmatter = context.slice(&context.frontmatter.bytes);
        let bytes = expanded_bytes(frontmatter).max(1);
        let verdicts = context.verdicts.iter().filter(|_| context.fixes);
        let trials = MAX_TRIALS.min(MAX_TRIED_BYTES / bytes);
        Self {
            context,
            before: verdicts.map(alone).collect(),
            left: if context.fixes { trials } else { 0 },
        }
    }

    /// Runs the hosts on the text with edits, none overlapping another; what is beyond the limit of trials comes to
    /// nothing good.
    pub fn run(&mut self, edits: &[Edit]) -> Outcome<'a> {
        let mut outcome = Outcome {
            keeps: false,
            still: Vec::new(),
            ran: false,
        };
        let mended = (self.left > 0).then(|| edited(self.context.text, edits));
        let Some(text) = mended.flatten() else {
            return outcome;
        };
        self.left -= 1;
        outcome.keeps = true;
        outcome.ran = true;
        for (verdict, used) in &self.before {
            let after = self.context.alone_as(verdict, &text);
            if used.cell.loaded {
                outcome.keeps &= after.cell.loaded
                    && self.keeps_name(verdict, &used.cell, &after.cell, &text)
                    && keeps_description(used, &after)
                    && self.keeps_body(&used.texts, &after.texts, &text);
            } else if !after.cell.loaded && reason(&used.cell) == reason(&after.cell) {
                outcome.still.push(verdict.who());
            } else if let Some(name) = after.cell.name.as_deref().filter(|_| after.cell.loaded) {
                // It would go before the other, or after it.
                outcome.keeps &= verdict.namesake(&[name]).is_none();
            }
        }
        outcome
    }

    /// Returns true if a host puts the same before the model with another text: all of the file, edited, or the body.
    ///
    /// A host that cannot find the frontmatter takes it for a part of the body. After a fix it reads the frontmatter, so the
    /// model sees less of the file before the body, and all of the body.
    fn keeps_body(&self, before: &[String], after: &[String], text: &str) -> bool {
        let own = self.context.text;
        if before.is_empty() {
            // Nobody can use it, or only after a question; once somebody does, this is what the model is told.
            let [was, is] = [own, text].map(|text| with_newlines(told(text)));
            let [was, is] = [was.trim(), is.trim()];
            let is_delimited = self.context.frontmatter.delimited.is_ok();
            return was.trim_start() == is || !is_delimited && is_body_of(is, was, own);
        }
        let [own, text] = [own, text].map(with_newlines);
        let [before, after] = [before, after]
            .map(|texts| -> Vec<_> { texts.iter().map(|text| with_newlines(text)).collect() });
        let becomes = |from: &str, to: &str| {
            let changed = before.iter().map(|text| match from {
                "" => text.to_string(),
                from => text.replacen(from, to, 1),
            });
            changed.eq(after.iter().map(|text| text.to_string()))
        };
        // Without frontmatter, all of the file is what any host puts before the model, but for white space that hosts take
        // off once there is frontmatter; a host that puts all of the file there may see more before it, but no less.
        let is_delimited = self.context.frontmatter.delimited.is_ok();
        let keeps_all = is_delimited || text.ends_with(own.trim_start());
        let body = told(&text);
        before == after
            || becomes(&own, own.trim_start())
            || keeps_all && (becomes(&own, &text) || becomes(own.trim(), text.trim()))
            || {
                // The host took the frontmatter, or a part of it, for the beginning of the body.
                let part = told(&own);
                let moved = part.trim_end().strip_suffix(body.trim());
                let is_fields = moved.is_some_and(|moved| moved.lines().all(is_of_frontmatter));
                let bodies = [body, body.trim(), body.trim_start(), &text, text.trim()];
                let gives_way = |was: &str| {
                    let mut bodies = bodies.iter();
                    bodies.any(|body| becomes(was, body) || becomes(was.trim(), body))
                };
                is_body_of(body, &own, &own) && gives_way(&own) || is_fields && gives_way(part)
            }
    }

    /// Whether a host that has the skill calls it the same with another text.
    fn keeps_name(
        &self,
        verdict: &Verdict<'_>,
        before: &SkillInHost,
        after: &SkillInHost,
        text: &str,
    ) -> bool {
        let keeps_aliases = || (before.aliases.iter()).all(|alias| after.aliases.contains(alias));
        if before.name != after.name || !keeps_aliases() {
            return false;
        }
        let mut gained = (after.aliases.iter()).filter(|alias| !before.aliases.contains(alias));
        let is_anothers = |alias: &String| {
            (verdict.by_name.skill(alias)).is_some_and(|other| other != self.context.path)
        };
        if gained.any(is_anothers) {
            return false;
        }
        let Some(here) = verdict.cell.name.as_deref() else {
            return true;
        };
        if before.name.as_deref() == Some(here) {
            return true;
        }
        // In a plugin, or where a link leads to it, it is called otherwise than alone: by what it says itself, perhaps.
        let unnamed = here.rsplit(':').next().unwrap_or(here);
        let named = |text: &str| {
            let fields = verdict.pipeline.host().parse(&text.into()).outcome;
            let own = fields.ok().and_then(|fields| fields.name);
            own.unwrap_or_else(|| unnamed.to_owned())
        };
        named(self.context.text) == named(text)
    }

    /// Returns the text of the skill's file.
    pub fn text(&self) -> &'a str {
        self.context.text
    }

    /// A fix of edits to the skill's file.
    pub fn fix(&self, title: impl Into<String>, safe: bool, edits: &[Edit]) -> Fix {
        let fix = if safe {
            Fix::safe(title)
        } else {
            Fix::unsafe_(title)
        };
        self.with(fix, edits, None)
    }

    /// A fix with more edits to the skill's file, by which a word may go.
    pub fn with(&self, fix: Fix, edits: &[Edit], loss: Option<Loss>) -> Fix {
        let SkillContext { path, places, .. } = self.context;
        edits.iter().fold(fix, |fix, (bytes, text)| {
            fix.replace_proven(loss, path, places, bytes.clone(), text)
        })
    }
}

/// A fix of these edits; safe where no host that has the skill sees a difference and those that drop it no longer do so
/// for the same reason.
pub fn tried(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    title: &str,
    edits: &[Edit],
) -> Fix {
    tried_losing(context, dropping, title, edits, None)
}

/// The same where a word may go.
pub fn tried_losing(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    title: &str,
    edits: &[Edit],
    loss: impl Into<Option<Loss>>,
) -> Fix {
    let mut fix_check = FixCheck::new(context);
    let outcome = fix_check.run(edits);
    let fix = fix_check.fix(title, outcome.keeps && outcome.mends(dropping), &[]);
    fix_check.with(fix, edits, loss.into())
}

fn reason(cell: &SkillInHost) -> Option<ObstacleReason> {
    let mut obstacles = cell.obstacles.iter();
    let no = obstacles.find(|no| matches!(no.stage, CompareStage::Parse | CompareStage::Load));
    no.map(|no| no.reason)
}

/// Returns true if a text is the body of a file whose frontmatter hosts did not find: the end of the file, perhaps without
/// the fence that closes one around it.
fn is_body_of(body: &str, was: &str, own: &str) -> bool {
    let rest = was
        .rfind(body.trim())
        .map(|at| &was[at + body.trim().len()..]);
    let is_marks = |rest: &str| {
        rest.chars()
            .all(|c| c.is_whitespace() || matches!(c, '`' | '~'))
    };
    own.len() >= body.len() && rest.is_some_and(is_marks)
}

/// Returns true if a line is a field, a delimiter or white space.
fn is_of_frontmatter(line: &str) -> bool {
    let is_field = !members(line, &(0..line.len())).is_empty();
    is_field || !line.contains(char::is_alphanumeric)
}

/// Returns a text with `\n` at the end of each line, and without byte order marks.
fn with_newlines(text: &str) -> Cow<'_, str> {
    if text.contains(['\r', '\u{feff}']) {
        let text = text.replace('\u{feff}', "");
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// A text with edits in place; none when they overlap or do not fit.
pub fn edited(text: &str, edits: &[Edit]) -> Option<String> {
    let mut edits: Vec<_> = edits.iter().collect();
    sort::by_key(&mut edits, |(bytes, _)| (bytes.start, bytes.end));
    let mut changed = String::with_capacity(text.len());
    let mut at = 0;
    for (bytes, new) in edits {
        changed.push_str(text.get(at..bytes.start)?);
        changed.push_str(new);
        at = bytes.end;
    }
    changed.push_str(text.get(at..)?);
    Some(changed)
}

/// The part of a text that hosts put before the model: behind its frontmatter, or else all of it.
fn told(text: &str) -> &str {
    match Frontmatter::read(text) {
        (frontmatter, body) if frontmatter.delimited.is_ok() => &text[body],
        _ => text,
    }
}
