//! The selection stage: selects the skills of a turn, and explains why other mentions select no
//! skill.

use super::editions::CodexEdition;
use crate::hashing::{HashMap, HashSet};
use crate::model::catalog::Catalog;
use crate::model::shared_list::SharedList;
use crate::model::skill::Skill;
use crate::model::turn::{
    Mention, MentionKind, MentionTarget, Outcome, SelectedBy, SelectedSkill, SkipReason, Turn,
    TurnInput, TurnRequest,
};
use crate::sort;
use crate::text::document::PlaceIndex;
use crate::text::mention;

/// Names of environment variables in uppercase. A mention with such a name, in uppercase or
/// lowercase, does not select a skill (`docs/hosts/codex.md#mentions-and-selection`).
const ENVIRONMENT_VARIABLES: [&str; 11] = [
    "PATH",
    "HOME",
    "USER",
    "SHELL",
    "PWD",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LANG",
    "TERM",
    "XDG_CONFIG_HOME",
];

/// The URL scheme of links to apps.
pub(super) const APP_SCHEME: &str = "app://";

/// The maximum number of paths in a message about several skills with the mentioned name.
const MAX_PATHS_NAMED: usize = 4;

/// A text of the user's message, with its mentions of skills and the target of each mention.
struct TextMentions<'r> {
    input: usize,
    text: &'r str,
    mentions: Vec<(mention::Mention<'r>, MentionTarget)>,
}

/// Returns the outcome of the turn, and the skills that the turn selects. The skills that the user
/// chose in the user interface are first. Then, text by text, the skills from links are followed by
/// the skills from plain names. The links and the plain names of a text each select skills in
/// catalog order.
pub(super) fn select<'s>(
    skills: &'s SharedList<Skill>,
    request: &TurnRequest,
    edition: &CodexEdition,
) -> (Turn, Vec<&'s Skill>) {
    let mut selection = Selection::new(skills, request, edition);
    let mut outcomes = Vec::new();
    for (input, structured) in request.inputs.iter().enumerate() {
        if let TurnInput::Skill { name, path } = structured {
            selection.blocked.insert(name);
            outcomes.push(selection.structured(input, name, path));
        }
    }
    for (input, given) in request.inputs.iter().enumerate() {
        let text = match given {
            TurnInput::Text { text } => text,
            TurnInput::Mention { name, path } => {
                outcomes.push(selection.linked(input, name, path, edition));
                continue;
            }
            TurnInput::Skill { .. } | TurnInput::Image { .. } => continue,
        };
        let found = TextMentions {
            input,
            text,
            mentions: mention::find(text, |byte| is_name_byte(byte, edition))
                .into_iter()
                .map(|found| {
                    let target = target(found.path, edition);
                    (found, target)
                })
                .collect(),
        };
        selection.choose(&found);
        outcomes.extend(selection.outcomes(&found));
    }
    // Inputs of type `skill` are processed first, but are reported at their position.
    sort::by_key(&mut outcomes, |mention| mention.input);
    let chosen = selection
        .order
        .iter()
        .map(|index| &skills[*index])
        .collect();
    let turn = Turn {
        mentions: outcomes,
        selected: selection.selected,
        ..Turn::default()
    };
    (turn, chosen)
}

/// Returns a text that mentions the skill: its name if the name is unique, otherwise a link to its
/// path.
pub(super) fn typed(skill: &Skill, catalog: &Catalog, edition: &CodexEdition) -> String {
    let same_name = |other: &&Skill| other.enabled && other.name == skill.name;
    let is_mentioned = skill.name.bytes().all(|byte| is_name_byte(byte, edition));
    if is_mentioned && catalog.skills.iter().filter(same_name).nth(1).is_none() {
        format!("${}", skill.name)
    } else {
        // The name in a link must be valid, but it does not have to be the skill's name.
        format!("[$skill]({})", skill.path)
    }
}

pub(super) fn is_name_byte(byte: u8, edition: &CodexEdition) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'-')
        || (byte == b':' && edition.colon_in_mentions)
}

pub(super) fn is_environment_variable(name: &str) -> bool {
    ENVIRONMENT_VARIABLES
        .iter()
        .any(|variable| variable.eq_ignore_ascii_case(name))
}

/// Returns the kind of thing that a mention refers to. A mention without a link refers to a skill.
/// For a link, the form of the link decides.
fn target(link: Option<&str>, edition: &CodexEdition) -> MentionTarget {
    let Some(link) = link else {
        return MentionTarget::Skill;
    };
    if link.starts_with(APP_SCHEME) {
        MentionTarget::App
    } else if link.starts_with("mcp://") {
        MentionTarget::Mcp
    } else if link.starts_with("plugin://") && edition.plugin_links {
        MentionTarget::Plugin
    } else if link.starts_with("skill://")
        || link
            .rsplit(['/', '\\'])
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("skill.md"))
    {
        MentionTarget::Skill
    } else {
        MentionTarget::Other
    }
}

