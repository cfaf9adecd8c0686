//! `machine-path`: a path exists only on the author's machine.
//!
//! Fix: none, because the path on other machines is unknown.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use crate::hashing::HashSet;
use crate::lint::prelude::*;
use crate::lint::samples;
use crate::lint::texts::TriggerList;
use crate::sort;
use crate::text::document::floor_char_boundary;
use crate::text::markdown::SpanKind;
use crate::tree::path;
use crate::tree::resources::ResourceKind;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "machine-path",
    Severity::Warning,
    "a path exists only on the author's machine",
    &[Run::ReadText(check)],
);

/// The folders in which operating systems keep the home directories of users.
pub const HOMES: [&str; 4] = ["/Users/", "/home/", ":\\Users\\", ":/Users/"];

/// User names in example paths and in paths of container images, such as `user`. Such a name does
/// not belong to a real person.
static ANY_USERS: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/any_users.txt")));

/// User names that machine images and services create below `/home`, such as `debian`. A path in
/// the home directory of such a user is the same on all machines with this image or service.
static SERVICE_USERS: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/service_users.txt")));

/// User names in the paths of sandboxes, each with the host that the sandbox belongs to.
const SANDBOXES: [(&str, &str); 2] = [("claude", "claude.ai"), ("oai", "ChatGPT")];

/// Words in lowercase that introduce an example, or a path that readers must not write. A path after
/// such a word only shows a format.
const EXAMPLE_WORDS: [&str; 9] = [
    "not",
    "e.g.",
    "eg.",
    "for example",
    "for instance",
    "such as",
    "example",
    "例如",
    "比如",
];

/// Returns true if the text before a path introduces an example, such as `(e.g. …` or `Example: …`.
fn is_example(before: &str) -> bool {
    let start = floor_char_boundary(before, before.len().saturating_sub(40));
    let near = before[start..].to_lowercase();
    let near = near.trim_end_matches(|c: char| c.is_whitespace() || "`*_\"'(（,，:：".contains(c));
    EXAMPLE_WORDS.iter().any(|word| near.ends_with(word))
}

/// The languages of code blocks that may contain the output of a program, as written after the
/// opening fence. The empty text is for blocks without a language.
const PLAIN: [&str; 7] = ["", "text", "txt", "plaintext", "console", "output", "log"];

/// Returns true if the byte offset `at` is probably in the output of a program that a code block
/// shows. This is assumed if the code block has no programming language and the line begins with an
/// uppercase letter, because a command usually begins with a lowercase letter or a path.
fn is_output(text: &SkillText<'_>, at: usize) -> bool {
    let span = text.span_at(at).filter(|span| span.kind == SpanKind::Block);
    let Some(span) = span.filter(|_| text.is_markdown) else {
        return false;
    };
    let line = text.line_at(at).trim_start();
    let first = line
        .chars()
        .find(|c| c.is_alphabetic() || "/$".contains(*c));
    PLAIN.contains(&text.language(span)) && first.is_some_and(char::is_uppercase)
}

/// Returns the words of all lines that create users of a server, such as `adduser deploy`. The user
/// names are among these words.
fn created_users(text: &str) -> HashSet<&str> {
    text.lines()
        .filter(|line| line.contains("adduser") || line.contains("useradd"))
        .flat_map(str::split_whitespace)
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .collect()
}

/// Returns true if a line has a path in the alternative text of an image.
fn is_alternative_text(line: &str, path: &str) -> bool {
    let images = line.split("![").skip(1);
    let mut texts = images.filter_map(|image| image.split_once("](").map(|(text, _)| text));
    texts.any(|text| text.contains(path))
}

/// Words, in lowercase, in the names of files that record what happened on one machine, such as
/// test reports.
const RECORDS: [&str; 5] = [
    "test",
    "changelog",
    "release_notes",
    "evaluation",
    "benchmark",
];

/// The number of bytes before and after a path that are searched for words about containers, such
/// as `docker`. No host has this limit.
const NEAR: usize = 600;

/// Returns true if the text around a byte is about a container. The home directories of a container
/// belong to its image, not to a person.
fn is_of_a_container(text: &str, at: usize) -> bool {
    let start = floor_char_boundary(text, at.saturating_sub(NEAR));
    let near = text[start..floor_char_boundary(text, at + NEAR)].to_lowercase();
    ["docker", "container", "podman", "kubectl"]
        .iter()
        .any(|word| near.contains(word))
}

