//! The permission rules of opencode and Kilo. Rules with patterns decide which tools, skills and
//! files the model may use.

use crate::hashing::HashMap;
use crate::model::permission::{Permission, PermissionSuggestion, Verdict};
use crate::text::js_yaml::JsYamlValue;

/// The name of the permission to use skills.
pub(crate) const TOOL: &str = "skill";

/// The pattern that matches everything.
pub(crate) const ANY: &str = "*";

/// The source of default rules, in words for messages.
const DEFAULT: &str = "the agent's default";

/// The maximum number of configured rules that are read. No host has this limit. It bounds the time,
/// because every skill is compared with all rules.
const MAX_RULES: usize = 1000;

/// A rule that allows, denies or asks about the calls that its pattern matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    /// The name of the permission, such as `bash`. The name may contain wildcards.
    pub permission: String,
    /// The pattern that the call's command, path or other value must match.
    pub pattern: String,
    pub action: Verdict,
    /// The path of the file that contains the rule. If there is no such file, a phrase for
    /// messages, such as `the agent's default`.
    pub source: String,
    /// True if the configuration gives one action for the permission, as in `bash: ask`, and not an
    /// action for each pattern.
    pub is_plain: bool,
    /// The keys under which the configuration contains the rule, the outermost first. Empty if the
    /// rule is a default of the program, or if a caller added it.
    pub keys: Vec<String>,
}

/// The permission rules of a host. If several rules match, the last of them decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rules {
    all: Vec<Rule>,
    /// The number of rules that count towards the limit [`MAX_RULES`]. Default rules of the program
    /// do not count.
    limited: usize,
}

impl Rules {
    /// Adds a permission rule for the skills whose names match `pattern`. Ignores the rule if the
    /// maximum number of rules is reached.
    pub(crate) fn add(&mut self, pattern: &str, action: Verdict, source: &str) {
        self.add_limited(Rule::new(TOOL, pattern, action, source));
    }

    /// Adds a rule that is a default of opencode or Kilo, for one permission and one pattern.
    pub(crate) fn add_for(&mut self, permission: &str, pattern: &str, action: Verdict) {
        let rule = Rule::new(permission, pattern, action, DEFAULT);
        self.all.push(rule);
    }

    /// Adds a rule that is a default of opencode or Kilo, for one permission and without a pattern.
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

    /// Adds the rules of a configuration, then the configuration's rules for the agent `agent`.
    /// Ignores rules beyond the maximum number. Replaces a `~` or `$HOME` at the start of a pattern
    /// with the home directory. `source` returns the path of the file that sets the value under the
    /// given keys; `None` if no file sets it.
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

    /// Adds the rules in the fields `permission` and `tools` of a configuration. The field
    /// `permission` contains one action for all permissions, or an action for each permission, or
    /// an action for each pattern of a permission. The name of a permission may contain wildcards.
    /// `outer` has the keys that lead from the top of the configuration file to this configuration,
    /// such as `agent` and `build`.
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

    /// Returns the rules that apply to a permission, in order.
    pub(crate) fn on<'r>(&'r self, permission: &str) -> impl DoubleEndedIterator<Item = &'r Rule> {
        let rules = self.all.iter();
        rules.filter(move |rule| matches(permission, &rule.permission))
    }

    /// Returns the last rule for `permission` that matches `text`. Returns `None` if no rule
    /// matches, in which case the user is asked.
    pub(crate) fn decide(&self, permission: &str, text: &str) -> Option<&Rule> {
        self.on(permission)
            .rfind(|rule| matches(text, &rule.pattern))
    }

    /// Returns the rule that takes the tools with this permission away from the model: the last
    /// rule on the permission, if it denies everything. Otherwise returns `None`.
    pub(crate) fn removal(&self, permission: &str) -> Option<&Rule> {
        let last = self.on(permission).next_back();
        last.filter(|rule| rule.pattern == ANY && rule.action == Verdict::Deny)
    }

    /// Returns true if the model has the tool that loads skills.
    pub(crate) fn has_tool(&self) -> bool {
        self.removal(TOOL).is_none()
    }

    /// Returns the decision on the model's use of the skill with this name.
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

    /// Returns the rule as a JSON object with its keys in the order that the host's program uses. `more` is JSON text
    /// that is added before the closing brace.
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

    /// Returns the rule's pattern and action as one line, such as `git *: allow`.
    pub(crate) fn text(&self) -> String {
        format!("{}: {}", self.pattern, word(self.action))
    }
}

/// Returns the rules of a configuration as one mapping from permissions to actions. The older field
/// `tools` allows or denies each tool. Its rules are first, converted to permissions: for example,
/// the tools `write` and `edit` both set the permission `edit`. The rules of the field `permission`
/// follow.
fn with_tools(config: &JsYamlValue) -> JsYamlValue {
    let permission = config.get("permission");
    let tools = config.get("tools").map_or(&[][..], JsYamlValue::entries);
    let mut entries: Vec<(String, JsYamlValue)> = Vec::new();
    let mut places = HashMap::default();
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

/// Returns the name of the permission that an entry of the field `tools` sets. `tool` is the key of
/// the entry. For example, the key `write` sets the permission `edit`.
fn permission_of_tool(tool: &str) -> &str {
    match tool {
        "write" | "edit" | "patch" | "multiedit" => "edit",
        other => other,
    }
}

/// Returns the keys under which a configuration has the rules of the permission `name`, such as
/// `permission` and `bash`. If the field `permission` does not have this permission, the keys are
/// `tools` (an older field) and the name of a tool.
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

/// Returns a pattern in which `~` or `$HOME` at the start is replaced with the home directory.
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

/// Returns true if a pattern matches the whole text. `*` matches any text, and `?` matches one
/// character. A pattern that ends in ` *` also matches the text without arguments: `ls *` matches
/// `ls`. `\` counts as `/`.
pub(crate) fn matches(text: &str, pattern: &str) -> bool {
    if text.contains('\\') || pattern.contains('\\') {
        return matches(&text.replace('\\', "/"), &pattern.replace('\\', "/"));
    }
    pattern
        .strip_suffix(" *")
        .is_some_and(|start| glob(text, start))
        || glob(text, pattern)
}

/// The limit for comparing a text with a pattern: the product of their lengths in bytes. If the
/// product is larger, the pattern does not match. No host has this limit.
const MAX_MATCH_WORK: usize = 1 << 20;

/// Returns true if `text` matches `pattern`. In the pattern, `*` matches any characters, and `?`
/// matches one character. If a character does not match, the comparison returns to the nearest
/// earlier `*` of the pattern and lets this `*` match one more character.
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
