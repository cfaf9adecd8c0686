//! Moves frontmatter fields of a skill's copy to another file, or removes them. Some fields move to
//! `agents/openai.yaml`, because Codex reads them only in that file. Other fields are removed,
//! because a host refuses a skill whose frontmatter contains them.
//!
//! A change is made only if all other fields still have the same values when the files are read as
//! YAML.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_yaml::Mapping;

use super::layout::SkillCopy;
use crate::host::Host;
use crate::model::field::{FieldFile, top_key};
use crate::sort;
use crate::text::document::Document;
use crate::text::yaml;
use crate::tree::Tree;

/// The file in which Codex reads its own fields. No other host reads these fields.
const OPENAI_YAML: &str = "agents/openai.yaml";

/// The frontmatter field that forbids the model to choose a skill on its own. For Codex, the field
/// `policy` in `agents/openai.yaml` has this meaning.
const DISABLE: &str = "disable-model-invocation";

/// The text in `agents/openai.yaml` that has the same effect in Codex as `disable-model-invocation: true`.
const NOT_IMPLICIT: &str = "policy:\n  allow_implicit_invocation: false\n";

/// Moves frontmatter fields of a copy to `agents/openai.yaml` if one of the hosts reads them there
/// and no host reads them in the frontmatter. A `disable-model-invocation: true` is also written
/// there, in Codex's form. Returns a description of each change.
pub(super) fn split_off(copy: &mut SkillCopy, source: &Tree, hosts: &[&dyn Host]) -> Vec<String> {
    let own = fields(hosts, FieldFile::OpenaiYaml);
    let with_own = hosts.iter().copied();
    let with_own = with_own.filter(|host| !fields(&[*host], FieldFile::OpenaiYaml).is_empty());
    let with_own: Vec<&dyn Host> = with_own.collect();
    let Some(text) = copy.text(source, &copy.file).filter(|_| !own.is_empty()) else {
        return Vec::new();
    };
    let Some(file) = Frontmatter::read(text) else {
        return Vec::new();
    };
    let known = fields(hosts, FieldFile::Frontmatter);
    let moved: Vec<&Block> = (file.blocks.iter())
        .filter(|block| own.contains(&*block.key) && !known.contains(&*block.key))
        .collect();
    let is_disabled = file.fields.get(DISABLE) == Some(&serde_yaml::Value::Bool(true));
    let has_policy = moved.iter().any(|block| block.key == "policy");
    let repeats = is_disabled
        && !has_policy
        && own.contains("policy")
        && !fields(&with_own, FieldFile::Frontmatter).contains(DISABLE);
    if moved.is_empty() && !repeats {
        return Vec::new();
    }
    if copy.files.contains_key(OPENAI_YAML) {
        let keys = moved.iter().map(|block| format!("`{}`", block.key));
        let keys: Vec<_> = keys.collect();
        // The author wrote both files, so they are not merged.
        return match &keys[..] {
            [] => Vec::new(),
            keys => vec![format!(
                "{} stay in the frontmatter, because the skill has an {OPENAI_YAML} of its own",
                keys.join(", ")
            )],
        };
    }
    let mut own_file = String::new();
    for block in &moved {
        own_file.push_str(&text[block.bytes.clone()]);
    }
    if repeats {
        own_file.push_str(NOT_IMPLICIT);
    }
    let keys: Vec<String> = moved.iter().map(|block| block.key.clone()).collect();
    let is_kept = yaml::read::<Mapping>(&own_file)
        .is_ok_and(|read| keys.iter().all(|key| read.get(key) == file.fields.get(key)));
    let Some(rest) = file.without(text, &keys).filter(|_| is_kept) else {
        return Vec::new();
    };
    let mut notes = Vec::new();
    if !keys.is_empty() {
        notes.push(format!(
            "`{}` moved from the frontmatter to {OPENAI_YAML}, where Codex reads it",
            keys.join("`, `")
        ));
        let name = copy.file.clone();
        copy.set_text(&name, rest);
    }
    if repeats {
        notes.push(format!(
            "{OPENAI_YAML} has `allow_implicit_invocation: false`, because Codex does not read `{DISABLE}`"
        ));
    }
    copy.set_text(OPENAI_YAML, own_file);
    notes
}

