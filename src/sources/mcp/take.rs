//! Builds a tree of skills from the answers of an MCP server.

use super::answers::{self, Answered, Answers, Pages};
use super::frontmatter;
use super::report::{McpAnswer, McpCall, McpReport, McpRequest, McpSkill};
use super::uri::SkillUri;
use crate::hashing::{HashMap, HashSet};
use crate::install::place::{self, Copying};
use crate::install::{InstallReport, OfferedSkill, is_asked_for, none_match};
use crate::model::argument::ArgumentError;
use crate::sources::problem::{DIGEST_HELP, DroppedPart, Problems, SourceProblemCode as Code};
use crate::sources::stage::Stage;
use crate::text::digest::is_sha256;
use crate::text::js_value::Value;
use crate::tree::Tree;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// The maximum number of files of a skill. Hosts need not accept a skill with more files
/// (`docs/mcp-skills.md#limits`).
const MAX_FILES: usize = 512;

/// The maximum size of all files of a skill together, in bytes. Hosts need not accept a larger
/// skill (`docs/mcp-skills.md#limits`).
const MAX_BYTES: u64 = 16 << 20;

const SERVE_FILE: &str = "Serve the file, or take it out of the skill's resources.";
const SERVE_ANEW: &str = "Compute the digest and the size of each file as it is served now.";

/// Writes the skills of an MCP server into the folder `request.install.source` of a tree. `answers`
/// contains the calls that the caller has made so far, with the server's answers. The report lists
/// the calls that are still needed.
///
/// # Errors
/// Returns an error if a directory is not an absolute path, if the folder `request.install.source`
/// is `/` or contains the project or the home, if an agent is unknown, or if `global` is set
/// without a home.
pub fn take_mcp_skills(
    tree: &mut Tree,
    request: &McpRequest,
    answers: &[McpAnswer],
) -> Result<McpReport, ArgumentError> {
    let (stage, targets) = Stage::open(tree, &request.install)?;
    let mut taker = Taker {
        stage,
        request,
        targets: &targets,
        answers: Answers::new(answers),
        problems: Problems::default(),
        needs: Vec::new(),
        needed: HashSet::default(),
        folders: HashSet::default(),
        counts: HashMap::default(),
        skills: Vec::new(),
        report: InstallReport::default(),
    };
    taker.take();
    let Taker {
        problems,
        needs,
        skills,
        mut report,
        ..
    } = taker;
    if needs.is_empty() && !report.skills.is_empty() {
        if report.skills.iter().any(|skill| skill.chosen) {
            place::place(
                tree,
                &request.install,
                &targets,
                Copying::Whole,
                &mut report,
            );
        } else {
            report.error = Some(none_match(&request.install));
        }
    }
    Ok(McpReport {
        needs,
        skills,
        problems: problems.listed,
        more_problems: problems.more,
        install: report,
    })
}

struct Taker<'a> {
    stage: Stage<'a>,
    request: &'a McpRequest,
    targets: &'a [String],
    answers: Answers<'a>,
    problems: Problems,
    needs: Vec<McpCall>,
    needed: HashSet<McpCall>,
    /// The names of the folders into which skills were written so far.
    folders: HashSet<String>,
    /// For each folder name that was already taken, the last number that was appended to make the
    /// name unique.
    counts: HashMap<String, usize>,
    skills: Vec<McpSkill>,
    report: InstallReport,
}

/// A server's entry for a skill, and the path by which problem reports name the entry.
struct SkillEntry<'v> {
    uri: &'v str,
    value: &'v Value,
    at: String,
}

/// The files that a server lists for a skill.
struct Resources<'v> {
    /// The files other than the `SKILL.md`, each with its path below the skill's folder.
    beside: Vec<(Resource<'v>, String)>,
    /// The server's entry for the skill's `SKILL.md`. It has no digest if the server generates the
    /// file for each request.
    own: Resource<'v>,
}

/// A file that a server lists for a skill.
#[derive(Clone, Copy)]
struct Resource<'v> {
    uri: &'v str,
    /// The digest and the size in bytes that the server lists for the file. None if the server
    /// generates the file for each request.
    expected: Option<(&'v str, u64)>,
}

