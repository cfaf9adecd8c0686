//! The settings of the linter: `skillglass.json`, the request, and the combination of the two.
//!
//! The configuration file is in the working directory or in the nearest directory above it, up to the top of the
//! repository. Outside a repository, only the working directory is searched.
//!
//! - The hosts of the request replace the hosts of the file.
//! - The levels of the request override the levels of the file, rule by rule.
//! - The globs of the request are added to the globs of the file.
//!
//! If a part of the file cannot be used, it is reported and ignored; the rest of the file applies.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::cache::SettingsKey;
use super::diagnostic::{Diagnostic, Severity};
use super::nearest::nearest;
use super::registry::rules;
use super::request::{Level, LintRequest};
use super::rule::{Rule, RuleCodes};
use super::rules::configuration::configuration::Problem;
use crate::compare::HostChoice;
use crate::hosts;
use crate::model::argument::ArgumentError;
use crate::pipeline::Inputs;
use crate::text::document::PlaceIndex;
use crate::text::placed_json::{Members, byte_of, key_bytes, offset};
use crate::tree::path;
use crate::tree::{Entry, Tree};

/// The name of the linter's configuration file.
pub const CONFIG_FILE: &str = "skillglass.json";

/// The name of the entry in a repository's top directory that marks the directory as a repository.
/// The entry is a folder, or a file in a worktree.
const GIT: &str = ".git";

/// The maximum number of globs in a configuration file or a request. There is a maximum, because
/// each glob is matched with every file. No host has this limit.
pub(super) const MAX_GLOBS: usize = 200;

/// The content of `skillglass.json`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LintConfig {
    /// The target hosts, each with or without an edition. If the list is empty, all hosts in their
    /// default editions are targets.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "HostChoice[]", optional))]
    pub hosts: Vec<HostChoice>,
    /// The level of each rule whose level differs from the default, keyed by the rule's code.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Partial<Record<DiagnosticCode, Level>>", optional)
    )]
    pub rules: BTreeMap<String, Level>,
    /// Globs of files whose findings are ignored, relative to the directory of `skillglass.json`, such as `vendor/**`.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub ignore: Vec<String>,
}

/// The settings of a run of the linter, combined from the configuration file and the request.
pub(crate) struct Settings {
    /// The target hosts; see [`LintRequest::hosts`].
    pub hosts: Vec<HostChoice>,
    levels: BTreeMap<String, Level>,
    ignored: Vec<Glob>,
    /// True if the linter reports ignore comments that match no finding. False if the request names
    /// other hosts than the project's configuration. A comment may then match a finding in a host
    /// that this run does not check.
    pub judges_comments: bool,
    /// True if the request asks for fixes.
    pub fixes: bool,
    /// True if the severity of warnings that repeat is lowered.
    pub lowers_repeats: bool,
    /// The findings about the configuration file. They do not concern particular hosts.
    pub found: Vec<Diagnostic>,
    /// The codes of the only rules that run; `None` if all rules run.
    pub only: Option<RuleCodes>,
}

/// A glob of paths, and the directory that the paths are relative to.
struct Glob {
    directory: String,
    pattern: String,
}

impl Settings {
    /// Combines the settings of the configuration file with the settings of the request.
    ///
    /// # Errors
    /// Returns an error if the request names an unknown rule or host, or contains an invalid glob.
    pub fn new(request: &LintRequest, inputs: Inputs<'_>) -> Result<Self, ArgumentError> {
        let mut settings = match file(inputs.tree, &inputs.environment.cwd) {
            Some(file) => Self::of_file(file),
            None => Self::of_config(LintConfig::default(), "/"),
        };
        settings.fixes = request.fixes;
        settings.lowers_repeats = request.lower_repeats;
        check_rules(&request.rules)?;
        let globs = request.ignore.iter().enumerate().take(MAX_GLOBS + 1);
        for (index, pattern) in globs {
            check_glob(pattern, index)
                .map_err(|message| ArgumentError::new(format!("ignore[{index}]"), message))?;
            settings.ignored.push(Glob {
                directory: inputs.environment.cwd.clone(),
                pattern: pattern.clone(),
            });
        }
        let levels = request.rules.iter();
        (settings.levels).extend(levels.map(|(code, level)| (code.clone(), *level)));
        if !request.hosts.is_empty() {
            settings.judges_comments = settings.hosts == request.hosts;
            settings.hosts.clone_from(&request.hosts);
        }
        Ok(settings)
    }

