//! The active permission rules, and their decisions on skills.

use super::pattern::{PREFIX_SUFFIX, WORD_SUFFIX, word_wildcard};
use super::rule::Rule;
use crate::hosts::claude_code::editions::SkillRulePolicy;
use crate::hosts::claude_code::names::SKILL_TOOL;
use crate::model::permission::{PermissionSuggestion, Verdict};

/// The names by which permission rules can refer to a skill.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SkillNames<'a> {
    /// The skill's own name.
    pub name: &'a str,
    /// Further names by which the skill can be invoked.
    pub aliases: &'a [String],
    /// The name of a nested skill without its directory. None for other skills.
    pub unqualified: Option<&'a str>,
}

/// The active permission rules, grouped by their decision.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rules {
    /// The rules that deny a call.
    pub deny: Vec<Rule>,
    /// The rules that require a question to the user.
    pub ask: Vec<Rule>,
    /// The rules that allow a call.
    pub allow: Vec<Rule>,
}

impl Rules {
    /// Returns the decision of the permission rules on a skill, with the deciding rule. None if no
    /// rule matches.
    pub(crate) fn skill(
        &self,
        names: &SkillNames<'_>,
        policy: SkillRulePolicy,
    ) -> Option<(Verdict, &Rule)> {
        let is_on = |rule: &Rule, name: &str| {
            rule.content
                .as_deref()
                .is_none_or(|content| is_on_skill(content, name, policy))
        };
        let denies = |rule: &&Rule| {
            rule.is_against(SKILL_TOOL)
                && (is_on(rule, names.name)
                    || policy.denies_other_names
                        && names
                            .aliases
                            .iter()
                            .map(String::as_str)
                            .chain(names.unqualified)
                            .any(|name| is_on(rule, name)))
        };
        let asks = |rule: &&Rule| {
            let counts = policy.asks_for_one || rule.content.is_none();
            counts && rule.is_against(SKILL_TOOL) && is_on(rule, names.name)
        };
        let allows = |rule: &&Rule| rule.tool == SKILL_TOOL && is_on(rule, names.name);
        first(&self.deny, denies, Verdict::Deny)
            .or_else(|| first(&self.ask, asks, Verdict::Ask))
            .or_else(|| first(&self.allow, allows, Verdict::Allow))
    }

    /// Returns true if a rule denies all calls of this tool.
    pub(crate) fn denies_all(&self, tool: &str) -> bool {
        let mut deny = self.deny.iter();
        deny.any(|rule| rule.content.is_none() && rule.is_against(tool))
    }
}

/// Returns the two rules that Claude Code suggests when it asks the user about the skill `name`.
/// The first rule allows only this skill. Depending on the edition, the second rule allows this
/// skill with any arguments, or every skill whose name begins with `name`
/// (docs/hosts/claude-code-use.md#permissions). Skillglass chose the labels of the rules.
pub(crate) fn suggestions(name: &str, policy: SkillRulePolicy) -> Vec<PermissionSuggestion> {
    let (suffix, label) = if policy.wildcards && !policy.plain_prefixes {
        (WORD_SUFFIX, format!("Allow {name} with any arguments"))
    } else {
        (
            PREFIX_SUFFIX,
            format!("Allow every skill whose name begins with {name}"),
        )
    };
    vec![
        PermissionSuggestion {
            rule: format!("{SKILL_TOOL}({name})"),
            label: format!("Allow {name}"),
        },
        PermissionSuggestion {
            rule: format!("{SKILL_TOOL}({name}{suffix})"),
            label,
        },
    ]
}

fn first(
    rules: &[Rule],
    decides: impl Fn(&&Rule) -> bool,
    verdict: Verdict,
) -> Option<(Verdict, &Rule)> {
    rules
        .iter()
        .find(|rule| decides(rule))
        .map(|rule| (verdict, rule))
}

