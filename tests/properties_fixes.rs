//! Tests that no safe fix loses a word that the author wrote, or adds one.
//! The tests use real skills if available, and skills in which fences, colons, quotes, tabs, lists
//! or lines were broken.
//!
//! The variable `SKILLGLASS_FIX_CASES` sets the number of broken skills. The default is 200.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use serde_json::Value;
use skillglass::compare::{CompareRequest, HostChoice};
use skillglass::hosts::standard::validate;
use skillglass::lint::{Diagnostic, FixRequest, LintRequest};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;
use crate::corpus::skills;
use crate::lost_words::{lost_words, words};

/// The number of broken skills if the variable `SKILLGLASS_FIX_CASES` is not set.
const CASES: u32 = 200;

/// Returns skills, each as a JSON object with the folder and the text. These are real skills if
/// available, otherwise skills of the recorded workspaces. Of the recorded skills, only those that
/// people could have written are kept. The others only test parsers.
fn corpus() -> Vec<String> {
    let lines = skills().into_iter();
    let lines = lines.filter(|line| line.get("codex").is_some() || is_like_a_real_skill(line));
    lines.map(|line| line.to_string()).collect()
}

/// Returns true if the standard's validator has no finding for the skill and its description has at
/// least three words.
fn is_like_a_real_skill(line: &Value) -> bool {
    let text = line["text"].as_str().unwrap();
    let description = text
        .lines()
        .find_map(|line| line.strip_prefix("description: "));
    let is_sentence = description.is_some_and(|description| {
        let words = description.split(' ');
        words
            .filter(|word| word.chars().all(char::is_alphabetic))
            .count()
            >= 3
    });
    is_sentence && validate(text, line["folder"].as_str().unwrap()).is_empty()
}

/// Returns the folder and the text of a skill from [`corpus`].
fn skill(line: &str) -> (String, String) {
    let case: Value = serde_json::from_str(line).unwrap();
    let text = |key: &str| case[key].as_str().unwrap().to_owned();
    (text("folder"), text("text"))
}

fn workspace(path: &str, text: &str) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").home("/home/me")).unwrap();
    workspace.put_folder("/repo/.git");
    workspace.put(path, text);
    workspace
}

/// Returns the description that each host shows for the skill at a path, by the host's id. Hosts
/// that do not load the skill are left out.
fn descriptions(
    workspace: &Workspace,
    path: &str,
    hosts: &[HostChoice],
) -> BTreeMap<String, String> {
    let request = CompareRequest {
        hosts: hosts.to_vec(),
        skills: vec![path.to_owned()],
    };
    let compared = workspace.compare(&request).unwrap();
    let cells = compared.skills.into_iter().flat_map(|skill| skill.cells);
    (compared.hosts.iter().zip(cells))
        .filter(|(_, cell)| cell.loaded)
        .map(|(host, cell)| (host.host.clone(), cell.description.unwrap_or_default()))
        .collect()
}

/// Returns the text with its escapes replaced by the characters that they stand for. Hosts show
/// these characters.
fn unescaped(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        shown.push_str(before);
        let digits = match escape.as_bytes().get(1) {
            Some(b'x') => 2..4,
            Some(b'u') => 2..6,
            Some(b'U') => 2..10,
            _ => 0..0,
        };
        let end = digits.end.max(1);
        let code = escape
            .get(digits)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match code.and_then(char::from_u32) {
            Some(character) => {
                shown.push(character);
                rest = &escape[end..];
            }
            None => {
                shown.push('\\');
                rest = &escape[1..];
            }
        }
    }
    shown + rest
}

/// Checks that no safe fix of a skill loses a word. After all safe fixes, the descriptions that
/// hosts show must consist of the author's words.
fn keeps_words(folder: &str, text: &str, hosts: &[HostChoice]) -> Result<(), TestCaseError> {
    let path = format!("/repo/.agents/skills/{folder}/SKILL.md");
    let before = workspace(&path, text);
    let request = LintRequest {
        hosts: hosts.to_vec(),
        ..LintRequest::default()
    };
    let found = before.lint(&request).unwrap();
    for one in &found {
        prop_assert_eq!(lost_words(&before, one), None, "{:#?}", one);
    }
    let has_safe = |one: &Diagnostic| one.fixes.iter().any(|fix| fix.safe);
    if !found.iter().any(has_safe) {
        return Ok(());
    }
    let request = FixRequest {
        hosts: hosts.to_vec(),
        ..FixRequest::default()
    };
    let fixed = before.fix(&request).unwrap();
    let Some(mended) = fixed.files.get(&path) else {
        return Ok(());
    };
    let shown = descriptions(&before, &path, hosts);
    for (host, description) in descriptions(&workspace(&path, mended), &path, hosts) {
        if shown.get(&host) == Some(&description) {
            continue;
        }
        // Of escapes the characters are shown, and nobody wrote them.
        let is_written = fixed.applied.contains_key("bad-escape") || {
            // Emphasis within a word of Chinese is taken out.
            let letters = |text: &str| -> Vec<String> {
                let is_of_letters = |word: &String| word.contains(char::is_alphanumeric);
                words(text).into_iter().filter(is_of_letters).collect()
            };
            let all = letters(text).concat() + &letters(&unescaped(text)).concat();
            letters(&description)
                .iter()
                .all(|word| all.contains(word.as_str()))
        };
        prop_assert!(is_written, "{host}: {description}");
        // A list in place of a description was written by the author, including its marks.
        let head: String = text.split("\n---").take(2).collect();
        let is_of_head = words(&head)
            .concat()
            .contains(&words(&description).concat());
        let is_invented = !is_of_head
            && ["no-frontmatter", "missing-description"]
                .iter()
                .any(|code| fixed.applied.contains_key(*code));
        let is_marked = [
            ">", "- ", "* ", "#", "|", "```", "---", "+++", "{", "[", "<", "name:",
        ]
        .iter()
        .any(|mark| description.starts_with(mark))
            || description.contains("**");
        prop_assert!(!(is_invented && is_marked), "{host}: {description}");
    }
    Ok(())
}