/// Reports the paths below users' home directories, with one finding for each file. The finding is
/// at the most severe path; the other paths are related places. Files that a build wrote are
/// skipped.
pub fn check(skill: &CheckedSkill<'_, '_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let root = path::parent(skill.path).unwrap_or("/");
    let relative = text.path.strip_prefix(root).unwrap_or(&text.path);
    if text.kind.is_some() && samples::is_build_output(relative) {
        return;
    }
    let mut paths = Vec::new();
    add_paths(skill, text, relative, &mut paths);
    sort::by_key(&mut paths, |path| path.severity);
    let mut paths = paths.into_iter();
    found.extend(paths.next().map(|first| {
        paths.fold(first, |first, other| {
            first.related(other.message, &other.path, other.range)
        })
    }));
}

/// Adds a finding for each user whose home directory occurs in the text. The finding is at the
/// first path below this directory. `relative` is the path of the text's file in the skill's
/// folder.
fn add_paths(
    skill: &CheckedSkill<'_, '_>,
    text: &SkillText<'_>,
    relative: &str,
    found: &mut Vec<Diagnostic>,
) {
    let body = &text.text[text.body.clone()];
    let created = LazyCell::new(|| created_users(body));
    let mut homes: BTreeMap<usize, &str> = BTreeMap::new();
    for (at, number) in text.trigger_words(TriggerList::Homes) {
        let home = HOMES[number];
        let Some(at) = at.checked_sub(text.body.start) else {
            continue;
        };
        let Some(rest) = body.get(at + home.len()..) else {
            continue;
        };
        let is_drive = home.starts_with(':');
        let before = body[..at].chars().next_back();
        let begins = if is_drive {
            before.is_some_and(|before| before.is_ascii_uppercase())
        } else {
            // A path must begin at the root, unlike in `https://x.org/home/a` or `data/home/a`. In `:/Users/`, the
            // colon belongs to a Windows drive.
            before.is_none_or(|before| !before.is_alphanumeric() && !"._-~}>/:*%".contains(before))
        };
        let ends = |c: char| !(c.is_alphanumeric() || "._-".contains(c));
        let length = rest.find(ends).unwrap_or(rest.len());
        let user = &rest[..length];
        let goes_on = rest[length..].starts_with(['/', '\\']);
        let lower = user.to_lowercase();
        let is_any = ANY_USERS.contains(&lower.as_str())
            || user.trim_matches('.').is_empty()
            || lower.starts_with("your")
            || lower.starts_with("xx")
            || lower.len() == 1
            || lower.contains("user")
            || created.contains(user)
            || home == "/home/" && SERVICE_USERS.contains(&lower.as_str())
            || !user.is_ascii();
        if begins && goes_on && !is_any {
            let start = at - usize::from(is_drive);
            homes.insert(start, user);
        }
    }
    let mut users = HashSet::default();
    for (start, user) in homes {
        if users.insert(user) && users.len() <= MAX_FOUND {
            let ends = |c: char| c.is_whitespace() || "`'\"()<>,;，。；）|*".contains(c);
            let path = body[start..].split(ends).next().unwrap_or_default();
            let path = path.trim_end_matches(['.', ':']);
            let bytes = text.body.start + start..text.body.start + start + path.len();
            if path.contains("/foo") {
                continue;
            }
            let is_sandbox = body[start..].starts_with("/home/");
            let sandbox = SANDBOXES.iter().find(|(name, _)| *name == user);
            let sandbox = sandbox.filter(|_| is_sandbox);
            let message = match sandbox {
                Some((_, host)) => format!("the path exists only in the sandbox of {host}"),
                None => format!("the path exists only on the machine of {user}"),
            };
            let help = "Start it at the skill's folder, at the project's folder or with `~`.";
            let mut diagnostic = text.finding(skill, &RULE, bytes, message, help);
            // A test, an evaluation or a change log describes the machine that it was written on.
            let name = relative.to_lowercase();
            let is_record = text.kind.is_some()
                && (samples::is_sample(relative) || RECORDS.iter().any(|word| name.contains(word)));
            // No program opens a path that is in a comment.
            let line = text.line_at(text.body.start + start).trim_start();
            let is_comment =
                text.kind == Some(ResourceKind::Script) && line.starts_with(['#', '/', '*']);
            let at = text.body.start + start;
            if is_record
                || is_comment
                || sandbox.is_some()
                || is_example(&body[..start])
                || is_output(text, at)
                || is_alternative_text(line, path)
                || is_sandbox && is_of_a_container(text.text, at)
            {
                diagnostic.severity = Severity::Info;
            }
            found.push(diagnostic);
        }
    }
}
