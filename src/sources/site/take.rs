//! Builds a tree of skills from the answers of a website.

use std::rc::Rc;

use super::index::{self, EntryKind, IndexEntry};
use super::report::{Downloads, SiteNeed, SiteReport, SiteRequest};
use crate::hashing::{HashMap, HashSet};
use crate::install::place::{self, Copying};
use crate::install::skill_text::{self, SkillText};
use crate::install::{
    self, HiddenReason, HiddenSkill, InstallReport, OfferedSkill, folder_name, is_asked_for,
    mark_replaced, names_one, none_match,
};
use crate::model::argument::ArgumentError;
use crate::sources::archive::{self, ArchiveFormat, Archives};
use crate::sources::problem::{DroppedPart, Problems, SourceProblemCode as Code};
use crate::sources::stage::Stage;
use crate::sources::url::Url;
use crate::text::digest::sha256;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Contents, Tree};

/// The paths at which a site may have its index, in the order in which `npx skills add` requests them.
const PLACES: [&str; 2] = [
    "/.well-known/agent-skills/index.json",
    "/.well-known/skills/index.json",
];

const NOT_SUPPORTED: &str = "Downloaded URL is not a valid SKILL.md file or supported archive";
const NOT_FOUND: &str = "Download failed with HTTP 404";

// The advice to the author of the index.
const SERVE_FILE: &str = "Serve the file at this address, or take it out of the index.";
const UPDATE_DIGEST: &str = "Write the digest of the file as it is served now.";

/// Finds the skills of a website as `npx skills add` does, and writes these skills into the folder
/// `request.install.source` of the tree. `downloads` contains the files downloaded so far.
/// `archives` contains the entries of the downloaded archives. The report lists the files that are
/// still needed.
///
/// # Errors
/// Returns an error if the URL is not an HTTP address, if a directory is not an absolute path, if
/// the folder `request.install.source` is `/` or contains the project or the home, if an agent is
/// unknown, or if `global` is set without a home.
pub fn take_site(
    tree: &mut Tree,
    request: &SiteRequest,
    downloads: &Downloads,
    archives: &Archives,
) -> Result<SiteReport, ArgumentError> {
    let site = Url::parse(&request.url).ok_or_else(|| {
        let message =
            "must be an address of HTTP, in ASCII and without a user, such as https://example.org";
        ArgumentError::new("url", message)
    })?;
    let (stage, targets) = Stage::open(tree, &request.install)?;
    let mut taker = Taker {
        stage,
        site: &site,
        request,
        downloads,
        archives,
        problems: Problems::default(),
        needs: Vec::new(),
        needed: HashSet::default(),
        files: HashMap::default(),
        folders: HashMap::default(),
        report: InstallReport::default(),
    };
    let outcome = taker.take();
    let Taker {
        problems,
        needs,
        mut report,
        ..
    } = taker;
    let mut index = None;
    let mut copying = Copying::Whole;
    if needs.is_empty() {
        match outcome {
            Outcome::Index(used) => {
                mark_replaced(&mut report.skills);
                if !report.skills.iter().any(|skill| skill.chosen) {
                    report.error = Some(none_match(&request.install));
                }
                index = Some(used.to_string());
            }
            Outcome::Direct(found) => {
                report = found;
                copying = Copying::WithoutExtras;
            }
            Outcome::Failed(error) => report.error = Some(error),
        }
        if report.error.is_none() {
            place::place(tree, &request.install, &targets, copying, &mut report);
        }
    }
    Ok(SiteReport {
        needs,
        index,
        problems: problems.listed,
        more_problems: problems.more,
        install: report,
    })
}

/// The result of searching a website for skills.
enum Outcome {
    /// The website has an index of skills. The value is the URL of the index.
    Index(Url),
    /// The file at the requested URL is a skill or an archive of skills. The value is the report on
    /// these skills.
    Direct(InstallReport),
    /// No skill was found. The value is the error message of `npx skills add`. The message is
    /// reported only after all needed files are downloaded.
    Failed(String),
}

/// The digest and the frontmatter of a file on the website. Both are cached, because several
/// entries of the website's index may name the same file.
#[derive(Default)]
struct SiteFile {
    digest: Option<Rc<str>>,
    text: Option<SharedText>,
}

/// The name and description in a `SKILL.md`. If the file cannot be used, the error has the problem
/// and advice.
type SharedText = Result<Rc<SkillText>, (Rc<str>, &'static str)>;

struct Taker<'s> {
    stage: Stage<'s>,
    site: &'s Url,
    request: &'s SiteRequest,
    downloads: &'s Downloads,
    archives: &'s Archives,
    problems: Problems,
    needs: Vec<SiteNeed>,
    needed: HashSet<SiteNeed>,
    files: HashMap<String, SiteFile>,
    /// The number of skills that were written so far, by the skill's name. The second skill with a
    /// name is written into a folder such as `pdf~2`.
    folders: HashMap<String, usize>,
    report: InstallReport,
}