fn could_be_skill(target: MentionTarget) -> bool {
    matches!(target, MentionTarget::Skill | MentionTarget::Other)
}

fn without_scheme(path: &str) -> &str {
    path.strip_prefix("skill://").unwrap_or(path)
}

struct Selection<'r> {
    skills: &'r SharedList<Skill>,
    request: &'r TurnRequest,
    by_path: HashMap<&'r str, usize>,
    by_name: HashMap<&'r str, Vec<usize>>,
    by_lower_name: HashMap<String, &'r str>,
    blocked: HashSet<&'r str>,
    chosen: HashSet<usize>,
    /// The indices of the selected skills in `skills`, in the order of the field `selected`.
    order: Vec<usize>,
    selected: Vec<SelectedSkill>,
}

impl<'r> Selection<'r> {
    fn new(
        skills: &'r SharedList<Skill>,
        request: &'r TurnRequest,
        edition: &CodexEdition,
    ) -> Self {
        let mut by_path = HashMap::default();
        let mut by_name: HashMap<_, Vec<_>> = HashMap::default();
        for (index, skill) in skills.iter().enumerate() {
            if edition.selects_by_discovered_path {
                by_path
                    .entry(skill.discovered_path.as_str())
                    .or_insert(index);
            }
            by_name.entry(skill.name.as_str()).or_default().push(index);
        }
        // If the path of one skill is also the discovered path of another skill, a link to this
        // path selects the skill whose own path it is.
        by_path.extend(
            skills
                .iter()
                .enumerate()
                .map(|(index, skill)| (skill.path.as_str(), index)),
        );
        let by_lower_name = skills
            .iter()
            .map(|skill| (skill.name.to_ascii_lowercase(), skill.name.as_str()))
            .collect();
        Self {
            skills,
            request,
            by_path,
            by_name,
            by_lower_name,
            blocked: HashSet::default(),
            chosen: HashSet::default(),
            order: Vec::new(),
            selected: Vec::new(),
        }
    }

    fn take(&mut self, index: usize, by: SelectedBy) {
        if self.chosen.insert(index) {
            self.order.push(index);
            let skill = &self.skills[index];
            self.selected.push(SelectedSkill::new(skill, by));
        }
    }

    fn structured(&mut self, input: usize, name: &str, path: &str) -> Mention {
        let outcome = self.by_path(path, name);
        if let Ok(index) = outcome {
            self.take(index, SelectedBy::Structured);
        }
        Mention::structured(input, name, path, self.outcome(outcome))
    }

    /// Selects a skill that the user mentioned in the user interface. The mention is treated like a
    /// link in a text.
    fn linked(
        &mut self,
        input: usize,
        name: &'r str,
        path: &'r str,
        edition: &CodexEdition,
    ) -> Mention {
        let link = mention::Mention {
            name,
            path: Some(path),
            bytes: 0..0,
        };
        let target = target(Some(path), edition);
        let found = self.look_up(&link, target);
        if let Ok(index) = found {
            self.take(index, SelectedBy::Path);
        }
        Mention {
            kind: MentionKind::Link,
            target,
            ..Mention::structured(input, name, path, self.outcome(found))
        }
    }

    /// Adds the skills that one text selects: first the skills from links, then the skills from
    /// plain names, each group in catalog order.
    fn choose(&mut self, found: &TextMentions<'_>) {
        for by in [SelectedBy::Path, SelectedBy::Name] {
            let mut hits: Vec<_> = found
                .mentions
                .iter()
                .filter(|(mention, _)| mention.path.is_some() == (by == SelectedBy::Path))
                .filter_map(|(mention, target)| self.look_up(mention, *target).ok())
                .collect();
            sort::by(&mut hits, Ord::cmp);
            for index in hits {
                self.take(index, by);
            }
        }
    }

    fn outcomes(&self, found: &TextMentions<'_>) -> Vec<Mention> {
        let places = PlaceIndex::new(found.text);
        found
            .mentions
            .iter()
            .map(|(mention, target)| Mention {
                input: found.input,
                kind: match mention.path {
                    Some(_) => MentionKind::Link,
                    None => MentionKind::Plain,
                },
                target: *target,
                name: mention.name.to_owned(),
                path: mention.path.map(str::to_owned),
                range: Some(places.range(mention.bytes.clone())),
                outcome: self.outcome(self.look_up(mention, *target)),
            })
            .collect()
    }

    fn outcome(&self, found: Result<usize, (SkipReason, String)>) -> Outcome {
        match found {
            Ok(index) => Outcome::Selected {
                path: self.skills[index].path.clone(),
            },
            Err((reason, message)) => Outcome::Skipped { reason, message },
        }
    }