    /// Returns the settings that the severities of findings depend on. `window` is the context window
    /// of the workspace, in tokens.
    pub(super) fn key(&self, window: Option<i64>) -> SettingsKey {
        let globs = self.ignored.iter();
        let globs = globs.map(|glob| (glob.directory.clone(), glob.pattern.clone()));
        SettingsKey {
            levels: self.levels.clone(),
            ignored: globs.collect(),
            judges_comments: self.judges_comments,
            lowers_repeats: self.lowers_repeats,
            window,
        }
    }

    fn of_config(config: LintConfig, directory: &str) -> Self {
        let globs = config.ignore.into_iter().map(|pattern| Glob {
            directory: directory.to_owned(),
            pattern,
        });
        Self {
            hosts: config.hosts,
            levels: config.rules,
            ignored: globs.collect(),
            judges_comments: true,
            fixes: true,
            lowers_repeats: true,
            found: Vec::new(),
            only: None,
        }
    }

    fn of_file(file: Entry<'_>) -> Self {
        let path = file.path();
        let directory = path::parent(&path).unwrap_or("/");
        let Some(contents) = file.contents() else {
            return Self::of_config(LintConfig::default(), directory);
        };
        let Ok(text) = contents.text() else {
            let problem = Problem {
                bytes: 0..0,
                message: "the file is not UTF-8 text".to_owned(),
                help: "Save it as UTF-8.".to_owned(),
                meant: None,
            };
            let mut settings = Self::of_config(LintConfig::default(), directory);
            settings.found = vec![problem.diagnostic(&path, &PlaceIndex::new(""))];
            return settings;
        };
        let (config, problems) = LintConfig::read(text);
        let places = PlaceIndex::new(text);
        let mut settings = Self::of_config(config, directory);
        let found = (problems.into_iter()).map(|problem| problem.diagnostic(&path, &places));
        settings.found = found.collect();
        settings
    }

    /// Returns the severity of a rule's findings under these settings; `None` if the rule is off.
    /// `by_rule` is the severity that applies if the settings do not mention the rule.
    pub fn severity(&self, code: &str, by_rule: Severity) -> Option<Severity> {
        match self.levels.get(code) {
            Some(level) => level.severity(),
            None => Some(by_rule),
        }
    }

    /// Returns true if the settings have a level for the rule.
    pub fn has_level(&self, code: &str) -> bool {
        self.levels.contains_key(code)
    }

    /// Returns true if the run includes the rule and the settings do not turn the rule off.
    pub fn asks_for(&self, code: &str) -> bool {
        self.only.is_none_or(|only| only.contains(&code))
            && self.levels.get(code) != Some(&Level::Off)
    }

    /// Returns true if a glob of the settings ignores the file.
    pub fn ignores(&self, file: &str) -> bool {
        self.ignored.iter().any(|glob| {
            let inside = file.strip_prefix(glob.directory.trim_end_matches('/'));
            let relative = inside.and_then(|inside| inside.strip_prefix('/'));
            relative.is_some_and(|relative| fast_glob::glob_match(&glob.pattern, relative))
        })
    }
}

/// Creates a problem about a part of `skillglass.json`. The linter ignores this part, and applies
/// all other parts.
fn problem(
    bytes: ops::Range<usize>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Problem {
    Problem {
        bytes,
        message: message.into(),
        help: help.into(),
        meant: None,
    }
}

/// Creates a problem about an unknown name in `skillglass.json`. The help suggests a similar known
/// name, or lists the known names if there are only a few.
fn unknown<'k>(
    bytes: ops::Range<usize>,
    what: &str,
    given: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Problem {
    let known: Vec<_> = known.into_iter().collect();
    let meant = nearest(given, known.iter().copied());
    let help = match meant {
        Some(meant) => format!("Did you mean \"{meant}\"?"),
        None if known.len() <= 8 => format!("There is {}.", known.join(", ")),
        None => format!("Remove it, or write a known {what}."),
    };
    Problem {
        meant: meant.map(|meant| format!("\"{meant}\"")),
        ..problem(bytes, format!("there is no {what} \"{given}\""), help)
    }
}

/// Returns the configuration file that applies to a working directory; `None` if there is no such
/// file. Only the working directory and the directories above it are searched, up to the top of the
/// repository.
pub(super) fn file<'t>(tree: &'t Tree, cwd: &str) -> Option<Entry<'t>> {
    let holds = |directory: &str, name: &str| {
        let directory = tree.resolve(directory).ok()?;
        directory.child(name)?.follow().ok()
    };
    let top = path::ancestors(cwd).find(|directory| holds(directory, GIT).is_some());
    let top = top.unwrap_or(cwd);
    path::ancestors(cwd)
        .take_while(|directory| path::is_within(directory, top))
        .find_map(|directory| holds(directory, CONFIG_FILE))
}

