//! Checks the relative links in the repository's Markdown: each leads to a file, and its fragment
//! to a heading.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The names of folders that contain no Markdown of the project.
const SKIPPED: [&str; 5] = [".git", "target", "node_modules", "pkg", "dist"];

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // The landing pages are moved when the site is built. `tests/site/` follows their links.
        let is_moved = path.ends_with("site/pages");
        if path.is_dir() && !is_moved && !SKIPPED.contains(&name) {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// Returns the lines outside of fenced code. A line closes a fence only if it has no other words.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let rest = line.trim_start().strip_prefix("```");
        let is_fence = rest.is_some_and(|rest| !fenced || rest.trim_matches('`').trim().is_empty());
        fenced ^= is_fence;
        !fenced && !is_fence
    })
}

/// Returns a line without its code spans.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// Returns the targets of the links in a text. A link may continue on the next line.
fn targets(text: &str) -> Vec<String> {
    let text: Vec<_> = prose(text).map(without_code).collect();
    let text = text.join("\n");
    let targets = text.split("](").skip(1);
    targets
        .filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()))
        .collect()
}

/// Returns the fragments that lead to a page's headings. A fragment is the heading in lowercase,
/// with hyphens for spaces and without punctuation.
fn fragments(text: &str) -> HashSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings
        .map(|heading| {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter_map(|character| match character {
                ' ' => Some('-'),
                '-' | '_' => Some(character),
                _ => character.is_alphanumeric().then_some(character),
            });
            kept.collect()
        })
        .collect()
}

/// Collects the Rust files in a folder and in the folders below it.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Returns the headings of documents that Rust comments name, such as `docs/hosts/codex.md` with a
/// fragment after it.
fn cited(text: &str) -> Vec<&str> {
    let comments = (text.lines()).filter_map(|line| line.trim_start().strip_prefix("//"));
    let spans = comments.flat_map(|comment| comment.split('`').skip(1).step_by(2));
    spans
        .filter(|span| span.starts_with("docs/") && span.contains(".md#"))
        .collect()
}

/// Returns the reason why a link on a page is broken, `None` if the link is right.
fn broken(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
    let path = match file {
        "" => page.to_owned(),
        file => page.parent()?.join(file),
    };
    if !path.exists() {
        return Some(format!("{}: {target}: no such file", page.display()));
    }
    if fragment.is_empty() {
        return None;
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    let leads = fragments(&text).contains(fragment);
    (!leads).then(|| format!("{}: {target}: no such heading", page.display()))
}

/// Returns the reason why a link relative to the repository's root is broken, `None` if the link is
/// right.
pub(crate) fn broken_in_repository(target: &str) -> Option<String> {
    broken(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"),
        target,
    )
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut found = Vec::new();
    pages(Path::new(env!("CARGO_MANIFEST_DIR")), &mut found);
    assert!(found.len() > 10, "the repository's pages are not found");
    let mut links = 0;
    let mut failures = Vec::new();
    for page in found {
        for target in targets(&fs::read_to_string(&page).unwrap()) {
            links += 1;
            failures.extend(broken(&page, &target));
        }
    }
    assert!(links > 10, "the pages' links are not found");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_heading_that_a_comment_cites_is_there() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = repository.join("README.md");
    let mut found = Vec::new();
    for folder in ["src", "tests"] {
        sources(&repository.join(folder), &mut found);
    }
    let mut citations = 0;
    let mut failures = Vec::new();
    for file in found {
        for target in cited(&fs::read_to_string(&file).unwrap()) {
            citations += 1;
            if broken(&root, target).is_some() {
                failures.push(format!("{}: {target} is not there", file.display()));
            }
        }
    }
    assert!(citations > 100, "the citations are not found");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn links_in_code_do_not_count() {
    let text = "[a](b) `[c](d)`\n```\n```md\n[e](f)\n```\n[g\nh](i#j)";
    assert_eq!(targets(text), ["b", "i#j"]);
}

#[test]
fn a_citation_is_a_heading_of_a_page_in_a_comment() {
    let text =
        "// `docs/a.md#b` and `docs/c.md`\n    /// (`docs/d.md#e`)\nlet f = \"`docs/f.md#g`\";";
    assert_eq!(cited(text), ["docs/a.md#b", "docs/d.md#e"]);
}

#[test]
fn a_link_to_a_missing_file_or_heading_is_broken() {
    let page = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"));
    for target in ["docs/nowhere.md", "docs/search.md#nowhere", "#nowhere"] {
        assert!(broken(page, target).is_some(), "{target}");
    }
    for target in ["docs/search.md#ranking", "#use-it", "https://x.example/#y"] {
        assert_eq!(broken(page, target), None);
    }
}
