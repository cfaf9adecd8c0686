//! The requirements of a skill, from the field `metadata` and other frontmatter fields
//! (`docs/hosts/openclaw.md#metadata`).

use super::plain::Plain;
use crate::model::eligibility::{Installer, InstallerKind, Needs, Requirements};
use crate::text::js::trim;
use crate::text::js_value::{Value, number_text};
use crate::text::json5;

/// The members of `metadata` that may contain the requirements of a skill. The first that exists is
/// used.
const KEYS: [&str; 2] = ["openclaw", "clawdbot"];

/// Reads the requirements of a skill from its frontmatter and text.
///
/// # Errors
/// Returns an error if `metadata` cannot be read.
pub(super) fn read(plain: &Plain, body: &str) -> Result<Needs, String> {
    let Some(metadata) = plain.trimmed("metadata") else {
        return Ok(outside(plain, body));
    };
    let Some(value) = json5::read(metadata) else {
        let has_key = KEYS.iter().any(|key| metadata.contains(key));
        return if has_key {
            Err("its text is not JSON5, so all of it is ignored".to_owned())
        } else {
            Ok(outside(plain, body))
        };
    };
    let is_object = |value: &&Value| matches!(value, Value::Map(_) | Value::List(_));
    let own = KEYS.iter().find_map(|key| value.get(key).filter(is_object));
    let Some(own) = own else {
        return Ok(outside(plain, body));
    };
    let text = |key: &str| own.get(key).and_then(Value::text).map(str::to_owned);
    let filled = |key: &str| text(key).filter(|text| !trim(text).is_empty());
    let list = |key: &str| own.get("requires").map(|value| texts(value.get(key)));
    let from_outside = outside(plain, body);
    Ok(Needs {
        key: text("skillKey").filter(|key| !key.is_empty()),
        always: own.get("always") == Some(&Value::Bool(true)),
        requires: Requirements {
            bins: list("bins").unwrap_or_default(),
            any_bins: list("anyBins").unwrap_or_default(),
            env: list("env").unwrap_or_default(),
            config: list("config").unwrap_or_default(),
            os: texts(own.get("os")),
        },
        primary_env: text("primaryEnv"),
        emoji: text("emoji").or(from_outside.emoji),
        homepage: filled("homepage")
            .map(|homepage| trim(&homepage).to_owned())
            .or(from_outside.homepage),
        install: match own.get("install") {
            Some(Value::List(items)) => items.iter().filter_map(installer).collect(),
            _ => Vec::new(),
        },
        calls_tool: from_outside.calls_tool,
        tool: from_outside.tool,
        heading: from_outside.heading,
    })
}

/// Reads the values of [`Needs`] that are not in the frontmatter field `metadata`. These values are
/// in other fields of the frontmatter, such as `homepage`, and in the first heading of the body.
pub(super) fn outside(plain: &Plain, body: &str) -> Needs {
    let first = |keys: &[&str]| keys.iter().find_map(|key| plain.trimmed(key));
    let dispatch = first(&["command-dispatch", "command_dispatch"]);
    let calls_tool = dispatch.is_some_and(|dispatch| dispatch.eq_ignore_ascii_case("tool"));
    let tool = first(&["command-tool", "command_tool"]);
    Needs {
        emoji: plain.get("emoji").map(str::to_owned),
        homepage: first(&["homepage", "website", "url"]).map(str::to_owned),
        calls_tool,
        tool: tool.map(str::to_owned),
        heading: heading(body).map(str::to_owned),
        ..Needs::default()
    }
}

/// Returns the text of the first heading of level 1; `None` if there is no such heading.
fn heading(body: &str) -> Option<&str> {
    body.lines().find_map(|line| {
        let rest = line.strip_prefix('#')?.strip_prefix([' ', '\t'])?;
        let heading = trim(rest);
        // `#` characters at the end of a heading close the heading and are not part of the text.
        let open = heading.trim_end_matches('#');
        let heading = if open.len() < heading.len() && open.ends_with([' ', '\t']) {
            trim(open)
        } else {
            heading
        };
        (!heading.is_empty()).then_some(heading)
    })
}

/// Converts a value to text as JavaScript's `String` does.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number_text(*number),
        Value::Text(text) => text.clone(),
        Value::List(items) => items.iter().map(text_of).collect::<Vec<_>>().join(","),
        Value::Map(_) => "[object Object]".to_owned(),
    }
}

/// Returns the texts in a list, or the comma-separated parts of a text. Whitespace at their ends
/// and empty texts are removed.
fn texts(value: Option<&Value>) -> Vec<String> {
    let parts: Vec<String> = match value {
        Some(Value::List(items)) => items.iter().map(text_of).collect(),
        Some(Value::Text(text)) => text.split(',').map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let trimmed = parts.iter().map(|part| trim(part));
    trimmed
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

fn installer(value: &Value) -> Option<Installer> {
    let text = |key: &str| value.get(key).and_then(Value::text).map(trim);
    let filled = |key: &str| text(key).filter(|text| !text.is_empty()).map(str::to_owned);
    let kind = filled("kind").or_else(|| filled("type"))?;
    let (kind, target) = match kind.to_ascii_lowercase().as_str() {
        "brew" => (
            InstallerKind::Brew,
            filled("formula").or_else(|| filled("cask")),
        ),
        "node" => (InstallerKind::Node, filled("package")),
        "go" => (InstallerKind::Go, filled("module")),
        "uv" => (InstallerKind::Uv, filled("package")),
        "download" => {
            let is_web = |url: &String| url.starts_with("https://") || url.starts_with("http://");
            (InstallerKind::Download, filled("url").filter(is_web))
        }
        _ => return None,
    };
    if kind != InstallerKind::Download && !is_safe(target.as_deref()?) {
        return None;
    }
    target.as_ref()?;
    Some(Installer {
        id: filled("id"),
        kind,
        label: filled("label"),
        bins: texts(value.get("bins")),
        os: texts(value.get("os")),
        target,
    })
}

/// Returns true if a text can be the name of a package. Options, URLs and paths that lead to a
/// parent folder are not valid names.
fn is_safe(target: &str) -> bool {
    const SIGNS: &[u8] = b"@+._/-~[]=<>!,";
    let starts = target.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '@');
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || SIGNS.contains(&byte);
    starts && target.bytes().all(is_name) && !target.contains("..") && !target.contains("//")
}
