//! Reads the lock files of the `skills` CLI: `skills-lock.json` in a project, and `.skill-lock.json` in the home.

use std::ops;

use super::report::{
    LockAlgorithm, LockDigest, LockFormat, LockProblem, LockProblemCode, LockReason,
};
use crate::install::folder_name;
use crate::text::digest::is_hexadecimal;
use crate::text::document::PlaceIndex;
use crate::text::placed_json::{JsonMember, PlacedJson, repeated_keys};

/// The name of a project's lock file.
pub(super) const PROJECT_LOCK: &str = "skills-lock.json";

/// The path of the home's lock file, relative to the home.
pub(super) const GLOBAL_LOCK: &str = ".agents/.skill-lock.json";

/// The maximum length of a lock file, in bytes. No host has this limit.
const MAX_BYTES: usize = 1 << 20;

/// The advice for a lock file that the `skills` CLI ignores.
const WRITE_ANEW: &str = "Restore the file from Git, or install the skills again with `npx skills add`, which writes a new lock file.";

/// An entry of a lock file, before the entry is compared with the installed skills.
pub(super) struct RawEntry {
    pub name: String,
    pub source: Option<String>,
    pub source_type: Option<String>,
    pub reference: Option<String>,
    pub digest: Result<LockDigest, LockReason>,
    /// The byte range of the digest, or of the name if the entry has no digest.
    pub bytes: ops::Range<usize>,
}

/// The contents of a lock file.
#[derive(Default)]
pub(super) struct ReadLock {
    pub version: Option<String>,
    pub entries: Vec<RawEntry>,
    pub problems: Vec<LockProblem>,
}

struct Reader<'t> {
    format: LockFormat,
    places: PlaceIndex<'t>,
    read: ReadLock,
}

/// Reads a lock file. An entry with a fault is reported as a problem. The entry is returned
/// nevertheless if it has a name.
pub(super) fn read(text: &str, format: LockFormat) -> ReadLock {
    let mut reader = Reader {
        format,
        places: PlaceIndex::new(text),
        read: ReadLock::default(),
    };
    reader.file(text);
    let mut read = reader.read;
    crate::sort::by_key(&mut read.problems, |problem| problem.range.start.byte);
    read
}

