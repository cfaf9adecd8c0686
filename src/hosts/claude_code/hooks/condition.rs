//! The `if` of a hook: a permission rule that a call of a tool must match (docs/hosts/claude-code-hooks.md#if).

use serde_json::Value;

use crate::hosts::claude_code::permissions::{Rule, commands_match};

/// Returns true if a call matches the rule. A rule that cannot be read, and a rule with a pattern for a tool whose patterns
/// are not known, matches, because the host runs the hook if it is in doubt.
pub(super) fn matches(rule: &str, tool: &str, input: &Value) -> bool {
    let Ok(rule) = Rule::parse(rule) else {
        return true;
    };
    if rule.tool != tool {
        return false;
    }
    let Some(content) = &rule.content else {
        return true;
    };
    match input.get("command").and_then(Value::as_str) {
        Some(command) if tool == "Bash" => commands_match(content, command),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_compared_with_each_part_of_the_command() {
        let cases = [
            ("Bash", "Bash", "echo hi", true),
            ("Read", "Bash", "echo hi", false),
            ("Bash(git *)", "Bash", "git status", true),
            ("Bash(git *)", "Bash", "FOO=bar git push", true),
            ("Bash(git *)", "Bash", "npm test && git push", true),
            ("Bash(git *)", "Bash", "echo git", false),
            ("Bash(rm *)", "Bash", "echo $(rm -rf /)", true),
            ("Bash(rm *)", "Bash", "echo $(date)", false),
            ("Bash(git push *)", "Bash", "echo $(date)", true),
            ("Bash(git push *)", "Bash", "echo $NAME", true),
            ("Bash(git push *)", "Bash", "echo 1", false),
            ("Bash(rm *)", "Bash", "echo 'open", true),
            ("Edit(src/**)", "Edit", "", true),
            ("Edit(src/**)", "Write", "", false),
            ("nonsense(", "Bash", "echo hi", true),
        ];
        for (rule, tool, command, expected) in cases {
            let input = serde_json::json!({ "command": command });
            assert_eq!(matches(rule, tool, &input), expected, "{rule} on {command}");
        }
    }
}
