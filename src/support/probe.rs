//! Runs a host on tiny trees. The cells of the table are computed from the results.

use std::sync::Arc;

use super::table::Answer;
use crate::host::Host;
#[cfg(feature = "claude-code")]
use crate::hosts::claude_code::ClaudeCodeOptions;
use crate::model::argument::ArgumentError;
use crate::model::catalog::{Catalog, LeftOut, SkillError};
use crate::model::field::Field;
use crate::model::invocation::{Invocation, SkillCall};
use crate::model::listing::{Listing, ListingEntry};
use crate::model::memory::Memory;
use crate::model::message::Message;
use crate::model::skill::{DescriptionSource, Skill};
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::{self, path};
use crate::workspace::{Workspace, WorkspaceOptions};

/// The path of the user's home in every tested tree.
pub(super) const HOME: &str = "/home/me";

/// The folder that contains the repository. The repository contains the working directory.
pub(super) const AROUND: &str = "/home/me/work";
pub(super) const REPOSITORY: &str = "/home/me/work/repo";
pub(super) const CWD: &str = "/home/me/work/repo/packages/app";

/// The files that mark a folder as a repository.
const GIT: [&str; 3] = [".git/HEAD", ".git/objects/x", ".git/refs/x"];

/// A context window in tokens that is large enough for every list.
const WIDE: i64 = 100_000_000;

/// The size of the context window for tests of long lists, in tokens.
pub(super) const WINDOW: i64 = 200_000;

/// The file that the session touches, relative to the working directory.
pub(super) const TOUCHED: &str = "sub/main.rs";

/// Files, each as a path and a text. [`Seen::new`] describes the forms of the paths.
pub(super) type Files = Vec<(String, String)>;

/// The files of the test trees. Every host loads and lists the skills of these trees.
pub(super) struct Trees {
    /// A skill for each tested habit of authors, such as leaving out the frontmatter. The skills
    /// are in the host's folder for project skills.
    pub(super) habits: Files,
    /// A skill in each folder that at least one host searches.
    pub(super) folders: Files,
    /// Many skills with long descriptions, to test the budget of the host's list of skills.
    pub(super) many: Files,
    /// A skill in a skill folder of a subdirectory, and a file in this subdirectory that the
    /// session touches (reads or changes).
    pub(super) touched: Files,
}

/// Returns the options of the workspaces for all test trees. The working directory is the folder of
/// a package in a repository.
pub(super) fn options() -> WorkspaceOptions {
    WorkspaceOptions {
        cwd: CWD.to_owned(),
        home: Some(HOME.to_owned()),
        context_window: Some(WIDE),
        #[cfg(feature = "claude-code")]
        claude_code: Some(ClaudeCodeOptions {
            session_id: Some("0".to_owned()),
            effort: Some("high".to_owned()),
            ..ClaudeCodeOptions::default()
        }),
        ..WorkspaceOptions::default()
    }
}

/// The kind of session in which a host is run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Session {
    /// A session with a context window that is large enough for every list.
    #[default]
    Plain,
    /// A session with a context window of usual size, which is too small for long lists.
    Narrow,
    /// A session in which a file below the working directory was touched.
    Touched,
}

/// Returns the options for a kind of session.
pub(super) fn options_of(session: Session) -> WorkspaceOptions {
    match session {
        Session::Plain => options(),
        Session::Narrow => WorkspaceOptions {
            context_window: Some(WINDOW),
            ..options()
        },
        Session::Touched => WorkspaceOptions {
            touched: Some(vec![path::join(CWD, TOUCHED)]),
            ..options()
        },
    }
}

/// A host, with its results for each tree.
pub(super) struct Probe {
    pub(super) host: Arc<dyn Host>,
    pub(super) fields: Vec<Field>,
    pub(super) habits: Seen,
    pub(super) folders: Seen,
    pub(super) many: Seen,
    pub(super) touched: Seen,
}

impl Probe {
    pub(super) fn new(host: &Arc<dyn Host>, trees: &Trees) -> Result<Self, ArgumentError> {
        let see = |files, options: &WorkspaceOptions| Seen::new(Arc::clone(host), files, options);
        let [plain, narrow, touched] =
            [Session::Plain, Session::Narrow, Session::Touched].map(options_of);
        Ok(Self {
            host: Arc::clone(host),
            fields: host.format().fields(),
            habits: see(&trees.habits, &plain)?,
            folders: see(&trees.folders, &plain)?,
            many: see(&trees.many, &narrow)?,
            touched: see(&trees.touched, &touched)?,
        })
    }
}

/// A tree of files, and how a host loads and lists the skills in it.
pub(super) struct Seen {
    workspace: Workspace,
    /// The path of the host's folder for project skills.
    pub(super) root: String,
    pub(super) catalog: Arc<Catalog>,
    pub(super) listing: Listing,
}