/// The state of a file on the website: needed, missing or downloaded.
enum Download<'s> {
    Needed,
    Missing,
    There(&'s Contents),
}

/// The reason why an entry of an index offers no skill, with its place and advice.
struct Refusal {
    code: Code,
    at: String,
    message: String,
    help: String,
}

impl Refusal {
    fn new(code: Code, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            code,
            at: String::new(),
            message: message.into(),
            help: help.into(),
        }
    }
}

impl<'s> Taker<'s> {
    fn take(&mut self) -> Outcome {
        let scope = self.site.scope();
        let mut places = Vec::new();
        for place in PLACES {
            places.push((self.site.at(&format!("{scope}{place}")), true));
            if !scope.is_empty() {
                places.push((self.site.at(place), false));
            }
        }
        let mut indexes = Vec::new();
        let mut has_root_index = false;
        for (url, is_scoped) in places {
            let Download::There(contents) = self.download(&url) else {
                continue;
            };
            let text = contents.text_lossy();
            if is_scoped {
                indexes.extend(
                    index::read(&text, &url, &mut self.problems).map(|entries| (url, entries)),
                );
            } else {
                // The index of a parent path only decides which message is shown, so its problems are not reported.
                let entries = index::read(&text, &url, &mut Problems::default());
                has_root_index |= entries.is_some_and(|entries| !entries.is_empty());
            }
        }
        if !self.needs.is_empty() {
            return Outcome::Failed(String::new());
        }
        let mut used: Option<Url> = None;
        for (url, entries) in indexes {
            if let Some(used) = &used {
                self.problems.add(
                    (Code::UnusedIndex, DroppedPart::Index),
                    &url.to_string(),
                    format_args!(""),
                    format_args!("the skills are taken from {used}"),
                    "Name all skills in that index.",
                );
                continue;
            }
            self.entries(&url, &entries);
            if !self.needs.is_empty() {
                return Outcome::Failed(String::new());
            }
            if !self.report.skills.is_empty() {
                used = Some(url);
            }
        }
        match used {
            Some(used) => Outcome::Index(used),
            None if has_root_index => Outcome::Failed(format!(
                "No skills found for the scoped path '{scope}' on {origin}. Not falling back to the root skills index because that would \
                 install every skill the host publishes. Check the URL, or run 'skills add {origin}' to install from the root index.",
                origin = self.site.origin()
            )),
            None => self.direct(),
        }
    }

    /// Adds the skills that the entries of an index offer. An entry that offers no skill is added
    /// as a problem.
    fn entries(&mut self, index: &Url, entries: &[IndexEntry]) {
        for entry in entries {
            let refused = match &entry.kind {
                EntryKind::SkillFile(url, digest) => self.skill_file(entry, url, digest),
                EntryKind::Archive(url, digest) => self.archive(entry, url, digest),
                EntryKind::Files(files) => self.folder(entry, index, files),
            };
            if let Err((document, refusal)) = refused {
                let Refusal {
                    code,
                    at,
                    message,
                    help,
                } = refusal;
                let (document, at) = match document {
                    Some(document) => (document, at),
                    None => (index.to_string(), format!("skills[{}]{at}", entry.at)),
                };
                let what = (code, DroppedPart::Skill);
                let name = &entry.name;
                self.problems.add(
                    what,
                    &document,
                    format_args!("{at}"),
                    format_args!("the skill {name} is left out: {message}"),
                    &help,
                );
            }
        }
    }

    fn skill_file(&mut self, entry: &IndexEntry, url: &Url, digest: &str) -> Refused {
        let key = url.to_string();
        let Some(contents) = self.checked(url, digest)? else {
            return Ok(());
        };
        let text = self.text_of(&key, contents)?;
        // `npx skills add` stores the decoded text of a skill's file, without the byte order mark.
        let kept = contents.text_lossy();
        let kept = match kept.strip_prefix('\u{feff}') {
            None if contents.text().is_ok() => contents.clone(),
            rest => Contents::from(rest.unwrap_or(&kept)),
        };
        self.offer(entry, &key, &text, &[(SKILL_FILE, &kept)])
    }