/// A problem of an entry in a server's list of skills: the kind of the problem, the path of the
/// invalid value within the entry, a message, and advice.
type EntryProblem = (Code, String, String, &'static str);

fn fault<T>(
    code: Code,
    member: &str,
    message: &str,
    help: &'static str,
) -> Result<T, EntryProblem> {
    Err((code, member.to_owned(), message.to_owned(), help))
}

impl<'a> Taker<'a> {
    fn take(&mut self) {
        let pages = match self.answers.pages(&mut self.problems) {
            Pages::Needed(call) => return self.need(call),
            Pages::All(pages) => pages,
        };
        let mut gets = Vec::new();
        for uri in &self.request.uris {
            let call = McpCall::Get { uri: uri.clone() };
            match self
                .answers
                .result(&call, DroppedPart::Skill, &mut self.problems)
            {
                None => self.need(call),
                Some(answered) => gets.extend(answered.map(|answered| (call, answered))),
            }
        }
        let mut entries = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::default();
        for Answered { value, at } in &pages {
            let Some(Value::List(skills)) = value.get("skills") else {
                let call = McpCall::List { cursor: None };
                let message = "the answer has no list of skills";
                answers::refuse_shape(&call, at, message, &mut self.problems);
                continue;
            };
            for (index, skill) in skills.iter().enumerate() {
                let at = format!("{at}.skills[{index}]");
                let Some(entry) = self.entry(skill, at) else {
                    continue;
                };
                if places.contains_key(entry.uri) {
                    self.problem(
                        &entry,
                        (
                            Code::DuplicateResource,
                            ".uri".to_owned(),
                            "the skill is listed before".to_owned(),
                            "List each skill once.",
                        ),
                        DroppedPart::Nothing,
                    );
                    continue;
                }
                places.insert(entry.uri, entries.len());
                entries.push(entry);
            }
        }
        for (call, Answered { value, at }) in &gets {
            let Some(skill) = value.get("skill") else {
                let message = "the answer has no skill";
                answers::refuse_shape(call, at, message, &mut self.problems);
                continue;
            };
            let Some(entry) = self.entry(skill, format!("{at}.skill")) else {
                continue;
            };
            // An entry that was requested individually is at least as recent as the entry in the list.
            match places.get(entry.uri) {
                Some(place) => entries[*place] = entry,
                None => {
                    places.insert(entry.uri, entries.len());
                    entries.push(entry);
                }
            }
        }
        for entry in &entries {
            if let Err(fault) = self.skill(entry) {
                self.problem(entry, fault, DroppedPart::Skill);
            }
        }
    }

    fn need(&mut self, call: McpCall) {
        if self.needed.insert(call.clone()) {
            self.needs.push(call);
        }
    }

    fn problem(&mut self, entry: &SkillEntry<'_>, fault: EntryProblem, drops: DroppedPart) {
        let (code, member, message, help) = fault;
        self.problems.add(
            (code, drops),
            entry.uri,
            format_args!("{}{member}", entry.at),
            format_args!("{message}"),
            help,
        );
    }

    /// Reads an entry in the server's list of skills. If the entry has no URI, adds a problem to
    /// the report and returns `None`.
    fn entry<'v>(&mut self, value: &'v Value, at: String) -> Option<SkillEntry<'v>> {
        let uri = value.get("uri").and_then(Value::text);
        if let Some(uri) = uri {
            return Some(SkillEntry { uri, value, at });
        }
        let entry = SkillEntry {
            uri: "skills/list",
            value,
            at,
        };
        let message = "the entry is not an object with a `uri`".to_owned();
        let fault = (
            Code::BadEntry,
            String::new(),
            message,
            "Name the URI of the skill's SKILL.md.",
        );
        self.problem(&entry, fault, DroppedPart::Skill);
        None
    }

    /// Writes the skill of an entry into the tree, and adds the skill to the report.
    ///
    /// # Errors
    /// Returns the problem that prevents the use of the skill.
    fn skill(&mut self, entry: &SkillEntry<'_>) -> Result<(), EntryProblem> {
        let Some(uri) = SkillUri::read(entry.uri) else {
            let message = "the URI is not that of a SKILL.md in a folder";
            let help =
                "Write it as skill://<folder>/SKILL.md, without `..`, a query or escaped slashes.";
            return fault(Code::BadUrl, ".uri", message, help);
        };
        let fields = entry.value.get("frontmatter").unwrap_or(&Value::Null);
        let text = |key: &str| {
            fields
                .get(key)
                .and_then(Value::text)
                .filter(|text| !text.is_empty())
        };
        let (Some(name), Some(description)) = (text("name"), text("description")) else {
            let message = "the frontmatter has no `name` and `description`";
            let help = "Serve the frontmatter of the file unchanged, as an object.";
            return fault(Code::BadFrontmatter, ".frontmatter", message, help);
        };
        if name != uri.name() {
            self.problem(
                entry,
                (
                    Code::NameMismatch,
                    ".frontmatter.name".to_owned(),
                    format!(
                        "the skill is called {name:?}, and its folder {:?}",
                        uri.name()
                    ),
                    "Call the folder as the skill.",
                ),
                DroppedPart::Nothing,
            );
        }
        let resources = self.resources(entry, &uri)?;
        let Some(own) = self.file(resources.own, true) else {
            return Ok(());
        };
        let own = own.map_err(|(code, message, help)| (code, String::new(), message, help))?;
        let text = String::from_utf8_lossy(own.bytes());
        if let Some((message, help)) = frontmatter::difference(fields, &text) {
            return fault(Code::FrontmatterMismatch, ".frontmatter", &message, help);
        }
        let mut files = vec![(SKILL_FILE.to_owned(), Some(own.clone()))];
        for (resource, path) in resources.beside {
            let contents = match self.file(resource, self.request.supporting) {
                None => None,
                Some(Ok(contents)) => Some(contents),
                Some(Err((code, message, help))) => {
                    let what = (code, DroppedPart::File);
                    let at = format_args!("{}.resources", entry.at);
                    self.problems
                        .add(what, resource.uri, at, format_args!("{message}"), help);
                    continue;
                }
            };
            files.push((path, contents));
        }
        let known = files.len();
        let called = self.folder(entry, &uri);
        let folder = self.stage.folder_of(&called);
        for (file, contents) in files {
            let at = path::join(&folder, &file);
            let Err(message) = self.stage.put(&at, contents.as_ref()) else {
                continue;
            };
            let help = "Serve fewer and plainer files.";
            let found = (
                Code::UnsafePath,
                String::new(),
                format!("{file} is left out: {message}"),
                help,
            );
            if file == SKILL_FILE {
                return Err(found);
            }
            self.problem(entry, found, DroppedPart::File);
        }
        self.warn_of_others(entry, &called, own.bytes());
        let dynamic = resources.own.expected.is_none();
        self.skills.push(McpSkill {
            uri: entry.uri.to_owned(),
            dynamic,
            files: known,
        });
        self.report.skills.push(OfferedSkill {
            name: name.to_owned(),
            description: description.to_owned(),
            folder,
            group: None,
            installed_as: called,
            replaced_by: None,
            chosen: is_asked_for(&self.request.install, &[name]),
        });
        Ok(())
    }

    /// Returns the files that a server's entry lists for a skill.
    ///
    /// # Errors
    /// Returns the problem that prevents the use of the skill.
    fn resources<'v>(
        &mut self,
        entry: &SkillEntry<'v>,
        uri: &SkillUri<'_>,
    ) -> Result<Resources<'v>, EntryProblem> {
        let help = "List every file of the skill with its digest and size, or write \"dynamic\".";
        let listed = match entry.value.get("resources") {
            Some(Value::Text(text)) if text == "dynamic" => {
                return Ok(Resources {
                    beside: Vec::new(),
                    own: Resource {
                        uri: entry.uri,
                        expected: None,
                    },
                });
            }
            Some(Value::List(listed)) => listed,
            _ => {
                let message = "`resources` is neither a list nor \"dynamic\"";
                return fault(Code::BadFiles, ".resources", message, help);
            }
        };
        if listed.len() > MAX_FILES {
            let message = "there are more than 512 files, and no host has to take them";
            return fault(
                Code::TooManyFiles,
                ".resources",
                message,
                "Leave out what the skill does not need.",
            );
        }
        let mut own = None;
        let mut beside = Vec::new();
        let mut seen = HashSet::default();
        let mut total = 0_u64;
        for (index, listed) in listed.iter().enumerate() {
            let resource = match resource(listed) {
                Ok(resource) => resource,
                Err((code, member, message, help)) => {
                    let is_own = listed.get("uri").and_then(Value::text) == Some(entry.uri);
                    let member = format!(".resources[{index}]{member}");
                    let fault = (code, member, message, help);
                    if is_own {
                        return Err(fault);
                    }
                    self.problem(entry, fault, DroppedPart::File);
                    continue;
                }
            };
            let mut found = |code, message: &str, help, drops| {
                let fault = (
                    code,
                    format!(".resources[{index}].uri"),
                    message.to_owned(),
                    help,
                );
                self.problem(entry, fault, drops);
            };
            let Some(path) = uri.path_of(resource.uri) else {
                let message =
                    "the file is outside the skill's folder, or its path is not valid for a file";
                let help = "List files below the skill's own URI, without `..`, a query or escaped slashes.";
                found(Code::OutsideSkill, message, help, DroppedPart::File);
                continue;
            };
            if !seen.insert(path.clone()) {
                let message = "the file is listed before";
                found(
                    Code::DuplicateResource,
                    message,
                    "List each file once.",
                    DroppedPart::Nothing,
                );
                continue;
            }
            total = total.saturating_add(resource.expected.map_or(0, |(_, size)| size));
            if resource.uri == entry.uri {
                own = Some(resource)
            } else {
                beside.push((resource, path))
            }
        }
        if total > MAX_BYTES {
            let message = "the files have more than 16 MiB, and no host has to take them";
            return fault(
                Code::TooLarge,
                ".resources",
                message,
                "Leave out what the skill does not need.",
            );
        }
        match own {
            Some(own) => Ok(Resources { beside, own }),
            None => fault(
                Code::SkillFileNotListed,
                ".resources",
                "the skill's SKILL.md is not listed",
                help,
            ),
        }
    }

    /// Returns the contents of a file if its digest and size match the server's entry. Returns
    /// `None` if the file was not requested yet. In that case, the file is requested if `is_wanted`
    /// is true.
    fn file(
        &mut self,
        resource: Resource<'_>,
        is_wanted: bool,
    ) -> Option<Result<crate::tree::Contents, (Code, String, &'static str)>> {
        let Some(read) = self.answers.file(resource.uri) else {
            if is_wanted {
                self.need(McpCall::Read {
                    uri: resource.uri.to_owned(),
                });
            }
            return None;
        };
        let uri = resource.uri;
        let file = match read {
            Ok(file) => file,
            Err(message) => {
                let message = format!("{uri} is not there: {message}");
                return Some(Err((Code::MissingFile, message, SERVE_FILE)));
            }
        };
        let size = file.contents.bytes().len() as u64;
        let fault = match resource.expected {
            Some((_, expected)) if size != expected => {
                let message = format!("{uri} has {size} bytes, and {expected} are listed");
                Some((Code::SizeMismatch, message))
            }
            Some((expected, _)) if file.digest != expected => {
                let message = format!("the digest of {uri} is {}", file.digest);
                Some((Code::DigestMismatch, message))
            }
            None if size > MAX_BYTES => {
                let message = format!("{uri} has more than 16 MiB");
                Some((Code::TooLarge, message))
            }
            _ => None,
        };
        Some(match fault {
            Some((code, message)) => Err((code, message, SERVE_ANEW)),
            None => Ok(file.contents.clone()),
        })
    }

    /// Returns a unique name for a skill's folder. This is the skill's name, or a name made from
    /// the skill's whole path if another skill has the same name.
    fn folder(&mut self, entry: &SkillEntry<'_>, uri: &SkillUri<'_>) -> String {
        let name = uri.name();
        if self.folders.insert(name.to_owned()) {
            return name.to_owned();
        }
        let whole = uri.parts.join("-");
        let mut called = whole.clone();
        while !self.folders.insert(called.clone()) {
            let count = self.counts.entry(whole.clone()).or_insert(1);
            *count += 1;
            called = format!("{whole}~{count}");
        }
        self.problem(
            entry,
            (
                Code::SameName,
                ".uri".to_owned(),
                format!("another skill is called {name:?}, too: this one is in {called:?}"),
                "Give one of the two another name: hosts that identify skills by name load only one of them.",
            ),
            DroppedPart::Nothing,
        );
        called
    }

    /// Adds a problem if the installation would replace a skill of the same name in the project or
    /// in the user's home.
    fn warn_of_others(&mut self, entry: &SkillEntry<'_>, called: &str, own: &[u8]) {
        let request = &self.request.install;
        let base = match (&request.home, request.global) {
            (Some(home), true) => home,
            _ => &request.project,
        };
        for target in self.targets {
            let folder = path::resolve(base, &path::join(target, called));
            let file = self
                .stage
                .tree
                .resolve(&path::join(&folder, SKILL_FILE))
                .ok();
            let contents = file.map(|file| file.contents().map(|contents| contents.bytes() == own));
            if let Some(None | Some(false)) = contents {
                self.problem(entry, (
                    Code::SameName,
                    ".uri".to_owned(),
                    format!("{folder} has a skill already, which this one would replace"),
                    "Put the server's skills into a project without it, or rename one of the two.",
                ), DroppedPart::Nothing);
            }
        }
    }
}

/// Reads an item in a skill's list of files.
///
/// # Errors
/// Returns the problem if the item is invalid.
fn resource(listed: &Value) -> Result<Resource<'_>, EntryProblem> {
    let Some(uri) = listed.get("uri").and_then(Value::text) else {
        return fault(
            Code::BadEntry,
            "",
            "the file has no `uri`",
            "Write the URI of the file.",
        );
    };
    let digest = listed.get("digest").and_then(Value::text);
    let Some(digest) = digest.filter(|digest| is_sha256(digest)) else {
        let message = "the digest is missing or not written as one";
        return fault(Code::BadDigest, ".digest", message, DIGEST_HELP);
    };
    let size = match listed.get("size") {
        Some(Value::Number(size)) if *size >= 0.0 && size.fract() == 0.0 && *size < 2e15 => {
            *size as u64
        }
        _ => {
            let help = "Write the length of the file in bytes.";
            return fault(
                Code::BadSize,
                ".size",
                "the size is not a non-negative integer",
                help,
            );
        }
    };
    Ok(Resource {
        uri,
        expected: Some((digest, size)),
    })
}
