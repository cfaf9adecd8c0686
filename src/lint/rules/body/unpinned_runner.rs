//! `unpinned-runner`: a command runs a package without a version, so that the latest version runs.
//!
//! Fix: none, because only the author knows which version works.

use std::ops;

use crate::hashing::HashSet;
use crate::lint::prelude::*;
use crate::lint::texts::TriggerList;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "unpinned-runner",
    Severity::Hint,
    "a command runs whatever version of a package is the latest",
    &[Run::ReadText(check)],
);

/// Commands that run a package without installing it, each as a list of words.
const RUNNERS: [&[&str]; 8] = [
    &["npx"],
    &["bunx"],
    &["pnpm", "dlx"],
    &["yarn", "dlx"],
    &["uvx"],
    &["pipx", "run"],
    &["uv", "tool", "run"],
    &["bun", "x"],
];

/// Names of packages that projects usually install. For an installed package, a command such as
/// `npx` runs the installed version, so the command needs no pinned version.
static PROJECT_TOOLS: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/project_tools.txt")));

/// Words that occur in the commands of [`RUNNERS`]. Only lines with one of these words are searched
/// for such a command.
pub const WORDS: [&str; 7] = ["npx", "bunx", "dlx", "uvx", "pipx", "uv tool", "bun x"];

/// Finds packages that a command such as `npx` runs without a pinned version. Reports one finding
/// for each file.
pub fn check(skill: &CheckedSkill<'_, '_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: Option<(ops::Range<usize>, &str)> = None;
    let mut packages = HashSet::default();
    for (start, line) in text.lines_with(TriggerList::Runners) {
        let ends = |c: char| c.is_whitespace() || "`\"'()[]{}<>|;&,，。".contains(c);
        let words: Vec<&str> = line.split(ends).filter(|word| !word.is_empty()).collect();
        for at in 0..words.len() {
            let runner = RUNNERS
                .iter()
                .find(|runner| words[at..].starts_with(runner));
            let Some(runner) = runner else { continue };
            let rest = words[at + runner.len()..].iter();
            let mut rest = rest
                .skip_while(|word| matches!(**word, "-y" | "--yes" | "-q" | "--quiet" | "--bun"));
            let Some(package) = rest.next() else { continue };
            let offset = start + (package.as_ptr().addr() - line.as_ptr().addr());
            let name = package.trim_end_matches(['.', ':', '\\']);
            let is_placeholder = text.text[..offset].ends_with(['<', '{', '[', '$']);
            if !is_placeholder && text.is_code(offset) && is_unpinned(name) {
                packages.insert(name);
                first.get_or_insert((offset..offset + name.len(), name));
            }
        }
    }
    if let Some((bytes, name)) = first {
        let message = match packages.len() {
            1 => format!("`{name}` runs in whatever version is the latest"),
            2 => format!("`{name}` and 1 more package run in whatever version is the latest"),
            count => format!(
                "`{name}` and {} more packages run in whatever version is the latest",
                count - 1
            ),
        };
        let help = format!("Name a version, such as `{name}@1.2.3`.");
        found.push(text.finding(skill, &RULE, bytes, message, help));
    }
}

fn is_unpinned(package: &str) -> bool {
    let bare = package.strip_prefix('@').unwrap_or(package);
    let is_name = bare.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && bare
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_./@".contains(c))
        && bare.len() > 1;
    let is_path = !package.starts_with('@') && package.contains('/') || package.contains("..");
    is_name
        && !is_path
        && !bare.contains('@')
        && !PROJECT_TOOLS.contains(&bare)
        && !["package", "your", "create-"]
            .iter()
            .any(|word| bare.contains(word))
        && !bare.starts_with("xxx")
}