    fn archive(&mut self, entry: &IndexEntry, url: &Url, digest: &str) -> Refused {
        let key = url.to_string();
        let Some(contents) = self.checked(url, digest)? else {
            return Ok(());
        };
        let in_archive = |refusal| (Some(key.clone()), refusal);
        let not_one = || {
            let help = "Serve a zip or a tar.gz.";
            Refusal::new(
                Code::NotAnArchive,
                "it is not an archive that can be unpacked",
                help,
            )
        };
        let format = ArchiveFormat::of(url.path(), contents.bytes());
        let format = format.ok_or_else(|| in_archive(not_one()))?;
        let archives = self.archives;
        let entries = match archives.get(&key) {
            None => {
                self.need(SiteNeed::Unpack { url: key, format });
                return Ok(());
            }
            Some(None) => return Err(in_archive(not_one())),
            Some(Some(entries)) => entries,
        };
        let files = archive::files(entries).map_err(|(code, at, message)| {
            let mut refusal = Refusal::new(code, message, archive::help(code));
            refusal.at = at;
            in_archive(refusal)
        })?;
        let Some(skill_file) = archive::skill_file(&files) else {
            let help = archive::help(Code::NoSkillFile);
            let message = "there is no SKILL.md at the archive's root";
            return Err(in_archive(Refusal::new(Code::NoSkillFile, message, help)));
        };
        let inside = format!("{key}#{SKILL_FILE}");
        let text = self.text_of(&inside, skill_file)?;
        self.offer(entry, &inside, &text, &files)
    }

    /// Adds the skill of an entry in the older format, which lists the skill's files.
    fn folder(&mut self, entry: &IndexEntry, index: &Url, files: &[String]) -> Refused {
        let address = |file: &str| index.join(&format!("{}/{file}", entry.name));
        let missing = || {
            let message = "SKILL.md is not there";
            Refusal::new(Code::MissingFile, message, SERVE_FILE)
        };
        let url = address(SKILL_FILE).ok_or_else(|| (None, missing()))?;
        let key = url.to_string();
        let contents = match self.download(&url) {
            Download::Needed => return Ok(()),
            Download::Missing => return Err((Some(key), missing())),
            Download::There(contents) => contents,
        };
        let text = self.text_of(&key, contents)?;
        let mut found: Vec<(&str, &Contents)> = vec![(SKILL_FILE, contents)];
        let mut is_needed = false;
        for file in files
            .iter()
            .filter(|file| !file.eq_ignore_ascii_case(SKILL_FILE))
        {
            let url = address(file);
            match url.as_ref().map(|url| self.download(url)) {
                Some(Download::There(contents)) => found.push((file, contents)),
                Some(Download::Needed) => is_needed = true,
                Some(Download::Missing) | None => {
                    let url = url.map_or_else(|| file.clone(), |url| url.to_string());
                    self.problems.add(
                        (Code::MissingFile, DroppedPart::File),
                        &url,
                        format_args!(""),
                        format_args!("a file of the skill {} is not there", entry.name),
                        SERVE_FILE,
                    );
                }
            }
        }
        if is_needed {
            return Ok(());
        }
        self.offer(entry, &key, &text, &found)
    }

    /// Writes a skill into the tree, and adds the skill to the report's list of offered skills.
    fn offer(
        &mut self,
        entry: &IndexEntry,
        document: &str,
        text: &SkillText,
        files: &[(&str, &Contents)],
    ) -> Refused {
        let request = &self.request.install;
        if text.is_internal && !request.internal && !names_one(request) {
            self.report.hidden.push(HiddenSkill {
                path: document.to_owned(),
                reason: HiddenReason::Internal,
                help: "Remove `internal: true` from `metadata`, or ask for the skill by its name."
                    .to_owned(),
            });
            return Ok(());
        }
        let count = self.folders.entry(entry.name.clone()).or_default();
        *count += 1;
        let folder = match *count {
            1 => self.stage.folder_of(&entry.name),
            // The name of the folder is unique, because names in an index cannot contain `~`.
            count => self.stage.folder_of(&format!("{}~{count}", entry.name)),
        };
        if *count == 2 {
            self.problems.add(
                (Code::SameName, DroppedPart::Nothing),
                document,
                format_args!(""),
                format_args!(
                    "another skill is called {}, too: the last one is installed",
                    entry.name
                ),
                "Give one of the two another name.",
            );
        }
        for (file, contents) in files {
            if let Err(message) = self.stage.put(&path::join(&folder, file), Some(contents)) {
                self.stage.tree.remove(&folder);
                let help = archive::help(Code::UnsafePath);
                let mut refusal = Refusal::new(Code::UnsafePath, message, help);
                refusal.at = (*file).to_owned();
                return Err((Some(document.to_owned()), refusal));
            }
        }
        self.report.skills.push(OfferedSkill {
            installed_as: folder_name(&entry.name),
            name: entry.name.clone(),
            description: text.description.clone(),
            folder,
            group: None,
            replaced_by: None,
            chosen: is_asked_for(request, &[&entry.name, &text.name]),
        });
        Ok(())
    }

