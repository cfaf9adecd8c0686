//! Parses the URIs of skills on MCP servers, and the URIs of the skills' files.

use crate::sources::archive::unsafe_path;

/// The ending of each skill's URI.
const END: &str = "/SKILL.md";

/// The maximum length of a URI, in bytes. No host has this limit.
const MAX_BYTES: usize = 8 << 10;

/// The location of a skill on an MCP server.
pub(super) struct SkillUri<'u> {
    /// The URI of the skill's folder.
    root: &'u str,
    /// The segments of the folder's path, with escapes decoded. There is at least one segment.
    pub(super) parts: Vec<String>,
}

impl<'u> SkillUri<'u> {
    /// Parses the URI of a `SKILL.md` in a folder. The URI may have any scheme. Returns none if the
    /// URI is invalid.
    pub(super) fn read(uri: &'u str) -> Option<Self> {
        let root = uri.strip_suffix(END).filter(|_| uri.len() <= MAX_BYTES)?;
        let (scheme, path) = root.split_once(':')?;
        let starts = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
        let path = path.trim_start_matches('/');
        let path = (starts && !path.is_empty()).then(|| plain(path))??;
        let parts = path.split('/').map(str::to_owned).collect();
        Some(Self { root, parts })
    }

    /// Returns the last segment of the folder's path, which is the skill's name.
    pub(super) fn name(&self) -> &str {
        self.parts.last().map(String::as_str).unwrap_or_default()
    }

    /// Returns the path of a file below the skill's folder, from the file's URI. Returns none if
    /// the file is outside of the skill's folder, or if the path is invalid.
    pub(super) fn path_of(&self, uri: &str) -> Option<String> {
        let inside = uri
            .strip_prefix(self.root)
            .filter(|_| uri.len() <= MAX_BYTES)?;
        plain(inside.strip_prefix('/')?)
    }
}

/// Returns a path with its escapes decoded. Returns none if the result is not a valid relative
/// path.
fn plain(path: &str) -> Option<String> {
    if path.contains(['?', '#']) {
        return None;
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let [high, low, after @ ..] = rest else {
            return None;
        };
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        let byte = (digit(high)? << 4 | digit(low)?) as u8;
        // An escaped slash cannot be part of a name.
        if byte == b'/' {
            return None;
        }
        bytes.push(byte);
        rest = after;
    }
    let path = String::from_utf8(bytes).ok()?;
    unsafe_path(&path).is_none().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_is_named_by_the_folder_of_its_file() {
        let cases = [
            ("skill://refunds/SKILL.md", Some("refunds")),
            (
                "skill://acme/billing/refunds/SKILL.md",
                Some("acme/billing/refunds"),
            ),
            ("github://owner/repo/a%20b/SKILL.md", Some("owner/repo/a b")),
            ("skill:refunds/SKILL.md", Some("refunds")),
            ("skill:///SKILL.md", None),
            ("skill://SKILL.md", None),
            ("skill://a/skill.md", None),
            ("skill://a/../b/SKILL.md", None),
            ("skill://a/%2E%2e/SKILL.md", None),
            ("skill://a%2Fb/SKILL.md", None),
            ("skill://a%00/SKILL.md", None),
            ("skill://a%ff/SKILL.md", None),
            ("skill://a%/SKILL.md", None),
            ("skill://a?b/SKILL.md", None),
            ("a/SKILL.md", None),
            ("", None),
        ];
        for (uri, expected) in cases {
            let skill = SkillUri::read(uri);
            let path = skill.map(|skill| skill.parts.join("/"));
            assert_eq!(path.as_deref(), expected, "{uri}");
        }
    }

    #[test]
    fn a_file_lies_inside_its_skill_or_has_no_path() {
        let skill = SkillUri::read("skill://acme/refunds/SKILL.md").unwrap();
        let cases = [
            ("skill://acme/refunds/SKILL.md", Some("SKILL.md")),
            ("skill://acme/refunds/a/b%20c.md", Some("a/b c.md")),
            ("skill://acme/refunds", None),
            ("skill://acme/refunds/", None),
            ("skill://acme/refunds2/a.md", None),
            ("skill://acme/refunds/../x", None),
            ("skill://other/refunds/a.md", None),
            ("file:///etc/passwd", None),
        ];
        for (uri, expected) in cases {
            assert_eq!(skill.path_of(uri).as_deref(), expected, "{uri}");
        }
    }
}
