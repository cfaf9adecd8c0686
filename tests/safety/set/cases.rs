//! The cases of the set, read from the data.

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
    /// No expected rule reports a finding in a malicious case.
    Missed,
    /// These rules report a finding in a benign case.
    FalseAlarm(Vec<String>),
}

pub struct Case {
    pub name: String,
    pub label: Label,
    pub language: String,
    /// The expected rules, of which one has to report a finding. The first is the subject of the case. Empty if the
    /// case is benign.
    pub expects: Vec<String>,
    /// The rules that a benign case could mislead.
    pub tempts: Vec<String>,
    pub why: String,
    /// The recorded fault, and the reason for it.
    pub known: Option<(Fault, String)>,
    /// The files of the skill, by their paths in its folder, or by absolute paths in the repository.
    pub files: Vec<(String, String)>,
    folder: Option<String>,
}

impl Case {
    /// Returns the skill's folder: the one that the case names, or else the skill's name.
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

    /// Returns the files of the skill in a repository with this folder of skills.
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

/// Parses `missed: REASON` or `false alarm of RULE, RULE: REASON`.
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

/// Returns the files of data with a label.
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

/// Returns all cases, the malicious ones first.
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
