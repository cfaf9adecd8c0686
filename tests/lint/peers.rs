//! Checks `docs/rules/peers.md`, which compares the rules of other linters (peers) with those of
//! Skillglass.
//! For an example of each rule of a peer, the rules of Skillglass that the page names must report a
//! finding.
//!
//! The file `peers.txt` contains the examples and describes their form.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::fields::lint;

const EXAMPLES: &str = include_str!("peers.txt");

const SKILL: [&str; 4] = [
    "---",
    "name: pdf",
    "description: Fills in PDF forms from a table of values. Use when someone asks to fill in a form.",
    "---",
];

struct Example<'e> {
    rule: &'e str,
    codes: Vec<&'e str>,
    hosts: Vec<&'e str>,
    lines: Vec<&'e str>,
}

fn examples() -> Vec<Example<'static>> {
    let sections = EXAMPLES.split("\n=== ").skip(1);
    let examples = sections.map(|section| {
        let (head, rest) = section.split_once('\n').unwrap_or((section, ""));
        let (rule, codes) = head.rsplit_once(": ").expect("codes behind a rule");
        let (codes, host) = match codes.split_once(" in ") {
            Some((codes, host)) => (codes, vec![host]),
            None => (codes, Vec::new()),
        };
        Example {
            rule,
            codes: codes.split(' ').collect(),
            hosts: host,
            lines: rest.lines().collect(),
        }
    });
    examples.collect()
}

/// Returns a line of an example as the file must contain it, with repetitions such as `text × 3`
/// carried out.
fn written(line: &str) -> String {
    let line = line.replace("{g}", "g");
    let times = |sign| {
        let (text, times) = line.rsplit_once(sign)?;
        Some((text, times.parse::<usize>().ok()?))
    };
    if let Some((text, times)) = times(" ×× ") {
        return match text.split_once(": ").filter(|(key, _)| !key.contains(' ')) {
            Some((key, value)) => format!("{key}: {}\n", value.repeat(times)),
            None => format!("{}\n", text.repeat(times)),
        };
    }
    let (text, times) = times(" × ").unwrap_or((&line, 1));
    format!("{text}\n").repeat(times)
}

/// Returns the key of a line of frontmatter, `None` for a line that is indented or has no colon.
fn key(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(':')?;
    (!key.starts_with([' ', '\t'])).then_some(key)
}

/// Returns the files of an example, by path.
fn files(example: &Example<'_>) -> BTreeMap<String, String> {
    let is_claude = example.hosts.iter().any(|host| host.starts_with("claude"));
    let root = if is_claude { ".claude" } else { ".agents" };
    let mut path = format!("/repo/{root}/skills/pdf/SKILL.md");
    let mut fields: Vec<String> = SKILL[1..3].iter().map(|&line| line.to_owned()).collect();
    let mut copies = 0;
    let (mut own, mut body, mut others) = (None, String::new(), BTreeMap::new());
    let mut lines = example.lines.iter().peekable();
    while let Some(line) = lines.next() {
        if *line == "raw" {
            let mut text = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("@ ")) {
                text.push_str(&written(line));
            }
            own = Some(text);
        } else if let Some(field) = line.strip_prefix("+ ") {
            let field = written(field).trim_end_matches('\n').to_owned();
            fields.retain(|known| key(known).is_none() || key(known) != key(&field));
            fields.push(field);
        } else if let Some(taken) = line.strip_prefix("- ") {
            fields.retain(|known| key(known) != Some(taken));
        } else if let Some(place) = line.strip_prefix("at ") {
            path = format!("/repo/{place}");
        } else if let Some(many) = line.strip_prefix("many ") {
            copies = many.parse().expect("a number behind `many`");
        } else if let Some(other) = line.strip_prefix("@ ") {
            let mut text = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("@ ")) {
                text.push_str(&written(line));
            }
            others.insert(format!("/repo/{other}"), text);
        } else {
            body.push_str(&written(line));
        }
    }
    if body.is_empty() {
        body = "Fill in the form.\n".to_owned();
    }
    let text = own.unwrap_or_else(|| format!("---\n{}\n---\n{body}", fields.join("\n")));
    for copy in 0..copies {
        let folder = format!("pdf{copy}");
        let text = text.replace("name: pdf", &format!("name: {folder}"));
        others.insert(path.replace("/pdf/", &format!("/{folder}/")), text);
    }
    others.insert(path, text);
    others
}

/// Returns the rows of the page that name rules of Skillglass: the peer's rules in the first cell,
/// and those of Skillglass.
fn claims(page: &str) -> Vec<(Vec<String>, BTreeSet<&str>)> {
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let claims = rows.filter_map(|row| {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let links = cells[2].split("](").skip(1);
        let ours: BTreeSet<_> = (links.filter_map(|link| link.split_once(".md)")))
            .map(|(code, _)| code)
            .collect();
        let theirs = if cells[0].contains(": ") {
            vec![cells[0].to_owned()]
        } else {
            cells[0]
                .split(", ")
                .map(|rule| rule.replace('`', ""))
                .collect()
        };
        let claims = !ours.is_empty() && !cells[2].starts_with("none");
        claims.then_some((theirs, ours))
    });
    claims.collect()
}

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules/peers.md");
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn what_a_peer_looks_for_is_found_by_the_rules_named_beside_it() {
    let mut missed = Vec::new();
    for example in examples() {
        let files = files(&example);
        let files: Vec<_> = (files.iter())
            .map(|(path, text)| (&**path, &**text))
            .collect();
        let found = lint(&files, &example.hosts);
        let found: BTreeSet<_> = found.iter().map(|one| &*one.code).collect();
        let silent = example.codes.iter().filter(|code| !found.contains(*code));
        missed.extend(silent.map(|code| format!("{}: {code}, of {found:?}", example.rule)));
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn every_claim_of_the_page_has_an_example_and_every_example_a_claim() {
    let page = page();
    let examples = examples();
    let mut faults = Vec::new();
    let claims = claims(&page);
    for (theirs, ours) in &claims {
        let of_row = || {
            examples
                .iter()
                .filter(|example| theirs.iter().any(|rule| rule == example.rule))
        };
        let shown: BTreeSet<_> = of_row()
            .flat_map(|example| example.codes.iter().copied())
            .collect();
        let unshown = ours.difference(&shown);
        faults.extend(unshown.map(|code| format!("{theirs:?}: no example of {code}")));
        let unclaimed = shown.difference(ours);
        faults.extend(unclaimed.map(|code| format!("{theirs:?}: the page does not name {code}")));
        let silent = theirs
            .iter()
            .filter(|rule| of_row().all(|example| example.rule != **rule));
        faults.extend(silent.map(|rule| format!("{rule}: no example")));
    }
    let is_claimed = |rule: &str| {
        claims
            .iter()
            .any(|(theirs, _)| theirs.iter().any(|one| one == rule))
    };
    let strays = examples.iter().filter(|example| !is_claimed(example.rule));
    faults.extend(strays.map(|example| format!("{}: no row", example.rule)));
    assert!(faults.is_empty(), "{faults:#?}");
}
