//! The manifest `plugin.json` of a plugin, and the checks of its fields (§5, §8.1).

use super::problem::{PluginEffect, PluginProblem, PluginProblemKind, PluginReport};
use super::rules::ClientRules;
use crate::sort;
use crate::text::placed_json::{JsonMember, NotJson, PlacedJson};

/// The name of the manifest, in the root of a plugin.
pub const MANIFEST: &str = "plugin.json";

/// The value of `$schema` in a manifest of version 1.0.0.
pub const MANIFEST_SCHEMA: &str = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

/// The start of the `$schema` URL in the manifests of all versions.
const SCHEMAS: &str = "https://agent-plugins.org/schemas/";

/// The maximum number of characters in a plugin's name (§5.5 of the specification of Agent
/// Plugins).
const MAX_NAME: usize = 64;

/// The fields of a manifest whose value must be a string (§5.4 of the specification of Agent
/// Plugins).
const TEXTS: [&str; 5] = [
    "version",
    "description",
    "homepage",
    "repository",
    "license",
];

/// The fields that the object `author` of a manifest may have (§5.4 of the specification of Agent
/// Plugins).
const OF_AUTHOR: [&str; 3] = ["name", "email", "url"];

/// Returns the value of `$schema` in the text of a manifest, if the value names any version of
/// Agent Plugins. Otherwise returns `None`.
#[must_use]
pub fn declared_schema(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let members = PlacedJson::read(text).ok()?.members()?;
    let schema = member(&members, "$schema")?.value.string()?;
    schema.starts_with(SCHEMAS).then_some(schema)
}

/// Returns the plugin's name from the text of a manifest, and adds the manifest's problems to
/// `problems`. Returns `None` if clients reject the plugin because of the manifest.
pub(super) fn read(
    path: &str,
    text: &str,
    rules: &ClientRules,
    problems: &mut Vec<PluginProblem>,
) -> Option<String> {
    let marked = text.strip_prefix('\u{feff}');
    let json = marked
        .filter(|_| rules.skips_byte_order_mark)
        .unwrap_or(text);
    let checker = Manifest {
        path,
        whole: text,
        before: text.len() - json.len(),
    };
    let start = problems.len();
    let name = match PlacedJson::read(json) {
        Ok(json) => checker.check(&json, rules, problems),
        Err(error) => {
            problems.push(checker.not_json(&error, marked.is_some()));
            None
        }
    };
    let is_fatal = |problem: &PluginProblem| problem.effect == PluginEffect::RejectsPlugin;
    name.filter(|_| !problems[start..].iter().any(is_fatal))
}

/// The manifest that is being checked.
struct Manifest<'t> {
    path: &'t str,
    whole: &'t str,
    /// The length of the byte order mark before the JSON, in bytes.
    before: usize,
}