    fn look_up(
        &self,
        mention: &mention::Mention<'_>,
        target: MentionTarget,
    ) -> Result<usize, (SkipReason, String)> {
        if is_environment_variable(mention.name) {
            return Err((
                SkipReason::EnvironmentVariable,
                format!(
                    "{} is a common environment variable, so Codex ignores the mention",
                    mention.name
                ),
            ));
        }
        match mention.path {
            Some(link) if could_be_skill(target) => self.by_path(link, mention.name),
            Some(_) => Err((
                SkipReason::NotASkill,
                "the link points to something that is not a skill".to_owned(),
            )),
            None => self.by_name(mention.name),
        }
    }

    fn by_path(&self, link: &str, name: &str) -> Result<usize, (SkipReason, String)> {
        let index = self
            .by_path
            .get(without_scheme(link))
            .copied()
            .ok_or_else(|| {
                let same_name = self
                    .by_name
                    .get(name)
                    .map(|indices| format!("; {name} is at {}", self.skills[indices[0]].path));
                (
                    SkipReason::Unknown,
                    format!(
                        "no skill has exactly this path{}",
                        same_name.unwrap_or_default()
                    ),
                )
            })?;
        if self.skills[index].enabled {
            Ok(index)
        } else {
            Err((SkipReason::Disabled, "the skill is disabled".to_owned()))
        }
    }

    fn by_name(&self, name: &str) -> Result<usize, (SkipReason, String)> {
        let skip = |reason, message: String| Err((reason, message));
        let all = self
            .by_name
            .get(name)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let enabled: Vec<_> = all
            .iter()
            .copied()
            .filter(|index| self.skills[*index].enabled)
            .collect();
        // A skill that the turn has already chosen stays chosen, even if its plain name would not
        // choose it.
        if let [index] = enabled[..]
            && self.chosen.contains(&index)
        {
            return Ok(index);
        }
        if self.blocked.contains(name) {
            return skip(
                SkipReason::Blocked,
                format!(
                    "a structured choice of {name} is in this turn, so the plain name has no effect"
                ),
            );
        }
        match enabled[..] {
            [] if all.is_empty() => skip(SkipReason::Unknown, self.unknown_name(name)),
            [] => skip(SkipReason::Disabled, format!("{name} is disabled")),
            [index] => {
                let slug = name.to_ascii_lowercase();
                if self
                    .request
                    .connectors
                    .get(&slug)
                    .is_some_and(|count| *count > 0)
                {
                    return skip(
                        SkipReason::Connector,
                        format!(
                            "a connector is called {slug} too; link to the skill's path instead"
                        ),
                    );
                }
                Ok(index)
            }
            [..] => {
                let mut paths: Vec<_> = enabled
                    .iter()
                    .take(MAX_PATHS_NAMED)
                    .map(|index| self.skills[*index].path.as_str())
                    .collect();
                if enabled.len() > paths.len() {
                    paths.push("…");
                }
                skip(
                    SkipReason::Ambiguous,
                    format!(
                        "{} skills are called {name}; link to one of {}",
                        enabled.len(),
                        paths.join(", ")
                    ),
                )
            }
        }
    }

    /// Returns the message that no skill is called `name`. The message suggests a similar skill if
    /// there is one. A skill is similar if only the case of its name differs, or if its name is the
    /// beginning of `name` before a `:`, `-` or `_`.
    fn unknown_name(&self, name: &str) -> String {
        let other_capitals = self.by_lower_name.get(&name.to_ascii_lowercase()).copied();
        let beginning = || {
            name.char_indices()
                .rev()
                .filter(|(_, character)| matches!(character, ':' | '-' | '_'))
                .map(|(end, _)| &name[..end])
                .find(|beginning| self.by_name.contains_key(beginning))
        };
        match other_capitals.or_else(beginning) {
            Some(near) => format!("no skill is called {name}; there is {near}"),
            None => format!("no skill is called {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::codex::editions::EDITIONS;

    #[test]
    fn the_form_of_a_link_decides_on_its_target() {
        let edition = &EDITIONS[1];
        let cases = [
            ("app://x", MentionTarget::App),
            ("mcp://x", MentionTarget::Mcp),
            ("plugin://x", MentionTarget::Plugin),
            ("skill:///a/b", MentionTarget::Skill),
            ("/a/SKILL.md", MentionTarget::Skill),
            ("C:\\a\\SKILL.md", MentionTarget::Skill),
            ("/a/b.md", MentionTarget::Other),
        ];
        for (link, expected) in cases {
            assert_eq!(target(Some(link), edition), expected, "{link}");
        }
        let oldest = &EDITIONS[0];
        assert_eq!(target(Some("plugin://x"), oldest), MentionTarget::Other);
    }

    #[test]
    fn one_skill_scheme_is_taken_off() {
        assert_eq!(without_scheme("skill://skill://a"), "skill://a");
        assert_eq!(without_scheme("skill:///a/SKILL.md"), "/a/SKILL.md");
    }
}
