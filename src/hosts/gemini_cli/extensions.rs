//! The installed extensions of Gemini CLI: folders in `~/.gemini/extensions` that contain a
//! configuration file (`docs/hosts/gemini-cli.md#extensions`).

use super::names::FOLDER;
use super::options::GeminiCliOptions;
use super::settings::{Surroundings, text_of};
use crate::model::environment::Environment;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The file that makes a folder an extension. The file contains the extension's name.
const CONFIGURATION: &str = "gemini-extension.json";

/// The file that records the source from which an extension was installed. If the extension was
/// installed as a link, the source is another folder, and the extension's skills are in that
/// folder.
const INSTALLED: &str = ".gemini-extension-install.json";

/// The file with the rules that enable and disable extensions.
const SWITCHES: &str = "extension-enablement.json";

/// An installed extension.
pub(super) struct Extension {
    pub name: String,
    /// The folder of the extension. For a linked extension, this is the folder to which the link
    /// leads.
    pub path: String,
    pub active: bool,
}

/// All installed extensions, and the files from which they were read.
#[derive(Default)]
pub(super) struct Extensions {
    pub all: Vec<Extension>,
    pub files: Vec<EntryId>,
}

impl Extensions {
    pub fn read(
        tree: &Tree,
        environment: &Environment,
        surroundings: &Surroundings<'_>,
        options: &GeminiCliOptions,
    ) -> Self {
        let mut extensions = Self::default();
        let Some(home) = &surroundings.home else {
            return extensions;
        };
        let directory = path::join(&path::join(home, FOLDER), "extensions");
        let folders = tree
            .resolve(&directory)
            .into_iter()
            .flat_map(Entry::children);
        let switches = extensions.json(tree, &path::join(&directory, SWITCHES));
        for folder in folders {
            let is_folder = (folder.follow()).is_ok_and(|it| it.kind() == EntryKind::Directory);
            if !is_folder {
                continue;
            }
            let installed = path::join(&directory, folder.name());
            let path = match extensions.json(tree, &path::join(&installed, INSTALLED)) {
                Some(from) if text(&from, "type") == Some("link") => {
                    let source = text(&from, "source").unwrap_or_default();
                    path::resolve(&installed, source)
                }
                _ => installed,
            };
            let Some(configuration) = extensions.json(tree, &path::join(&path, CONFIGURATION))
            else {
                continue;
            };
            let has_version = text(&configuration, "version").is_some_and(|it| !it.is_empty());
            let name = text(&configuration, "name").filter(|name| has_version && is_name(name));
            if let Some(name) = name {
                extensions.all.push(Extension {
                    name: name.to_owned(),
                    path,
                    active: is_active(name, switches.as_ref(), environment, options),
                });
            }
        }
        extensions
    }

    /// Returns the value in a JSON file; `None` if the file is missing or invalid. Records that the
    /// extensions depend on the file.
    fn json(&mut self, tree: &Tree, path: &str) -> Option<JsYamlValue> {
        let file = tree.resolve(path).ok()?;
        self.files.push(file.id());
        js_yaml::json(&text_of(file.contents()?)).ok()
    }
}

fn text<'v>(value: &'v JsYamlValue, key: &str) -> Option<&'v str> {
    value.get(key).and_then(JsYamlValue::text)
}

fn is_name(name: &str) -> bool {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !name.is_empty() && name.bytes().all(is_of_name)
}

/// Returns true if an extension is active in this session. If the command line names extensions,
/// only these are active. Otherwise the last rule in `switches` that matches the working directory
/// decides.
fn is_active(
    name: &str,
    switches: Option<&JsYamlValue>,
    environment: &Environment,
    options: &GeminiCliOptions,
) -> bool {
    match options.extensions.as_deref() {
        Some([only]) if only.eq_ignore_ascii_case("none") => return false,
        Some(chosen @ [_, ..]) => {
            return chosen
                .iter()
                .any(|chosen| chosen.eq_ignore_ascii_case(name));
        }
        _ => {}
    }
    let directory = match environment.cwd.as_str() {
        "/" => "/".to_owned(),
        cwd => format!("{cwd}/"),
    };
    let rules = switches.and_then(|switches| switches.get(name)?.get("overrides"));
    let rules = rules.map(JsYamlValue::items).unwrap_or_default();
    let mut rules = rules.iter().filter_map(JsYamlValue::text);
    let last = rules.rfind(|rule| matches(rule.strip_prefix('!').unwrap_or(rule), &directory));
    last.is_none_or(|rule| !rule.starts_with('!'))
}

/// Returns true if a rule for an extension matches a directory. The path of the directory must end
/// with a slash. `*` matches any text. `/*` matches a slash with any text after it, and also the
/// empty text.
fn matches(rule: &str, directory: &str) -> bool {
    let directory = directory.as_bytes();
    let mut at = vec![false; directory.len() + 1];
    at[0] = true;
    let mut bytes = rule.as_bytes();
    while let [first, rest @ ..] = bytes {
        let (slash, rest) = match (first, rest) {
            (b'*', rest) => (None, rest),
            (b'/', [b'*', rest @ ..]) => (Some(b'/'), rest),
            (literal, rest) => {
                for end in (0..at.len()).rev() {
                    at[end] = end > 0 && at[end - 1] && directory[end - 1] == *literal;
                }
                bytes = rest;
                continue;
            }
        };
        let mut open = false;
        for (end, fits) in at.iter_mut().enumerate() {
            let begins = *fits && slash.is_none_or(|slash| directory.get(end) == Some(&slash));
            *fits |= open;
            open |= begins;
        }
        bytes = rest;
    }
    at[directory.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_fits_a_directory_and_with_a_star_all_below_it() {
        let cases = [
            ("/a/b/", "/a/b/", true),
            ("/a/b/", "/a/b/c/", false),
            ("/a/b/*", "/a/b/", true),
            ("/a/b/*", "/a/b/c/", true),
            ("/a/b/*", "/a/bc/", false),
            ("/*", "/", true),
            ("*", "/x/", true),
            ("/a*/c/", "/ab/c/", true),
            ("", "/", false),
        ];
        for (rule, directory, fits) in cases {
            assert_eq!(matches(rule, directory), fits, "{rule} {directory}");
        }
    }
}
