//! The active permission rules, and the verdicts of these rules on a skill or a command.

use super::parts::parts;
use super::pattern::{PREFIX_SUFFIX, WORD_SUFFIX, wildcard, word_wildcard};
use super::readers::{find_only_reads, only_reads, writes_to_file};
use super::rule::Rule;
use super::wrappers::{Assignments, forms};
use crate::hosts::claude_code::editions::SkillRulePolicy;
use crate::hosts::claude_code::names::{BASH, SKILL_TOOL};
use crate::model::permission::{PermissionSuggestion, Verdict};

/// The name of the tool that changes files.
const EDIT: &str = "Edit";

/// The longest command that is split into its parts, in characters. The user is asked about a longer command, unless a
/// rule denies it (docs/hosts/claude-code-use.md#rules-on-bash).
const MAX_ANALYSED: usize = 10_000;

/// The names by which rules refer to a skill.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SkillNames<'a> {
    /// The skill's own name.
    pub name: &'a str,
    /// Further names that invoke the skill.
    pub aliases: &'a [String],
    /// The name of a nested skill without its directory; none for other skills.
    pub unqualified: Option<&'a str>,
}

/// The active permission rules, by their verdict.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rules {
    /// The rules that deny.
    pub deny: Vec<Rule>,
    /// The rules because of which the user is asked.
    pub ask: Vec<Rule>,
    /// The rules that allow.
    pub allow: Vec<Rule>,
}

impl Rules {
    /// Returns the verdict of the rules on a skill, with the rule that decides; none if no rule matches.
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

    /// Returns true if a rule denies all calls of a tool.
    pub(crate) fn denies_all(&self, tool: &str) -> bool {
        let mut deny = self.deny.iter();
        deny.any(|rule| rule.content.is_none() && rule.is_against(tool))
    }

    /// Returns the verdict of the rules on a shell command, with the rule that decided. `preapproved` are the rules in
    /// a skill's `allowed-tools`, which count like rules of `allow`. If no rule decides, a command that only reads is
    /// allowed, and the user is asked about any other command.
    #[cfg(test)]
    pub(crate) fn bash<'r>(
        &'r self,
        command: &str,
        preapproved: &'r [Rule],
    ) -> (Verdict, Option<&'r Rule>) {
        self.bash_with(command, preapproved, &[])
    }

    /// Returns the same verdict as [`bash`](Self::bash), with `readers` as additional programs that only read.
    pub(crate) fn bash_with<'r>(
        &'r self,
        command: &str,
        preapproved: &'r [Rule],
        readers: &[&str],
    ) -> (Verdict, Option<&'r Rule>) {
        let command = command.trim();
        let short = command.chars().count() <= MAX_ANALYSED;
        let parts = short.then(|| parts(command)).flatten().unwrap_or_default();
        let is_on_any = |rule: &&Rule| {
            rule.is_against(BASH)
                && rule.content.as_deref().is_none_or(|content| {
                    is_on_command(content, command)
                        || parts.iter().any(|part| {
                            forms(part, Assignments::All).any(|form| is_on_command(content, form))
                        })
                })
        };
        if let Some((verdict, rule)) = first(&self.deny, is_on_any, Verdict::Deny)
            .or_else(|| first(&self.ask, is_on_any, Verdict::Ask))
        {
            return (verdict, Some(rule));
        }
        let allowed = || self.allow.iter().chain(preapproved);
        let allowing: Vec<_> = allowed().filter(|rule| rule.tool == BASH).collect();
        // A rule that allows a command does not allow the command to write its output to a file
        // (docs/hosts/claude-code-use.md#rules-on-bash). An `Edit` rule allows the file only if the rule has no path.
        let edits = allowed().any(|rule| rule.tool == EDIT && rule.content.is_none());
        let whole = |rule: &&&Rule| {
            rule.content
                .as_deref()
                .is_none_or(|content| content == command)
        };
        if let Some(rule) = allowing.iter().find(whole) {
            return (Verdict::Allow, Some(rule));
        }
        if parts.is_empty() {
            return (Verdict::Ask, None);
        }
        let mut deciding = None;
        for part in &parts {
            let writable = edits || !writes_to_file(part);
            let by_rule = allowing.iter().filter(|_| writable).find(|rule| {
                rule.content.as_deref().is_some_and(|content| {
                    forms(part, Assignments::Harmless).any(|form| allows_part(content, form))
                })
            });
            match by_rule {
                Some(rule) => deciding = deciding.or(Some(*rule)),
                None if only_reads(part, readers) => {}
                None => return (Verdict::Ask, None),
            }
        }
        (Verdict::Allow, deciding)
    }
}

