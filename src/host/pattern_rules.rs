//! The rules, with patterns, by which opencode and Kilo decide which tools, skills and files the model may use.

use std::collections::HashMap;

use crate::model::permission::{Permission, PermissionSuggestion, Verdict};
use crate::text::js_yaml::JsYamlValue;

/// The name of the permission for skills.
pub(crate) const TOOL: &str = "skill";

/// The pattern that matches everything.
pub(crate) const ANY: &str = "*";

/// The origin of the rules that every agent has.
const DEFAULT: &str = "the agent's default";

/// The largest number of rules of the configuration that are read. The limit is ours. It limits the time, because every
/// skill is compared with all rules.
const MAX_RULES: usize = 1000;

/// A rule for the calls that a pattern matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    /// The permission, such as `bash`. The permission may also be a pattern.
    pub permission: String,
    /// The pattern for the subject of the call, such as a command.
    pub pattern: String,
    pub action: Verdict,
    /// The origin of the rule: the path of a file, or words for people.
    pub source: String,
    /// True if the configuration has one action for the permission, without patterns.
    pub is_plain: bool,
    /// The path of keys in the configuration that the rule was read from; empty for a rule of the program or of a caller.
    pub keys: Vec<String>,
}

/// The active rules. The last rule that matches decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rules {
    all: Vec<Rule>,
    /// The number of rules that count towards the limit: all but those of the program.
    limited: usize,
}

impl Rules {
    /// Adds a rule for skills that the caller gives. Rules above the limit are not read.
    pub(crate) fn add(&mut self, pattern: &str, action: Verdict, source: &str) {
        self.add_limited(Rule::new(TOOL, pattern, action, source));
    }

    /// Adds a rule of the program for a permission.
    pub(crate) fn add_for(&mut self, permission: &str, pattern: &str, action: Verdict) {
        let rule = Rule::new(permission, pattern, action, DEFAULT);
        self.all.push(rule);
    }

    /// Adds a rule of the program for all calls that need a permission.
    pub(crate) fn add_plain(&mut self, permission: &str, action: Verdict) {
        self.all.push(Rule {
            is_plain: true,
            ..Rule::new(permission, ANY, action, DEFAULT)
        });
    }

    fn add_limited(&mut self, rule: Rule) {
        if !self.is_full() {
            self.limited += 1;
            self.all.push(rule);
        }
    }

    fn is_full(&self) -> bool {
        self.limited >= MAX_RULES
    }

    /// Adds the rules of a configuration, then those of one of its agents. Rules above the limit are not read. `source`
    /// returns the path of the file that contains the value at a path of keys; none if no file does. `~` and `$HOME` at the
    /// start of a pattern are the home.
    pub(crate) fn add_configured(
        &mut self,
        config: &JsYamlValue,
        agent: &str,
        home: Option<&str>,
        source: &dyn Fn(&[&str]) -> Option<String>,
    ) {
        let of_agent = config.get("agent").and_then(|agents| agents.get(agent));
        let in_agent = ["agent", agent];
        for (config, outer, words) in [
            (Some(config), &[][..], "the configuration".to_owned()),
            (
                of_agent,
                &in_agent[..],
                format!("the configuration of agent {agent}"),
            ),
        ] {
            let Some(config) = config else { continue };
            self.add_all(config, home, outer, &|keys| {
                source(keys).unwrap_or_else(|| words.clone())
            });
        }
    }

    /// Adds the rules in the fields `permission` and `tools` of a configuration: one action for everything, one action for
    /// each permission, or one action for each pattern of a permission. The name of a permission may itself be a pattern.
    /// `outer` is the path of keys to the configuration.
    fn add_all(
        &mut self,
        config: &JsYamlValue,
        home: Option<&str>,
        outer: &[&str],
        source: &dyn Fn(&[&str]) -> String,
    ) {
        let mut add = |name: &str, pattern: Option<&str>, action| {
            if self.is_full() {
                return;
            }
            let keys = [outer, &keys_of(config, name), pattern.as_slice()].concat();
            let expanded = pattern.map(|pattern| expanded(pattern, home));
            self.add_limited(Rule {
                is_plain: pattern.is_none(),
                keys: keys.iter().map(|key| (*key).to_owned()).collect(),
                ..Rule::new(
                    name,
                    expanded.as_deref().unwrap_or(ANY),
                    action,
                    &source(&keys),
                )
            });
        };
        for (name, rule) in with_tools(config).entries() {
            if let Some(action) = action(rule) {
                add(name, None, action);
            }
            for (pattern, rule) in rule.entries() {
                if let Some(action) = action(rule) {
                    add(name, Some(pattern), action);
                }
            }
        }
    }

