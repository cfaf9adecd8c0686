//! Tests what fixes repair in broken skills, and what they must never change.
//!
//! Each way in [`ways`] breaks a few made-up skills and, if available, a few real ones.

mod ways;

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::lost_words::lost_words;
use skillglass::lint::LintRequest;
use ways::{File, Skill, WAYS, fixed, hosts, is_repaired, letters, shown};

/// The number of real skills that the tests break.
const REAL: usize = 2;

/// The names of the ways of breaking a skill that safe fixes do not repair for the usual hosts. The
/// author has to repair these: only the author knows the meaning, or whether the text for a host
/// may change.
const NOT_SAFE: &[&str] = &[
    "ampersand",
    "exclamation mark",
    "five dashes at the end",
    "end on the last line",
    "start on the first line",
    "no break before the key",
    "a comment in the value",
    "another value twice",
    "prose in the frontmatter",
];

/// Made-up skills, each with its folder's name and the text of `SKILL.md`.
const MADE_UP: &[(&str, &str)] = &[
    (
        "pdf-forms",
        "---\nname: pdf-forms\ndescription: Fills in PDF forms from a table of values. Use when somebody hands over a form.\n---\n\
         # Filling in forms\n\nRun `scripts/fill.py` with the form and the table.\n\n## Limits\n\n- No signatures.\n",
    ),
    (
        "release-notes",
        "---\nname: release-notes\ndescription: Writes release notes from merged changes. Use before a release.\nlicense: MIT\n---\n\n\
         Collect the changes since the last tag.\n\n```sh\ngit log --oneline\n```\n",
    ),
    (
        "翻译",
        "---\nname: 翻译\ndescription: 把技术文档翻译成中文 并保留代码块 和链接 以及表格\n---\n\n# 翻译\n\n逐段翻译，不要改动代码。\n",
    ),
];

/// Returns the skills that the tests break: the made-up ones and, if `with_real` is true and they
/// are available, a few real ones.
fn skills(with_real: bool) -> Vec<Skill> {
    let made_up = MADE_UP
        .iter()
        .filter_map(|(folder, text)| Skill::read(folder, text));
    let mut skills: Vec<Skill> = made_up.collect();
    if !with_real {
        return skills;
    }
    let shared = std::env::var("SKILLGLASS_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").to_owned());
    let path = format!("{shared}/corpus/skills.jsonl");
    let Ok(real) = fs::read_to_string(&path) else {
        return skills;
    };
    let real = real.lines().filter_map(|line| {
        let case: Value = serde_json::from_str(line).ok()?;
        let skill = Skill::read(case["folder"].as_str()?, case["text"].as_str()?)?;
        let file = skill.file();
        let all = shown(&file, &hosts(&[]));
        is_repaired(&all, &all, &file.meant).then_some(skill)
    });
    skills.extend(real.take(REAL));
    skills
}

/// Calls `then` for each way of breaking a skill, with the way's name, the first skill that it can
/// break, and the broken file. The search for a skill begins one skill later for each further way.
fn each_broken(with_real: bool, mut then: impl FnMut(&'static str, &Skill, &File)) {
    let skills = skills(with_real);
    for (index, (name, way)) in WAYS.iter().enumerate() {
        let mut in_turn = skills.iter().cycle().skip(index).take(skills.len());
        if let Some((skill, broken)) = in_turn.find_map(|skill| Some((skill, way(skill)?))) {
            then(name, skill, &broken);
        }
    }
}

/// The ids of all hosts in these tests.
const ALL_HOSTS: &[&str] = &[
    "codex",
    "claude-code",
    "opencode",
    "copilot-cli",
    "gemini-cli",
    "vscode",
    "openclaw",
    "pi",
    "kilo",
    "google-adk",
    "strands-agents",
    "agno",
    "qwen-code",
    "standard",
];

/// Returns true if the part of a broken file before the skill's body contains all letters of the
/// description.
fn is_written(description: &str, broken: &File, skill: &Skill) -> bool {
    let head = broken.text.len() - skill.body.len().min(broken.text.len());
    let head = broken.text.get(..head).unwrap_or(&broken.text);
    letters(head).contains(&letters(description))
}

#[test]
fn there_are_at_least_45_ways_of_breaking_a_skill() {
    assert!(WAYS.len() >= 45);
    for (index, (name, _)) in WAYS.iter().enumerate() {
        assert!(
            WAYS[..index].iter().all(|(other, _)| other != name),
            "{name} twice"
        );
    }
    for name in NOT_SAFE {
        assert!(
            WAYS.iter().any(|(known, _)| known == name),
            "there is no way {name}"
        );
    }
}

#[test]
fn safe_fixes_repair_a_broken_skill_unless_only_its_author_can() {
    let hosts = hosts(&[]);
    let mut failed: BTreeMap<&str, usize> = BTreeMap::new();
    each_broken(false, |name, skill, broken| {
        let was = shown(&skill.file(), &hosts);
        let (after, _) = fixed(broken, &hosts, false);
        if !is_repaired(&was, &shown(&after, &hosts), &broken.meant) {
            *failed.entry(name).or_default() += 1;
        }
    });
    failed.retain(|name, _| !NOT_SAFE.contains(name));
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn all_fixes_together_repair_a_broken_skill() {
    let hosts = hosts(&[]);
    let mut failed: BTreeMap<&str, usize> = BTreeMap::new();
    each_broken(false, |name, skill, broken| {
        let was = shown(&skill.file(), &hosts);
        let (after, _) = fixed(broken, &hosts, true);
        if !is_repaired(&was, &shown(&after, &hosts), &broken.meant) {
            *failed.entry(name).or_default() += 1;
        }
    });
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn fixes_of_a_broken_skill_lose_no_host_and_invent_no_description() {
    for (hosts, unsafe_fixes) in [(hosts(&[]), false), (hosts(ALL_HOSTS), true)] {
        each_broken(true, |name, skill, broken| {
            let before = shown(broken, &hosts);
            let (after, report) = fixed(broken, &hosts, unsafe_fixes);
            let is = shown(&after, &hosts);
            for (host, (_, description)) in &is {
                let was = before.get(host).map(|(_, description)| description);
                let is_kept = was == Some(description) || is_written(description, broken, skill);
                let applied = &report.applied;
                assert!(is_kept, "{name}: {host}: {description}: {applied:?}");
            }
            let mut loading = before.keys();
            assert!(loading.all(|host| is.contains_key(host)), "{name}: {is:?}");
        });
    }
}

#[test]
fn safe_fixes_of_a_broken_skill_lose_no_word_and_are_made_once() {
    let hosts = hosts(&[]);
    each_broken(true, |name, _, broken| {
        let workspace = ways::workspace(broken);
        for one in workspace.lint(&LintRequest::default()).unwrap() {
            assert_eq!(lost_words(&workspace, &one), None, "{name}: {one:#?}");
        }
        let (after, _) = fixed(broken, &hosts, false);
        let (again, report) = fixed(&after, &hosts, false);
        assert_eq!((again, report.rounds), (after, 0), "{name}");
    });
}