fn check_rules(levels: &BTreeMap<String, Level>) -> Result<(), ArgumentError> {
    let known = rules();
    for code in levels.keys() {
        if !known.iter().any(|rule| rule.code == code) {
            return Err(unknown_rule(&format!("rules[{code:?}]"), code, &known));
        }
    }
    Ok(())
}

/// Creates the error for an argument that names an unknown rule.
pub(super) fn unknown_rule(argument: &str, code: &str, known: &[Rule]) -> ArgumentError {
    let nearest = nearest(code, known.iter().map(|rule| rule.code));
    let nearest = nearest.map_or_else(String::new, |nearest| {
        format!("; did you mean {nearest:?}?")
    });
    ArgumentError::new(argument, format!("there is no rule {code:?}{nearest}"))
}

/// Checks that a glob can be used. Returns an error with the reason otherwise.
fn check_glob(pattern: &str, index: usize) -> Result<(), String> {
    if index >= MAX_GLOBS {
        return Err(format!("there are more than {MAX_GLOBS} globs"));
    }
    if pattern.len() > path::MAX_PATH_BYTES {
        return Err("the glob is longer than any path".to_owned());
    }
    fast_glob::validate(pattern).map_err(|error| format!("the glob cannot be read: {error}"))
}

impl LintConfig {
    /// Parses the configuration file, and reports the parts of its text that cannot be used.
    fn read(text: &str) -> (Self, Vec<Problem>) {
        let mut reader = ConfigReader {
            text,
            config: Self::default(),
            problems: Vec::new(),
        };
        reader.read();
        (reader.config, reader.problems)
    }
}

struct ConfigReader<'t> {
    text: &'t str,
    config: LintConfig,
    problems: Vec<Problem>,
}

impl<'t> ConfigReader<'t> {
    fn read(&mut self) {
        let json = self.text.trim_start_matches('\u{feff}');
        let root: &RawValue = match serde_json::from_str(json) {
            Ok(root) => root,
            Err(error) => {
                let byte = byte_of(json, error.line(), error.column()) + self.offset(json);
                self.problems.push(problem(
                    byte..byte,
                    format!("the file is not valid JSON: {error}"),
                    "Fix the JSON: comments and commas at the end of a list are not allowed.",
                ));
                return;
            }
        };
        let Some(members) = self.members(root, "the file", "{ \"rules\": { … } }") else {
            return;
        };
        for (key, value) in members {
            match &*key.text {
                "hosts" => self.hosts(value),
                "rules" => self.rules(value),
                "ignore" => self.ignore(value),
                // Only editors use `$schema`.
                "$schema" => {}
                other => {
                    let known = ["hosts", "rules", "ignore"];
                    let problem = unknown(key.bytes, "setting", other, known);
                    self.problems.push(problem);
                }
            }
        }
    }

    fn hosts(&mut self, value: &'t RawValue) {
        let items = self.items(value, "`hosts`", "[\"codex\", \"claude-code\"]");
        for item in items.into_iter().flatten() {
            let host = match string(item) {
                Some(id) => Some((id, item, None)),
                None => self.host_with_edition(item),
            };
            if let Some((id, place, edition)) = host {
                self.host(&id, place, edition);
            }
        }
    }

    fn host_with_edition(
        &mut self,
        item: &'t RawValue,
    ) -> Option<(String, &'t RawValue, Option<&'t RawValue>)> {
        let example = "\"codex\" or { \"host\": \"codex\", \"edition\": \"2026-05\" }";
        let (mut host, mut edition) = (None, None);
        for (key, value) in self.members(item, "a host", example)? {
            match &*key.text {
                "host" => host = Some(value),
                "edition" => edition = Some(value),
                other => {
                    let known = ["host", "edition"];
                    let problem = unknown(key.bytes, "setting of a host", other, known);
                    self.problems.push(problem);
                }
            }
        }
        let named = host.and_then(|host| Some((string(host)?, host, edition)));
        if named.is_none() {
            let place = self.bytes(host.unwrap_or(item));
            let problem = problem(place, "a host has no name", format!("Write {example}."));
            self.problems.push(problem);
        }
        named
    }

