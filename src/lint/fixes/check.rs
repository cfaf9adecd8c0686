//! Checks edits before they become a fix: compares how each host loads the original text and the
//! edited text.

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
use crate::text::document::with_line_feeds;
use crate::text::yaml::expanded_bytes;

/// A replacement of a byte range of a text by a new text.
pub type Edit = (ops::Range<usize>, String);

/// The maximum number of trials of edits in one file. There is a maximum, because each trial loads
/// the edited skill as every host does. No host has this limit.
const MAX_TRIALS: usize = 24;

/// The maximum number of frontmatter bytes that are parsed to try the edits of one file, for each
/// host. A trial parses the whole frontmatter, with its YAML aliases expanded. A frontmatter of 100
/// KB therefore gets at most five trials. No host has this limit.
const MAX_TRIED_BYTES: usize = 1 << 19;

/// A series of trials of edits to one skill's file. Each trial compares how the hosts load the
/// edited skill and the original skill.
pub struct FixCheck<'s, 'a> {
    context: &'s SkillContext<'a>,
    /// The verdict of each host on the original skill, with the texts that the host shows the model.
    before: Vec<(Verdict<'a>, Rc<AloneUse>)>,
    /// The number of trials that are still allowed for the file.
    left: usize,
}

/// The result of trying edits: the effect on the hosts that load the original skill, and on the
/// hosts that drop it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<'a> {
    /// True if the edits break nothing. Each host that loads the original skill must load the
    /// edited skill with the same name, description and body. A host that loads only the edited
    /// skill must not load another skill with the same name.
    pub keeps: bool,
    /// The id and edition of each host that drops the original skill, and drops the edited skill
    /// for the same reason.
    still: Vec<(&'a str, &'a str)>,
    /// True if the edits were tried. False if the maximum number of trials for the file was reached
    /// before, or if the edits do not match the skill's text.
    ran: bool,
}

/// Returns true if a safe fix may change the description that a host shows. `before` is the result
/// of the host without the fix, and `after` is the result with the fix.
///
/// A safe fix adds no words to the file. So a description that the host reads from the frontmatter
/// after the fix was written by the author. The author's description may replace
///
/// - an empty description,
/// - a fallback for the description: a delimiter, a fence, a heading or a paragraph of the body,
/// - the beginning of the same description, if the host stops reading at an unusual character.
fn keeps_description(before: &AloneUse, after: &AloneUse) -> bool {
    let [was, is] =
        [before, after].map(|used| used.cell.description.as_deref().unwrap_or_default());
    was.is_empty() || was == is || !before.is_described && after.is_described || goes_on(was, is)
}

/// Returns true if the description after a fix (`is`) begins with the whole description before the
/// fix (`was`). Quotes at both ends of each description are ignored, because some hosts leave an
/// unclosed quote in the description. Returns false if the added text begins with `#`, because only
/// the author knows whether this text is a comment.
fn goes_on(was: &str, is: &str) -> bool {
    let [was, is] = [was, is].map(|description| description.trim_matches(['"', '\'']));
    let more = is.strip_prefix(was.trim_end());
    more.is_some_and(|more| !more.trim_start().starts_with('#'))
}

