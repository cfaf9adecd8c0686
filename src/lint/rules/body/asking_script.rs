//! `asking-script`: a script waits for input that an agent cannot type.
//!
//! Fix: none, because the input has to come from another source.

use crate::lint::prelude::*;
use crate::tree::resources::ResourceKind;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "asking-script",
    Severity::Info,
    "a script waits for input that an agent cannot type",
    &[Run::ReadText(check)],
);

/// Finds the first call in a script that waits for typed input.
pub fn check(skill: &CheckedSkill<'_, '_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    if text.kind != Some(ResourceKind::Script) {
        return;
    }
    let ending = text.path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let calls: &[&str] = match ending {
        "py" => &["input(", "getpass.getpass("],
        "sh" | "bash" | "zsh" => &["read -p", "read -rp", "read -r -p", "read -s", "read -n"],
        "js" | "mjs" | "cjs" | "ts" => &["inquirer.prompt(", ".question(", "readlineSync."],
        "rb" => &["gets.chomp", "STDIN.gets"],
        _ => return,
    };
    let call = text.lines().find_map(|(start, line)| {
        let code = line.trim_start();
        if code.starts_with('#') || code.starts_with("//") {
            return None;
        }
        calls.iter().find_map(|call| {
            let at = line.find(call)?;
            let before = line[..at].chars().next_back();
            let stands = call.starts_with('.')
                || before
                    .is_none_or(|before| !before.is_alphanumeric() && !"_.\"'".contains(before));
            let defines = line[..at].trim_end().ends_with("def");
            (stands && !defines).then_some(start + at..start + at + call.len())
        })
    });
    if let Some(bytes) = call {
        let message = "the script waits for input, and an agent cannot type into it";
        let help =
            "Take what it asks for as arguments, and fail with a message where one is missing.";
        found.push(text.finding(skill, &RULE, bytes, message, help));
    }
}
