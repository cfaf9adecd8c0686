//! Reads the frontmatter of a `SKILL.md` like `gh skill`, and writes the file with a changed
//! frontmatter.

use super::yaml::{self, Pair, Yaml};
use crate::text::document::{Place, Range};

const FENCE: &[u8] = b"---";

/// The frontmatter and the body of a file.
pub(super) struct Parts<'t> {
    /// The frontmatter, and the byte offset in the file at which it begins. None if the file has no
    /// frontmatter.
    block: Option<(&'t [u8], usize)>,
    pub(super) body: &'t [u8],
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    let length = bytes
        .iter()
        .take_while(|byte| matches!(byte, b'\r' | b'\n'))
        .count();
    bytes.get(length..).unwrap_or_default()
}

/// Splits a file into frontmatter and body. If the file has no frontmatter, the whole file is the body.
pub(super) fn split(file: &[u8]) -> Parts<'_> {
    let none = Parts {
        block: None,
        body: file,
    };
    let Some(rest) = trimmed(file).strip_prefix(FENCE) else {
        return none;
    };
    let rest = trimmed(rest);
    let Some(end) = rest.windows(4).position(|window| window == b"\n---") else {
        return none;
    };
    let (block, after) = rest.split_at(end);
    Parts {
        block: Some((block, file.len() - rest.len())),
        body: trimmed(after.get(4..).unwrap_or_default()),
    }
}

/// The fields in the frontmatter of a file.
#[derive(Debug, Default)]
pub(super) struct Frontmatter {
    /// The keys of the frontmatter, each with its position and value. None if the file has no
    /// frontmatter, or if the frontmatter is empty.
    pub(super) members: Option<Vec<(String, Option<usize>, Yaml)>>,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) license: String,
}

impl Frontmatter {
    /// Parses the frontmatter of a file.
    ///
    /// # Errors
    /// Returns the message of `gh skill`. A line number in the message counts the lines of the
    /// frontmatter.
    pub(super) fn read(parts: &Parts<'_>) -> Result<Self, String> {
        let Some((block, start)) = parts.block else {
            return Ok(Self::default());
        };
        let wrong = |problem: &str| format!("invalid frontmatter YAML: yaml: {problem}");
        let text = match std::str::from_utf8(block) {
            Ok(text) => text,
            Err(_) => {
                let problem =
                    yaml::encoding_problem(block).unwrap_or("invalid leading UTF-8 octet");
                return Err(wrong(problem));
            }
        };
        let reading = yaml::read(text).map_err(|problem| wrong(&problem))?;
        let Some(mut members) = reading.members else {
            return Ok(Self::default());
        };
        for (_, at, _) in &mut members {
            *at = at.map(|at| at + start);
        }
        let field = |key: &str| {
            let written = reading.written.get(key).cloned();
            let (_, _, value) = members.iter().find(|(known, _, _)| known == key)?;
            match value {
                Yaml::Null => None,
                value => written.or_else(|| value.scalar()),
            }
        };
        Ok(Self {
            name: field("name").unwrap_or_default(),
            description: field("description").unwrap_or_default(),
            license: field("license").unwrap_or_default(),
            members: Some(members),
        })
    }

    /// Returns the value of a frontmatter field. Returns none if the field is missing.
    pub(super) fn value(&self, key: &str) -> Option<&Yaml> {
        let members = self.members.as_deref().unwrap_or_default();
        members
            .iter()
            .find(|(known, _, _)| known == key)
            .map(|(_, _, value)| value)
    }

    /// Returns the entries of `metadata`. Returns none if `metadata` is missing or not a map, or if
    /// a key is not a text.
    pub(super) fn metadata(&self) -> Option<&[Pair]> {
        match self.value("metadata") {
            Some(Yaml::Map(pairs))
                if pairs.iter().all(|pair| matches!(pair.key, Yaml::Text(_))) =>
            {
                Some(pairs)
            }
            _ => None,
        }
    }

    /// Returns the range of a field's key in the file. Returns none if the field is missing.
    pub(super) fn range(&self, key: &str, text: &str) -> Option<Range> {
        let members = self.members.as_deref().unwrap_or_default();
        let at = members.iter().find(|(known, _, _)| known == key)?.1?;
        Some(Range {
            start: Place::of_byte(text, at),
            end: Place::of_byte(text, at + key.len()),
        })
    }
}