/// Returns the top-level keys that at least one of the hosts reads in this kind of file.
fn fields(hosts: &[&dyn Host], file: FieldFile) -> BTreeSet<&'static str> {
    let all = hosts.iter().flat_map(|host| host.format().fields());
    let all = all.filter(|field| field.file == file);
    sort::collect_set(all.map(|field| top_key(field.key)))
}

/// Removes the unknown fields from the frontmatter of `copy`. A field is unknown if `is_known`
/// returns false for its key. Returns the keys of the removed fields. Removes nothing if the
/// frontmatter cannot be changed.
pub(super) fn keep_only(
    copy: &mut SkillCopy,
    source: &Tree,
    is_known: impl Fn(&str) -> bool,
) -> Vec<String> {
    let Some(text) = copy.text(source, &copy.file) else {
        return Vec::new();
    };
    let Some(file) = Frontmatter::read(text) else {
        return Vec::new();
    };
    let unknown = file.blocks.iter().map(|block| block.key.clone());
    let unknown: Vec<String> = unknown.filter(|key| !is_known(key)).collect();
    match file.without(text, &unknown) {
        Some(rest) if !unknown.is_empty() => {
            let name = copy.file.clone();
            copy.set_text(&name, rest);
            unknown
        }
        _ => Vec::new(),
    }
}

/// Returns the fields that a host allows in the frontmatter, or none if the host ignores unknown fields.
pub(super) fn allowed(host: &dyn Host) -> Option<BTreeSet<&'static str>> {
    let format = host.format();
    format
        .refuses_unknown_fields()
        .then(|| fields(&[host], FieldFile::Frontmatter))
}

/// A frontmatter, with the lines of each top-level field.
struct Frontmatter {
    fields: Mapping,
    blocks: Vec<Block>,
}

/// The lines of a top-level field in a frontmatter.
struct Block {
    key: String,
    /// The byte range of the field's lines in the text of the whole file.
    bytes: Range<usize>,
}

impl Frontmatter {
    /// Parses the frontmatter of a text. Returns none if the frontmatter is not a mapping, or if a
    /// field does not begin on its own line.
    fn read(text: &str) -> Option<Self> {
        let document = Document::split(text, |line| line.trim_end() == "---").ok()?;
        let fields = yaml::read::<Mapping>(document.frontmatter).ok()?;
        let start = text.find('\n')? + 1;
        let mut blocks: Vec<Block> = Vec::new();
        let mut at = start;
        for line in document.frontmatter.split_inclusive('\n') {
            let end = at + line.len();
            match key_of(line) {
                Some(key) => blocks.push(Block {
                    key: key.to_owned(),
                    bytes: at..end,
                }),
                None => {
                    if let Some(block) = blocks.last_mut() {
                        block.bytes.end = end;
                    }
                }
            }
            at = end;
        }
        let is_whole = blocks.len() == fields.len()
            && blocks.iter().all(|block| fields.contains_key(&*block.key));
        is_whole.then_some(Self { fields, blocks })
    }

    /// Returns the text without the fields `keys`. Returns none if this would change the values of
    /// other fields.
    fn without(&self, text: &str, keys: &[String]) -> Option<String> {
        let mut rest = text.to_owned();
        for block in self.blocks.iter().rev() {
            if keys.contains(&block.key) {
                rest.replace_range(block.bytes.clone(), "");
            }
        }
        let mut expected = self.fields.clone();
        for key in keys {
            expected.remove(&**key);
        }
        let document = Document::split(&rest, |line| line.trim_end() == "---").ok()?;
        let is_same = match yaml::read::<Option<Mapping>>(document.frontmatter) {
            Ok(read) => read.unwrap_or_default() == expected,
            Err(_) => false,
        };
        is_same.then_some(rest)
    }
}

/// Returns the key of the top-level field that begins in a line. Returns none if no field begins
/// there.
fn key_of(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let is_key = !key.is_empty() && key.chars().all(is_plain);
    (is_key && (rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))).then_some(key)
}
