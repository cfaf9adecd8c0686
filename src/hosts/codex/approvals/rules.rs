//! Reads the permission rules of a session from the `*.rules` files beside each `config.toml`, and
//! matches commands with them.

use std::collections::BTreeMap;

use super::policy::Settings;
use super::reader::{self, Call, Stop, Value};
use crate::hosts::codex::config::{Config, rule_files};
use crate::hosts::codex::options::LayerKind;
use crate::model::permission::PermissionRule;
use crate::text::document::{Place, PlaceIndex};
use crate::tree::{Tree, path};

/// The decision that a rule makes on a command. If several rules match, the strictest decision is
/// used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Decision {
    Allow,
    Prompt,
    Forbidden,
}

/// A permission rule for commands that begin with certain words.
#[derive(Debug)]
pub(super) struct Rule {
    /// The words that a command must begin with. For each position, several words may be allowed.
    pattern: Vec<Vec<String>>,
    pub decision: Decision,
    pub justification: Option<String>,
    /// The source text of the rule in its file.
    text: String,
    file: String,
    place: Place,
}

impl Rule {
    /// Returns the rule's text and position, as a permission decision reports them.
    pub fn named(&self) -> PermissionRule {
        PermissionRule {
            text: self.text.clone(),
            source: self.file.clone(),
            place: Some(self.place),
        }
    }

    fn matches(&self, words: &[String]) -> bool {
        let mut pairs = self.pattern.iter().zip(words);
        words.len() >= self.pattern.len() && pairs.all(|(any, word)| any.contains(word))
    }
}

/// A rule that matches a command.
pub(super) struct Matched<'r> {
    pub rule: &'r Rule,
    /// The command's words, as they were compared with the rule. If the rule matches only the name
    /// of the program, the first word is the name without its path.
    pub words: Vec<String>,
    /// The number of words in the rule's pattern.
    pub length: usize,
}

/// The permission rules of a session.
#[derive(Debug, Default)]
pub(super) struct Rules {
    rules: Vec<Rule>,
    /// The allowed absolute paths of a program, by the program's name. A rule that begins with the
    /// name also matches these paths. If a name has no entry, every path is allowed.
    executables: BTreeMap<String, Vec<String>>,
}

impl Rules {
    /// Reads the rule files of the configuration layers that the user trusts. If Codex does not
    /// accept one of the files, the result has no rules.
    ///
    /// # Errors
    /// Returns a message if Skillglass does not know which rules apply, for example because a file
    /// contains code.
    pub fn read(tree: &Tree, config: &Config<'_>, settings: &Settings) -> Result<Self, String> {
        let mut rules = Self::default();
        let mut is_valid = true;
        for layer in &config.layers {
            let folder = layer.folder.as_deref();
            let is_trusted = layer.kind != LayerKind::Project || settings.trusts(folder);
            let Some(folder) = folder.filter(|_| is_trusted && !layer.disabled) else {
                continue;
            };
            for (file, entry) in rule_files(tree, folder) {
                let contents = entry
                    .contents()
                    .ok_or_else(|| format!("the contents of {file} have not been given"))?;
                let text = contents
                    .text()
                    .map_err(|error| format!("{file} cannot be read: {error}"))?;
                match rules.add(&file, text) {
                    Ok(()) => {}
                    Err(Stop::Invalid(..)) => is_valid = false,
                    Err(Stop::Code(at)) => {
                        let Place { line, column, .. } = PlaceIndex::new(text).place(at);
                        return Err(format!(
                            "{file}:{line}:{column} has code, which Skillglass does not run; write only calls of prefix_rule"
                        ));
                    }
                }
            }
        }
        Ok(if is_valid { rules } else { Self::default() })
    }

    fn add(&mut self, file: &str, text: &str) -> Result<(), Stop> {
        let places = PlaceIndex::new(text);
        let mut examples = Vec::new();
        for call in reader::read(text)? {
            match call.name.as_str() {
                "prefix_rule" => {
                    let (rule, (matches, others)) = prefix_rule(&call, file, text, &places)?;
                    examples.push((self.rules.len(), matches, others));
                    self.rules.push(rule);
                }
                "host_executable" => {
                    let (name, paths) = host_executable(&call)?;
                    self.executables.insert(name, paths);
                }
                "network_rule" => {
                    arguments(&call, &["host", "protocol", "decision", "justification"])?;
                }
                "print" | "fail" | "len" | "range" | "str" => {
                    return Err(Stop::Code(call.bytes.start));
                }
                name => {
                    let message = format!("there is no function `{name}`");
                    return Err(Stop::Invalid(call.bytes.start, message));
                }
            }
        }
        for (index, matches, others) in examples {
            let rule = &self.rules[index];
            let is_matched = |words: &Vec<String>| {
                !self
                    .matches_of(words, &mut std::iter::once(rule))
                    .is_empty()
            };
            if !matches.iter().all(is_matched) || others.iter().any(is_matched) {
                let message = "an example of a rule does not hold".to_owned();
                return Err(Stop::Invalid(rule.place.byte, message));
            }
        }
        Ok(())
    }