/// Returns the two rules that the host suggests when it asks the user about a skill. The first rule allows only this
/// skill. The second allows the skill with any arguments, or every name that begins with the skill's name
/// (docs/hosts/claude-code-use.md#permissions). The labels are ours.
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

/// Returns true if the content of a rule matches a skill's name. `review:*` matches every name that begins with
/// `review`. `review *` matches the name `review`, and names that continue after a space. In some editions `review *`
/// matches the same names as `review:*` (docs/hosts/claude-code-use.md#permissions).
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

/// Returns true if the content of a rule matches a command. `git:*` matches the same commands as `git *`.
pub(in crate::hosts::claude_code) fn is_on_command(content: &str, command: &str) -> bool {
    match content.strip_suffix(PREFIX_SUFFIX) {
        Some(prefix) => {
            wildcard(prefix, command) || wildcard(&format!("{prefix}{WORD_SUFFIX}"), command)
        }
        None => word_wildcard(content, command),
    }
}

/// Returns true if the pattern of a hook's `if` matches any part of a command. The pattern also matches in cases of
/// doubt: if the command cannot be split, or if the command contains a substitution or a variable and the pattern has
/// more than a program's name (docs/hosts/claude-code-hooks.md#if).
pub(crate) fn commands_match(content: &str, command: &str) -> bool {
    let short = command.chars().count() <= MAX_ANALYSED;
    let Some(parts) = short.then(|| parts(command)).flatten() else {
        return true;
    };
    let is_any = parts
        .iter()
        .any(|part| forms(part, Assignments::All).any(|form| is_on_command(content, form)));
    let names_more = content
        .split_whitespace()
        .nth(1)
        .is_some_and(|word| word != "*");
    is_any || is_on_command(content, command) || names_more && command.contains(['$', '`'])
}

/// Returns true if the content of a rule allows a part of a command. For a program that runs its arguments as a
/// command, the rule must contain the whole command; a pattern is not enough
/// (docs/hosts/claude-code-use.md#rules-on-bash).
pub(in crate::hosts::claude_code) fn allows_part(content: &str, part: &str) -> bool {
    const NEVER_BY_PATTERN: [&str; 4] = ["watch", "setsid", "ionice", "flock"];
    let is_pattern = content.contains('*');
    let program = part.split_whitespace().next().unwrap_or_default();
    let runs_others =
        NEVER_BY_PATTERN.contains(&program) || program == "find" && !find_only_reads(part);
    (!is_pattern || !runs_others) && is_on_command(content, part)
}

#[cfg(test)]
mod tests {
    use super::super::parts::MAX_NESTING;
    use super::super::rule::split_tools;
    use super::super::wrappers::MAX_LAYERS;
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
    fn a_rule_on_commands_is_exact_a_prefix_or_a_pattern() {
        let cases = [
            ("Bash", "make x", true),
            ("Bash(npm run build)", "npm run build", true),
            ("Bash(npm run build)", "npm run build x", false),
            ("Bash(make *)", "make -j", true),
            ("Bash(make *)", "make", true),
            ("Bash(make *)", "makers", false),
            ("Bash(make:*)", "make -j", true),
            ("Bash(make:*)", "make", true),
            ("Bash(make:*)", "makers", false),
            ("Bash(make*)", "makers", true),
            ("Bash(make:* x)", "make x", false),
            ("Bash(* install)", "npm install", true),
            ("Bash(git * main)", "git push origin main", true),
            ("Bash(git * main)", "git push main x", false),
            ("Bash(make *)", "make; rm x", false),
            ("Bash(make *)", "make && rm x", false),
            ("Bash(make *)", "make || rm x", false),
            ("Bash(make *)", "make | rm x", false),
            ("Bash(make *)", "make |& rm x", false),
            ("Bash(make *)", "make & rm x", false),
            ("Bash(make *)", "make\nrm x", false),
            ("Bash(make *)", "make $(rm x)", false),
            ("Bash(make *)", "make \"`rm x`\"", false),
            ("Bash(make *)", "make <(rm x)", false),
            ("Bash(make *)", "(rm x); make", false),
            ("Bash(make *)", "make 'a; rm x' \"b && rm\" c\\;d", true),
            ("Bash(make *)", "make a && make b", true),
            ("Bash(make *)", "make $(make a) 2>&1", true),
            ("Bash(make *)", "make > out.txt", false),
            ("Bash(make *)", "make 2> /dev/null", true),
            ("Bash(make *)", "make 'unclosed", false),
            ("Bash(make *)", "make $(unclosed", false),
            ("Bash(a && b)", "a && b", true),
            ("Bash(make *)", "timeout -k 5 30 make x", true),
            ("Bash(make *)", "nice -n 5 nohup make x", true),
            ("Bash(make *)", "command -v make", false),
            ("Bash(make *)", "xargs make", true),
            ("Bash(make *)", "xargs -n1 make", false),
            ("Bash(make *)", "NODE_ENV=test make x", true),
            ("Bash(make *)", "PATH=/x make x", false),
            ("Bash(watch *)", "watch ls", false),
            ("Bash(find *)", "find . -delete", false),
            ("Bash(find . -delete)", "find . -delete", true),
            ("Read", "make", false),
        ];
        for (rule, command, allowed) in cases {
            let preapproved = rules(&[rule]);
            let expected = if allowed {
                (Verdict::Allow, preapproved.first())
            } else {
                (Verdict::Ask, None)
            };
            let none = Rules::default();
            assert_eq!(
                none.bash(command, &preapproved),
                expected,
                "{rule} on {command}"
            );
        }
    }

