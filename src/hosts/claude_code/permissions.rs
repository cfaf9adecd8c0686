//! Permissions: rules such as `Skill(commit)` and `Bash(git *)`, and what they say of a skill or a command.
//!
//! Deny comes before ask, ask before allow, however specific a rule is (host facts A6). Rules on shell commands follow the
//! documentation of 2026-08, "Permission rule syntax".

use std::fmt;

use crate::model::permission::{PermissionSuggestion, Verdict};

/// How an edition reads rules on skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SkillRulePolicy {
    /// Whether `*` is a wildcard, so that `Skill(name *)` is a rule on `name` (from 2.1.139).
    pub wildcards: bool,
    /// Whether a deny rule on an alias, or on a nested skill's name without its directory, counts (from 2.1.260).
    pub denies_other_names: bool,
}

/// The names of a skill.
#[derive(Debug, Clone, Copy)]
pub(super) struct SkillNames<'a> {
    /// The one that it is invoked by.
    pub name: &'a str,
    /// Others that lead to it.
    pub aliases: &'a [String],
    /// A nested skill's, without its directory.
    pub unqualified: Option<&'a str>,
}

/// The tool that invokes skills (seed 004, section 11).
const SKILL: &str = "Skill";

/// The tool that runs commands.
pub(super) const BASH: &str = "Bash";

/// The tool that changes files.
const EDIT: &str = "Edit";

/// What ends a rule on all that begins with a prefix, in its older form.
const PREFIX_SUFFIX: &str = ":*";

/// The same in its newer form; it ends a word.
const WORD_SUFFIX: &str = " *";

/// Longest command that is taken apart, in characters; a longer one is asked for unless a rule is against it
/// (documentation of 2026-08, "Read-only commands").
const MAX_ANALYSED: usize = 10_000;

/// A rule on the uses of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    /// The tool's name.
    pub tool: String,
    /// Which of its uses; all when there is none.
    pub content: Option<String>,
}

impl Rule {
    /// Reads `Tool` or `Tool(content)`. `Tool(*)` is the tool with all its uses.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (tool, content) = match text.split_once('(') {
            None => (text, None),
            Some((tool, rest)) => {
                let content = rest
                    .strip_suffix(')')
                    .ok_or_else(|| format!("{text:?} does not end with `)`"))?;
                (tool, Some(content))
            }
        };
        if tool.is_empty() || tool.contains([')', ' ', ',']) {
            return Err(format!("{text:?} does not begin with the name of a tool"));
        }
        if content.is_some_and(|content| content.trim().is_empty()) {
            return Err(format!(
                "{text:?} has nothing between its parentheses; leave them out to mean every use"
            ));
        }
        Ok(Self {
            tool: tool.to_owned(),
            content: content.filter(|content| *content != "*").map(str::to_owned),
        })
    }

    /// Whether a rule against something is on that tool; only such a rule may have wildcards in the tool's name.
    fn is_against(&self, tool: &str) -> bool {
        wildcard(&self.tool, tool)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.content {
            Some(content) => write!(f, "{}({content})", self.tool),
            None => f.write_str(&self.tool),
        }
    }
}

/// The rules in a text, separated by blanks or commas outside of parentheses.
pub(super) fn split_tools(text: &str) -> Vec<String> {
    let mut depth = 0_usize;
    text.split(|character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (character == ',' || character.is_whitespace())
    })
    .filter(|rule| !rule.is_empty())
    .map(str::to_owned)
    .collect()
}

/// The rules in force.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Rules {
    /// What is refused.
    pub deny: Vec<Rule>,
    /// What is asked for.
    pub ask: Vec<Rule>,
    /// What goes ahead.
    pub allow: Vec<Rule>,
}

impl Rules {
    /// What the rules say of a skill, and the one that decides; none when no rule is on it.
    pub(super) fn skill(
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
            rule.is_against(SKILL)
                && (is_on(rule, names.name)
                    || policy.denies_other_names
                        && names
                            .aliases
                            .iter()
                            .map(String::as_str)
                            .chain(names.unqualified)
                            .any(|name| is_on(rule, name)))
        };
        let asks = |rule: &&Rule| rule.is_against(SKILL) && is_on(rule, names.name);
        let allows = |rule: &&Rule| rule.tool == SKILL && is_on(rule, names.name);
        first(&self.deny, denies, Verdict::Deny)
            .or_else(|| first(&self.ask, asks, Verdict::Ask))
            .or_else(|| first(&self.allow, allows, Verdict::Allow))
    }

    /// Whether a rule takes a tool away with all its uses.
    pub(super) fn denies_all(&self, tool: &str) -> bool {
        let mut deny = self.deny.iter();
        deny.any(|rule| rule.content.is_none() && rule.is_against(tool))
    }

    /// What the rules say of a shell command, and the one that decides. `preapproved` are what a skill allows itself: they
    /// count as much as those of `allow`, and less than the others. Without a rule, a command that only reads goes ahead
    /// and any other is asked for.
    pub(super) fn bash<'r>(
        &'r self,
        command: &str,
        preapproved: &'r [Rule],
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
        // A rule allows the command, not the file that its output goes to (documentation of 2026-08, "Redirections").
        // Which files an `Edit` rule with a path is on is not looked into.
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
                None if only_reads(part) => {}
                None => return (Verdict::Ask, None),
            }
        }
        (Verdict::Allow, deciding)
    }
}