impl Manifest<'_> {
    fn fatal(&self, section: &'static str, message: impl Into<String>) -> PluginProblem {
        PluginProblem::new(PluginEffect::RejectsPlugin, section, self.path, message)
    }

    fn ignored(&self, section: &'static str, message: impl Into<String>) -> PluginProblem {
        PluginProblem::new(PluginEffect::IgnoresField, section, self.path, message)
    }

    /// Returns the problem with its range in the file. `bytes` is the problem's range in the JSON.
    fn at(&self, bytes: std::ops::Range<usize>, problem: PluginProblem) -> PluginProblem {
        let bytes = bytes.start + self.before..bytes.end + self.before;
        problem.at(self.whole, bytes)
    }

    fn not_json(&self, error: &NotJson, is_marked: bool) -> PluginProblem {
        let problem = self.fatal("5.2", &*error.message);
        let problem = problem.of_kind(PluginProblemKind::NotJson);
        let problem = if is_marked && self.before == 0 {
            problem.help("Save the file as UTF-8 without a byte order mark.")
        } else {
            problem.help("Write JSON: an object without comments and without a last comma.")
        };
        self.at(error.byte..error.byte, problem)
    }

    /// Checks all fields, and returns the plugin's name. Problems are added in the order in which
    /// clients report them. Returns `None` if the manifest is not an object or the name is not
    /// valid.
    fn check(
        &self,
        manifest: &PlacedJson<'_>,
        rules: &ClientRules,
        problems: &mut Vec<PluginProblem>,
    ) -> Option<String> {
        let Some(members) = manifest.members() else {
            let problem = self.fatal("5.2", "plugin.json must contain a JSON object.");
            let problem = problem.help("Write an object with `$schema` and `name`.");
            problems.push(self.at(manifest.bytes(), problem));
            return None;
        };
        let known = ["$schema", "name", "author", "keywords", "extensions"];
        let is_known = |key: &str| known.contains(&key) || TEXTS.contains(&key);
        for unknown in unknown_members(&members, is_known) {
            let key = &unknown.key;
            let message = format!("Ignoring unknown plugin.json field '{key}'.");
            let problem = self.ignored("5.2", message).about(key);
            let problem = problem.of_kind(PluginProblemKind::UnknownField);
            problems.push(self.at(unknown.bytes.clone(), problem.help(in_place_of(key))));
        }
        // The rules after this check are those of version 1.0.0, so they apply only to manifests of that version.
        if !self.check_schema(manifest, &members, problems) {
            return None;
        }
        let name = self.check_name(manifest, &members, problems);
        self.check_author(&members, problems);
        if let Some(keywords) = member(&members, "keywords") {
            let items = keywords.value.items();
            let wrong = match &items {
                None => Some(keywords.value),
                Some(items) => items.iter().find(|it| it.string().is_none()).copied(),
            };
            if let Some(wrong) = wrong {
                let message = "Manifest field 'keywords' must be an array of strings.";
                let problem = self.fatal("5.4", message);
                let problem = problem.help("Write a list of texts, such as [\"pdf\"].");
                problems.push(self.at(wrong.bytes(), problem));
            }
        }
        if let Some(extensions) = member(&members, "extensions") {
            self.check_extensions(extensions, rules, problems);
        }
        for key in TEXTS {
            if let Some(field) = member(&members, key)
                && field.value.string().is_none()
            {
                let message = format!("Manifest field '{key}' must be a string.");
                let problem = self.fatal("5.4", message);
                let problem = problem.help("Put the value in quotes, or remove the field.");
                problems.push(self.at(field.value.bytes(), problem));
            }
        }
        name
    }

    /// Returns true if `$schema` names the version of Agent Plugins that Skillglass supports.
    /// Otherwise adds a problem and returns false.
    fn check_schema(
        &self,
        manifest: &PlacedJson<'_>,
        members: &[JsonMember<'_>],
        problems: &mut Vec<PluginProblem>,
    ) -> bool {
        let field = member(members, "$schema");
        let value = field.and_then(|field| field.value.string());
        if value.as_deref() == Some(MANIFEST_SCHEMA) {
            return true;
        }
        let message =
            format!("Unsupported or missing plugin.json $schema; expected '{MANIFEST_SCHEMA}'.");
        let problem = self.fatal(if value.is_some() { "5.2" } else { "5.3" }, message);
        let problem = problem.reported(PluginReport::Should);
        let problem = problem.help(format!("Write \"$schema\": \"{MANIFEST_SCHEMA}\"."));
        let bytes = field.map_or_else(|| manifest.bytes(), |field| field.value.bytes());
        problems.push(self.at(bytes, problem));
        false
    }

    fn check_name(
        &self,
        manifest: &PlacedJson<'_>,
        members: &[JsonMember<'_>],
        problems: &mut Vec<PluginProblem>,
    ) -> Option<String> {
        let field = member(members, "name");
        let name = field.and_then(|field| field.value.string());
        let (section, message) = match &name {
            None => ("5.3", "Manifest field 'name' must be a string."),
            Some(name) if is_name(name) => return Some(name.clone()),
            Some(_) => (
                "5.5",
                "Manifest field 'name' must be 1-64 lowercase alphanumeric, hyphen, or period characters; it must start and end alphanumeric and cannot contain '--' or '..'.",
            ),
        };
        let problem = self.fatal(section, message).reported(PluginReport::Should);
        let problem = problem.help("Write a name such as \"my-plugin\".");
        let bytes = field.map_or_else(|| manifest.bytes(), |field| field.value.bytes());
        problems.push(self.at(bytes, problem));
        None
    }

    fn check_author(&self, members: &[JsonMember<'_>], problems: &mut Vec<PluginProblem>) {
        let Some(author) = member(members, "author") else {
            return;
        };
        let help = "Write an object with `name`, `email` and `url`, all of them texts.";
        let Some(fields) = author.value.members() else {
            let problem = self.fatal("5.4", "Manifest field 'author' must be an object.");
            problems.push(self.at(author.value.bytes(), problem.help(help)));
            return;
        };
        for unknown in unknown_members(&fields, |key| OF_AUTHOR.contains(&key)) {
            let key = &unknown.key;
            let message = format!("Manifest author contains unknown field '{key}'.");
            let problem = self.fatal("5.4", message).help(help);
            problems.push(self.at(unknown.bytes.clone(), problem));
        }
        for field in fields.iter().filter(|it| it.value.string().is_none()) {
            let key = &field.key;
            let message = format!("Manifest author field '{key}' must be a string.");
            let problem = self.fatal("5.4", message).help(help);
            problems.push(self.at(field.value.bytes(), problem));
        }
    }

    /// Checks that `extensions` is an object. Only the clients that define extensions know the
    /// values in this object, so the values are not validated.
    fn check_extensions(
        &self,
        extensions: &JsonMember<'_>,
        rules: &ClientRules,
        problems: &mut Vec<PluginProblem>,
    ) {
        let help = "Write an object for each client: { \"com.example.client\": { … } }.";
        let Some(values) = extensions.value.members() else {
            let message = "Ignoring non-object plugin.json 'extensions' field.";
            let problem = self.ignored("8.1", message).about("extensions").help(help);
            problems.push(self.at(extensions.value.bytes(), problem));
            return;
        };
        let wrong = values.iter().find(|value| !value.value.is_object());
        if let Some(wrong) = wrong.filter(|_| rules.checks_extensions) {
            let message = format!("Manifest extension '{}' must be an object.", wrong.key);
            let problem = self.fatal("8.1", message).help(help);
            problems.push(self.at(wrong.value.bytes(), problem));
        }
    }
}

/// Returns the advice for an author whose manifest has a field that the specification does not
/// define.
fn in_place_of(key: &str) -> String {
    match key {
        "skills" => "Put the skills into the folder `skills`; no field names another.".to_owned(),
        "mcpServers" => "Put the servers into `mcp.json` beside the manifest.".to_owned(),
        _ => format!("Remove `{key}`, or put it below `extensions` in the client's object."),
    }
}

/// Returns the member of a JSON object that has this key, or `None` if there is none.
pub(super) fn member<'m, 't>(
    members: &'m [JsonMember<'t>],
    key: &str,
) -> Option<&'m JsonMember<'t>> {
    members.iter().find(|member| member.key == key)
}

/// Returns the members of a JSON object whose key is unknown, sorted by key. `is_known` returns
/// true for a known key.
pub(super) fn unknown_members<'m, 't>(
    members: &'m [JsonMember<'t>],
    is_known: impl Fn(&str) -> bool,
) -> Vec<&'m JsonMember<'t>> {
    let unknown = members.iter().filter(|member| !is_known(&member.key));
    let mut unknown: Vec<_> = unknown.collect();
    sort::by(&mut unknown, |one, other| {
        one.key.encode_utf16().cmp(other.key.encode_utf16())
    });
    unknown
}

/// Returns true if a text is a valid name of a plugin (§5.5 of the specification of Agent Plugins).
fn is_name(name: &str) -> bool {
    let is_alphanumeric = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_of_name = |byte: u8| is_alphanumeric(&byte) || byte == b'-' || byte == b'.';
    let bytes = name.as_bytes();
    name.len() <= MAX_NAME
        && name.bytes().all(is_of_name)
        && bytes.first().is_some_and(is_alphanumeric)
        && bytes.last().is_some_and(is_alphanumeric)
        && !name.contains("--")
        && !name.contains("..")
}
