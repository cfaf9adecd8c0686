//! Rows about folders of skills. Each host returns the folders that it searches. The host is then tested with a skill
//! in each of these folders.

use std::sync::Arc;

use super::probe::{self, AROUND, CWD, FileResult, Files, HOME, Probe, REPOSITORY, Seen};
use super::row::{Example, Row};
use super::table::{Answer, SupportGroup};
use crate::host::Host;
use crate::host::topic::Topic;
use crate::model::argument::ArgumentError;
use crate::model::catalog::LeftOutReason;
use crate::model::skill::{Scope, SkillKind};
use crate::tree::path;

/// A folder that at least one host searches for skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RootRow {
    /// The absolute path of the folder in the trees that hosts are tested with.
    path: String,
    /// The path in the form in which authors write it: relative to the working directory, or beginning with `~` or `/`.
    label: String,
}

/// The name of a skill's folder that exists in several searched folders, so that several skills
/// have the same name.
const TWIN: &str = "twin";

/// Returns the folders that at least one host searches: folders of the project, of the user and of
/// the machine. Folders above the working directory have their own rows.
pub(super) fn roots(hosts: &[Arc<dyn Host>]) -> Result<Vec<RootRow>, ArgumentError> {
    let mut groups: [Vec<RootRow>; 3] = Default::default();
    let mut tops = Vec::new();
    for host in hosts {
        let seen = Seen::new(Arc::clone(host), &[], &probe::options())?;
        // A host may search the top of the repository instead of the working directory.
        let mut roots = seen.catalog.roots.iter();
        let seeks_top = roots.all(|root| !path::is_within(&root.path, CWD));
        for root in &seen.catalog.roots {
            let within = |base: &str| root.path.strip_prefix(base)?.strip_prefix('/');
            let (group, label) = match (within(CWD), within(AROUND), within(HOME)) {
                (Some(inside), ..) => (0, inside.to_owned()),
                (None, Some(_), _) => match within(REPOSITORY) {
                    Some(inside) if seeks_top => {
                        tops.push(RootRow {
                            path: root.path.clone(),
                            label: inside.to_owned(),
                        });
                        continue;
                    }
                    _ => continue,
                },
                (None, None, Some(inside)) => (1, format!("~/{inside}")),
                _ if root.scope == Scope::Repo => continue,
                _ => (2, root.path.clone()),
            };
            let row = RootRow {
                path: root.path.clone(),
                label,
            };
            if !groups[group].contains(&row) {
                groups[group].push(row);
            }
        }
    }
    let [project, ..] = &mut groups;
    for top in tops {
        if project.iter().all(|row| row.label != top.label) {
            project.push(top);
        }
    }
    Ok(groups.into_iter().flatten().collect())
}

/// Rows of the support table, one for each directory above the working directory in which hosts may
/// find skills. Each entry has the row's id, title and summary, and the path of the directory.
const ABOVE: [(&str, &str, &str, &str); 2] = [
    (
        "above-repository",
        "Folders above, in the repository",
        "The project's folders of skills in a directory above the working directory, at the top of the repository",
        REPOSITORY,
    ),
    (
        "above-all",
        "Folders above the repository",
        "The project's folders of skills in a directory that contains the repository",
        AROUND,
    ),
];

/// Returns the files of the tree with which the hosts are tested. Each folder that a host searches
/// for skills contains a test skill and a Markdown file. If the folder is for a project's skills,
/// such as `.agents/skills`, the tree also has folders with its name in the directories above the
/// working directory. Each of these folders contains a test skill, too.
pub(super) fn files(roots: &[RootRow]) -> Files {
    let skill = |name: &str| format!("---\nname: {name}\ndescription: A skill.\n---\nText.\n");
    let mut files = Files::new();
    for (index, root) in roots.iter().enumerate() {
        files.push((own_file(root, index), skill(&format!("in-{index}"))));
        files.push((flat_file(root, index), skill(&format!("file-{index}"))));
        if !root.label.starts_with('/') {
            files.push((format!("{}/{TWIN}/SKILL.md", root.path), skill(TWIN)));
        }
        if is_project(root) {
            for (.., directory) in ABOVE {
                let name = above_name(root, directory);
                files.push((above_file(root, directory), skill(&name)));
            }
        }
    }
    files
}

fn is_project(root: &RootRow) -> bool {
    !root.label.starts_with(['/', '~'])
}