/// The rules that a user who is asked about a skill is offered: it alone, or all that begins with its name (seed 004,
/// section 9). The labels are ours.
pub(super) fn suggestions(name: &str, policy: SkillRulePolicy) -> Vec<PermissionSuggestion> {
    let (suffix, label) = if policy.wildcards {
        (WORD_SUFFIX, format!("Allow {name} with any arguments"))
    } else {
        (
            PREFIX_SUFFIX,
            format!("Allow every skill whose name begins with {name}"),
        )
    };
    vec![
        PermissionSuggestion {
            rule: format!("{SKILL}({name})"),
            label: format!("Allow {name}"),
        },
        PermissionSuggestion {
            rule: format!("{SKILL}({name}{suffix})"),
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

/// `review:*` is on every name that begins with `review` (seed 004, section 9); `review *` on that name alone, like
/// `Bash(ls *)` (changelog 2.1.139).
fn is_on_skill(content: &str, name: &str, policy: SkillRulePolicy) -> bool {
    if let Some(prefix) = content.strip_suffix(PREFIX_SUFFIX) {
        return name.starts_with(prefix);
    }
    content == name || policy.wildcards && word_wildcard(content, name)
}

/// `git:*` is another way to write `git *`.
fn is_on_command(content: &str, command: &str) -> bool {
    match content.strip_suffix(PREFIX_SUFFIX) {
        Some(prefix) => {
            wildcard(prefix, command) || wildcard(&format!("{prefix}{WORD_SUFFIX}"), command)
        }
        None => word_wildcard(content, command),
    }
}

/// Some programs run what they are given: no pattern allows them, only the whole command does (documentation of
/// 2026-08, "Wrappers").
fn allows_part(content: &str, part: &str) -> bool {
    const NEVER_BY_PATTERN: [&str; 4] = ["watch", "setsid", "ionice", "flock"];
    let is_pattern = content.contains('*');
    let program = part.split_whitespace().next().unwrap_or_default();
    let runs_others =
        NEVER_BY_PATTERN.contains(&program) || program == "find" && !find_only_reads(part);
    (!is_pattern || !runs_others) && is_on_command(content, part)
}

/// A pattern that ends with a blank and `*` is also on what has nothing there.
fn word_wildcard(pattern: &str, text: &str) -> bool {
    wildcard(pattern, text)
        || pattern
            .strip_suffix(WORD_SUFFIX)
            .is_some_and(|prefix| wildcard(prefix, text))
}

/// Whether all of `text` fits `pattern`, in which `*` is any run of characters. Linear: between two stars the first
/// place that fits is as good as any.
fn wildcard(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let Some(last) = pieces.next_back() else {
        return rest.is_empty();
    };
    for piece in pieces {
        match rest.find(piece) {
            Some(start) => rest = &rest[start + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Which assignments before a command are looked past.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Assignments {
    /// All: a rule against `rm *` is also against `FOO=bar rm x`.
    All,
    /// Only those of variables known to be harmless. The documentation names this one and says that there are others.
    Harmless,
}

const HARMLESS_VARIABLES: [&str; 1] = ["NODE_ENV"];

/// Most assignments and wrappers before a command that are looked past. This limit is ours: each costs another look at
/// the whole of it.
const MAX_LAYERS: usize = 32;

/// A part of a command, and what is left of it without assignments and wrappers such as `timeout 30`, layer by layer.
fn forms(part: &str, assignments: Assignments) -> impl Iterator<Item = &str> {
    let layers = std::iter::successors(Some(part), move |part| unwrapped(part, assignments));
    layers.take(MAX_LAYERS)
}

fn unwrapped(part: &str, assignments: Assignments) -> Option<&str> {
    let (word, rest) = part.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    if let Some((variable, _)) = word.split_once('=')
        && is_variable(variable)
    {
        let looked_past = assignments == Assignments::All || HARMLESS_VARIABLES.contains(&variable);
        return looked_past.then_some(rest);
    }
    let begins_with_flag = rest.starts_with('-');
    match word {
        "nohup" | "noglob" => Some(rest),
        "command" | "builtin" | "xargs" => (!begins_with_flag).then_some(rest),
        "time" => Some(without_flags(rest, &[])),
        "nice" => Some(without_flags(rest, &["-n"])),
        "stdbuf" => Some(without_flags(rest, &["-i", "-o", "-e"])),
        "timeout" => {
            let rest = without_flags(rest, &["-k", "-s"]);
            let (_duration, rest) = rest.split_once(char::is_whitespace)?;
            Some(rest.trim_start())
        }
        _ => None,
    }
}

/// The rest behind leading flags; those of `with_value` take the next word along.
fn without_flags<'t>(mut rest: &'t str, with_value: &[&str]) -> &'t str {
    while rest.starts_with('-')
        && let Some((flag, behind)) = rest.split_once(char::is_whitespace)
    {
        rest = behind.trim_start();
        if with_value.contains(&flag) {
            rest = rest
                .split_once(char::is_whitespace)
                .map_or("", |(_value, behind)| behind.trim_start());
        }
    }
    rest
}

fn is_variable(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Programs that only read, as the documentation of 2026-08 names them ("Read-only commands"); it says that there are
/// others. `find` and `git` are judged by their words.
const READERS: [&str; 12] = [
    "ls", "cat", "echo", "pwd", "head", "tail", "grep", "wc", "which", "diff", "stat", "du",
];

/// Subcommands of git that only read whatever their flags. The documentation speaks of "read-only forms of git"; the
/// list is ours.
const GIT_READERS: [&str; 10] = [
    "status",
    "log",
    "show",
    "diff",
    "blame",
    "rev-parse",
    "ls-files",
    "describe",
    "shortlog",
    "rev-list",
];

/// Flags of git's readers that write or run something.
const GIT_WRITING_FLAGS: [&str; 3] = ["--output", "--ext-diff", "--textconv"];

/// Flags of `find` that run or write something.
const FIND_WRITING_FLAGS: [&str; 9] = [
    "-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls",
];

/// Whether a part of a command is known to read and nothing else. A redirection to anything but `/dev/null` writes.
fn only_reads(part: &str) -> bool {
    if writes_to_file(part) {
        return false;
    }
    forms(part, Assignments::Harmless).any(|form| {
        let mut words = form.split_whitespace();
        match words.next() {
            Some("find") => find_only_reads(form) && !form.contains(['*', '?', '[']),
            Some("git") => {
                words
                    .next()
                    .is_some_and(|subcommand| GIT_READERS.contains(&subcommand))
                    && !form.contains(['*', '?', '['])
                    && !words.any(|word| {
                        GIT_WRITING_FLAGS
                            .iter()
                            .any(|flag| word.split('=').next() == Some(flag))
                    })
            }
            Some(program) => READERS.contains(&program),
            None => false,
        }
    })
}

fn find_only_reads(command: &str) -> bool {
    !command
        .split_whitespace()
        .any(|word| FIND_WRITING_FLAGS.contains(&word))
}

fn writes_to_file(part: &str) -> bool {
    let mut quote = None;
    let mut characters = part.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (None | Some('"'), '\\') => {
                characters.next();
            }
            (Some(open), _) if open == character => quote = None,
            (None, '>') => {
                let target = part[at + 1..].trim_start_matches(['>', '|']);
                let descriptor = target.starts_with('&')
                    && target[1..].starts_with(|next: char| next.is_ascii_digit());
                let target = target.trim_start();
                let nowhere = target
                    .strip_prefix("/dev/null")
                    .is_some_and(|rest| !rest.starts_with(|next: char| !next.is_whitespace()));
                if !descriptor && !nowhere {
                    return true;
                }
                // The second of `>>`.
                while characters.as_str().starts_with(['>', '|']) {
                    characters.next();
                }
            }
            _ => {}
        }
    }
    false
}

/// Deepest nesting of substitutions that is followed. This limit is ours.
const MAX_NESTING: usize = 32;

/// What a part of a command stands in.
struct Frame {
    /// What closes it; none for the whole command.
    close: Option<u8>,
    /// Whether it is a subshell, so that a new part begins behind it.
    subshell: bool,
    /// Where the current part in it began.
    start: usize,
    /// Whether double quotes are open in it.
    quoted: bool,
}

/// The commands that a command is made of: between `&&`, `||`, `;`, `|`, `|&`, `&` and newlines outside of quotes, and
/// within subshells, `$(…)`, `<(…)` and backquotes, each without blanks around it. None when it cannot be taken apart.
fn parts(command: &str) -> Option<Vec<&str>> {
    let bytes = command.as_bytes();
    let mut parts = Vec::new();
    let mut frames = vec![Frame {
        close: None,
        subshell: false,
        start: 0,
        quoted: false,
    }];
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let next = bytes.get(at + 1).copied();
        let top = frames.last_mut()?;
        // What opens another frame: its length, and what closes it.
        let mut opened = None;
        match byte {
            b'\\' => at += 1,
            b'"' => top.quoted = !top.quoted,
            b'\'' if !top.quoted => at += 1 + command[at + 1..].find('\'')?,
            _ if top.close == Some(byte) && !top.quoted => {
                parts.push(&command[top.start..at]);
                let closed = frames.pop()?;
                if closed.subshell {
                    frames.last_mut()?.start = at + 1;
                }
            }
            b'`' => opened = Some((1, b'`')),
            b'$' if next == Some(b'(') => opened = Some((2, b')')),
            _ if top.quoted => {}
            b'<' | b'>' if next == Some(b'(') => opened = Some((2, b')')),
            b'(' => opened = Some((1, b')')),
            b')' => return None,
            b'&' if next == Some(b'>') || command[..at].ends_with(['>', '<']) => {}
            b';' | b'|' | b'&' | b'\n' => {
                parts.push(&command[top.start..at]);
                top.start = at + 1;
            }
            _ => {}
        }
        if let Some((length, close)) = opened {
            if frames.len() == MAX_NESTING {
                return None;
            }
            at += length - 1;
            frames.push(Frame {
                close: Some(close),
                subshell: byte == b'(',
                start: at + 1,
                quoted: false,
            });
        }
        at += 1;
    }
    match frames.as_slice() {
        [whole] if !whole.quoted => parts.push(&command[whole.start..]),
        _ => return None,
    }
    let parts = parts.into_iter().map(str::trim);
    Some(parts.filter(|part| !part.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NEW: SkillRulePolicy = SkillRulePolicy {
        wildcards: true,
        denies_other_names: true,
    };

    const OLD: SkillRulePolicy = SkillRulePolicy {
        wildcards: false,
        denies_other_names: false,
    };

    fn rules(texts: &[&str]) -> Vec<Rule> {
        texts
            .iter()
            .map(|text| Rule::parse(text).unwrap())
            .collect()
    }

    #[test]
    fn a_rule_is_read_and_written() {
        let cases = [
            ("Skill", Ok("Skill")),
            (" Bash(git log *) ", Ok("Bash(git log *)")),
            ("Bash(echo (a))", Ok("Bash(echo (a))")),
            ("Bash(*)", Ok("Bash")),
            ("mcp__*", Ok("mcp__*")),
            ("Bash(git", Err("\"Bash(git\" does not end with `)`")),
            ("Bash(a) b", Err("\"Bash(a) b\" does not end with `)`")),
            ("(a)", Err("\"(a)\" does not begin with the name of a tool")),
            ("", Err("\"\" does not begin with the name of a tool")),
            ("a b", Err("\"a b\" does not begin with the name of a tool")),
            (
                "Bash()",
                Err(
                    "\"Bash()\" has nothing between its parentheses; leave them out to mean every use",
                ),
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(
                Rule::parse(text).map(|rule| rule.to_string()),
                expected.map(str::to_owned).map_err(str::to_owned),
                "{text:?}"
            );
        }
    }

    #[test]
    fn tools_are_separated_outside_of_parentheses() {
        let cases: [(&str, &[&str]); 5] = [
            ("Read Grep, Edit", &["Read", "Grep", "Edit"]),
            (
                "Bash(git add *), Bash(a, b) Read",
                &["Bash(git add *)", "Bash(a, b)", "Read"],
            ),
            ("Bash(a (b) c)\nRead", &["Bash(a (b) c)", "Read"]),
            ("Bash(a Read", &["Bash(a Read"]),
            (" , ", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(split_tools(text), expected, "{text:?}");
        }
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
    fn so_many_wrappers_are_looked_past_and_no_more() {
        let rules = rules(&["Bash(make *)"]);
        for (layers, expected) in [(MAX_LAYERS - 1, Verdict::Allow), (MAX_LAYERS, Verdict::Ask)] {
            let command = format!("{}make x", "nohup ".repeat(layers));
            assert_eq!(Rules::default().bash(&command, &rules).0, expected);
        }
    }

    #[test]
    fn the_user_is_offered_the_skill_alone_and_all_that_begins_so() {
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
        fn any_text_is_answered_for(
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