    #[test]
    fn an_output_file_needs_leave_to_edit() {
        let none = Rules::default();
        let command = "make >> out.txt";
        assert_eq!(
            none.bash(command, &rules(&["Bash(make *)"])).0,
            Verdict::Ask
        );
        let both = rules(&["Bash(make *)", "Edit"]);
        assert_eq!(none.bash(command, &both).0, Verdict::Allow);
    }

    #[test]
    fn a_rule_against_any_part_of_a_command_beats_what_allows_it() {
        let strict = Rules {
            deny: rules(&["Bash(rm *)"]),
            ask: rules(&["Bash(git push:*)"]),
            allow: rules(&["Bash"]),
        };
        let preapproved = rules(&["Bash(rm *)", "Bash(git *)"]);
        let cases = [
            ("rm x", Verdict::Deny),
            ("ls && rm x", Verdict::Deny),
            ("echo $(rm x)", Verdict::Deny),
            ("echo \"`FOO=bar rm x`\"", Verdict::Deny),
            ("timeout 5 rm x", Verdict::Deny),
            ("git push", Verdict::Ask),
            ("ls; git push origin", Verdict::Ask),
            ("echo 'rm x'", Verdict::Allow),
        ];
        for (command, expected) in cases {
            assert_eq!(strict.bash(command, &preapproved).0, expected, "{command}");
        }
    }

    #[test]
    fn a_command_that_only_reads_needs_no_rule() {
        let cases = [
            ("ls -la", Verdict::Allow),
            ("git diff HEAD | head -5 && pwd", Verdict::Allow),
            ("git log --oneline 2>/dev/null", Verdict::Allow),
            ("find . -name x", Verdict::Allow),
            ("find . -name *.rs", Verdict::Ask),
            ("find . -delete", Verdict::Ask),
            ("git push", Verdict::Ask),
            ("git diff --output=x", Verdict::Ask),
            ("cat x > y", Verdict::Ask),
            ("cat $(make)", Verdict::Ask),
            ("make", Verdict::Ask),
            ("", Verdict::Ask),
        ];
        for (command, expected) in cases {
            assert_eq!(
                Rules::default().bash(command, &[]),
                (expected, None),
                "{command}"
            );
        }
    }

    #[test]
    fn a_command_too_long_to_take_apart_is_asked_for() {
        let long = format!("ls {}", "x".repeat(MAX_ANALYSED));
        let nested = format!(
            "ls {}{}",
            "$(ls ".repeat(MAX_NESTING),
            ")".repeat(MAX_NESTING)
        );
        for command in [long, nested] {
            assert_eq!(Rules::default().bash(&command, &[]), (Verdict::Ask, None));
        }
    }

    #[test]
    fn a_limited_number_of_wrappers_is_ignored() {
        let rules = rules(&["Bash(make *)"]);
        for (layers, expected) in [(MAX_LAYERS - 1, Verdict::Allow), (MAX_LAYERS, Verdict::Ask)] {
            let command = format!("{}make x", "nohup ".repeat(layers));
            assert_eq!(Rules::default().bash(&command, &rules).0, expected);
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
        fn any_text_gives_a_result(
            command in r#"(a|b|\(|\)|\$\(|`|'|"|\\|&|\||;|>|<|/dev/null|\n| |é|rm|timeout|nice -n|A=){0,25}"#,
            rule in r"(Bash|Skill|\(|\)|\*|:| |a|b){0,8}",
        ) {
            let _ = split_tools(&command);
            let Ok(rule) = Rule::parse(&rule) else { return Ok(()) };
            let one = Rules { deny: vec![rule.clone()], ..Rules::default() };
            let _ = one.bash(&command, &[]);
            let names = SkillNames { name: &command, aliases: &[], unqualified: None };
            let _ = one.skill(&names, NEW);
            let _ = Rules::default().bash(&command, std::slice::from_ref(&rule));
            prop_assert_eq!(Rule::parse(&rule.to_string()), Ok(rule));
        }
    }
}