/// Returns true if the pattern of a permission rule matches a skill's name. `review:*` matches
/// every name that begins with `review`. `review *` matches `review`, and every name that begins
/// with `review` and a space. In some editions, `review *` matches the same names as `review:*`
/// (docs/hosts/claude-code-use.md#permissions).
fn is_on_skill(content: &str, name: &str, policy: SkillRulePolicy) -> bool {
    if let Some(prefix) = content.strip_suffix(PREFIX_SUFFIX) {
        return name.starts_with(prefix);
    }
    if policy.plain_prefixes {
        let prefix = content.strip_suffix(WORD_SUFFIX);
        return content == name || prefix.is_some_and(|prefix| name.starts_with(prefix));
    }
    content == name || policy.wildcards && word_wildcard(content, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NEW: SkillRulePolicy = SkillRulePolicy {
        wildcards: true,
        denies_other_names: true,
        plain_prefixes: false,
        asks_for_one: true,
    };

    const OLD: SkillRulePolicy = SkillRulePolicy {
        wildcards: false,
        denies_other_names: false,
        plain_prefixes: false,
        asks_for_one: true,
    };

    fn rules(texts: &[&str]) -> Vec<Rule> {
        texts
            .iter()
            .map(|text| Rule::parse(text).unwrap())
            .collect()
    }

    #[test]
    fn a_rule_on_a_skill_is_exact_or_a_pattern() {
        let cases = [
            ("Skill", "any", true, true),
            ("Skill(commit)", "commit", true, true),
            ("Skill(commit)", "commits", false, false),
            ("Skill(review:*)", "review-pr", true, true),
            ("Skill(review:*)", "re", false, false),
            ("Skill(review *)", "review", false, true),
            ("Skill(review *)", "review-pr", false, false),
            ("Skill(*-pr)", "review-pr", false, true),
            ("Skill(a*c)", "abc", false, true),
            ("Bash(commit)", "commit", false, false),
            ("*", "commit", false, false),
        ];
        for (rule, name, old, new) in cases {
            let rules = Rules {
                allow: rules(&[rule]),
                ..Rules::default()
            };
            let names = SkillNames {
                name,
                aliases: &[],
                unqualified: None,
            };
            for (policy, expected) in [(OLD, old), (NEW, new)] {
                let verdict = rules.skill(&names, policy).map(|(verdict, _)| verdict);
                let expected = expected.then_some(Verdict::Allow);
                assert_eq!(verdict, expected, "{rule} on {name}");
            }
        }
    }

    #[test]
    fn deny_comes_before_ask_and_ask_before_allow() {
        let all = Rules {
            deny: rules(&["Skill(a)", "*(x)"]),
            ask: rules(&["Skill(a)", "Skill(b)"]),
            allow: rules(&["Skill"]),
        };
        let cases = [
            ("a", Verdict::Deny, "Skill(a)"),
            ("b", Verdict::Ask, "Skill(b)"),
            ("c", Verdict::Allow, "Skill"),
            ("x", Verdict::Deny, "*(x)"),
        ];
        for (name, verdict, rule) in cases {
            let names = SkillNames {
                name,
                aliases: &[],
                unqualified: None,
            };
            let decided = all.skill(&names, NEW).unwrap();
            assert_eq!(
                (decided.0, decided.1.to_string()),
                (verdict, rule.to_owned())
            );
        }
    }

    #[test]
    fn only_deny_knows_a_skills_other_names() {
        let aliases = ["alias".to_owned()];
        let names = SkillNames {
            name: "apps/web:deploy",
            aliases: &aliases,
            unqualified: Some("deploy"),
        };
        for rule in ["Skill(alias)", "Skill(deploy)", "Skill(deploy *)"] {
            let deny = Rules {
                deny: rules(&[rule]),
                ..Rules::default()
            };
            assert!(deny.skill(&names, NEW).is_some(), "{rule}");
            assert!(deny.skill(&names, OLD).is_none(), "{rule}");
            let others = Rules {
                ask: rules(&[rule]),
                allow: rules(&[rule]),
                ..Rules::default()
            };
            assert!(others.skill(&names, NEW).is_none(), "{rule}");
        }
    }

    #[test]
    fn the_user_is_offered_the_skill_only_and_all_names_with_its_prefix() {
        let offered = |policy| -> Vec<_> {
            suggestions("commit", policy)
                .into_iter()
                .map(|suggestion| suggestion.rule)
                .collect()
        };
        assert_eq!(offered(OLD), ["Skill(commit)", "Skill(commit:*)"]);
        assert_eq!(offered(NEW), ["Skill(commit)", "Skill(commit *)"]);
    }

    proptest! {
        #[test]
        fn a_rule_with_the_prefix_of_a_name_matches_it(
            name in r"(é|a|b|:|\*| |/|\\){0,12}",
            content in r"(é|a|b|:|\*| |/|\\){0,8}",
        ) {
            let names = SkillNames { name: &name, aliases: &[], unqualified: None };
            for policy in [OLD, NEW] {
                let matches = |content: String| {
                    let rule = Rule { content: Some(content), ..Rule::parse(SKILL_TOOL).unwrap() };
                    let one = Rules { deny: vec![rule], ..Rules::default() };
                    one.skill(&names, policy).is_some()
                };
                let _ = matches(content.clone());
                prop_assert_eq!(matches(format!("{content}{PREFIX_SUFFIX}")), name.starts_with(&content));
            }
        }
    }
}