impl Reader<'_> {
    fn problem(
        &mut self,
        code: LockProblemCode,
        entry: Option<&str>,
        bytes: ops::Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.read.problems.push(LockProblem {
            code,
            entry: entry.map(str::to_owned),
            message: message.into(),
            help: help.into(),
            range: self.places.range(bytes),
        });
    }

    /// Adds the problem that the lock file is unreadable. The program that wrote the file ignores
    /// such a file.
    fn unreadable(&mut self, bytes: ops::Range<usize>, message: impl Into<String>) {
        self.problem(
            LockProblemCode::Unreadable,
            None,
            bytes,
            message,
            WRITE_ANEW,
        );
    }

    fn file(&mut self, text: &str) {
        if text.len() > MAX_BYTES {
            let message = format!(
                "the file has {} bytes; Skillglass reads at most 1 MiB",
                text.len()
            );
            return self.unreadable(0..0, message);
        }
        let root = match PlacedJson::read(text) {
            Ok(root) => root,
            Err(_) if text.starts_with('\u{feff}') => {
                let message =
                    "the file begins with a byte order mark, so its program ignores all of it";
                return self.unreadable(0..0, message);
            }
            Err(error) => {
                if let Some(bytes) = conflict(text) {
                    let message = "the file has a merge conflict, so its program ignores all of it";
                    return self.unreadable(bytes, message);
                }
                let message = format!(
                    "the file is not JSON, so its program ignores all of it: {}",
                    error.message
                );
                return self.unreadable(error.byte..error.byte, message);
            }
        };
        let Some(members) = root.members() else {
            let message = "the file is not an object, so its program ignores all of it";
            return self.unreadable(root.bytes(), message);
        };
        let find = |key: &str| members.iter().find(|member| member.key == key);
        if !self.version(find("version")) {
            return;
        }
        let skills = find("skills").map(|skills| skills.value);
        let entries = skills.as_ref().and_then(PlacedJson::members);
        let (Some(skills), Some(entries)) = (skills, entries) else {
            let bytes = skills.map_or(0..0, |skills| skills.bytes());
            let message = "`skills` is not an object, so the file lists no skill";
            return self.unreadable(bytes, message);
        };
        for (name, bytes) in repeated_keys(&skills) {
            let message =
                format!("`{name}` is listed twice; the program reads only the last entry");
            let help = "Remove the entry that is not the installed skill.";
            self.problem(
                LockProblemCode::RepeatedName,
                Some(&name),
                bytes,
                message,
                help,
            );
        }
        for entry in &entries {
            self.entry(entry);
        }
        self.same_folders();
    }

    /// Reads the version of the lock file's format. Returns true if the `skills` CLI reads lock
    /// files of this version.
    fn version(&mut self, member: Option<&JsonMember<'_>>) -> bool {
        let (known, they_ignore) = match self.format {
            LockFormat::Global => (3.0, "the `skills` CLI and `gh skill` ignore"),
            _ => (1.0, "the `skills` CLI ignores"),
        };
        let written = member.map(|member| member.value.written());
        let number: Option<f64> = written.and_then(|written| written.parse().ok());
        let bytes = member.map_or(0..0, |member| member.value.bytes());
        if number.is_some() {
            self.read.version = written.map(str::to_owned);
        }
        let number = match (number, written) {
            (Some(number), _) if number >= known => Ok(number),
            (Some(number), _) => Err(format!(
                "version {number} is older than {known}, so {they_ignore} the file"
            )),
            (None, Some(_)) => Err(format!(
                "`version` is not a number, so {they_ignore} the file"
            )),
            (None, None) => Err(format!("the file has no `version`, so {they_ignore} it")),
        };
        let number = match number {
            Ok(number) => number,
            Err(message) => {
                let code = LockProblemCode::IgnoredVersion;
                self.problem(code, None, bytes, message, WRITE_ANEW);
                return false;
            }
        };
        if number > known {
            let message =
                format!("version {number} of this file is unknown; it is read as version {known}");
            let help = "Check whether a newer release of Skillglass knows this version.";
            self.problem(LockProblemCode::UnknownVersion, None, bytes, message, help);
        }
        true
    }

    fn entry(&mut self, member: &JsonMember<'_>) {
        let name = member.key.as_str();
        let Some(fields) = member.value.members() else {
            let message = format!("the entry `{name}` is not an object");
            self.bad(name, member.value.bytes(), message);
            return self.push(name, member.bytes.clone(), &[]);
        };
        for key in ["source", "sourceType"] {
            let field = fields.iter().find(|field| field.key == key);
            let is_text = field
                .is_some_and(|field| field.value.string().is_some_and(|text| !text.is_empty()));
            if !is_text {
                let bytes = field.map_or(member.bytes.clone(), |field| field.value.bytes());
                self.bad(
                    name,
                    bytes,
                    format!("the entry `{name}` has no text as `{key}`"),
                );
            }
        }
        if let Some(field) = fields.iter().find(|field| field.key == "skillPath")
            && field.value.string().is_none_or(|path| leads_out(&path))
        {
            let message = format!("`skillPath` of `{name}` leads out of the source of the skill");
            let help = "Write the path of the skill's SKILL.md, relative to the top of its repository and without `..`.";
            self.problem(
                LockProblemCode::LeadsOut,
                Some(name),
                field.value.bytes(),
                message,
                help,
            );
        }
        self.push(name, member.bytes.clone(), &fields);
    }

    fn bad(&mut self, name: &str, bytes: ops::Range<usize>, message: String) {
        let help = "Install the skill again with `npx skills add`, which writes its entry anew.";
        self.problem(LockProblemCode::BadEntry, Some(name), bytes, message, help);
    }

    /// Adds an entry with its digest, or with the reason why the digest cannot be used.
    fn push(&mut self, name: &str, name_bytes: ops::Range<usize>, fields: &[JsonMember<'_>]) {
        let field = |key: &str| fields.iter().find(|field| field.key == key);
        let text = |key: &str| field(key).and_then(|field| field.value.string());
        let key = match self.format {
            LockFormat::Global => "skillFolderHash",
            _ => "computedHash",
        };
        let of_index = text("wellKnownDigest");
        let mut bytes = field(key).map_or(name_bytes, |field| field.value.bytes());
        let digest = match text(key).as_deref() {
            Some(value) if is_hexadecimal(value, 64) => Ok(LockDigest {
                algorithm: LockAlgorithm::SkillsCli,
                value: value.to_owned(),
            }),
            Some(value) if self.format == LockFormat::Global && is_hexadecimal(value, 40) => {
                Ok(LockDigest {
                    algorithm: LockAlgorithm::GitTree,
                    value: value.to_owned(),
                })
            }
            // The home's lock file has no digest for skills of sites and of private repositories.
            Some("") if self.format == LockFormat::Global => match &of_index {
                Some(value) => {
                    bytes = field("wellKnownDigest").map_or(bytes, |field| field.value.bytes());
                    Ok(LockDigest {
                        algorithm: LockAlgorithm::WellKnown,
                        value: value.clone(),
                    })
                }
                None => Err(LockReason::NoDigest),
            },
            other => {
                if !fields.is_empty() {
                    let message = format!("`{key}` of `{name}` is not a digest");
                    let help = "Restore its hexadecimal digits from Git, or install the skill again with `npx skills add`.";
                    self.problem(
                        LockProblemCode::BadEntry,
                        Some(name),
                        bytes.clone(),
                        message,
                        help,
                    );
                }
                Err(match other {
                    Some(_) => LockReason::UnknownDigest,
                    None => LockReason::NoDigest,
                })
            }
        };
        self.read.entries.push(RawEntry {
            name: name.to_owned(),
            source: text("source"),
            source_type: text("sourceType"),
            reference: text("ref").or_else(|| text("pinnedRef")),
            digest,
            bytes,
        });
    }

    /// Adds a problem for each entry that is installed in the same folder as an earlier entry.
    fn same_folders(&mut self) {
        let folders: Vec<_> = (self.read.entries.iter())
            .map(|entry| {
                (
                    folder_name(&entry.name),
                    entry.name.clone(),
                    entry.bytes.clone(),
                )
            })
            .collect();
        for (at, (folder, name, bytes)) in folders.iter().enumerate() {
            let earlier = folders[..at].iter().find(|(known, ..)| known == folder);
            if let Some((_, earlier, _)) = earlier {
                let message = format!(
                    "`{name}` and `{earlier}` are both installed as the folder `{folder}`, so only one of them is there"
                );
                let help = "Give one of the two skills another name, or remove it with `npx skills remove`.";
                self.problem(
                    LockProblemCode::SameFolder,
                    Some(name),
                    bytes.clone(),
                    message,
                    help,
                );
            }
        }
    }
}

/// Returns the byte range of the first line that marks a merge conflict; `None` if there is no such
/// line.
fn conflict(text: &str) -> Option<ops::Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("<<<<<<<") {
            return Some(start..start + line.trim_end().len());
        }
        start += line.len();
    }
    None
}

/// Returns true if a path may lead out of its folder, because it is absolute or has a segment `..`.
pub(super) fn leads_out(path: &str) -> bool {
    path.starts_with('/') || path.split(['/', '\\']).any(|segment| segment == "..")
}
