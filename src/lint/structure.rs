//! Where skills lie and what their files and folders are called.

use std::collections::BTreeMap;

use super::catalogs::Catalogs;
use super::diagnostic::{Diagnostic, Fix, Related, Severity};
use super::rule::{Rule, RuleGroup};
use super::skill_context::SkillContext;
use super::verdict::Verdict;
use crate::model::catalog::LeftOutReason;
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

/// Why hosts do not find the skill where it lies, or another goes before it; none when it is no matter of this file.
pub(super) fn explain(
    context: &SkillContext<'_>,
    catalogs: &Catalogs<'_>,
    reason: &str,
    dropping: &[Verdict<'_>],
) -> Option<Diagnostic> {
    let first = dropping.first()?;
    let found = |rule: &Rule| in_their_words(context, rule, dropping);
    Some(match reason {
        "wrong-spelling" => {
            let name = path::file_name(context.path);
            let message =
                format!("the file is named {name}, and hosts look for exactly {SKILL_FILE}");
            Diagnostic::new(&WRONG_CAPITALS, context.path, context.start(), message)
                .help(format!("Rename it to {SKILL_FILE}."))
                .fix(spelt(context))
        }
        "symlinked-file" => {
            let link = catalogs.passed_over(
                context.tree,
                first.who(),
                context.path,
                LeftOutReason::SymlinkedFile,
            );
            let mut diagnostic = found(&SYMLINKED_FILE);
            diagnostic.related.extend(link.map(|(link, _)| Related {
                message: "the link to it".to_owned(),
                path: link.to_owned(),
                range: START,
            }));
            diagnostic
        }
        "dangling-link" | "link-loop" => found(&DANGLING_LINK),
        "too-deep" => {
            let root = catalogs.passed_over(
                context.tree,
                first.who(),
                context.path,
                LeftOutReason::TooDeep,
            );
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
        "hidden" => found(&HIDDEN_FOLDER).fix(shown(context)),
        "skipped-folder" => found(&SKIPPED_FOLDER),
        "git-ignored" => found(&GIT_IGNORED),
        "flat-file" => found(&FLAT_FILE).fix(in_folder(context)),
        "reserved-name" => found(&RESERVED_FOLDER),
        "directory-limit" | "entry-limit" => found(&WALK_LIMIT),
        "shadowed" => {
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
    for (catalog, by_name) in catalogs.with_names() {
        let who = (catalog.host.as_str(), catalog.edition.as_str());
        for skill in &catalog.skills {
            let first = by_name.first(&skill.name);
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
