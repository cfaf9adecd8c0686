//! How converted findings name files and pages.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::tree::path;

/// The way in which paths become addresses.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ConvertOptions {
    /// URIs of directories, by path: `{ "/repo": "file:///home/me/repo" }`. The nearest directory above a file counts. A
    /// file above which there is none becomes `file://` with its path, and one with a relative path a relative reference.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string>", optional)
    )]
    pub roots: BTreeMap<String, String>,
    /// Where the folder `docs` of the rules' pages lies, as a URI; without it there are no links to the pages.
    #[serde(default)]
    pub docs_base: Option<String>,
}

impl ConvertOptions {
    /// The URI of a file.
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

    /// The URI of a page of the repository.
    #[must_use]
    pub fn page(&self, page: &str) -> Option<String> {
        let base = self.docs_base.as_deref()?;
        Some(format!("{}/{}", base.trim_end_matches('/'), encoded(page)))
    }
}

/// A path with all but letters, digits, `-._~` and slashes as `%` and two digits (RFC 3986, section 2.3).
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
        let page = options.page("docs/rules/a.md");
        assert_eq!(
            page.as_deref(),
            Some("https://docs.example/main/docs/rules/a.md")
        );
        assert_eq!(ConvertOptions::default().page("docs/rules/a.md"), None);
    }
}