/// The origin of a skill, which `gh skill` writes into `metadata` when it installs from GitHub.
#[cfg(feature = "locks")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InstalledFrom {
    pub(crate) repository: Option<String>,
    pub(crate) reference: Option<String>,
    pub(crate) tree_sha: Option<String>,
    pub(crate) path: Option<String>,
}

/// Returns the origin that `gh skill` wrote into a `SKILL.md` when it installed the skill from
/// GitHub. Returns none if the file names no origin.
#[cfg(feature = "locks")]
pub(crate) fn installed_from(file: &[u8]) -> Option<InstalledFrom> {
    let parts = split(file);
    let (block, _) = parts.block?;
    // Most files contain no such key, and a text search is faster than parsing YAML.
    if !std::str::from_utf8(block).is_ok_and(|text| text.contains("github-")) {
        return None;
    }
    std::str::from_utf8(file).ok()?;
    let frontmatter = Frontmatter::read(&parts).ok()?;
    let Some(Yaml::Map(pairs)) = frontmatter.value("metadata") else {
        return None;
    };
    let value = |wanted: &str| {
        let is_it = |pair: &&Pair| matches!(&pair.key, Yaml::Text(key) if key == wanted);
        pairs.iter().find(is_it)?.value.scalar()
    };
    let from = InstalledFrom {
        repository: value("github-repo"),
        reference: value("github-ref"),
        tree_sha: value("github-tree-sha"),
        path: value("github-path"),
    };
    (from.repository.is_some() || from.tree_sha.is_some()).then_some(from)
}

/// Returns the range of the line that a message of `gh skill` names. If the message names no line,
/// returns the first line of the frontmatter.
pub(super) fn line_range(file: &[u8], text: &str, message: Option<&str>) -> Range {
    let named = message.and_then(|message| {
        let rest = message.split_once("line ")?.1;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest.get(..digits)?.parse::<usize>().ok()
    });
    let start = split(file).block.map_or(0, |(_, start)| start);
    let first = 1 + file
        .iter()
        .take(start)
        .filter(|byte| **byte == b'\n')
        .count();
    let line = named.map_or(1, |line| first.saturating_add(line).saturating_sub(1));
    Range {
        start: Place::of_line(text, line, 1),
        end: Place::of_line(text, line, usize::MAX),
    }
}

/// Returns a file with this frontmatter and body, in the format that `gh skill` writes.
pub(super) fn serialized(members: &[Pair], body: &[u8]) -> Vec<u8> {
    let mut file = b"---\n".to_vec();
    file.extend_from_slice(yaml::write(members).as_bytes());
    file.extend_from_slice(b"---\n");
    file.extend_from_slice(body);
    if !body.is_empty() && !body.ends_with(b"\n") {
        file.push(b'\n');
    }
    file
}

/// Returns the file with a changed `metadata`: without the keys for which `is_removed` is true, and
/// with the `added` keys. An empty `metadata` is left out. A `metadata` that is not a map with
/// text keys counts as empty.
///
/// # Errors
/// Returns the message of `gh skill` if the frontmatter cannot be read.
pub(super) fn with_metadata(
    file: &[u8],
    is_removed: impl Fn(&str) -> bool,
    added: &[(&str, &str)],
) -> Result<Vec<u8>, String> {
    let parts = split(file);
    let frontmatter = Frontmatter::read(&parts)?;
    let mut metadata: Vec<Pair> = frontmatter
        .metadata()
        .map(<[Pair]>::to_vec)
        .unwrap_or_default();
    let is_added = |key: &str| added.iter().any(|(known, _)| *known == key);
    metadata
        .retain(|pair| !matches!(&pair.key, Yaml::Text(key) if is_removed(key) || is_added(key)));
    let pair = |key: &str, value: Yaml| Pair {
        key: Yaml::Text(key.to_owned()),
        at: None,
        value,
    };
    metadata.extend(
        added
            .iter()
            .map(|(key, value)| pair(key, Yaml::Text((*value).to_owned()))),
    );
    let members = frontmatter.members.unwrap_or_default();
    let mut members: Vec<_> = members
        .into_iter()
        .filter(|(key, _, _)| key != "metadata")
        .map(|(key, _, value)| pair(&key, value))
        .collect();
    if !metadata.is_empty() {
        members.push(pair("metadata", Yaml::Map(metadata)));
    }
    Ok(serialized(&members, parts.body))
}