/// Returns the text with one line broken. `way` selects what goes wrong, and `at` selects the line.
fn broken(text: &str, way: usize, at: Index) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let head = (lines
        .iter()
        .skip(1)
        .position(|line| line.trim_end() == "---"))
    .map_or(1, |at| at + 1);
    let line = 1 + at.index(head.max(2) - 1);
    let with = |new: &dyn Fn(&str) -> String| -> String {
        let all = lines.iter().enumerate();
        all.map(|(index, old)| {
            if index == line {
                new(old)
            } else {
                (*old).to_owned()
            }
        })
        .collect()
    };
    let delimiters = |open: &str, close: &str| -> String {
        let all = lines.iter().enumerate();
        all.map(|(index, old)| match index {
            0 => old.replacen("---", open, 1),
            index if index == head => old.replacen("---", close, 1),
            _ => (*old).to_owned(),
        })
        .collect()
    };
    let each = |from: &str, to: &str| -> String {
        let all = lines.iter().enumerate();
        all.map(|(index, old)| {
            if (1..head).contains(&index) {
                old.replacen(from, to, 1)
            } else {
                (*old).to_owned()
            }
        })
        .collect()
    };
    let starts: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .take(600)
        .chain([0])
        .collect();
    let place = *at.get(&starts);
    match way {
        0 => delimiters("----", "----"),
        1 => delimiters("+++", "+++"),
        2 => delimiters("```yaml\n---", "---\n```"),
        3 => delimiters("```yaml", "```"),
        4 => delimiters("---\n```yaml", "```\n---"),
        5 => delimiters("", "---"),
        6 => delimiters("---", ""),
        7 => delimiters(" ---", "-----"),
        8 => each(": ", "："),
        9 => each(": ", ":\u{a0}"),
        10 => each(": ", ":"),
        11 => each(": ", " = "),
        12 => with(&|old| old.replacen(": ", "：", 1)),
        13 => with(&|old| old.replacen(": ", ":\u{3000}", 1)),
        14 => with(&|old| old.replacen(": ", ": \"", 1)),
        15 => with(&|old| old.replacen(": ", ": '", 1)),
        16 => with(&|old| old.replacen(": ", ": [", 1)),
        17 => with(&|old| old.replacen(": ", ":\n  - ", 1)),
        18 => with(&|old| old.replacen(": ", ":\n  en: ", 1)),
        19 => with(&|old| old.replacen(": ", ": # ", 1)),
        20 => with(&|old| old.replacen(": ", ": > ", 1)),
        21 => with(&|old| old.replacen(' ', " *x*: ", 3)),
        22 => with(&|old| format!("\t{old}")),
        23 => with(&|old| format!(" {old}")),
        24 => with(&|old| format!("{old}{old}")),
        25 => with(&|old| format!("{} ", old.trim_end())),
        26 => with(&|old| format!("{old}- one more\n- and: another\n")),
        27 => with(&|_| String::new()),
        28 => with(&|old| old.to_uppercase()),
        29 => text[..place].to_owned(),
        30 => format!("{}\"{}", &text[..place], &text[place..]),
        31 => format!("{}\n{}", &text[..place], &text[place..]),
        32 => format!("Here it is:\n\n{text}"),
        33 => format!("\u{feff}{text}"),
        34 => lines.get(head + 1..).unwrap_or_default().concat(),
        _ => text.replace('\n', "\r\n"),
    }
}

/// Generates the hosts for a check: an empty list, which means the usual hosts, or a list with one
/// host.
fn hosts() -> impl Strategy<Value = Vec<HostChoice>> {
    let one = |host: &str| HostChoice {
        host: host.to_owned(),
        edition: None,
    };
    prop::sample::select(vec![
        Vec::new(),
        Vec::new(),
        vec![one("codex")],
        vec![one("opencode"), one("standard")],
        vec![one("claude-code")],
    ])
}

#[test]
fn no_safe_fix_of_a_broken_skill_loses_a_word_or_makes_one_up() {
    let corpus = corpus();
    let cases = std::env::var("SKILLGLASS_FIX_CASES").ok();
    let cases = cases.map_or(CASES, |cases| cases.parse().unwrap());
    let ways = prop::collection::vec((0..36usize, any::<Index>()), 0..3);
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    // The same cases in each run: a rare case that fails is found by more cases, and not by chance in a check of something else.
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner
        .run(&(any::<Index>(), ways, hosts()), |(which, ways, hosts)| {
            let line: &String = which.get(&corpus);
            let (folder, text) = skill(line);
            let text = (ways.into_iter()).fold(text, |text, (way, at)| broken(&text, way, at));
            keeps_words(&folder, &text, &hosts)
        })
        .unwrap();
}
