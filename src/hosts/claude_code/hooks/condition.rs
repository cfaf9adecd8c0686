//! The field `if` of a hook: a permission rule that a tool call must match
//! (docs/hosts/claude-code-hooks.md#if).

use serde_json::Value;

use crate::hosts::claude_code::permissions::{Places, Rule, commands_match, wildcard};

/// Returns true if a tool call matches the rule in a hook's `if`. A rule that cannot be parsed
/// matches every call, because Claude Code then runs the hook. A rule with a pattern
/// matches only shell commands, and calls of tools whose input names a file. This behaviour follows recorded answers of Claude Code.
pub(super) fn matches(rule: &str, tool: &str, input: &Value, places: &Places<'_>) -> bool {
    let Ok(rule) = Rule::parse(rule) else {
        return true;
    };
    if rule.tool != tool {
        return false;
    }
    let Some(content) = &rule.content else {
        return true;
    };
    let text = |member: &str| input.get(member).and_then(Value::as_str);
    let file = match tool {
        "Bash" => return text("command").is_none_or(|command| commands_match(content, command)),
        "Read" | "Write" | "Edit" | "MultiEdit" => text("file_path"),
        "NotebookEdit" => text("notebook_path"),
        _ => None,
    };
    file.is_some_and(|file| is_on_file(&rule, content, file, places))
}

/// Returns true if the pattern `content` of a rule matches a file. There are three ways to match:
/// - The pattern is equal to the file's path.
/// - The pattern begins with `*` and matches the whole path. Each `*` matches any text.
/// - The pattern contains no `{` and matches as in a permission rule. A `./` at its start is
///   ignored.
///
/// Source: recorded answers of Claude Code.
fn is_on_file(rule: &Rule, content: &str, file: &str, places: &Places<'_>) -> bool {
    let pattern = content.strip_prefix("./").unwrap_or(content);
    let rule = Rule {
        content: Some(pattern.to_owned()),
        ..rule.clone()
    };
    content == file
        || content.starts_with('*') && wildcard(content, file)
        || !pattern.contains('{') && places.matches(&rule, &places.absolute(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: Places<'_> = Places {
        cwd: "/repo",
        home: Some("/home/me"),
        directories: &[],
    };

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
            ("Agent(Explore)", "Agent", "", false),
            ("nonsense(", "Bash", "echo hi", true),
        ];
        for (rule, tool, command, expected) in cases {
            let input = serde_json::json!({ "command": command });
            let found = matches(rule, tool, &input, &PLACES);
            assert_eq!(found, expected, "{rule} on {command}");
        }
    }

    #[test]
    fn a_pattern_on_a_tool_with_a_file_is_compared_with_the_file() {
        let cases = [
            ("Edit(src/**)", "Edit", "/repo/src/a.ts", true),
            ("Edit(src/**)", "Write", "/repo/src/a.ts", false),
            ("Write(/src/**)", "Write", "/repo/src/deep/b.ts", true),
            ("Write(//repo/**)", "Write", "/repo/new.txt", true),
            ("Write(./new.txt)", "Write", "/repo/sub/new.txt", true),
            ("Write(/repo/new.txt)", "Write", "/repo/new.txt", true),
            ("Write(/repo/*)", "Write", "/repo/new.txt", false),
            ("Write(repo/new.txt)", "Write", "/repo/new.txt", false),
            ("Write(NEW.TXT)", "Write", "/repo/new.txt", true),
            ("Write({new,old}.txt)", "Write", "/repo/new.txt", false),
            ("Write(~/**)", "Write", "/home/me/n.txt", true),
            ("Write(*.txt)", "Write", "/tmp/t.txt", true),
            ("Write(t*.txt)", "Write", "/tmp/t.txt", false),
            ("Read(sub/**)", "Read", "/repo/sub/a.txt", true),
        ];
        for (rule, tool, file, expected) in cases {
            let input = serde_json::json!({ "file_path": file });
            let found = matches(rule, tool, &input, &PLACES);
            assert_eq!(found, expected, "{rule} on {file}");
        }
    }
}