impl Outcome<'_> {
    /// Returns true if the edits were tried, and if they remove the reason for which each host in
    /// `dropping` drops the original skill.
    pub fn resolves(&self, dropping: &[Verdict<'_>]) -> bool {
        let mut dropping = dropping.iter();
        self.ran && dropping.all(|verdict| !self.still.contains(&verdict.host_edition()))
    }

    /// Returns true if the edits were tried, and if they do not remove the reason for which a host
    /// in `dropping` drops the original skill.
    pub fn is_in_vain(&self, dropping: &[Verdict<'_>]) -> bool {
        self.ran && !self.resolves(dropping)
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

    /// Tries edits, which must not overlap: compares how each host loads the original and the
    /// edited skill. If no trials are left, the edits are not tried and the outcome is negative.
    pub fn run(&mut self, edits: &[Edit]) -> Outcome<'a> {
        let mut outcome = Outcome {
            keeps: false,
            still: Vec::new(),
            ran: false,
        };
        let fixed = (self.left > 0).then(|| edited(self.context.text, edits));
        let Some(text) = fixed.flatten() else {
            return outcome;
        };
        self.left -= 1;
        outcome.keeps = true;
        outcome.ran = true;
        for (verdict, used) in &self.before {
            let after = self.context.alone_as(verdict, &text);
            // Some hosts skip a hidden folder in one location and search it in another. If a host loads the skill only
            // where it is, the trial shows nothing about this host.
            outcome.keeps &= used.cell.loaded || !verdict.cell.loaded;
            if used.cell.loaded {
                outcome.keeps &= after.cell.loaded
                    && self.keeps_name(verdict, &used.cell, &after.cell, &text)
                    && keeps_description(used, &after)
                    && self.keeps_body(&used.texts, &after.texts, &text);
            } else if !after.cell.loaded && reason(&used.cell) == reason(&after.cell) {
                outcome.still.push(verdict.host_edition());
            } else if let Some(name) = after.cell.name.as_deref().filter(|_| after.cell.loaded) {
                // If the host also loads another skill with that name, one of the two skills would hide the other.
                outcome.keeps &= verdict.skill_with_same_name(&[name]).is_none();
            }
        }
        outcome
    }

    /// Returns true if a host shows the model the same text before and after the edits. This text
    /// is the whole file or the body.
    ///
    /// Also returns true if the host only stops showing the frontmatter. Before a fix, some hosts
    /// fail to find the frontmatter, so they show the frontmatter as a part of the body. After the
    /// fix, these hosts show only the body.
    fn keeps_body(&self, before: &[String], after: &[String], text: &str) -> bool {
        let own = self.context.text;
        if before.is_empty() {
            // If nobody can use the skill, or only after a question to the user, the host shows nothing. The compared
            // text is then the text that the model would get.
            let [was, is] = [own, text].map(|text| with_newlines(model_text(text)));
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
        // Without frontmatter, every host shows the model the whole file. With frontmatter, hosts remove some
        // whitespace. A host that shows the whole file may show more before the body after the edits, but not less.
        let is_delimited = self.context.frontmatter.delimited.is_ok();
        let keeps_all = is_delimited || text.ends_with(own.trim_start());
        let body = model_text(&text);
        before == after
            || becomes(&own, own.trim_start())
            || keeps_all && (becomes(&own, &text) || becomes(own.trim(), text.trim()))
            || {
                // The host read all or a part of the frontmatter as the beginning of the body.
                let part = model_text(&own);
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

    /// Returns true if a host that loads the skill uses the same name for it after the edits.
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
        // In a plugin or through a link, the skill has another name than it has on its own. The other name may be the
        // name in its frontmatter.
        let unnamed = here.rsplit(':').next().unwrap_or(here);
        let named = |text: &str| {
            let fields = verdict.pipeline.host().parse(&text.into()).outcome;
            let own = fields.ok().and_then(|fields| fields.name);
            own.unwrap_or_else(|| unnamed.to_owned())
        };
        named(self.context.text) == named(text)
    }

    /// Returns the text of the skill's file, without edits.
    pub fn text(&self) -> &'a str {
        self.context.text
    }

    /// Creates a fix from edits to the skill's file. Does not try the edits: `safe` determines
    /// whether the fix is safe.
    pub fn fix(&self, title: impl Into<String>, safe: bool, edits: &[Edit]) -> Fix {
        let fix = if safe {
            Fix::safe(title)
        } else {
            Fix::unsafe_(title)
        };
        self.with(fix, edits, None)
    }

    /// Adds edits to a fix. The edits may remove only the words that `loss` allows.
    pub fn with(&self, fix: Fix, edits: &[Edit], loss: Option<Loss>) -> Fix {
        let SkillContext { path, places, .. } = self.context;
        edits.iter().fold(fix, |fix, (bytes, text)| {
            fix.replace_proven(loss, path, places, bytes.clone(), text)
        })
    }
}

/// Tries edits on all hosts, and creates a fix from the edits. The fix is safe under two
/// conditions:
///
/// - Each host that loads the original skill loads the edited skill with the same name, description
///   and body.
/// - No host in `dropping` drops the edited skill for the reason for which the host drops the
///   original skill.
pub fn tried(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    title: &str,
    edits: &[Edit],
) -> Fix {
    tried_losing(context, dropping, title, edits, None)
}

/// Tries edits and creates a fix from them, like [`tried`]. The edits may also remove the words
/// that `loss` allows.
pub fn tried_losing(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    title: &str,
    edits: &[Edit],
    loss: impl Into<Option<Loss>>,
) -> Fix {
    let mut fix_check = FixCheck::new(context);
    let outcome = fix_check.run(edits);
    let fix = fix_check.fix(title, outcome.keeps && outcome.resolves(dropping), &[]);
    fix_check.with(fix, edits, loss.into())
}

fn reason(cell: &SkillInHost) -> Option<ObstacleReason> {
    let mut obstacles = cell.obstacles.iter();
    let no = obstacles.find(|no| matches!(no.stage, CompareStage::Parse | CompareStage::Load));
    no.map(|no| no.reason)
}

/// Returns true if `body` is at the end of `was`, the text that a host showed before a fix. After
/// `body`, `was` may have only whitespace and the fence that closes a code block. Returns false if
/// `body` is longer than the original file `own`: a fix must not add text to the body.
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

/// Returns true if a line may belong to frontmatter, because it is a field, a delimiter or whitespace.
fn is_of_frontmatter(line: &str) -> bool {
    let is_field = !members(line, &(0..line.len())).is_empty();
    is_field || !line.contains(char::is_alphanumeric)
}

/// The first byte of a byte order mark.
const BOM_START: u8 = 0xef;

/// Returns a text in which every line ends with `\n`, and which has no byte order marks.
fn with_newlines(text: &str) -> Cow<'_, str> {
    // Most texts have neither carriage returns nor byte order marks. A search for bytes is many times faster than a
    // search for characters.
    let may_have = |byte| text.as_bytes().contains(&byte);
    if may_have(b'\r') || may_have(BOM_START) && text.contains('\u{feff}') {
        Cow::Owned(with_line_feeds(&text.replace('\u{feff}', "")).into_owned())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns a text with edits applied; `None` if the edits overlap or do not match the text.
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

/// Returns the part of a text that hosts show the model: the text after its frontmatter, or the whole text if it has no
/// frontmatter.
fn model_text(text: &str) -> &str {
    match Frontmatter::read(text) {
        (frontmatter, body) if frontmatter.delimited.is_ok() => &text[body],
        _ => text,
    }
}
