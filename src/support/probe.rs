//! A host with tiny trees before it, and what it makes of them.

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
use crate::tree::{Entry, path};
use crate::workspace::{Workspace, WorkspaceOptions};

/// The user's home in every tree.
pub(super) const HOME: &str = "/home/me";

/// The folder that the repository lies in, the top of the repository, and the folder below it that somebody works in.
pub(super) const AROUND: &str = "/home/me/work";
pub(super) const REPOSITORY: &str = "/home/me/work/repo";
pub(super) const CWD: &str = "/home/me/work/repo/packages/app";

/// What makes a folder a repository's.
const GIT: [&str; 3] = [".git/HEAD", ".git/objects/x", ".git/refs/x"];

/// A context window in which every list has room, in tokens.
const WIDE: i64 = 100_000_000;

/// The one that long lists are made for, in tokens.
pub(super) const WINDOW: i64 = 200_000;

/// The file that was touched, seen from the working directory.
pub(super) const TOUCHED: &str = "sub/main.rs";

/// Files with their texts, as [`Seen`] places them.
pub(super) type Files = Vec<(String, String)>;

/// The trees that every host is shown.
pub(super) struct Trees {
    /// A skill for each habit, where the host's project skills go.
    pub(super) habits: Files,
    /// A skill in each folder that any host reads.
    pub(super) folders: Files,
    /// Many skills with long descriptions.
    pub(super) many: Files,
    /// A skill below the working directory, where a file was touched.
    pub(super) touched: Files,
}

/// The surroundings of every tree: a session of somebody who works in a package of a repository.
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

/// A host with what it makes of each of the trees.
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
        let plain = options();
        let touched = WorkspaceOptions {
            touched: Some(vec![path::join(CWD, TOUCHED)]),
            ..options()
        };
        let narrow = WorkspaceOptions {
            context_window: Some(WINDOW),
            ..options()
        };
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

/// A tree as a host sees it.
pub(super) struct Seen {
    workspace: Workspace,
    /// Where the host's project skills go.
    pub(super) root: String,
    pub(super) catalog: Arc<Catalog>,
    pub(super) listing: Listing,
}

/// What becomes of a file.
pub(super) enum Fate<'s> {
    Loaded(&'s Skill),
    Refused(&'s SkillError),
    LeftOut(&'s LeftOut),
    Unseen,
}

impl Seen {
    /// Files by their paths: relative to where the host's project skills go, absolute, or with `./` for the working
    /// directory, `^/` for the repository and `^^/` for the folder around it, where `<skills>` stands for the folder of
    /// project skills. A text that begins with `-> ` is a link's target.
    pub(super) fn new(
        host: Arc<dyn Host>,
        files: &[(String, String)],
        options: &WorkspaceOptions,
    ) -> Result<Self, ArgumentError> {
        let mut workspace = Workspace::with_host(host, options)?;
        let root = (workspace.host()).placement(workspace.environment());
        for file in GIT {
            // A path of ours can be written.
            let _ = workspace.write(&path::join(REPOSITORY, file), "ref: refs/heads/main\n");
        }
        for (file, text) in files {
            let path = place(&root, file);
            let _ = match text.strip_prefix("-> ") {
                Some(target) => workspace.link(&path, target),
                None => workspace.write(&path, text.as_str()),
            };
        }
        Ok(Self {
            catalog: workspace.catalog(),
            listing: workspace.listing(),
            workspace,
            root,
        })
    }

    /// The path of a file in the tree.
    pub(super) fn path(&self, file: &str) -> String {
        place(&self.root, file)
    }

    pub(super) fn fate(&self, file: &str) -> Fate<'_> {
        let path = self.path(file);
        let Catalog {
            skills,
            errors,
            left_out,
            ..
        } = &*self.catalog;
        // Some hosts call what a link leads to by its own path.
        let real = self.workspace.tree().resolve(&path).ok().map(Entry::path);
        let is_it = |skill: &&Skill| {
            skill.discovered_path == path || real.as_deref() == Some(&*skill.discovered_path)
        };
        if let Some(skill) = skills.iter().find(is_it) {
            return Fate::Loaded(skill);
        }
        if let Some(error) = errors.iter().find(|error| error.path == path) {
            return Fate::Refused(error);
        }
        let mut left_out = left_out.iter();
        match left_out.find(|left| path::is_within(&path, &left.path)) {
            Some(left) => Fate::LeftOut(left),
            None => Fate::Unseen,
        }
    }

    pub(super) fn skill(&self, file: &str) -> Option<&Skill> {
        match self.fate(file) {
            Fate::Loaded(skill) => Some(skill),
            _ => None,
        }
    }

    /// The skill's entry of the list, if the model is shown it.
    pub(super) fn entry(&self, skill: &Skill) -> Option<&ListingEntry> {
        let mut entries = self.listing.entries.iter();
        entries.find(|entry| entry.path == skill.path && entry.line.is_some())
    }

    /// Whether a file is a skill, whole, and what it is short of.
    pub(super) fn loads(&self, file: &str) -> Answer {
        let skill = match self.fate(file) {
            Fate::Loaded(skill) => skill,
            Fate::Refused(error) => return Answer::breaks(self.words(&error.message)),
            Fate::LeftOut(left) => return Answer::breaks(self.words(&left.message)),
            Fate::Unseen => return Answer::breaks("it does not look there"),
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

    /// The host's words without this tree's folders.
    pub(super) fn words(&self, message: &str) -> String {
        let root = format!("{}/", self.root);
        let words = message.replace(&root, "");
        words.replace(&format!("{CWD}/"), "").replace(HOME, "~")
    }

    /// What a user types to put a skill to use, if that is possible.
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

    /// The effect of something in a skill that the host acts on beyond its words, if it does.
    pub(super) fn effect(&self, skill: &Skill, feature: &str) -> Option<String> {
        let features = (self.workspace).view(&[], &Memory::default(), |host, view| {
            host.format().features(view, skill)
        });
        let mut features = features.into_iter();
        let found = features.find(|known| known.name == feature);
        found.map(|feature| feature.effect)
    }

    /// A turn with a text that is typed.
    pub(super) fn turn(&self, text: &str) -> Turn {
        self.workspace.turn(&TurnRequest::from(text))
    }

    /// The model's call of the tool for skills, which the user lets through; none where there is no such tool.
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

    /// All that comes of putting a skill to use: when the user types its name, and when the model calls the tool.
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

/// What came of putting a skill to use.
pub(super) struct Use {
    pub(super) by_user: bool,
    /// All that is put before the model.
    pub(super) text: String,
    /// Whether files are brought along.
    pub(super) attached: bool,
    pub(super) invocations: Vec<Invocation>,
}

/// An answer from the ways to put a skill to use in which something holds.
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

/// Where a file of a table lies.
fn place(root: &str, file: &str) -> String {
    // The folder of project skills, seen from where somebody works.
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
