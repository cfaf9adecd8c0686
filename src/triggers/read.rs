//! Reads files of prompts in these public formats:
//!
//! - `eval_queries.json`: `[{ "query": "…", "should_trigger": true }]`
//! - `evals.json`: `{ "skill_name": "pdf", "evals": [{ "prompt": "…" }] }`
//!
//! An entry may also name its skill with `skill`. An entry of any other shape is reported as a
//! finding; the other entries are still read.

use std::ops::Range;

use super::report::{TriggerFinding, TriggerFindingCode, TriggerPlace};
use crate::text::document::PlaceIndex;
use crate::text::placed_json::{JsonMember, PlacedJson};
use crate::tree;

/// The keys under which a file has its list of prompts.
const ENTRIES: [&str; 3] = ["evals", "prompts", "queries"];
const TEXTS: [&str; 2] = ["query", "prompt"];
const SKILLS: [&str; 2] = ["skill", "skill_name"];
const EXPECTATIONS: [&str; 2] = ["should_trigger", "shouldTrigger"];

/// The maximum number of findings about one file. No host has this limit.
const MAX_FINDINGS: usize = 20;

/// The prompts of a file, and the problems in the file.
#[derive(Debug, Default)]
pub(super) struct PromptsRead {
    pub entries: Vec<Entry>,
    pub findings: Vec<TriggerFinding>,
    /// True if at least one entry of the file has the shape of a prompt.
    pub has_shape: bool,
}

/// A prompt in a file.
#[derive(Debug)]
pub(super) struct Entry {
    pub text: String,
    /// The skill that the prompt's entry names, or else the skill that the file names for all its
    /// prompts. `None` if neither has a name. `Some(None)` if the name is `null`, which means that
    /// no skill should be chosen.
    pub skill: Option<Option<String>>,
    /// True if `skill` is the skill that the file names for all its prompts, because this prompt's
    /// own entry names no skill.
    pub is_of_file: bool,
    pub should_trigger: Option<bool>,
    pub place: TriggerPlace,
}

/// Reads the prompts of a file.
pub(super) fn file(file: tree::Entry<'_>) -> PromptsRead {
    let path = file.path();
    let mut reader = Reader {
        places: PlaceIndex::new(""),
        mark: 0,
        path,
        read: PromptsRead::default(),
    };
    let Some(contents) = file.contents() else {
        let help = "Write the file's contents into the workspace.";
        reader.report(
            TriggerFindingCode::Unread,
            0..0,
            "the contents were not given",
            help,
        );
        return reader.read;
    };
    let Ok(text) = contents.text() else {
        let help = "Save the file as UTF-8.";
        reader.report(
            TriggerFindingCode::NotJson,
            0..0,
            "the file is not UTF-8",
            help,
        );
        return reader.read;
    };
    // JSON does not allow a byte order mark, but some editors write one.
    let json = text.strip_prefix('\u{feff}').unwrap_or(text);
    reader.places = PlaceIndex::new(text);
    reader.mark = text.len() - json.len();
    match PlacedJson::read(json) {
        Ok(root) => reader.root(&root),
        Err(error) => {
            let byte = error.byte;
            let message = format!("the file is not JSON: {}", error.message);
            reader.report(TriggerFindingCode::NotJson, byte..byte, &message, SHAPE);
        }
    }
    reader.read
}

const SHAPE: &str = "Write a list such as [{ \"query\": \"…\", \"should_trigger\": true }], or { \"evals\": [{ \"prompt\": \"…\" }] }.";

struct Reader<'t> {
    path: String,
    places: PlaceIndex<'t>,
    /// The length in bytes of the byte order mark before the JSON; 0 if there is none.
    mark: usize,
    read: PromptsRead,
}

impl Reader<'_> {
    fn report(&mut self, code: TriggerFindingCode, bytes: Range<usize>, message: &str, help: &str) {
        if self.read.findings.len() < MAX_FINDINGS {
            self.read.findings.push(TriggerFinding {
                code,
                message: message.to_owned(),
                help: help.to_owned(),
                place: Some(self.place(bytes)),
                prompt: None,
            });
        }
    }

    fn wrong(&mut self, bytes: Range<usize>, message: &str, help: &str) {
        self.report(TriggerFindingCode::WrongShape, bytes, message, help);
    }

    fn place(&self, bytes: Range<usize>) -> TriggerPlace {
        TriggerPlace {
            path: self.path.clone(),
            range: (self.places).range(bytes.start + self.mark..bytes.end + self.mark),
        }
    }

    fn root(&mut self, root: &PlacedJson<'_>) {
        if let Some(items) = root.items() {
            return self.items(&items, None);
        }
        let members = root.members().unwrap_or_default();
        let entries = member(&members, &ENTRIES);
        let Some(items) = entries.and_then(|member| member.value.items()) else {
            let bytes = entries.map_or(root.bytes().start..root.bytes().start + 1, |member| {
                member.value.bytes()
            });
            return self.wrong(bytes, "the file has no list of prompts", SHAPE);
        };
        let skill = member(&members, &SKILLS).and_then(|member| member.value.string());
        self.items(&items, skill.as_deref());
    }

    fn items(&mut self, items: &[PlacedJson<'_>], of_file: Option<&str>) {
        for item in items {
            self.item(item, of_file);
        }
    }

    fn item(&mut self, item: &PlacedJson<'_>, of_file: Option<&str>) {
        let Some(members) = item.members() else {
            return self.wrong(item.bytes(), "an entry is not an object", SHAPE);
        };
        let Some(written) = member(&members, &TEXTS) else {
            return self.wrong(
                item.bytes(),
                "an entry has no `query` and no `prompt`",
                SHAPE,
            );
        };
        let bytes = written.value.bytes();
        let Some(text) = written.value.string() else {
            let message = format!("`{}` is not a text", written.key);
            return self.wrong(bytes, &message, "Write the prompt in quotes.");
        };
        if text.trim().is_empty() {
            let message = format!("`{}` is empty", written.key);
            return self.wrong(bytes, &message, "Write a prompt, or remove the entry.");
        }
        self.read.has_shape = true;
        let mut should_trigger = None;
        if let Some(expectation) = member(&members, &EXPECTATIONS) {
            should_trigger = match expectation.value.written() {
                "true" => Some(true),
                "false" => Some(false),
                _ => {
                    let message = format!("`{}` is neither true nor false", expectation.key);
                    let help = "Write true or false, without quotes.";
                    return self.wrong(expectation.value.bytes(), &message, help);
                }
            };
        }
        let named = member(&members, &SKILLS);
        let skill = match named.map(|named| (named, named.value.string())) {
            None => of_file.map(|name| Some(name.to_owned())),
            Some((_, Some(name))) => Some(Some(name)),
            Some((named, None)) if named.value.written() == "null" => Some(None),
            Some((named, None)) => {
                let message = format!("`{}` is not a name", named.key);
                let help =
                    "Write the skill's name in quotes, or null if no skill should be chosen.";
                return self.wrong(named.value.bytes(), &message, help);
            }
        };
        let place = self.place(bytes);
        self.read.entries.push(Entry {
            text,
            is_of_file: named.is_none(),
            skill,
            should_trigger,
            place,
        });
    }
}

/// Returns the property with one of these names; `None` if the object has none of them. If it has
/// several, the order of `names` decides.
fn member<'m, 't>(members: &'m [JsonMember<'t>], names: &[&str]) -> Option<&'m JsonMember<'t>> {
    let mut names = names.iter();
    names.find_map(|name| members.iter().find(|member| member.key == *name))
}