    /// Returns the rules on a permission, in order.
    pub(crate) fn on<'r>(&'r self, permission: &str) -> impl DoubleEndedIterator<Item = &'r Rule> {
        let rules = self.all.iter();
        rules.filter(move |rule| matches(permission, &rule.permission))
    }

    /// Returns the rule that decides about a text; none if no rule matches, so that the user is asked.
    pub(crate) fn decide(&self, permission: &str, text: &str) -> Option<&Rule> {
        self.on(permission)
            .rfind(|rule| matches(text, &rule.pattern))
    }

    /// Returns the rule because of which the model does not have the tools that need a permission: the last rule on the
    /// permission denies everything.
    pub(crate) fn removal(&self, permission: &str) -> Option<&Rule> {
        let last = self.on(permission).next_back();
        last.filter(|rule| rule.pattern == ANY && rule.action == Verdict::Deny)
    }

    /// Returns true if the model has the tool for skills.
    pub(crate) fn has_tool(&self) -> bool {
        self.removal(TOOL).is_none()
    }

    /// Returns the permission of the model to use a skill.
    pub(crate) fn of(&self, name: &str) -> Permission {
        let rule = self.decide(TOOL, name);
        let verdict = rule.map_or(Verdict::Ask, |rule| rule.action);
        Permission {
            verdict,
            rule: rule.map(Rule::text),
            reason: match rule {
                Some(rule) => format!("{} decides", rule.source),
                None => "no rule matches, so the user is asked".to_owned(),
            },
            suggestions: match verdict {
                Verdict::Ask => vec![PermissionSuggestion {
                    rule: format!("{name}: allow"),
                    label: format!("always allow {name}"),
                }],
                _ => Vec::new(),
            },
        }
    }
}

impl Rule {
    fn new(permission: &str, pattern: &str, action: Verdict, source: &str) -> Self {
        Self {
            permission: permission.to_owned(),
            pattern: pattern.to_owned(),
            action,
            source: source.to_owned(),
            is_plain: false,
            keys: Vec::new(),
        }
    }

    /// Returns the rule as JSON, as the program writes it. `more` has further members.
    pub(crate) fn json(&self, more: &str) -> String {
        let [permission, pattern, action] = [&*self.permission, &*self.pattern, word(self.action)]
            .map(|text| serde_json::json!(text).to_string());
        if self.is_plain {
            format!(
                "{{\"permission\":{permission},\"action\":{action},\"pattern\":{pattern}{more}}}"
            )
        } else {
            format!(
                "{{\"permission\":{permission},\"pattern\":{pattern},\"action\":{action}{more}}}"
            )
        }
    }

    /// Returns the rule as one line, such as `git *: allow`.
    pub(crate) fn text(&self) -> String {
        format!("{}: {}", self.pattern, word(self.action))
    }
}

/// Returns the field `permission`, before which the older field `tools` counts: it turns tools on and off. The tools that
/// change files have one permission.
fn with_tools(config: &JsYamlValue) -> JsYamlValue {
    let permission = config.get("permission");
    let tools = config.get("tools").map_or(&[][..], JsYamlValue::entries);
    let mut entries: Vec<(String, JsYamlValue)> = Vec::new();
    let mut places = HashMap::new();
    for (tool, is_on) in tools {
        let JsYamlValue::Bool(is_on) = is_on else {
            continue;
        };
        let name = permission_of_tool(tool);
        let action = if *is_on { "allow" } else { "deny" };
        let action = JsYamlValue::Text(action.to_owned());
        if let Some(place) = places.get(name) {
            let (_, known) = &mut entries[*place];
            *known = action;
        } else {
            places.insert(name, entries.len());
            entries.push((name.to_owned(), action));
        }
    }
    let mut all = JsYamlValue::Mapping(entries);
    match permission {
        None => {}
        Some(JsYamlValue::Text(action)) => {
            let action = JsYamlValue::Text(action.clone());
            all.merge(JsYamlValue::Mapping(vec![(ANY.to_owned(), action)]));
        }
        Some(map) => all.merge(map.clone()),
    }
    all
}

/// Returns the name of the permission in whose place the field `tools` has a tool.
fn permission_of_tool(tool: &str) -> &str {
    match tool {
        "write" | "edit" | "patch" | "multiedit" => "edit",
        other => other,
    }
}

/// Returns the path of keys to the rules of a permission that [`with_tools`] returns.
fn keys_of<'c>(config: &'c JsYamlValue, name: &'c str) -> Vec<&'c str> {
    let permission = config.get("permission");
    let is_text = permission.is_some_and(|value| value.text().is_some());
    if is_text && name == ANY {
        return vec!["permission"];
    }
    if permission.is_some_and(|map| map.get(name).is_some()) {
        return vec!["permission", name];
    }
    let tools = config.get("tools").map_or(&[][..], JsYamlValue::entries);
    let mut tools = tools.iter().rev().filter_map(|(tool, is_on)| {
        let names_it = permission_of_tool(tool) == name && matches!(is_on, JsYamlValue::Bool(_));
        names_it.then_some(tool.as_str())
    });
    let tool = tools.next();
    ["tools"].into_iter().chain(tool).collect()
}

/// Returns a pattern with the home in place of `~` or `$HOME` at its start.
fn expanded(pattern: &str, home: Option<&str>) -> String {
    let rest = match pattern.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => Some(rest),
        _ => pattern.strip_prefix("$HOME"),
    };
    match (home, rest) {
        (Some(home), Some(rest)) => format!("{home}{rest}"),
        _ => pattern.to_owned(),
    }
}