    /// Reads the file at the requested URL itself as a skill, or as an archive of skills.
    fn direct(&mut self) -> Outcome {
        let failed = |words: &str| Outcome::Failed(words.to_owned());
        let site = self.site;
        let contents = match self.download(site) {
            Download::Needed => return failed(""),
            Download::Missing => return failed(NOT_FOUND),
            Download::There(contents) => contents,
        };
        let folder = self.stage.folder().to_owned();
        let format = ArchiveFormat::of(site.path(), contents.bytes());
        let put = match format {
            None => self
                .stage
                .put(&path::join(&folder, SKILL_FILE), Some(contents))
                .is_ok(),
            Some(format) => {
                let archives = self.archives;
                let url = site.to_string();
                let entries = match archives.get(&url) {
                    None => {
                        self.need(SiteNeed::Unpack { url, format });
                        return failed("");
                    }
                    Some(entries) => entries.as_deref().unwrap_or_default(),
                };
                match archive::files(entries) {
                    Ok(files) => {
                        !files.is_empty()
                            && files.iter().all(|(file, contents)| {
                                let at = path::join(&folder, file);
                                self.stage.put(&at, Some(contents)).is_ok()
                            })
                    }
                    Err((code, at, message)) => {
                        self.problems.add(
                            (code, DroppedPart::Index),
                            &url,
                            format_args!("{at}"),
                            format_args!("the archive is left out: {message}"),
                            archive::help(code),
                        );
                        false
                    }
                }
            }
        };
        if !put {
            self.stage.tree.remove(&folder);
            return failed(NOT_SUPPORTED);
        }
        let found = install::find(self.stage.tree, &self.request.install);
        match format {
            None if found.skills.is_empty() => failed(NOT_SUPPORTED),
            _ => Outcome::Direct(found),
        }
    }

    fn need(&mut self, need: SiteNeed) {
        if self.needed.insert(need.clone()) {
            self.needs.push(need);
        }
    }

    fn download(&mut self, url: &Url) -> Download<'s> {
        let key = url.to_string();
        let downloads = self.downloads;
        match downloads.get(&key) {
            Some(Some(contents)) => Download::There(contents),
            Some(None) => Download::Missing,
            None => {
                self.need(SiteNeed::Fetch {
                    same_origin: url.origin() == self.site.origin(),
                    url: key,
                });
                Download::Needed
            }
        }
    }

    /// Returns the contents of a file if they have this digest. Returns `None` if the file is not
    /// downloaded yet.
    fn checked(&mut self, url: &Url, expected: &str) -> Result<Option<&'s Contents>, LeftOut> {
        let contents = match self.download(url) {
            Download::Needed => return Ok(None),
            Download::Missing => {
                let refusal = Refusal::new(Code::MissingFile, "its file is not there", SERVE_FILE);
                return Err((Some(url.to_string()), refusal));
            }
            Download::There(contents) => contents,
        };
        let file = self.file(&url.to_string());
        let digest = (file.digest)
            .get_or_insert_with(|| sha256(contents.bytes()).into())
            .clone();
        if *digest == *expected {
            return Ok(Some(contents));
        }
        let message = format!("the digest of {url} is {digest}");
        let mut refusal = Refusal::new(Code::DigestMismatch, message, UPDATE_DIGEST);
        refusal.at = ".digest".to_owned();
        Err((None, refusal))
    }

    /// Returns the name and the description in the frontmatter of a `SKILL.md`. `key` is the URL of
    /// the file, or of the archive that contains the file.
    fn text_of(&mut self, key: &str, contents: &Contents) -> Result<Rc<SkillText>, LeftOut> {
        let file = self.file(key);
        let text = file.text.get_or_insert_with(|| {
            let text = contents.text_lossy();
            let read = skill_text::read_of_site(&text).map(Rc::new);
            read.map_err(|(message, help)| (message.into(), help))
        });
        text.clone().map_err(|(message, help)| {
            let refusal = Refusal::new(Code::BadFrontmatter, &*message, help);
            (Some(key.to_owned()), refusal)
        })
    }

    fn file(&mut self, key: &str) -> &mut SiteFile {
        self.files.entry(key.to_owned()).or_default()
    }
}

/// The reason why an entry of the website's index is not used: a problem, and the document that has
/// the problem. The document is `None` if the index has the problem.
type LeftOut = (Option<String>, Refusal);

type Refused = Result<(), LeftOut>;
