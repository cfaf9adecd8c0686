//! Where skills lie and what their files and folders are called.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Fix, Related, Severity};
use super::rule::{Rule, RuleGroup};
use super::skill_context::SkillContext;
use super::verdict::Verdict;
use crate::model::catalog::{Catalog, LeftOutReason};
use crate::model::obstacle::ObstacleReason;
use crate::pipeline::Inputs;
use crate::text::document::{Place, Range};
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};

static WRONG_CAPITALS: Rule = Rule::new(
    RuleGroup::Structure,
    "wrong-capitals",
    Severity::Error,
    "the file is named SKILL.md in other capitals",
);
static SYMLINKED_FILE: Rule = Rule::new(
    RuleGroup::Structure,
    "symlinked-file",
    Severity::Error,
    "the SKILL.md is a link, which a host does not follow",
);
static DANGLING_LINK: Rule = Rule::new(
    RuleGroup::Structure,
    "dangling-link",
    Severity::Warning,
    "a link leads nowhere, or back to itself",
);
static TOO_DEEP: Rule = Rule::new(
    RuleGroup::Structure,
    "too-deep",
    Severity::Error,
    "the skill lies deeper than a host looks",
);
static NESTED_SKILL: Rule = Rule::new(
    RuleGroup::Structure,
    "nested-skill",
    Severity::Error,
    "the skill lies in the folder of another, where a host does not look",
);
static HIDDEN_FOLDER: Rule = Rule::new(
    RuleGroup::Structure,
    "hidden-folder",
    Severity::Error,
    "the skill lies in a folder whose name begins with a dot",
);
static SKIPPED_FOLDER: Rule = Rule::new(
    RuleGroup::Structure,
    "skipped-folder",
    Severity::Error,
    "the skill lies in a folder of a name that a host never looks into",
);
static GIT_IGNORED: Rule = Rule::new(
    RuleGroup::Structure,
    "git-ignored",
    Severity::Error,
    "Git ignores the folder, so a host does not look into it",
);
static FLAT_FILE: Rule = Rule::new(
    RuleGroup::Structure,
    "flat-file",
    Severity::Error,
    "the skill is a file by itself where a host wants a folder with a SKILL.md",
);
static RESERVED_FOLDER: Rule = Rule::new(
    RuleGroup::Structure,
    "reserved-folder",
    Severity::Error,
    "the folder has a name that a host keeps for itself",
);
static WALK_LIMIT: Rule = Rule::new(
    RuleGroup::Structure,
    "walk-limit",
    Severity::Error,
    "a host looks at no more than so many folders and files, and had seen as many before the skill",
);
static SHADOWED: Rule = Rule::new(
    RuleGroup::Structure,
    "shadowed",
    Severity::Error,
    "another skill of the same name goes before it",
);
static DUPLICATE_NAME: Rule = Rule::new(
    RuleGroup::Structure,
    "duplicate-name",
    Severity::Warning,
    "a host has two skills of the same name",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[
    &WRONG_CAPITALS,
    &SYMLINKED_FILE,
    &DANGLING_LINK,
    &TOO_DEEP,
    &NESTED_SKILL,
    &HIDDEN_FOLDER,
    &SKIPPED_FOLDER,
    &GIT_IGNORED,
    &FLAT_FILE,
    &RESERVED_FOLDER,
    &WALK_LIMIT,
    &SHADOWED,
    &DUPLICATE_NAME,
];

/// What each host has in the end, by name.
pub(super) struct Catalogs<'c> {
    all: &'c [Arc<Catalog>],
    by_name: Vec<ByName<'c>>,
}

/// The skills that a host has, by name: the path of the first of each.
pub(super) struct ByName<'c> {
    skills: HashMap<&'c str, &'c str>,
    /// What was asked for, with the answers.
    asked: RefCell<Vec<(String, Option<String>)>>,
}

/// A name that a host was asked for, and the skill that it has of that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    /// In the order of the hosts.
    host: usize,
    name: String,
    pub skill: Option<String>,
}

impl<'c> ByName<'c> {
    /// The skill of that name.
    pub fn skill(&self, name: &str) -> Option<&'c str> {
        let skill = self.skills.get(name).copied();
        let asked = (name.to_owned(), skill.map(str::to_owned));
        self.asked.borrow_mut().push(asked);
        skill
    }
}

impl<'c> Catalogs<'c> {
    /// In the order of the hosts.
    pub fn new(all: &'c [Arc<Catalog>]) -> Self {
        let by_name = all.iter().map(|catalog| {
            let skills = catalog.skills.iter().rev();
            let skills = skills.map(|skill| (skill.name.as_str(), skill.path.as_str()));
            ByName {
                skills: skills.collect(),
                asked: RefCell::default(),
            }
        });
        Self {
            by_name: by_name.collect(),
            all,
        }
    }

