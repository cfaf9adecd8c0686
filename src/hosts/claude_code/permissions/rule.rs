//! [`Rule`]: a permission rule as users write it, such as `Bash(git *)`.

use std::fmt;

use super::pattern::wildcard;

/// A permission rule on calls of a tool, such as `Bash(git *)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    /// The name of the tool that the rule is about.
    pub tool: String,
    /// The pattern that a call must match. None if the rule matches all calls of the tool.
    pub content: Option<String>,
    /// The path of the settings file that contains the rule, or `--settings`. Empty for a rule of a
    /// skill.
    pub source: String,
    /// The folder at which a pattern with a leading `/` starts. Empty for the working directory.
    pub root: String,
}

impl Rule {
    /// Parses a rule, which is written `Tool` or `Tool(pattern)`. `Tool(*)` is the same as `Tool`
    /// and matches all calls.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
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
            source: String::new(),
            root: String::new(),
        })
    }

    /// Returns true if a deny or ask rule is about this tool. In such rules, the tool's name may
    /// contain wildcards.
    pub(in crate::hosts::claude_code) fn is_against(&self, tool: &str) -> bool {
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

/// Splits a text into permission rules, at spaces and commas outside of parentheses.
pub(crate) fn split_tools(text: &str) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
