//! The rules, with patterns for names, by which opencode and Kilo decide which skills the model may use.

use crate::model::permission::{Permission, PermissionSuggestion, Verdict};
use crate::text::js_yaml::JsYamlValue;

/// The name of the tool that the rules apply to.
pub(crate) const TOOL: &str = "skill";

/// The pattern that matches everything.
pub(crate) const ANY: &str = "*";

/// The largest number of rules that are read. The limit is ours, because every skill is compared with all rules
///.
const MAX_RULES: usize = 1000;

/// A rule for the skills whose names match a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    pattern: String,
    action: Verdict,
    /// The origin of the rule, in words for people.
    source: String,
}

/// The active rules. The last rule that matches a skill decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rules(Vec<Rule>);

impl Rules {
    /// Adds a rule. Rules above the limit are not read.
    pub(crate) fn add(&mut self, pattern: &str, action: Verdict, source: &str) {
        if self.0.len() >= MAX_RULES {
            return;
        }
        self.0.push(Rule {
            pattern: pattern.to_owned(),
            action,
            source: source.to_owned(),
        });
    }

    /// Adds the rules in the configuration's field `permission`: one action for all tools, one action for each tool, or
    /// one action for each pattern of a tool. The name of a tool may itself be a pattern.
    pub(crate) fn add_all(&mut self, permission: &JsYamlValue, source: &str) {
        if let Some(action) = action(permission) {
            self.add(ANY, action, source);
        }
        for (tool, rule) in permission.entries() {
            if !matches(TOOL, tool) {
                continue;
            }
            if let Some(action) = action(rule) {
                self.add(ANY, action, source);
            }
            for (pattern, rule) in rule.entries() {
                if let Some(action) = action(rule) {
                    self.add(pattern, action, source);
                }
            }
        }
    }

    /// Returns true if the model has the tool. The model does not have it if the last rule denies every skill.
    pub(crate) fn has_tool(&self) -> bool {
        let last = self.0.last();
        !last.is_some_and(|rule| rule.pattern == ANY && rule.action == Verdict::Deny)
    }

    /// Returns the permission of the model to use a skill.
    pub(crate) fn of(&self, name: &str) -> Permission {
        let rule = self
            .0
            .iter()
            .rev()
            .find(|rule| matches(name, &rule.pattern));
        let verdict = rule.map_or(Verdict::Ask, |rule| rule.action);
        Permission {
            verdict,
            rule: rule.map(|rule| format!("{}: {}", rule.pattern, word(rule.action))),
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

fn action(value: &JsYamlValue) -> Option<Verdict> {
    match value.text()? {
        "allow" => Some(Verdict::Allow),
        "ask" => Some(Verdict::Ask),
        "deny" => Some(Verdict::Deny),
        _ => None,
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}

/// Returns true if a pattern matches a whole text. `*` matches any text, and `?` one character. A ` *` at the end of a
/// pattern may match nothing.
pub(crate) fn matches(text: &str, pattern: &str) -> bool {
    pattern
        .strip_suffix(" *")
        .is_some_and(|start| glob(text, start))
        || glob(text, pattern)
}

/// The largest product of the lengths of a text and a pattern that are compared, in bytes. A longer pattern or text
/// never matches. The limit is ours.
const MAX_MATCH_WORK: usize = 1 << 20;

/// Compares a text with a pattern from left to right. If a character does not match, the last `*` takes one more
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
