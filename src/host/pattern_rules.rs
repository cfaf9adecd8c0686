//! The rules, with patterns, by which opencode and Kilo decide which tools, skills and files the model may use.

use crate::model::permission::{Permission, PermissionSuggestion, Verdict};
use crate::text::js_yaml::JsYamlValue;

/// The name of the permission for skills.
pub(crate) const TOOL: &str = "skill";

/// The pattern that matches everything.
pub(crate) const ANY: &str = "*";

/// The largest number of rules that are read. The limit is ours. It limits the time, because every skill is compared
/// with all rules.
///.
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
}

/// The active rules. The last rule that matches decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rules(Vec<Rule>);

impl Rules {
    /// Adds a rule for skills. Rules above the limit are not read.
    pub(crate) fn add(&mut self, pattern: &str, action: Verdict, source: &str) {
        self.add_for(TOOL, pattern, action, source);
    }

    /// Adds a rule for a permission. Rules above the limit are not read.
    pub(crate) fn add_for(
        &mut self,
        permission: &str,
        pattern: &str,
        action: Verdict,
        source: &str,
    ) {
        self.push(permission, pattern, action, source, false);
    }

    /// Adds a rule for all calls that need a permission.
    pub(crate) fn add_plain(&mut self, permission: &str, action: Verdict, source: &str) {
        self.push(permission, ANY, action, source, true);
    }

    fn push(
        &mut self,
        permission: &str,
        pattern: &str,
        action: Verdict,
        source: &str,
        is_plain: bool,
    ) {
        if self.0.len() >= MAX_RULES {
            return;
        }
        self.0.push(Rule {
            permission: permission.to_owned(),
            pattern: pattern.to_owned(),
            action,
            source: source.to_owned(),
            is_plain,
        });
    }

    /// Adds the rules in the configuration's field `permission`: one action for everything, one action for each
    /// permission, or one action for each pattern of a permission. The name of a permission may itself be a pattern.
    /// `source` returns the origin of the rule at a path of keys. `~` and `$HOME` at the start of a pattern are the home.
    pub(crate) fn add_all(
        &mut self,
        permission: &JsYamlValue,
        home: Option<&str>,
        source: &dyn Fn(&[&str]) -> String,
    ) {
        if let Some(action) = action(permission) {
            self.add_plain(ANY, action, &source(&[]));
        }
        for (name, rule) in permission.entries() {
            if let Some(action) = action(rule) {
                self.add_plain(name, action, &source(&[name]));
            }
            for (pattern, rule) in rule.entries() {
                if let Some(action) = action(rule) {
                    let expanded = expanded(pattern, home);
                    self.add_for(name, &expanded, action, &source(&[name, pattern]));
                }
            }
        }
    }

    /// Adds the rules of a configuration, then those of one of its agents. `source` returns the path of the file that
    /// contains the value at a path of keys; none if no file does.
    pub(crate) fn add_configured(
        &mut self,
        config: &JsYamlValue,
        agent: &str,
        home: Option<&str>,
        source: &dyn Fn(&[&str]) -> Option<String>,
    ) {
        let of_agent = config.get("agent").and_then(|agents| agents.get(agent));
        let in_agent = ["agent", agent];
        for (value, keys, words) in [
            (Some(config), &[][..], "the configuration".to_owned()),
            (
                of_agent,
                &in_agent[..],
                format!("the configuration of agent {agent}"),
            ),
        ] {
            let Some(value) = value else { continue };
            self.add_all(&with_tools(value), home, &|last| {
                let of_permission = source(&[keys, &["permission"], last].concat());
                let path = of_permission.or_else(|| source(&[keys, &["tools"]].concat()));
                path.unwrap_or_else(|| words.clone())
            });
        }
    }

    /// Returns the rules on a permission, in order.
    pub(crate) fn on<'r>(&'r self, permission: &str) -> impl DoubleEndedIterator<Item = &'r Rule> {
        let rules = self.0.iter();
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
    let mut all = JsYamlValue::Mapping(Vec::new());
    for (tool, is_on) in tools {
        let JsYamlValue::Bool(is_on) = is_on else {
            continue;
        };
        let name = match tool.as_str() {
            "write" | "edit" | "patch" | "multiedit" => "edit",
            other => other,
        };
        let action = if *is_on { "allow" } else { "deny" };
        let action = JsYamlValue::Text(action.to_owned());
        all.merge(JsYamlValue::Mapping(vec![(name.to_owned(), action)]));
    }
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
