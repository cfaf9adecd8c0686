//! The addresses of files and of rules' pages, for findings in the formats LSP and SARIF.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::rule::page;
use crate::tree::path;

/// Options for the links in LSP or SARIF output. The links lead to the files with findings, and to
/// the documentation pages of rules.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConvertOptions {
    /// The URIs of directories, by path: `{ "/repo": "file:///home/me/repo" }`. The URI of a file
    /// begins with the URI of the nearest directory above the file. If no directory in the list is
    /// above a file, the file's URI is `file://` and the path. If the file's path is relative, its
    /// URI is a relative reference.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string>", optional)
    )]
    pub roots: BTreeMap<String, String>,
    /// The URI of the folder that contains `docs/rules`. The links from findings to the pages of
    /// rules begin with this URI. If this option is absent, each link is the address in the
    /// diagnostic's field `docs`.
    #[serde(default)]
    pub docs_base: Option<String>,
}

crate::record! { ConvertOptions: has(roots, docs_base) }

impl ConvertOptions {
    /// Returns the URI of a file. `file` is the file's path.
    #[must_use]
    pub fn uri(&self, file: &str) -> String {
        let above = path::ancestors(file).find_map(|directory| {
            let base = self.roots.get(directory)?;
            Some((base, file[directory.len()..].trim_start_matches('/')))
        });
        match above {
            Some((base, inside)) => format!("{}/{}", base.trim_end_matches('/'), encoded(inside)),
            None if file.starts_with('/') => format!("file://{}", encoded(file)),
            None => encoded(file),
        }
    }

    /// Returns the URI of the documentation page of the rule `code`. If the option `docs_base` is
    /// given, the URI is below `docs_base`. Otherwise the result is `docs`, which is the page's
    /// address in a diagnostic. Returns `None` if `docs_base` is absent and `docs` is a relative
    /// path.
    #[must_use]
    pub fn page(&self, code: &str, docs: &str) -> Option<String> {
        match &self.docs_base {
            Some(base) => Some(address(base, code)),
            None => docs.contains("://").then(|| docs.to_owned()),
        }
    }
}

/// Returns the address of a rule's page below a base address.
pub(crate) fn address(base: &str, code: &str) -> String {
    format!("{}/{}", base.trim_end_matches('/'), encoded(&page(code)))
}

/// Percent-encodes a path, except for letters, digits, `-._~` and slashes (RFC 3986, section 2.3).
fn encoded(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_the_nearest_directory_that_has_a_uri() {
        let options = ConvertOptions {
            roots: [("/repo", "file:///w/"), ("/repo/a", "x:y")]
                .map(|(path, uri)| (path.to_owned(), uri.to_owned()))
                .into(),
            docs_base: Some("https://docs.example/main".to_owned()),
        };
        for (file, uri) in [
            ("/repo/ü b/SKILL.md", "file:///w/%C3%BC%20b/SKILL.md"),
            ("/repo/a/b", "x:y/b"),
            ("/repository/b", "file:///repository/b"),
            ("a#b/SKILL.md", "a%23b/SKILL.md"),
        ] {
            assert_eq!(options.uri(file), uri);
        }
        let (own, plain) = ("https://own/docs/rules/a.md", "skillglass/docs/rules/a.md");
        for docs in [own, plain] {
            let page = options.page("a", docs).unwrap();
            assert_eq!(page, "https://docs.example/main/docs/rules/a.md");
        }
        let none = ConvertOptions::default();
        assert_eq!(none.page("a", plain), None);
        assert_eq!(none.page("a", own).as_deref(), Some(own));
    }
}