    /// Returns all rules that match a command.
    pub fn matches(&self, command: &[String]) -> Vec<Matched<'_>> {
        self.matches_of(command, &mut self.rules.iter())
    }

    fn matches_of<'r>(
        &self,
        command: &[String],
        rules: &mut dyn Iterator<Item = &'r Rule>,
    ) -> Vec<Matched<'r>> {
        let rules: Vec<_> = rules.collect();
        let matching = |words: &[String]| -> Vec<Matched<'r>> {
            let found = rules.iter().filter(|rule| rule.matches(words));
            found
                .map(|rule| Matched {
                    rule,
                    words: words.to_vec(),
                    length: rule.pattern.len(),
                })
                .collect()
        };
        let exact = matching(command);
        let Some((program, arguments)) = command.split_first() else {
            return exact;
        };
        if !exact.is_empty() || !program.starts_with('/') {
            return exact;
        }
        // A rule on a program's name also matches its path, unless the rules list the paths of the
        // program.
        let name = path::file_name(program);
        let listed = self.executables.get(name);
        if listed.is_some_and(|paths| !paths.contains(program)) {
            return exact;
        }
        let words: Vec<_> = std::iter::once(name.to_owned())
            .chain(arguments.iter().cloned())
            .collect();
        matching(&words)
    }
}

/// Returns a call's arguments in the order of `names`; none for a missing argument. Returns an
/// error if the call has too many arguments or an unknown one.
fn arguments<'c>(call: &'c Call, names: &[&str]) -> Result<Vec<Option<&'c Value>>, Stop> {
    let invalid = |message: String| Stop::Invalid(call.bytes.start, message);
    if call.positional.len() > names.len() {
        return Err(invalid(format!("{} has too many arguments", call.name)));
    }
    if let Some(name) = call
        .named
        .keys()
        .find(|name| !names.contains(&name.as_str()))
    {
        return Err(invalid(format!("{} has no argument `{name}`", call.name)));
    }
    let values = names.iter().enumerate().map(|(index, name)| {
        let by_place = call.positional.get(index);
        match (by_place, call.named.get(*name)) {
            (Some(_), Some(_)) => Err(invalid(format!("the argument `{name}` occurs twice"))),
            (by_place, by_name) => Ok(by_place.or(by_name)),
        }
    });
    values.collect()
}

/// The examples in a rule: commands that the rule must match, and commands that it must not match.
type Examples = (Vec<Vec<String>>, Vec<Vec<String>>);

fn prefix_rule(
    call: &Call,
    file: &str,
    text: &str,
    places: &PlaceIndex<'_>,
) -> Result<(Rule, Examples), Stop> {
    let names = ["pattern", "decision", "match", "not_match", "justification"];
    let values = arguments(call, &names)?;
    let invalid = |message: &str| Stop::Invalid(call.bytes.start, message.to_owned());
    let pattern = match values[0] {
        Some(Value::List(words)) if !words.is_empty() => words,
        _ => return Err(invalid("`pattern` is not a list with words")),
    };
    let pattern = pattern.iter().map(|word| match word {
        Value::Text(word) => Ok(vec![word.clone()]),
        Value::List(words) if !words.is_empty() => {
            texts(words).ok_or_else(|| invalid("an alternative is not a text"))
        }
        _ => Err(invalid(
            "an element of `pattern` is neither a text nor a list of texts",
        )),
    });
    let pattern = pattern.collect::<Result<_, _>>()?;
    let decision = match values[1] {
        None => Decision::Allow,
        Some(Value::Text(decision)) => match decision.as_str() {
            "allow" => Decision::Allow,
            "prompt" => Decision::Prompt,
            "forbidden" => Decision::Forbidden,
            _ => return Err(invalid("`decision` is not allow, prompt or forbidden")),
        },
        Some(_) => return Err(invalid("`decision` is not a text")),
    };
    let justification = match values[4] {
        None => None,
        Some(Value::Text(why)) if !why.trim().is_empty() => Some(why.clone()),
        Some(_) => return Err(invalid("`justification` is not a text with words")),
    };
    let examples = |value: Option<&Value>| match value {
        None => Some(Vec::new()),
        Some(Value::List(examples)) => examples.iter().map(example).collect(),
        Some(_) => None,
    };
    let (Some(matches), Some(others)) = (examples(values[2]), examples(values[3])) else {
        return Err(invalid("`match` or `not_match` is not a list of commands"));
    };
    let rule = Rule {
        pattern,
        decision,
        justification,
        text: text[call.bytes.clone()].to_owned(),
        file: file.to_owned(),
        place: places.place(call.bytes.start),
    };
    Ok((rule, (matches, others)))
}

/// Returns the words of an example command. The example is a list of words, or a text that is split
/// as by a shell. None if the value is neither, or has no words.
fn example(value: &Value) -> Option<Vec<String>> {
    let words = match value {
        Value::Text(text) => shlex::split(text),
        Value::List(words) => texts(words),
        Value::Other => None,
    };
    words.filter(|words| !words.is_empty())
}

fn texts(values: &[Value]) -> Option<Vec<String>> {
    let texts = values.iter().map(|value| match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

fn host_executable(call: &Call) -> Result<(String, Vec<String>), Stop> {
    let values = arguments(call, &["name", "paths"])?;
    let invalid = |message: &str| Stop::Invalid(call.bytes.start, message.to_owned());
    let (Some(Value::Text(name)), Some(Value::List(paths))) = (values[0], values[1]) else {
        return Err(invalid("host_executable needs a name and a list of paths"));
    };
    let paths = texts(paths).ok_or_else(|| invalid("a path is not a text"))?;
    let is_of_name = |path: &String| path.starts_with('/') && path::file_name(path) == name;
    if name.is_empty() || name.contains('/') || !paths.iter().all(is_of_name) {
        return Err(invalid("a path does not end in the name of the program"));
    }
    Ok((name.clone(), paths))
}
