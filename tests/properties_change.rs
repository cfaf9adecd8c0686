//! Tests that for any trees and editions, the report about changes agrees with a full comparison of
//! both answers.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use skillglass::change::{
    ChangedSkill, DiffLine, DiffRequest, HostDiff, SkillChange, TreeDiffRequest, trees,
};
use skillglass::compare::{CompareRequest, ListedAs, SkillInHost};
use skillglass::hosts::{fields as host_fields, hosts};
use skillglass::model::host_choice::HostChoice;
use skillglass::model::skill::{Skill, Visibility};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;
use crate::properties_lint::all_hosts;
use crate::properties_workspace::files;

type Tree = BTreeMap<String, &'static str>;

fn workspace(choice: &HostChoice, tree: &Tree) -> Workspace {
    let options = WorkspaceOptions {
        context_window: Some(1_000),
        ..WorkspaceOptions::new("/r/p")
            .home("/h")
            .host(choice.to_string())
    };
    let mut workspace = Workspace::new(&options).unwrap();
    for (path, text) in tree {
        workspace.put(path, *text);
    }
    workspace
}

/// All answers of one host about a tree that this test compares.
struct Answer {
    skills: BTreeMap<String, Skill>,
    cells: BTreeMap<String, SkillInHost>,
    lines: BTreeMap<String, Option<String>>,
    listed: BTreeMap<String, ListedAs>,
    /// The host's reports on ignored fields by the skill's path. Each has the field's name, if any,
    /// and a text.
    ignored: BTreeMap<String, Vec<(Option<String>, String)>>,
    list: String,
    tool: String,
}

impl Answer {
    fn of(choice: &HostChoice, tree: &Tree) -> Self {
        let workspace = workspace(choice, tree);
        let listing = workspace.listing();
        let skills: BTreeMap<_, _> = (workspace.catalog().skills.iter())
            .map(|skill| (skill.path.clone(), skill.clone()))
            .collect();
        let entries = listing.entries.iter();
        let entries: BTreeMap<_, _> = entries.map(|entry| (&entry.path, entry)).collect();
        let listed = skills.values().map(|skill| {
            let entry = entries.get(&skill.path);
            let listed = match entry {
                None => ListedAs::Nothing,
                Some(entry) if entry.line.is_none() => ListedAs::Nothing,
                Some(_) if skill.visibility == Visibility::NameOnly => ListedAs::NameOnly,
                Some(entry) if entry.cut > 0 => ListedAs::Cut { by: entry.cut },
                Some(_) if skill.description.is_empty() => ListedAs::NameOnly,
                Some(_) => ListedAs::Whole,
            };
            (skill.path.clone(), listed)
        });
        let request = CompareRequest {
            hosts: vec![choice.clone()],
            skills: skills.keys().cloned().collect(),
        };
        let compared = workspace.compare(&request).unwrap().skills.into_iter();
        let tool = listing.tool.as_ref().map(|tool| {
            let inputs = tool.inputs.join(", ");
            format!("{}({inputs})\n{}", tool.name, tool.description)
        });
        let catalog = workspace.catalog();
        let fields = host_fields(&choice.host, choice.edition.as_deref()).unwrap();
        let has_effect = |field: Option<&str>| {
            let key = |field: &str| field.split(['.', '[']).next().unwrap().to_owned();
            field.is_none_or(|one| fields.iter().any(|it| it.is_read() && it.is(&key(one))))
        };
        let ignored = skills.values().map(|skill| {
            let of_skill = catalog.ignored.iter().filter(|one| one.path == skill.path);
            let of_skill = of_skill.filter(|one| has_effect(one.field.as_deref()));
            let reports = of_skill.map(|one| (one.field.clone(), one.message.clone()));
            (skill.path.clone(), reports.collect())
        });
        Self {
            ignored: ignored.collect(),
            listed: listed.collect(),
            cells: compared
                .map(|mut skill| (skill.path, skill.cells.remove(0)))
                .collect(),
            lines: entries
                .values()
                .map(|entry| (entry.path.clone(), entry.line.clone()))
                .collect(),
            list: listing.message.map_or_else(String::new, |one| one.text),
            tool: tool.unwrap_or_default(),
            skills,
        }
    }

    fn names(&self, path: &str) -> Vec<&str> {
        self.skills[path].names().collect()
    }