    /// In the order of the hosts.
    pub fn all(&self) -> impl Iterator<Item = &'c Catalog> {
        self.all.iter().map(|catalog| &**catalog)
    }

    /// The skills that a host has, by name.
    pub fn by_name(&self, host: usize) -> &ByName<'c> {
        &self.by_name[host]
    }

    /// The names that hosts were asked for since this was called last.
    pub fn take_asked(&self) -> Vec<Asked> {
        let hosts = self.by_name.iter().enumerate();
        hosts
            .flat_map(|(host, by_name)| {
                let asked = by_name.asked.take().into_iter();
                asked.map(move |(name, skill)| Asked { host, name, skill })
            })
            .collect()
    }

    /// Whether a host would give the same answer today.
    pub fn still_answers(&self, asked: &Asked) -> bool {
        let by_name = self.by_name.get(asked.host);
        let skill = by_name.and_then(|by_name| by_name.skills.get(asked.name.as_str()));
        skill.copied() == asked.skill.as_deref()
    }

    fn of(&self, verdict: &Verdict<'_>) -> Option<usize> {
        let is = |catalog: &Arc<Catalog>| {
            (catalog.host.as_str(), catalog.edition.as_str()) == verdict.who()
        };
        self.all.iter().position(is)
    }

    /// What a host passed over for that reason, as the path that it came by, and the root.
    fn passed_over(
        &self,
        inputs: Inputs<'_>,
        verdict: &Verdict<'_>,
        file: &str,
        reason: LeftOutReason,
    ) -> Option<(&'c str, Option<&'c str>)> {
        let catalog = &self.all[self.of(verdict)?];
        let mut left_out = catalog.left_out.iter();
        let left = left_out.find(|left| {
            left.reason == reason
                && (left.path == file
                    || (inputs.tree.resolve(&left.path)).is_ok_and(|entry| entry.path() == file))
        })?;
        Some((&left.path, left.root.as_deref()))
    }
}

/// Why hosts do not find the skill where it lies, or another goes before it; none when it is no matter of this file.
pub(super) fn explain(
    context: &SkillContext<'_>,
    inputs: Inputs<'_>,
    catalogs: &Catalogs<'_>,
    reason: ObstacleReason,
    dropping: &[Verdict<'_>],
) -> Option<Diagnostic> {
    let ObstacleReason::LeftOut(reason) = reason else {
        return None;
    };
    let first = dropping.first()?;
    let found = |rule: &Rule| in_their_words(context, rule, dropping);
    Some(match reason {
        LeftOutReason::WrongSpelling => {
            let name = path::file_name(context.path);
            let message =
                format!("the file is named {name}, and hosts look for exactly {SKILL_FILE}");
            Diagnostic::new(&WRONG_CAPITALS, context.path, context.start(), message)
                .help(format!("Rename it to {SKILL_FILE}."))
                .fix(spelt(context))
        }
        LeftOutReason::SymlinkedFile => {
            let link =
                catalogs.passed_over(inputs, first, context.path, LeftOutReason::SymlinkedFile);
            let mut diagnostic = found(&SYMLINKED_FILE);
            diagnostic.related.extend(link.map(|(link, _)| Related {
                message: "the link to it".to_owned(),
                path: link.to_owned(),
                range: START,
            }));
            diagnostic
        }
        LeftOutReason::DanglingLink | LeftOutReason::LinkLoop => found(&DANGLING_LINK),
        LeftOutReason::TooDeep => {
            let root = catalogs.passed_over(inputs, first, context.path, LeftOutReason::TooDeep);
            let root = root.and_then(|(_, root)| root);
            let outer = root.and_then(|root| outer_skill(context, root));
            let mut diagnostic = found(match outer {
                Some(_) => &NESTED_SKILL,
                None => &TOO_DEEP,
            });
            diagnostic.related.extend(outer.map(|outer| Related {
                message: "the skill whose folder it lies in".to_owned(),
                path: outer,
                range: START,
            }));
            diagnostic.fix(root.and_then(|root| moved_up(context, root)))
        }
        LeftOutReason::Hidden => found(&HIDDEN_FOLDER).fix(shown(context)),
        LeftOutReason::SkippedFolder => found(&SKIPPED_FOLDER),
        LeftOutReason::GitIgnored => found(&GIT_IGNORED),
        LeftOutReason::FlatFile => found(&FLAT_FILE).fix(in_folder(context)),
        LeftOutReason::ReservedName => found(&RESERVED_FOLDER),
        LeftOutReason::DirectoryLimit | LeftOutReason::EntryLimit => found(&WALK_LIMIT),
        LeftOutReason::Shadowed => {
            let mut diagnostic = found(&SHADOWED);
            let winner = first.namesake(&context.names());
            diagnostic.related.extend(winner.map(|winner| Related {
                message: "the skill that goes before it".to_owned(),
                path: winner.to_owned(),
                range: START,
            }));
            diagnostic
        }
        _ => return None,
    })
}

const START: Range = Range {
    start: Place::START,
    end: Place::START,
};

/// What hosts say of it, each that says something else with its name.
fn in_their_words(context: &SkillContext<'_>, rule: &Rule, dropping: &[Verdict<'_>]) -> Diagnostic {
    let mut said: Vec<(&str, &str)> = Vec::new();
    for verdict in dropping {
        if let Some(no) = verdict.dropped()
            && !said.iter().any(|(message, _)| *message == no.message)
        {
            said.push((&no.message, &no.change));
        }
    }
    let messages: Vec<_> = said.iter().map(|(message, _)| *message).collect();
    let help = said.first().map_or("", |(_, change)| *change);
    Diagnostic::new(rule, context.path, context.start(), messages.join("; ")).help(help)
}

