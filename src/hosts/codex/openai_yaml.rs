//! The parsing stage for `agents/openai.yaml`. A fault in this file never prevents a skill from
//! loading.

use serde::Deserialize;

use super::editions::{CodexEdition, ID};
use crate::host::stages::{Candidate, IgnoredField, Side};
use crate::model::environment::Environment;
use crate::model::skill::{Dependencies, Interface, Policy, Product, ToolDependency};
use crate::text::yaml;
use crate::tree::{Contents, Entry, EntryKind, path};

/// Returns the `agents/openai.yaml` in a skill's folder. None if there is no such file.
pub(super) fn file(folder: Entry<'_>) -> Option<Entry<'_>> {
    let directory = folder.child("agents")?.follow().ok()?;
    let file = directory.child("openai.yaml")?.follow().ok()?;
    matches!(file.kind(), EntryKind::File(_)).then_some(file)
}

/// The maximum length, in characters, of short fields such as the display name
/// (`docs/hosts/codex.md#agentsopenaiyaml`).
pub(super) const MAX_SHORT: usize = 64;

/// The maximum length of a text in `agents/openai.yaml`, in characters
/// (`docs/hosts/codex.md#agentsopenaiyaml`). For a short field, such as the display name, the limit
/// is `MAX_SHORT` instead.
pub(super) const MAX_LONG: usize = 1024;

/// The maximum size, in bytes, of an `agents/openai.yaml`. Skillglass sets this limit, because YAML
/// aliases can repeat a long text many times and so exhaust the memory.
const MAX_BYTES: usize = 1 << 16;

#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    interface: Option<RawInterface>,
    #[serde(default)]
    dependencies: Option<RawDependencies>,
    #[serde(default)]
    policy: Option<RawPolicy>,
}

#[derive(Deserialize)]
struct RawInterface {
    #[serde(default)]
    display_name: Option<String>,
    #[serde(default)]
    short_description: Option<String>,
    #[serde(default)]
    icon_small: Option<String>,
    #[serde(default)]
    icon_large: Option<String>,
    #[serde(default)]
    brand_color: Option<String>,
    #[serde(default)]
    default_prompt: Option<String>,
}

#[derive(Deserialize)]
struct RawDependencies {
    #[serde(default)]
    tools: Vec<RawTool>,
}

#[derive(Deserialize)]
struct RawTool {
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    value: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    transport: Option<String>,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    url: Option<String>,
}

#[derive(Deserialize)]
struct RawPolicy {
    #[serde(default)]
    allow_implicit_invocation: Option<bool>,
    #[serde(default)]
    products: Vec<String>,
}

pub(super) fn parse(
    contents: &Contents,
    candidate: &Candidate,
    environment: &Environment,
    edition: &CodexEdition,
) -> Side {
    let mut side = Side::default();
    let plugin_root = environment
        .plugins_of(ID)
        .find(|plugin| Some(&plugin.id) == candidate.plugin_id.as_ref())
        .map(|plugin| plugin.root.as_str());
    let folder = path::parent(&candidate.found.path).unwrap_or("/");
    let raw = contents
        .text()
        .map_err(|error| error.to_string())
        .and_then(|text| {
            yaml::check_work(text, MAX_BYTES)?;
            serde_yaml::from_str::<Raw>(text).map_err(|error| error.to_string())
        });
    let raw = match raw {
        Ok(raw) => raw,
        Err(error) => {
            side.ignored.push(IgnoredField::new(None, error));
            return side;
        }
    };
    if let Some(policy) = &raw.policy
        && !edition.unknown_products_load
        && let Some(unknown) = policy.products.iter().find(|name| product(name).is_none())
    {
        let message = format!("policy.products: unknown product {unknown:?}");
        side.ignored.push(IgnoredField::new(None, message));
        return side;
    }
    let mut fields = Fields {
        ignored: &mut side.ignored,
        folder,
        plugin_root,
    };
    let interface = raw.interface.map(|raw| Interface {
        display_name: fields.text("interface.display_name", raw.display_name, MAX_SHORT),
        short_description: fields.text(
            "interface.short_description",
            raw.short_description,
            MAX_LONG,
        ),
        icon_small: fields.icon("interface.icon_small", raw.icon_small),
        icon_large: fields.icon("interface.icon_large", raw.icon_large),
        brand_color: fields.color("interface.brand_color", raw.brand_color),
        default_prompt: fields.text("interface.default_prompt", raw.default_prompt, MAX_LONG),
    });
    let tools: Vec<_> = raw
        .dependencies
        .into_iter()
        .flat_map(|dependencies| dependencies.tools)
        .enumerate()
        .filter_map(|(index, raw)| fields.tool(&format!("dependencies.tools[{index}]"), raw))
        .collect();
    // An empty interface and empty dependencies are treated as absent, but an empty policy is not
    // (`docs/hosts/codex.md#agentsopenaiyaml`).
    side.interface = interface.filter(|interface| *interface != Interface::default());
    side.dependencies = (!tools.is_empty()).then_some(Dependencies { tools });
    side.policy = raw.policy.map(|raw| Policy {
        allow_implicit_invocation: raw.allow_implicit_invocation,
        products: raw
            .products
            .iter()
            .filter_map(|name| product(name))
            .collect(),
    });
    side
}