    fn line(&self, path: &str) -> Option<&String> {
        self.lines.get(path)?.as_ref()
    }
}

/// Returns the kinds of changes of a skill that follow from comparing two answers.
fn naive(before: &Answer, after: &Answer, path: &str) -> Vec<&'static str> {
    let is_loaded = [before, after].map(|answer| answer.skills.contains_key(path));
    match is_loaded {
        [true, false] => return vec!["vanishes"],
        [false, true] => return vec!["appears"],
        [false, false] => return Vec::new(),
        [true, true] => {}
    }
    let [was, is] = [before, after].map(|answer| &answer.cells[path]);
    let lines = (before.line(path), after.line(path));
    let both_have_lines = lines.0.is_some() && lines.1.is_some();
    let all = [
        ("names", before.names(path) != after.names(path)),
        ("listed", before.listed[path] != after.listed[path]),
        ("line", both_have_lines && lines.0 != lines.1),
        ("command", was.user != is.user),
        ("model", was.model != is.model),
        ("ignored", before.ignored[path] != after.ignored[path]),
    ];
    let changed = all.into_iter().filter(|(_, is_changed)| *is_changed);
    changed.map(|(kind, _)| kind).collect()
}

/// Returns the kinds of changes of a skill that a report has. Changes of the skill's use are left
/// out, because `naive` does not compute them.
fn reported(skill: Option<&ChangedSkill>) -> Vec<&'static str> {
    let changes = skill.iter().flat_map(|skill| &skill.changes);
    let kinds = changes.filter_map(|change| match change {
        SkillChange::Appears { .. } => Some("appears"),
        SkillChange::Vanishes { .. } => Some("vanishes"),
        SkillChange::Names { .. } => Some("names"),
        SkillChange::Listed { .. } => Some("listed"),
        SkillChange::Line { .. } => Some("line"),
        SkillChange::Command { .. } => Some("command"),
        SkillChange::Model { .. } => Some("model"),
        SkillChange::Ignored { .. } => Some("ignored"),
        _ => None,
    });
    kinds.collect()
}

/// Checks that the lines of a difference turn one text into the other.
fn lines_agree(lines: &[DiffLine], before: &str, after: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(lines.is_empty(), before == after);
    let (mut was, mut is) = (before.split('\n'), after.split('\n'));
    for line in lines {
        match line {
            DiffLine::Same { text } => {
                prop_assert_eq!(Some(&**text), was.next());
                prop_assert_eq!(Some(&**text), is.next());
            }
            DiffLine::Removed { text } => prop_assert_eq!(Some(&**text), was.next()),
            DiffLine::Added { text } => prop_assert_eq!(Some(&**text), is.next()),
            DiffLine::Skipped { count } => {
                for _ in 0..*count {
                    prop_assert_eq!(was.next(), is.next());
                }
            }
        }
    }
    if !lines.is_empty() {
        prop_assert_eq!((was.next(), is.next()), (None, None));
    }
    Ok(())
}

/// Checks that a report agrees with a full comparison of two answers.
fn agrees(diff: &HostDiff, before: &Answer, after: &Answer) -> Result<(), TestCaseError> {
    let paths: BTreeSet<&String> = before.skills.keys().chain(after.skills.keys()).collect();
    let mut same = 0;
    for path in &paths {
        let skill = diff.skills.iter().find(|skill| skill.path == **path);
        prop_assert_eq!(reported(skill), naive(before, after, path), "{}", path);
        same += usize::from(skill.is_none());
        // A skill whose uses do not change puts in as much as before.
        let has_use = skill.is_some_and(|skill| {
            skill.changes.iter().any(|change| {
                !matches!(
                    change,
                    SkillChange::Listed { .. }
                        | SkillChange::Line { .. }
                        | SkillChange::Ignored { .. }
                        | SkillChange::Names { .. }
                )
            })
        });
        if !has_use {
            let injects = [before, after].map(|answer| answer.cells[*path].injects);
            prop_assert_eq!(injects[0], injects[1], "{}", path);
        }
    }
    prop_assert_eq!(diff.same, same);
    for skill in &diff.skills {
        prop_assert!(!skill.changes.is_empty());
        let is_loaded = paths.contains(&skill.path);
        let not_loaded = |change: &_| matches!(change, SkillChange::NotLoaded { .. });
        prop_assert_eq!(!is_loaded, skill.changes.iter().any(not_loaded));
        for change in &skill.changes {
            if let SkillChange::Appears {
                because: Some(because),
                ..
            }
            | SkillChange::Vanishes {
                because: Some(because),
            } = change
            {
                prop_assert!(!because.message.is_empty(), "a reason has words");
            }
        }
    }
    lines_agree(&diff.list, &before.list, &after.list)?;
    lines_agree(&diff.tool, &before.tool, &after.tool)
}