/// The host's result for a file: the skill, the error, or the reason for skipping the file.
pub(super) enum FileResult<'s> {
    Loaded(&'s Skill),
    Refused(&'s SkillError),
    LeftOut(&'s LeftOut),
    Unseen,
}

impl Seen {
    /// Creates a tree with `files`, and determines which skills of this tree the host loads and
    /// lists.
    ///
    /// A path in `files` is absolute, or relative to the folder in which the host searches for a
    /// project's skills. A path can also begin with `./` for the working directory, `^/` for the
    /// repository, or `^^/` for the folder around the repository. In such a path, `<skills>` is the
    /// relative path of the folder for a project's skills, such as `.claude/skills`. If the second
    /// value of an entry in `files` begins with `-> `, the entry is a link to the path that
    /// follows. Otherwise this value is the text of the file.
    pub(super) fn new(
        host: Arc<dyn Host>,
        files: &[(String, String)],
        options: &WorkspaceOptions,
    ) -> Result<Self, ArgumentError> {
        let mut workspace = Workspace::with_host(host, options)?;
        let root = (workspace.host()).placement(workspace.environment());
        for (path, entry) in entries(&root, files) {
            // These paths are always valid.
            let _ = match entry {
                Entry::Link(target) => workspace.link(&path, target),
                Entry::File(text) => workspace.write(&path, text),
            };
        }
        Ok(Self {
            catalog: workspace.catalog(),
            listing: workspace.listing(),
            workspace,
            root,
        })
    }

    /// Converts the path of a file to the path in the tree. [`Seen::new`] describes the short forms
    /// in which paths may be given, such as `./` for the working directory.
    pub(super) fn path(&self, file: &str) -> String {
        place(&self.root, file)
    }

    pub(super) fn file_result(&self, file: &str) -> FileResult<'_> {
        let path = self.path(file);
        let Catalog {
            skills,
            errors,
            left_out,
            ..
        } = &*self.catalog;
        // Some hosts report the target of a link instead of the link's own path.
        let real = self
            .workspace
            .tree()
            .resolve(&path)
            .ok()
            .map(tree::Entry::path);
        let is_it = |skill: &&Skill| {
            skill.discovered_path == path || real.as_deref() == Some(&*skill.discovered_path)
        };
        if let Some(skill) = skills.iter().find(is_it) {
            return FileResult::Loaded(skill);
        }
        if let Some(error) = errors.iter().find(|error| error.path == path) {
            return FileResult::Refused(error);
        }
        let mut left_out = left_out.iter();
        match left_out.find(|left| path::is_within(&path, &left.path)) {
            Some(left) => FileResult::LeftOut(left),
            None => FileResult::Unseen,
        }
    }

    pub(super) fn skill(&self, file: &str) -> Option<&Skill> {
        match self.file_result(file) {
            FileResult::Loaded(skill) => Some(skill),
            _ => None,
        }
    }

    /// Returns the skill's entry in the host's list; `None` if the model does not see the skill.
    pub(super) fn entry(&self, skill: &Skill) -> Option<&ListingEntry> {
        let mut entries = self.listing.entries.iter();
        entries.find(|entry| entry.path == skill.path && entry.line.is_some())
    }

    /// Returns an answer for a file: whether the host loads the file as a skill, and which parts of
    /// the skill are missing or ignored.
    pub(super) fn loads(&self, file: &str) -> Answer {
        let skill = match self.file_result(file) {
            FileResult::Loaded(skill) => skill,
            FileResult::Refused(error) => return Answer::breaks(self.words(&error.message)),
            FileResult::LeftOut(left) => return Answer::breaks(self.words(&left.message)),
            FileResult::Unseen => return Answer::breaks("it does not look there"),
        };
        let described = match skill.description_source {
            DescriptionSource::Frontmatter => None,
            DescriptionSource::Heading => Some("described by its first heading"),
            DescriptionSource::Paragraph => Some("described by the beginning of its text"),
            DescriptionSource::Name => Some("described by its name"),
            DescriptionSource::None => Some("without a description"),
        };
        let unlisted = self.entry(skill).is_none();
        let unlisted = unlisted.then_some("not in the list that the model sees");
        let ignored = (self.catalog.ignored.iter()).find(|ignored| ignored.path == skill.path);
        let ignored = ignored.map(|ignored| self.words(&ignored.message));
        let parts = [described, unlisted, ignored.as_deref()];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        match parts[..] {
            [] => Answer::works("loads"),
            _ => Answer::partly(format!("loads; {}", parts.join("; "))),
        }
    }

    /// Removes the paths of this tree's folders from a host's message.
    pub(super) fn words(&self, message: &str) -> String {
        let root = format!("{}/", self.root);
        let words = message.replace(&root, "");
        words.replace(&format!("{CWD}/"), "").replace(HOME, "~")
    }

    /// Returns the text that a user types to invoke a skill; `None` if users cannot invoke the
    /// skill.
    pub(super) fn typed(&self, skill: &Skill) -> Option<String> {
        let can = skill.enabled && skill.active && skill.user_invocable;
        let workspace = &self.workspace;
        let typed = || {
            workspace.view(&[], &Memory::default(), |host, view| {
                host.typed(skill, view.catalog)
            })
        };
        can.then(typed).flatten()
    }

    /// Returns the effect of a feature of a skill; `None` if the host does not support the feature.
    pub(super) fn effect(&self, skill: &Skill, feature: &str) -> Option<String> {
        let features = (self.workspace).view(&[], &Memory::default(), |host, view| {
            host.format().features(view, skill)
        });
        let mut features = features.into_iter();
        let found = features.find(|known| known.name == feature);
        found.map(|feature| feature.effect)
    }

    /// Returns the turn in which a user types a text.
    pub(super) fn turn(&self, text: &str) -> Turn {
        self.workspace.turn(&TurnRequest::from(text))
    }

    /// Returns the result of a call in which the model uses the tool for skills, and which the user
    /// allows. Returns `None` if the host has no such tool.
    pub(super) fn called(&self, skill: &Skill, arguments: &str) -> Option<Invocation> {
        let call = SkillCall {
            skill: skill.name.clone(),
            args: (!arguments.is_empty()).then(|| arguments.to_owned()),
            approved: true,
            ..SkillCall::default()
        };
        let invocation = self.workspace.invoke(&call);
        invocation.ok().filter(|_| self.listing.tool.is_some())
    }

    /// Returns the results of invoking a skill in both ways: the user types the skill's name, and
    /// the model calls the tool for skills.
    pub(super) fn uses(&self, file: &str, arguments: &str) -> Vec<Use> {
        let Some(skill) = self.skill(file) else {
            return Vec::new();
        };
        let typed = self.typed(skill).map(|typed| {
            let turn = self.turn(&format!("{typed} {arguments}"));
            Use {
                by_user: true,
                attached: !turn.attached.is_empty(),
                text: texts(&turn.messages),
                invocations: turn.invocations,
            }
        });
        let called = self.called(skill, arguments).map(|invocation| Use {
            by_user: false,
            attached: !invocation.attached.is_empty(),
            text: texts(&invocation.messages),
            invocations: vec![invocation],
        });
        typed.into_iter().chain(called).collect()
    }
}

/// The result of one way of invoking a skill.
pub(super) struct Use {
    pub(super) by_user: bool,
    /// The complete text that the model gets.
    pub(super) text: String,
    /// True if the invocation attaches files.
    pub(super) attached: bool,
    pub(super) invocations: Vec<Invocation>,
}

/// Returns the table cell for a question about invoked skills, such as whether the model gets a
/// text. `holds` answers the question for one invocation. If `holds` is false for all `uses`, the
/// cell has the text `no`. Otherwise it has the text `yes`. If `holds` is true only for the user's
/// invocation, or only for the model's invocation, the cell also names this condition.
pub(super) fn in_uses(uses: &[Use], yes: &str, no: &str, holds: impl Fn(&Use) -> bool) -> Answer {
    let of = |by_user: bool| uses.iter().find(|one| one.by_user == by_user).map(&holds);
    match (of(true), of(false)) {
        (Some(true), Some(true) | None) | (None, Some(true)) => Answer::works(yes),
        (Some(true), Some(false)) => Answer::partly(yes).and("only when the user types its name"),
        (Some(false), Some(true)) => Answer::partly(yes).and("only when the model calls the tool"),
        _ => Answer::ignored(no),
    }
}

fn texts(messages: &[Message]) -> String {
    let texts: Vec<_> = messages.iter().map(|message| &*message.text).collect();
    texts.join("\n")
}

/// An entry of a test tree: a file with its text, or a symbolic link with its target.
pub(super) enum Entry<'f> {
    File(&'f str),
    Link(&'f str),
}

/// Returns the entries of a test tree: a Git repository that contains `files`. The first text of
/// each pair in `files` is the path of a file, in a short form that [`Seen::new`] describes. The
/// second text is the content of the file, or `-> ` and the target of a symbolic link. `root` is
/// the folder of the host's project skills.
pub(super) fn entries<'f>(
    root: &str,
    files: &'f [(String, String)],
) -> impl Iterator<Item = (String, Entry<'f>)> {
    let git = GIT.map(|file| {
        let text = Entry::File("ref: refs/heads/main\n");
        (path::join(REPOSITORY, file), text)
    });
    let files = files.iter().map(move |(file, text)| {
        let entry = match text.strip_prefix("-> ") {
            Some(target) => Entry::Link(target),
            None => Entry::File(text),
        };
        (place(root, file), entry)
    });
    git.into_iter().chain(files)
}

/// Converts the path of a file from the short form, which [`Seen::new`] describes, to an absolute
/// path. `root` is the folder of the host's project skills.
fn place(root: &str, file: &str) -> String {
    // The path of the folder of project skills, relative to the working directory.
    let skills = root.strip_prefix(&format!("{CWD}/")).unwrap_or("skills");
    let from = |base: &str, rest: &str| {
        let rest = rest.replace("<skills>", skills);
        path::join(base, &rest)
    };
    if let Some(rest) = file.strip_prefix("^^/") {
        from(AROUND, rest)
    } else if let Some(rest) = file.strip_prefix("^/") {
        from(REPOSITORY, rest)
    } else if let Some(rest) = file.strip_prefix("./") {
        from(CWD, rest)
    } else if file.starts_with('/') {
        file.to_owned()
    } else {
        path::join(root, file)
    }
}