    fn host(&mut self, id: &str, place: &'t RawValue, edition: Option<&'t RawValue>) {
        let hosts = hosts::hosts();
        // The host may have an edition, as in `codex@2026-02`.
        if let Some((host, given_edition)) = id.split_once('@')
            && edition.is_none()
            && let Some(known) = hosts.iter().find(|known| known.host == host)
        {
            if known
                .editions
                .iter()
                .any(|edition| edition == given_edition)
            {
                self.config.hosts.push(HostChoice::from(id));
                return;
            }
            let known = known.editions.iter();
            let known: Vec<_> = known.map(|edition| format!("{host}@{edition}")).collect();
            let known = known.iter().map(String::as_str);
            let problem = unknown(self.bytes(place), "host", id, known);
            self.problems.push(problem);
            return;
        }
        let Some(known) = hosts.iter().find(|known| known.host == id) else {
            let known = hosts.iter().map(|known| &*known.host);
            let problem = unknown(self.bytes(place), "host", id, known);
            self.problems.push(problem);
            return;
        };
        let edition = match edition.map(|value| (string(value), value)) {
            None => None,
            Some((Some(edition), _)) if known.editions.contains(&edition) => Some(edition),
            Some((edition, value)) => {
                let edition = edition.unwrap_or_else(|| value.get().to_owned());
                let known = known.editions.iter().map(String::as_str);
                let what = format!("edition of {id}");
                let problem = unknown(self.bytes(value), &what, &edition, known);
                self.problems.push(problem);
                return;
            }
        };
        self.config.hosts.push(HostChoice {
            host: id.to_owned(),
            edition,
        });
    }

    fn rules(&mut self, value: &'t RawValue) {
        let members = self.members(value, "`rules`", "{ \"configuration\": \"off\" }");
        let known = rules();
        for (key, value) in members.into_iter().flatten() {
            if !known.iter().any(|rule| rule.code == key.text) {
                let codes = known.iter().map(|rule| rule.code);
                let problem = unknown(key.bytes, "rule", &key.text, codes);
                self.problems.push(problem);
                continue;
            }
            match serde_json::from_str(value.get()) {
                Ok(level) => {
                    self.config.rules.insert(key.text.into_owned(), level);
                }
                Err(_) => {
                    let given = string(value).unwrap_or_else(|| value.get().to_owned());
                    let levels = ["error", "warning", "info", "hint", "off"];
                    let problem = unknown(self.bytes(value), "level", &given, levels);
                    self.problems.push(problem);
                }
            }
        }
    }

    fn ignore(&mut self, value: &'t RawValue) {
        let items = self.items(value, "`ignore`", "[\"vendor/**\"]");
        let items = items.into_iter().flatten().enumerate();
        for (index, item) in items.take(MAX_GLOBS + 1) {
            let bytes = self.bytes(item);
            let problem = match string(item) {
                None => problem(
                    bytes,
                    "a glob must be a string",
                    "Write a path relative to this file's directory, such as \"vendor/**\".",
                ),
                Some(pattern) => match check_glob(&pattern, index) {
                    Ok(()) => {
                        self.config.ignore.push(pattern);
                        continue;
                    }
                    Err(message) => problem(
                        bytes,
                        message,
                        "Close its brackets and braces, or take it out.",
                    ),
                },
            };
            self.problems.push(problem);
        }
    }

    /// Returns the keys and values of a JSON object. Reports any other value, and returns `None`.
    fn members(
        &mut self,
        value: &'t RawValue,
        what: &str,
        example: &str,
    ) -> Option<Vec<(Key<'t>, &'t RawValue)>> {
        let Ok(Members(members)) = serde_json::from_str(value.get()) else {
            self.must_be(value, what, "an object", example);
            return None;
        };
        let members = members.into_iter().map(|(text, value)| {
            // If a key has no position in the text, the problem is at the key's value.
            let bytes = key_bytes(self.text, &text).unwrap_or_else(|| self.bytes(value));
            (Key { text, bytes }, value)
        });
        Some(members.collect())
    }

    /// Returns the items of a JSON array. Reports any other value, and returns `None`.
    fn items(
        &mut self,
        value: &'t RawValue,
        what: &str,
        example: &str,
    ) -> Option<Vec<&'t RawValue>> {
        let items = serde_json::from_str(value.get()).ok();
        if items.is_none() {
            self.must_be(value, what, "an array", example);
        }
        items
    }

    fn must_be(&mut self, value: &'t RawValue, what: &str, kind: &str, example: &str) {
        let message = format!("{what} must be {kind}");
        let help = format!("Write something like {example}.");
        let problem = problem(self.bytes(value), message, help);
        self.problems.push(problem);
    }

    fn bytes(&self, value: &'t RawValue) -> ops::Range<usize> {
        let start = self.offset(value.get());
        start..start + value.get().len()
    }

    /// Returns the byte offset of `part` in the configuration file's text. `part` is a slice of
    /// this text.
    fn offset(&self, part: &str) -> usize {
        offset(self.text, part)
    }
}

/// A key of a JSON object. The byte range in the text includes the quotes.
struct Key<'t> {
    text: Cow<'t, str>,
    bytes: ops::Range<usize>,
}

fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}