/// The name that all hosts look for, where nothing else has it.
fn spelt(context: &SkillContext<'_>) -> Option<Fix> {
    let wanted = path::join(path::parent(context.path)?, SKILL_FILE);
    context.tree.entry(&wanted).is_none().then(|| {
        // No host has a file of another name, and none has another skill that this one could take the place of.
        let names = context.names();
        let mut verdicts = context.verdicts.iter();
        let safe = verdicts.all(|one| !one.cell.loaded && one.namesake(&names).is_none());
        let fix = match safe {
            true => Fix::safe("Rename it to SKILL.md"),
            false => Fix::unsafe_("Rename it to SKILL.md"),
        };
        fix.rename(context.path, wanted)
    })
}

/// The skill in a folder above this one's, below the root.
fn outer_skill(context: &SkillContext<'_>, root: &str) -> Option<String> {
    let folder = path::parent(context.path)?;
    let above = path::ancestors(folder).skip(1);
    above
        .take_while(|above| path::is_within(above, root) && *above != root)
        .map(|above| path::join(above, SKILL_FILE))
        .find(|file| context.tree.entry(file).is_some())
}

/// The skill's folder right below the root.
fn moved_up(context: &SkillContext<'_>, root: &str) -> Option<Fix> {
    let folder = path::parent(context.path)?;
    let wanted = path::join(root, path::file_name(folder));
    let is_free = context.tree.entry(&wanted).is_none() && path::is_within(folder, root);
    is_free.then(|| Fix::unsafe_(format!("Move the folder to {wanted}")).rename(folder, wanted))
}

/// The hidden folder that is nearest to the skill without its dots.
fn shown(context: &SkillContext<'_>) -> Option<Fix> {
    let folder = path::parent(context.path)?;
    let hidden = path::ancestors(folder).find(|above| path::file_name(above).starts_with('.'))?;
    let name = path::file_name(hidden).trim_start_matches('.');
    let wanted = path::join(path::parent(hidden)?, name);
    let is_free = !name.is_empty() && context.tree.entry(&wanted).is_none();
    is_free.then(|| Fix::unsafe_(format!("Rename the folder to {name}")).rename(hidden, wanted))
}

/// A folder of its name with the file in it.
fn in_folder(context: &SkillContext<'_>) -> Option<Fix> {
    let name = path::file_name(context.path);
    let (stem, _) = name
        .rsplit_once('.')
        .filter(|_| !is_skill_file_name(name))?;
    let folder = path::join(path::parent(context.path)?, stem);
    let wanted = path::join(&folder, SKILL_FILE);
    context.tree.entry(&wanted).is_none().then(|| {
        Fix::unsafe_(format!("Move it to {stem}/{SKILL_FILE}")).rename(context.path, wanted)
    })
}

/// What concerns more than one skill, or none: names that a host has twice, and links that lead nowhere.
pub(super) fn check_all(
    catalogs: &Catalogs<'_>,
    is_asked: impl Fn(&str) -> bool,
    found: &mut Vec<Diagnostic>,
) {
    let mut links: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    // By the skill, the one before it and their name, whose they are.
    let mut twins: BTreeMap<[&str; 3], Vec<(&str, &str)>> = BTreeMap::new();
    for (catalog, by_name) in catalogs.all.iter().zip(&catalogs.by_name) {
        let who = (catalog.host.as_str(), catalog.edition.as_str());
        for skill in &catalog.skills {
            let first = by_name.skills.get(skill.name.as_str()).copied();
            if let Some(first) = first.filter(|first| *first != skill.path && is_asked(&skill.path))
            {
                let twin = [skill.path.as_str(), first, skill.name.as_str()];
                twins.entry(twin).or_default().push(who);
            }
        }
        // A link to a file is looked at as the skill that it should be.
        for left in &catalog.left_out {
            let is_link = matches!(
                left.reason,
                LeftOutReason::DanglingLink | LeftOutReason::LinkLoop
            );
            if is_link && left.root.is_some() && !left.path.to_ascii_lowercase().ends_with(".md") {
                links.entry(&left.path).or_default().push(who);
            }
        }
    }
    for ([path, first, name], hosts) in twins {
        let message = format!("another skill is named {name:?}, too");
        let mut diagnostic = Diagnostic::new(&DUPLICATE_NAME, path, START, message)
            .help("Give one of the two another name, so that each can be asked for.")
            .concerning(hosts);
        diagnostic.related.push(Related {
            message: "the other skill of that name".to_owned(),
            path: first.to_owned(),
            range: START,
        });
        found.push(diagnostic);
    }
    for (path, hosts) in links {
        if is_asked(path) {
            let message = "the link leads nowhere, or back to itself, so no skill is behind it";
            found.push(
                Diagnostic::new(&DANGLING_LINK, path, START, message)
                    .help("Create what it points to, or remove the link.")
                    .concerning(hosts),
            );
        }
    }
}