/// Returns the name of the test skill for a directory above the working directory. The skill is in
/// the skill folder `root`, such as `.agents/skills`, of this directory. The name contains both
/// paths, because a host may load only one skill with each name.
fn above_name(root: &RootRow, directory: &str) -> String {
    let path = format!("{directory}/{}", root.label);
    let words = path.split(|character: char| !character.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

fn above_file(root: &RootRow, directory: &str) -> String {
    let name = above_name(root, directory);
    format!("{directory}/{}/{name}/SKILL.md", root.label)
}

fn own_file(root: &RootRow, index: usize) -> String {
    format!("{}/in-{index}/SKILL.md", root.path)
}

fn flat_file(root: &RootRow, index: usize) -> String {
    format!("{}/file-{index}.md", root.path)
}

pub(super) fn rows(roots: &[RootRow]) -> Vec<Row> {
    let rows = roots.iter().enumerate().map(|(index, root)| {
        let whose = match root.label.as_bytes() {
            [b'~', ..] => "A folder of the user's, for all projects",
            [b'/', ..] => "A folder of the machine's",
            _ => "A folder of the project",
        };
        let (own, flat) = (own_file(root, index), flat_file(root, index));
        let example = example(roots, |path| path == own || path == flat);
        Row {
            id: format!("folder/{}", root.label),
            group: SupportGroup::Folders,
            title: format!("`{}`", root.label),
            summary: whose.to_owned(),
            topic: Topic::Roots,
            ask: Box::new(move |probe| found(probe, &own, &flat)),
            example,
        }
    });
    let twins = Row {
        id: "folder/same-name".to_owned(),
        group: SupportGroup::Folders,
        title: "One name in several folders".to_owned(),
        summary: "Which of the skills that have one name, in the folders of the project and the user, counts"
            .to_owned(),
        topic: Topic::SameName,
        ask: Box::new(twins),
        example: example(roots, |path| path.ends_with(&format!("/{TWIN}/SKILL.md"))),
    };
    let project: Vec<_> = (roots.iter().enumerate())
        .filter(|(_, root)| is_project(root))
        .map(|(index, root)| (root.clone(), own_file(root, index)))
        .collect();
    let above = ABOVE.map(|(id, title, summary, directory)| {
        let project = project.clone();
        let files = project
            .iter()
            .flat_map(|(root, own)| [own.clone(), above_file(root, directory)]);
        let files: Vec<_> = files.collect();
        Row {
            id: format!("folder/{id}"),
            group: SupportGroup::Folders,
            title: title.to_owned(),
            summary: summary.to_owned(),
            topic: Topic::Roots,
            ask: Box::new(move |probe| found_above(probe, &project, directory)),
            example: example(roots, |path| files.iter().any(|file| file == path)),
        }
    });
    rows.chain(above).chain([twins]).collect()
}

/// Returns an example tree with those test files whose paths `is_wanted` accepts.
fn example(roots: &[RootRow], is_wanted: impl Fn(&str) -> bool) -> Example {
    let mut all = files(roots);
    all.retain(|(path, _)| is_wanted(path));
    Example::plain(all)
}

fn found(probe: &Probe, own: &str, flat: &str) -> Answer {
    let seen = &probe.folders;
    let origin = |root: &str| {
        let mut roots = seen.catalog.roots.iter();
        let root = roots.find(|known| known.path == root);
        root.map_or("", |root| &root.origin).to_owned()
    };
    match (seen.file_result(own), seen.file_result(flat)) {
        (FileResult::Loaded(skill), FileResult::Loaded(_)) => {
            Answer::works(origin(&skill.root)).and("Markdown files right in it count, too")
        }
        (FileResult::Loaded(skill), _) => Answer::works(origin(&skill.root)),
        (_, FileResult::Loaded(skill)) => {
            Answer::works(origin(&skill.root)).and(match skill.kind {
                SkillKind::Skill => "Markdown files right in it, no folders",
                SkillKind::Command | SkillKind::McpPrompt => {
                    "Markdown files right in it are commands"
                }
            })
        }
        (FileResult::LeftOut(left), _) if left.reason != LeftOutReason::OutsideRoots => {
            Answer::partly(left.message.clone())
        }
        (FileResult::Refused(error), _) => Answer::breaks(error.message.clone()),
        _ => Answer::ignored("does not look there"),
    }
}

/// Returns the answer to the question whether a host searches a directory above the working
/// directory for the project's skills. The answer names the skill folders of this directory that
/// the host searches, such as `.agents/skills`. The verdict is partial support if the host searches
/// more skill folders in the working directory than in this directory.
fn found_above(probe: &Probe, project: &[(RootRow, String)], directory: &str) -> Answer {
    let seen = &probe.folders;
    let own = project
        .iter()
        .filter(|(_, file)| seen.skill(file).is_some());
    let found = project.iter().filter(|(root, _)| {
        let file = above_file(root, directory);
        seen.skill(&file).is_some()
    });
    let labels: Vec<_> = found.map(|(root, _)| format!("`{}`", root.label)).collect();
    match labels.len() {
        0 => Answer::ignored("does not look there"),
        all if all == own.count() => Answer::works(labels.join(", ")),
        _ => Answer::partly(labels.join(", ")).and("no other"),
    }
}

fn twins(probe: &Probe) -> Answer {
    let seen = &probe.folders;
    let is_twin =
        |path: &str| path::parent(path).is_some_and(|folder| path::file_name(folder) == TWIN);
    let skills = seen.catalog.skills.iter();
    let twins: Vec<_> = skills
        .filter(|skill| is_twin(&skill.discovered_path))
        .collect();
    match twins[..] {
        [] => Answer::breaks("none of them counts"),
        [only] => Answer::partly(format!("one counts: {}", whose(only.scope))),
        [first, ..] => {
            let answer = Answer::works(format!("all {} are there", twins.len()));
            let Some(typed) = seen.typed(first) else {
                return answer;
            };
            let turn = seen.turn(&typed);
            let chosen = twins.iter().find(|skill| {
                let is_it = |path: &str| path == skill.path;
                turn.selected.iter().any(|one| is_it(&one.path))
                    || (turn.messages.iter()).any(|one| one.skill.as_deref().is_some_and(is_it))
            });
            let typed = seen.words(&typed);
            answer.and(&match chosen {
                Some(skill) => format!("`{typed}` is {}", whose(skill.scope)),
                None => format!("`{typed}` is none of them"),
            })
        }
    }
}

const fn whose(scope: Scope) -> &'static str {
    match scope {
        Scope::Repo => "the project's",
        Scope::User => "the user's",
        Scope::System => "the host's",
        Scope::Admin => "the administrator's",
        Scope::Plugin => "a plugin's",
        Scope::Mcp => "a server's",
    }
}