/// Checks that each move pairs a removed skill with a new one that has the same name or text, and
/// that no pair is missing.
fn moves_agree(
    diff: &HostDiff,
    (base, before): (&Tree, &Answer),
    (head, after): (&Tree, &Answer),
) -> Result<(), TestCaseError> {
    let is_in = |tree: &Tree, path: &str| tree.contains_key(path);
    let is_listed = |path: &str| after.listed[path] != ListedAs::Nothing;
    let gone = before.skills.keys();
    let gone = gone.filter(|path| is_in(base, path) && !is_in(head, path));
    let fresh = after.skills.keys();
    let fresh = fresh.filter(|path| is_in(head, path) && !is_in(base, path) && is_listed(path));
    let (mut gone, mut fresh): (BTreeSet<_>, BTreeSet<_>) = (gone.collect(), fresh.collect());
    let is_pair = |from: &str, to: &str| {
        before.skills[from].name == after.skills[to].name || base[from] == head[to]
    };
    for one in &diff.moves {
        prop_assert!(gone.remove(&one.from) && fresh.remove(&one.to), "{:?}", one);
        prop_assert!(is_pair(&one.from, &one.to), "{:?}", one);
        prop_assert_eq!(one.edited, base[&one.from] != head[&one.to]);
    }
    for from in gone {
        prop_assert!(!fresh.iter().any(|to| is_pair(from, to)), "{} moved", from);
    }
    Ok(())
}

/// Generates two different editions of one host.
fn two_editions() -> impl Strategy<Value = [HostChoice; 2]> {
    let pairs = hosts().into_iter().flat_map(|host| {
        let choices: Vec<_> = (host.editions.iter())
            .map(|edition| HostChoice {
                host: host.host.clone(),
                edition: Some(edition.clone()),
            })
            .collect();
        let pairs = choices.iter().flat_map(|from| {
            let others = choices.iter().filter(move |to| *to != from);
            others.map(move |to| [from.clone(), to.clone()])
        });
        pairs.collect::<Vec<_>>()
    });
    prop::sample::select(pairs.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn changes_between_editions_are_the_differences_of_their_answers(
        pair in two_editions(),
        tree in files(),
    ) {
        let [from, to] = &pair;
        let request = |from: &HostChoice, to: &HostChoice| DiffRequest {
            from: from.clone(),
            to: Some(to.clone()),
            skills: Vec::new(),
        };
        // The workspace's own host does not matter.
        let workspace = workspace(&"pi".into(), &tree);
        let diff = workspace.diff(&request(from, to)).unwrap();
        prop_assert_eq!(&diff.moves, &[]);
        let (before, after) = (Answer::of(from, &tree), Answer::of(to, &tree));
        agrees(&diff, &before, &after)?;
        agrees(&workspace.diff(&request(to, from)).unwrap(), &after, &before)?;
    }

    #[test]
    fn changes_between_trees_are_the_differences_of_their_answers(
        choice in prop::sample::select(all_hosts()),
        base in files(),
        head in files(),
        has_more in any::<bool>(),
    ) {
        let mut head = head;
        if has_more {
            head.extend(base.clone());
        }
        let [was, is] = [&base, &head].map(|tree| workspace(&choice, tree));
        let request = TreeDiffRequest { hosts: vec![choice.clone()], ..TreeDiffRequest::default() };
        let diff = trees(&was, &is, &request).unwrap();
        let (before, after) = (Answer::of(&choice, &base), Answer::of(&choice, &head));
        agrees(&diff.hosts[0], &before, &after)?;
        moves_agree(&diff.hosts[0], (&base, &before), (&head, &after))?;
        let same = trees(&is, &is, &request).unwrap();
        prop_assert!(same.hosts[0].is_empty() && same.findings.is_empty());
    }
}
