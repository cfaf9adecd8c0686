//! Adds permission rules to a settings file, for the user's answer "always allow".

use crate::model::configuration::ConfigEdit;
use crate::model::permission::PermissionSuggestion;
use crate::text::placed_json::{JsonMember, PlacedJson};
use crate::tree::{Tree, path};

/// The file in the project to which Claude Code writes the rules that the user approves.
const FILE: &str = ".claude/settings.local.json";

/// Returns the project's local settings file with the suggested rules added to `permissions.allow`.
/// The rest of the file does not change. None if there is no rule to add, or if the file is
/// unavailable or not JSON.
pub(super) fn edit(tree: &Tree, cwd: &str, rules: &[PermissionSuggestion]) -> Option<ConfigEdit> {
    if rules.is_empty() {
        return None;
    }
    let file = path::join(cwd, FILE);
    let text = match tree.resolve(&file) {
        Ok(entry) => entry.contents()?.text().ok()?.to_owned(),
        Err(_) => String::new(),
    };
    let rules: Vec<_> = rules.iter().map(|rule| rule.rule.as_str()).collect();
    Some(ConfigEdit {
        text: with_rules(&text, &rules)?,
        path: file,
    })
}

fn with_rules(text: &str, rules: &[&str]) -> Option<String> {
    let quoted = |indent: &str| {
        let lines = rules
            .iter()
            .map(|rule| format!("{indent}{}", serde_json::json!(rule)));
        lines.collect::<Vec<_>>().join(",\n")
    };
    if text.trim().is_empty() {
        let rules = quoted("      ");
        return Some(format!(
            "{{\n  \"permissions\": {{\n    \"allow\": [\n{rules}\n    ]\n  }}\n}}\n"
        ));
    }
    let settings = PlacedJson::read(text).ok()?;
    let member = |object: &PlacedJson<'_>, key: &str| -> Option<Option<PlacedJsonBytes>> {
        let found = object
            .members()?
            .into_iter()
            .find(|member| member.key == key);
        Some(found.map(|member| PlacedJsonBytes::of(&member)))
    };
    let Some(permissions) = member(&settings, "permissions")? else {
        let rules = quoted("      ");
        let added = format!("\n  \"permissions\": {{\n    \"allow\": [\n{rules}\n    ]\n  }}");
        return inserted(text, settings.bytes(), &added, "\n");
    };
    let value = settings
        .members()?
        .into_iter()
        .find(|member| member.key == "permissions")?
        .value;
    let Some(allow) = member(&value, "allow")? else {
        let rules = quoted("      ");
        let added = format!("\n    \"allow\": [\n{rules}\n    ]");
        return inserted(text, permissions.0, &added, "\n  ");
    };
    let added = format!("\n{}", quoted("      "));
    inserted(text, allow.0, &added, "\n    ")
}

/// The byte range of a value in a settings file.
struct PlacedJsonBytes(std::ops::Range<usize>);

impl PlacedJsonBytes {
    fn of(member: &JsonMember<'_>) -> Self {
        Self(member.value.bytes())
    }
}

/// Inserts `entry` at the end of a JSON object or list, before the closing bracket. `container` is
/// the byte range of the object or list. `end` is the whitespace between `entry` and the closing
/// bracket.
fn inserted(
    text: &str,
    container: std::ops::Range<usize>,
    entry: &str,
    end: &str,
) -> Option<String> {
    let inside = text.get(container.start + 1..container.end.checked_sub(1)?)?;
    let kept = inside.trim_end();
    let comma = if kept.trim().is_empty() { "" } else { "," };
    let at = container.start + 1 + kept.len();
    Some(format!(
        "{}{comma}{entry}{end}{}",
        &text[..at],
        &text[container.end - 1..]
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_added_and_the_rest_stays() {
        let cases = [
            (
                "",
                "{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(a *)\"\n    ]\n  }\n}\n",
            ),
            (
                "{}",
                "{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(a *)\"\n    ]\n  }\n}",
            ),
            (
                "{ \"model\": \"x\" }",
                "{ \"model\": \"x\",\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(a *)\"\n    ]\n  }\n}",
            ),
            (
                "{ \"permissions\": { \"deny\": [] } }",
                "{ \"permissions\": { \"deny\": [],\n    \"allow\": [\n      \"Bash(a *)\"\n    ]\n  } }",
            ),
            (
                "{ \"permissions\": { \"allow\": [\"Read\"] } }",
                "{ \"permissions\": { \"allow\": [\"Read\",\n      \"Bash(a *)\"\n    ] } }",
            ),
        ];
        for (text, expected) in cases {
            let edited = with_rules(text, &["Bash(a *)"]).unwrap();
            assert_eq!(edited, expected, "{text}");
            let settings: serde_json::Value = serde_json::from_str(&edited).unwrap();
            let allow = settings["permissions"]["allow"].as_array().unwrap();
            assert_eq!(allow.last().unwrap(), "Bash(a *)");
        }
        for text in ["[]", "not JSON", "{ \"permissions\": 1 }"] {
            assert_eq!(with_rules(text, &["Bash(a *)"]), None, "{text}");
        }
    }
}