fn action(value: &JsYamlValue) -> Option<Verdict> {
    match value.text()? {
        "allow" => Some(Verdict::Allow),
        "ask" => Some(Verdict::Ask),
        "deny" => Some(Verdict::Deny),
        _ => None,
    }
}

pub(crate) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}

/// Returns true if a pattern matches a whole text. `*` matches any text, and `?` matches one character. A ` *` at the
/// end of a pattern also matches nothing. `\` counts as `/`.
pub(crate) fn matches(text: &str, pattern: &str) -> bool {
    if text.contains('\\') || pattern.contains('\\') {
        return matches(&text.replace('\\', "/"), &pattern.replace('\\', "/"));
    }
    pattern
        .strip_suffix(" *")
        .is_some_and(|start| glob(text, start))
        || glob(text, pattern)
}

/// The largest product of the lengths of a text and a pattern that are compared, in bytes. A longer pattern or text
/// never matches. The limit is ours.
const MAX_MATCH_WORK: usize = 1 << 20;

/// Compares a text with a pattern from left to right. If a character does not match, the last `*` matches one more
/// character.
fn glob(text: &str, pattern: &str) -> bool {
    if text.len().saturating_mul(pattern.len()) > MAX_MATCH_WORK {
        return false;
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut next) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(next) {
            Some('*') => {
                star = Some((at, next));
                next += 1;
            }
            Some(wanted) if *wanted == '?' || *wanted == text[at] => {
                at += 1;
                next += 1;
            }
            _ => match star {
                Some((taken, position)) => {
                    star = Some((taken + 1, position));
                    at = taken + 1;
                    next = position + 1;
                }
                None => return false,
            },
        }
    }
    pattern[next..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::js_yaml;

    #[test]
    fn only_rules_of_the_program_have_no_limit() {
        let mut rules = Rules::default();
        for _ in 0..=MAX_RULES {
            rules.add_for("external_directory", "/skill/*", Verdict::Allow);
        }
        let config = js_yaml::json(r#"{ "permission": { "bash": { "rm *": "deny" } } }"#).unwrap();
        rules.add_configured(&config, "build", None, &|_| None);
        let rule = rules.decide("bash", "rm x").unwrap();
        assert_eq!(rule.action, Verdict::Deny);
        for _ in 0..MAX_RULES {
            rules.add("pdf", Verdict::Ask, "a test");
        }
        assert_eq!(rules.on("bash").count(), 1);
        assert_eq!(rules.on(TOOL).count(), MAX_RULES - 1);
    }

    #[test]
    fn a_rule_keeps_the_keys_that_it_was_read_from() {
        let cases: [(&str, &[&[&str]]); 4] = [
            (r#"{ "permission": "ask" }"#, &[&["permission"]]),
            (
                r#"{ "permission": { "edit": { "~/a": "ask" }, "bash": "ask" } }"#,
                &[&["permission", "edit", "~/a"], &["permission", "bash"]],
            ),
            (
                r#"{ "tools": { "write": false, "bash": true }, "permission": { "bash": "ask" } }"#,
                &[&["tools", "write"], &["permission", "bash"]],
            ),
            (
                r#"{ "agent": { "build": { "permission": { "skill": { "*": "ask" } } } } }"#,
                &[&["agent", "build", "permission", "skill", "*"]],
            ),
        ];
        for (config, expected) in cases {
            let mut rules = Rules::default();
            let config = js_yaml::json(config).unwrap();
            rules.add_configured(&config, "build", Some("/home/me"), &|keys| {
                Some(keys.join("."))
            });
            let keys: Vec<_> = rules.all.iter().map(|rule| rule.keys.as_slice()).collect();
            assert_eq!(keys, expected);
            for rule in &rules.all {
                assert_eq!(rule.source, rule.keys.join("."));
            }
        }
    }

    #[test]
    fn without_a_rule_that_matches_the_user_is_asked() {
        let mut rules = Rules::default();
        assert_eq!(rules.of("pdf").verdict, Verdict::Ask);
        rules.add("other", Verdict::Allow, "a test");
        let permission = rules.of("pdf");
        assert_eq!((permission.verdict, permission.rule), (Verdict::Ask, None));
    }

    #[test]
    fn a_pattern_matches_the_whole_name() {
        let cases = [
            ("pdf", "pdf", true),
            ("pdf", "pd", false),
            ("pdf", "*", true),
            ("internal-docs", "internal-*", true),
            ("a/b", "a*b", true),
            ("a/b", "*", true),
            ("pdf", "p?f", true),
            ("pdf", "p??f", false),
            ("pdf", "pdf *", true),
            ("pdf x", "pdf *", true),
            ("pdfx", "pdf *", false),
            ("aab", "*a*b", true),
            ("", "*", true),
            ("", "?", false),
            ("ü", "?", true),
        ];
        for (name, pattern, expected) in cases {
            assert_eq!(matches(name, pattern), expected, "{name:?} {pattern:?}");
        }
    }
}
