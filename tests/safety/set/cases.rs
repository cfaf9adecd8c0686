//! Reads the cases of the labelled set from its data files.

use std::fs;

use super::escapes::unescaped;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/safety/set");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    Malicious,
    Benign,
}

/// The difference between the linter's result for a case and its label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A malicious case in which no expected rule reports a finding.
    Missed,
    /// A benign case in which these rules report a finding.
    FalseAlarm(Vec<String>),
}

pub struct Case {
    pub name: String,
    pub label: Label,
    pub language: String,
    /// The expected rules of a malicious case. At least one of them must report a finding, and the
    /// first is the case's subject. The list is empty for a benign case.
    pub expects: Vec<String>,
    /// The rules that may report a benign case by mistake.
    pub tempts: Vec<String>,
    pub why: String,
    /// The fault that is known for this case, and the reason for it. `None` if the linter must be
    /// right.
    pub known: Option<(Fault, String)>,
    /// The path and the text of each file. A path is relative to the skill's folder, or absolute in
    /// the repository.
    pub files: Vec<(String, String)>,
    folder: Option<String>,
}

impl Case {
    /// Returns the name of the skill's folder: the one that the case states, otherwise the skill's
    /// name.
    pub fn folder(&self) -> &str {
        let named = || {
            let (_, skill) = self.files.iter().find(|(path, _)| path == "SKILL.md")?;
            skill.lines().find_map(|line| line.strip_prefix("name: "))
        };
        self.folder
            .as_deref()
            .or_else(named)
            .unwrap_or_else(|| panic!("{}: no name", self.name))
    }

    /// Returns the case's files with their paths in a repository. `skills` is the repository's
    /// folder of skills.
    pub fn placed(&self, skills: &str) -> Vec<(String, String)> {
        let folder = self.folder();
        (self.files.iter())
            .map(|(path, text)| match path.strip_prefix('/') {
                Some(path) => (format!("/repo/{path}"), text.clone()),
                None => (format!("/repo/{skills}/{folder}/{path}"), text.clone()),
            })
            .collect()
    }
}

fn list(text: &str, separator: &str) -> Vec<String> {
    text.split(separator).map(str::to_owned).collect()
}

/// Reads a known fault and its reason from `missed: REASON` or `false alarm of RULE, RULE: REASON`.
fn fault(text: &str) -> (Fault, String) {
    let (fault, reason) = text.split_once(": ").expect("an outcome has a reason");
    let fault = match fault.strip_prefix("false alarm of ") {
        Some(rules) => Fault::FalseAlarm(list(rules, ", ")),
        None if fault == "missed" => Fault::Missed,
        None => panic!("no outcome: {text}"),
    };
    (fault, reason.to_owned())
}

fn case(text: &str, label: Label) -> Case {
    let (name, rest) = text.split_once('\n').unwrap();
    let mut case = Case {
        name: name.to_owned(),
        label,
        language: String::new(),
        expects: Vec::new(),
        tempts: Vec::new(),
        why: String::new(),
        known: None,
        files: Vec::new(),
        folder: None,
    };
    for line in rest.lines() {
        let Some(entry) = line.strip_prefix("%% ") else {
            let (_, text) = case.files.last_mut().unwrap();
            *text += line;
            text.push('\n');
            continue;
        };
        let (key, value) = entry.split_once(": ").unwrap();
        match key {
            "language" => value.clone_into(&mut case.language),
            "expects" => case.expects = list(value, " or "),
            "tempts" => case.tempts = list(value, ", "),
            "why" => value.clone_into(&mut case.why),
            "outcome" => case.known = Some(fault(value)),
            "folder" => case.folder = Some(value.to_owned()),
            "file" => case.files.push((value.to_owned(), String::new())),
            _ => panic!("{name}: no entry {key}"),
        }
    }
    for (_, text) in &mut case.files {
        // The empty line before the next case is not a part of the file.
        *text = unescaped(text.trim_end()) + "\n";
    }
    case
}

/// Returns the path and the text of each data file for a label.
pub fn data(label: Label) -> Vec<(String, String)> {
    let folder = match label {
        Label::Malicious => "malicious",
        Label::Benign => "benign",
    };
    let entries = fs::read_dir(format!("{FOLDER}/{folder}")).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    (paths.iter())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (
                format!("{folder}/{name}"),
                fs::read_to_string(path).unwrap(),
            )
        })
        .collect()
}

/// Returns all cases of the labelled set, the malicious ones first.
pub fn cases() -> Vec<Case> {
    let labels = [Label::Malicious, Label::Benign].into_iter();
    labels
        .flat_map(|label| data(label).into_iter().map(move |(_, text)| (label, text)))
        .flat_map(|(label, text)| {
            let cases = format!("\n{text}");
            let cases = cases.split("\n%% case ").skip(1);
            cases.map(|text| case(text, label)).collect::<Vec<_>>()
        })
        .collect()
}
