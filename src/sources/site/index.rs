//! Reads the index of skills of a website, and finds the problems in its entries.

use crate::sources::problem::{DIGEST_HELP, DroppedPart, Problems, SourceProblemCode as Code};
use crate::sources::url::Url;
use crate::sources::{archive, json};
use crate::text::digest::is_sha256;
use crate::text::document::utf16_len;
use crate::text::js_value::Value;
use crate::tree::skill_file::SKILL_FILE;

/// The value of `$schema` in an index of version 0.2.0. An index of the older format has no
/// `$schema`.
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// The maximum length of a skill's name, in characters.
const MAX_NAME: usize = 64;
/// The maximum length of a skill's description, in UTF-16 units.
const MAX_DESCRIPTION: usize = 1_024;

/// A valid entry of a website's index. Each entry offers one skill.
pub(super) struct IndexEntry {
    /// The position of the entry in the index, counted from 0.
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) kind: EntryKind,
}

/// The way in which an entry of an index offers its skill.
pub(super) enum EntryKind {
    /// The entry has the URL of the skill's `SKILL.md`, and the digest of this file.
    SkillFile(Url, String),
    /// The entry has the URL of an archive of the skill's folder, and the digest of the archive.
    Archive(Url, String),
    /// The entry lists the paths of the files in the skill's folder. Only indexes of the older format have such
    /// entries.
    Files(Vec<String>),
}

/// Parses the index of a website, and returns its valid entries. Returns none if the document is
/// not an index.
pub(super) fn read(text: &str, url: &Url, problems: &mut Problems) -> Option<Vec<IndexEntry>> {
    let document = url.to_string();
    let mut refuse = |code, at: &str, message: &str, help: &str| {
        problems.add(
            (code, DroppedPart::Index),
            &document,
            format_args!("{at}"),
            format_args!("{message}"),
            help,
        );
    };
    let Some(index) = json::read(text) else {
        refuse(
            Code::NotJson,
            "",
            "the index is not JSON that can be read",
            json::HELP,
        );
        return None;
    };
    let is_new = match index.get("$schema") {
        None => false,
        Some(Value::Text(schema)) if schema == SCHEMA => true,
        Some(_) => {
            let help = format!("Write \"$schema\": \"{SCHEMA}\".");
            refuse(
                Code::UnknownSchema,
                "$schema",
                "the index has an unknown version",
                &help,
            );
            return None;
        }
    };
    let Some(Value::List(skills)) = index.get("skills") else {
        let help = "Write a list, \"skills\": [].";
        refuse(
            Code::NotAnIndex,
            "skills",
            "the index has no list of skills",
            help,
        );
        return None;
    };
    let mut entries = Vec::new();
    let mut is_whole = true;
    for (at, skill) in skills.iter().enumerate() {
        let entry = if is_new {
            new_entry(skill, url)
        } else {
            old_entry(skill)
        };
        match entry {
            Ok((name, kind)) => entries.push(IndexEntry {
                at,
                name: name.to_owned(),
                kind,
            }),
            Err(EntryProblem {
                code,
                member,
                message,
                help,
            }) => {
                is_whole = false;
                let dot = if member.is_empty() { "" } else { "." };
                // In the older format, one invalid entry makes the whole index invalid.
                let drops = if is_new {
                    DroppedPart::Skill
                } else {
                    DroppedPart::Index
                };
                problems.add(
                    (code, drops),
                    &document,
                    format_args!("skills[{at}]{dot}{member}"),
                    format_args!("{message}"),
                    help,
                );
            }
        }
    }
    (is_new || is_whole).then_some(entries)
}

struct EntryProblem {
    code: Code,
    member: &'static str,
    message: &'static str,
    help: &'static str,
}

impl EntryProblem {
    fn new(code: Code, member: &'static str, message: &'static str, help: &'static str) -> Self {
        Self {
            code,
            member,
            message,
            help,
        }
    }
}

/// Returns the name in an entry of an index. Returns a problem if the name or the description is
/// invalid.
fn name(entry: &Value) -> Result<&str, EntryProblem> {
    if !matches!(entry, Value::Map(_)) {
        let message = "the entry is not an object";
        return Err(EntryProblem::new(
            Code::BadEntry,
            "",
            message,
            "Write an object with the skill's name.",
        ));
    }
    let name = entry.get("name").and_then(Value::text);
    let name = name.filter(|name| is_name(name)).ok_or_else(|| {
        EntryProblem::new(
            Code::BadName,
            "name",
            "the name is not valid in an index",
            "Write 1 to 64 of `a-z`, `0-9` and `-`, no hyphen at an edge and no two in a row.",
        )
    })?;
    let description = entry.get("description").and_then(Value::text);
    match description.map_or(0, utf16_len) {
        1..=MAX_DESCRIPTION => Ok(name),
        _ => Err(EntryProblem::new(
            Code::BadDescription,
            "description",
            "the description is missing, empty or too long",
            "Write a text of 1 to 1,024 UTF-16 units.",
        )),
    }
}

fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    (1..=MAX_NAME).contains(&name.len())
        && name.bytes().all(is_part)
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
}

fn new_entry<'v>(entry: &'v Value, index: &Url) -> Result<(&'v str, EntryKind), EntryProblem> {
    let name = name(entry)?;
    let text = |key: &str| entry.get(key).and_then(Value::text);
    let make: fn(Url, String) -> EntryKind = match text("type") {
        Some("skill-md") => EntryKind::SkillFile,
        Some("archive") => EntryKind::Archive,
        _ => {
            let message = "the type is neither `skill-md` nor `archive`";
            let help = "Write `skill-md` for a SKILL.md, `archive` for a zip or a tar.gz.";
            return Err(EntryProblem::new(Code::BadType, "type", message, help));
        }
    };
    let url = text("url").filter(|url| !url.is_empty());
    let url = url.and_then(|url| index.join(url)).ok_or_else(|| {
        let message = "the address is missing, or not an HTTP address";
        let help = "Write one of `https`, or a path, without a user and in ASCII.";
        EntryProblem::new(Code::BadUrl, "url", message, help)
    })?;
    let digest = text("digest").filter(|digest| is_sha256(digest));
    let digest = digest.ok_or_else(|| {
        let message = "the digest is missing or not written as one";
        EntryProblem::new(Code::BadDigest, "digest", message, DIGEST_HELP)
    })?;
    Ok((name, make(url, digest.to_owned())))
}

fn old_entry(entry: &Value) -> Result<(&str, EntryKind), EntryProblem> {
    let name = name(entry)?;
    let fault = |message| {
        let help = "Write the paths of the skill's files from its folder, SKILL.md among them, without `..`.";
        EntryProblem::new(Code::BadFiles, "files", message, help)
    };
    let Some(Value::List(listed)) = entry.get("files") else {
        return Err(fault("there is no list of files"));
    };
    let mut files = Vec::new();
    for file in listed {
        let file = file
            .text()
            .filter(|file| archive::unsafe_path(file).is_none() && !file.contains(".."));
        let file = file.ok_or_else(|| fault("a path of a file cannot be one"))?;
        files.push(file.to_owned());
    }
    if !files.iter().any(|file| file == SKILL_FILE) {
        return Err(fault("SKILL.md is not among the files"));
    }
    Ok((name, EntryKind::Files(files)))
}
