//! Compares the indexes that a site publishes below `/.well-known/` with the site's files. Each entry of an index has
//! the digest of a file.

use super::report::{
    LockAlgorithm, LockDigest, LockEntry, LockFile, LockFormat, LockProblem, LockProblemCode,
    LockReason, LockState, LockedCopy,
};
use crate::text::digest::{is_sha256, sha256};
use crate::text::document::PlaceIndex;
use crate::text::placed_json::{JsonMember, PlacedJson};
use crate::tree::{Entry, EntryKind, Tree, path};

/// The paths of a site's indexes, relative to the top folder of the site.
const INDEXES: [&str; 2] = [
    "/.well-known/agent-skills/index.json",
    "/.well-known/skills/index.json",
];

/// The value of the field `$schema` in a website's index of skills, if the index records a digest
/// for each skill.
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// The advice if a digest does not match the file.
const WRITE_DIGEST: &str =
    "Write `sha256:` and the 64 hexadecimal digits of the file's SHA-256, in lowercase.";

/// Returns the top folder of a website's files if `file` is the path of the website's index of
/// skills, such as `/site/.well-known/skills/index.json`. Returns `None` for any other path.
pub(super) fn site_of(file: &str) -> Option<&str> {
    INDEXES.iter().find_map(|index| file.strip_suffix(index))
}

/// Compares the entries of an index with the files of the site. Returns `None` if the file is not
/// an index with digests, or if its contents are not in the tree.
pub(super) fn check(tree: &Tree, file: Entry<'_>, unread: &mut Vec<String>) -> Option<LockFile> {
    let at = file.path();
    let top = match site_of(&at)? {
        "" => "/",
        top => top,
    };
    let Some(contents) = file.contents() else {
        unread.push(at);
        return None;
    };
    let text = contents.text().ok()?;
    let root = PlacedJson::read(text).ok()?.members()?;
    let find = |key: &str| root.iter().find(|member| member.key == key);
    if find("$schema")?.value.string()? != SCHEMA {
        return None;
    }
    let places = PlaceIndex::new(text);
    let mut lock = LockFile {
        path: at.clone(),
        format: LockFormat::WellKnown,
        version: None,
        entries: Vec::new(),
        unlisted: Vec::new(),
        problems: Vec::new(),
    };
    for item in find("skills")?.value.items()? {
        let fields = item.members().unwrap_or_default();
        let field = |key: &str| fields.iter().find(|field| field.key == key);
        let text = |key: &str| field(key).and_then(|field| field.value.string());
        let Some(name) = text("name") else {
            continue;
        };
        let bytes = (field("digest").or(field("name")))
            .map_or(item.bytes(), |field: &JsonMember<'_>| field.value.bytes());
        let range = places.range(bytes);
        let value = text("digest").filter(|value| is_sha256(value));
        if value.is_none() {
            lock.problems.push(LockProblem {
                code: LockProblemCode::BadEntry,
                entry: Some(name.clone()),
                message: format!("the entry `{name}` has no valid `digest`, so clients leave the skill out without a message"),
                help: WRITE_DIGEST.to_owned(),
                range,
            });
        }
        let url = text("url");
        let target = target(
            top,
            path::parent(&at).unwrap_or("/"),
            url.as_deref().unwrap_or_default(),
        );
        let (state, reason, copies) = match (&value, target) {
            (None, _) => (
                LockState::Unverifiable,
                Some(LockReason::UnknownDigest),
                Vec::new(),
            ),
            (Some(_), Err(reason)) => (LockState::Unverifiable, Some(reason), Vec::new()),
            (Some(value), Ok(target)) => compare(tree, &target, value, unread),
        };
        lock.entries.push(LockEntry {
            name,
            source: url,
            reference: None,
            state,
            reason,
            expected: value.map(|value| LockDigest {
                algorithm: LockAlgorithm::WellKnown,
                value,
            }),
            copies,
            range,
        });
    }
    Some(lock)
}

fn compare(
    tree: &Tree,
    target: &str,
    expected: &str,
    unread: &mut Vec<String>,
) -> (LockState, Option<LockReason>, Vec<LockedCopy>) {
    let file = tree.resolve(target).ok();
    let Some(file) = file.filter(|file| matches!(file.kind(), EntryKind::File(_))) else {
        return (LockState::Missing, None, Vec::new());
    };
    let (state, reason, found) = match file.contents() {
        None => {
            unread.push(file.path());
            (LockState::Unverifiable, Some(LockReason::Unread), None)
        }
        Some(contents) => {
            let found = sha256(contents.bytes());
            let state = if found == expected {
                LockState::Same
            } else {
                LockState::Changed
            };
            (state, None, Some(found))
        }
    };
    let copy = LockedCopy {
        path: file.path(),
        state,
        reason,
        found,
    };
    (state, reason, vec![copy])
}

/// Returns the path of the file to which a URL in a site's index leads. Returns the reason as an
/// error if the URL leads to another site or to no file.
fn target(top: &str, folder: &str, url: &str) -> Result<String, LockReason> {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let has_scheme = url
        .split('/')
        .next()
        .is_some_and(|first| first.contains(':'));
    if url.is_empty() || url.starts_with("//") || has_scheme {
        return Err(LockReason::OtherSite);
    }
    let decoded = percent_decoded(url).ok_or(LockReason::OtherSite)?;
    let resolved = match decoded.strip_prefix('/') {
        Some(rest) => path::resolve(top, &format!("./{rest}")),
        None => path::resolve(folder, &decoded),
    };
    if path::is_within(&resolved, top) {
        Ok(resolved)
    } else {
        Err(LockReason::Outside)
    }
}

/// Decodes the percent escapes of a URL's path. Returns `None` if the result is not UTF-8 or has a
/// NUL character.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let digits = after
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(value) if *byte == b'%' => {
                bytes.push(value);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes)
        .ok()
        .filter(|text| !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_of_an_index_leads_to_a_file_of_the_same_site_only() {
        let cases = [
            ("/pdf.md", Ok("/site/pdf.md")),
            (
                "pdf/SKILL.md?v=1#top",
                Ok("/site/.well-known/skills/pdf/SKILL.md"),
            ),
            ("../../a%20b.md", Ok("/site/a b.md")),
            ("../../../out.md", Err(LockReason::Outside)),
            ("/../out.md", Err(LockReason::Outside)),
            ("https://example.org/pdf.md", Err(LockReason::OtherSite)),
            ("//example.org/pdf.md", Err(LockReason::OtherSite)),
            ("", Err(LockReason::OtherSite)),
            ("%ff", Err(LockReason::OtherSite)),
            ("a%2", Ok("/site/.well-known/skills/a%2")),
        ];
        for (url, expected) in cases {
            let found = target("/site", "/site/.well-known/skills", url);
            assert_eq!(found, expected.map(str::to_owned), "{url}");
        }
    }
}