/// The names that `policy.products` may contain: each product in lowercase and in uppercase
/// (`docs/hosts/codex.md#agentsopenaiyaml`).
pub(super) const PRODUCTS: [&str; 6] = ["chatgpt", "codex", "atlas", "CHATGPT", "CODEX", "ATLAS"];

fn product(name: &str) -> Option<Product> {
    const EACH: [Product; 3] = [Product::Chatgpt, Product::Codex, Product::Atlas];
    let at = PRODUCTS.iter().position(|known| *known == name)?;
    Some(EACH[at % EACH.len()])
}

struct Fields<'a> {
    ignored: &'a mut Vec<IgnoredField>,
    folder: &'a str,
    plugin_root: Option<&'a str>,
}

impl Fields<'_> {
    fn ignore<T>(&mut self, field: &str, message: impl Into<String>) -> Option<T> {
        self.ignored.push(IgnoredField::new(Some(field), message));
        None
    }

    fn text(&mut self, field: &str, value: Option<String>, limit: usize) -> Option<String> {
        let value = yaml::fold(&value?);
        if value.is_empty() {
            return self.ignore(field, "it is empty");
        }
        let length = value.chars().count();
        if length > limit {
            return self.ignore(
                field,
                format!("it has {length} characters, more than {limit}"),
            );
        }
        Some(value)
    }

    fn color(&mut self, field: &str, value: Option<String>) -> Option<String> {
        let value = value?;
        let color = value.trim();
        if color.is_empty() {
            return self.ignore(field, "it is empty");
        }
        let digits = color.strip_prefix('#').unwrap_or_default();
        if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            Some(color.to_owned())
        } else {
            self.ignore(field, "it must read #RRGGBB")
        }
    }

    /// Returns the absolute path of an icon. The path must be in the folder `assets/` of the skill.
    /// If the path contains `..`, it must be in the folder `assets/` of the plugin. Otherwise Codex
    /// ignores the field, and the result is None (`docs/hosts/codex.md#agentsopenaiyaml`).
    fn icon(&mut self, field: &str, value: Option<String>) -> Option<String> {
        let value = value?;
        if value.is_empty() {
            return self.ignore(field, "it is empty");
        }
        if value.starts_with('/') {
            return self.ignore(field, "it must be relative to the skill's folder");
        }
        if value.split('/').any(|segment| segment == "..") {
            let resolved = path::resolve(self.folder, &value);
            let assets = self.plugin_root.map(|root| path::join(root, "assets"));
            return match assets {
                Some(assets) if path::is_within(&resolved, &assets) => Some(resolved),
                _ => self.ignore(field, "it must not lead up with `..`"),
            };
        }
        let relative: Vec<_> = value
            .split('/')
            .filter(|segment| !matches!(*segment, "" | "."))
            .collect();
        if relative.first() != Some(&"assets") {
            return self.ignore(field, "the path must be below assets/");
        }
        Some(path::join(self.folder, &relative.join("/")))
    }

    fn tool(&mut self, field: &str, raw: RawTool) -> Option<ToolDependency> {
        let kind = self.text(&format!("{field}.type"), raw.kind, MAX_SHORT);
        let value = self.text(&format!("{field}.value"), raw.value, MAX_LONG);
        let (Some(kind), Some(value)) = (kind, value) else {
            return self.ignore(field, "it needs a type and a value");
        };
        Some(ToolDependency {
            kind,
            value,
            description: self.text(&format!("{field}.description"), raw.description, MAX_LONG),
            transport: self.text(&format!("{field}.transport"), raw.transport, MAX_SHORT),
            command: self.text(&format!("{field}.command"), raw.command, MAX_LONG),
            url: self.text(&format!("{field}.url"), raw.url, MAX_LONG),
        })
    }
}
