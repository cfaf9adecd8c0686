//! Finds links to headings that do not exist.

use super::report::{HealthKind, HealthSymptom};
use super::symptom::symptom;
use super::texts::Text;
use crate::search::headings;
use crate::text::markdown::SpanKind;
use crate::tree::{EntryId, Tree, path};

/// If a text has this many headings, links to its headings are not checked, because `headings` may
/// have left some of them out.
const MANY_HEADINGS: usize = 200;

const WEIGHT: u32 = 20;

/// Finds links whose anchor (the part after `#`) names no heading of the linked file. Adds the
/// linked files to `read`.
pub(super) fn find(
    tree: &Tree,
    text: &Text<'_>,
    read: &mut Vec<(EntryId, u64)>,
    symptoms: &mut Vec<HealthSymptom>,
) {
    for span in &text.spans {
        if span.kind != SpanKind::Link {
            continue;
        }
        let written = &text.text[span.bytes.clone()];
        let Some((file, anchor)) = written.split_once('#') else {
            continue;
        };
        let is_elsewhere = file.contains(':') || file.starts_with('/') || file.contains('?');
        // `#:~:text=` marks a passage, `#L10` a line.
        let is_other = anchor.starts_with([':', '/', '!']) || is_line(anchor) || is_example(anchor);
        if is_elsewhere || anchor.is_empty() || is_other {
            continue;
        }
        let folder = path::parent(&text.path).unwrap_or("/");
        let (target, whole) = if file.is_empty() {
            (text.path.clone(), text.text)
        } else {
            let target = path::resolve(folder, file);
            let entry = tree.resolve(&target).ok();
            read.extend(entry.map(|entry| (entry.id(), entry.revision())));
            match entry.and_then(|entry| entry.contents()?.text().ok()) {
                Some(whole) if target.ends_with(".md") => (target, whole),
                _ => continue,
            }
        };
        if !has_anchor(whole, &decoded(anchor)) {
            let place = if file.is_empty() {
                "this file".to_owned()
            } else {
                path::file_name(&target).to_owned()
            };
            let message = format!("{place} has no heading `#{anchor}`");
            symptoms.push(symptom(
                HealthKind::MissingAnchor,
                WEIGHT,
                text,
                span.bytes.clone(),
                message,
            ));
        }
    }
}

/// Returns true if an anchor names a line, as in links to GitHub: `L10`.
fn is_line(anchor: &str) -> bool {
    anchor
        .strip_prefix('L')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns true if an anchor is a placeholder, such as `anchor` or `section-name`.
fn is_example(anchor: &str) -> bool {
    anchor.contains(['{', '<', '$', '…', '*'])
        || matches!(
            anchor,
            "anchor" | "section" | "heading" | "section-name" | "heading-name" | "link"
        )
}

fn has_anchor(text: &str, anchor: &str) -> bool {
    let wanted = bare(anchor);
    // GitHub adds a number to a repeated heading: `usage-1` is the second `Usage`.
    let unnumbered = anchor.rsplit_once('-').and_then(|(name, number)| {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| bare(name))
    });
    let found = headings(text);
    if wanted.is_empty() || found.len() >= MANY_HEADINGS {
        return true;
    }
    let is_wanted = |heading: &str| {
        let heading = bare(heading);
        heading == wanted || Some(&heading) == unnumbered.as_ref()
    };
    if found.iter().any(|heading| is_wanted(heading)) {
        return true;
    }
    // Anchors that the text itself defines, and headings in lists and quotes, also count.
    let quoted = [
        format!("id=\"{anchor}\""),
        format!("name=\"{anchor}\""),
        format!("#{anchor}}}"),
    ];
    quoted.iter().any(|mark| text.contains(mark.as_str()))
        || text.lines().any(|line| {
            let inner = line.trim_start_matches(['>', '-', '*', ' ', '\t']);
            inner.starts_with('#') && is_wanted(inner.trim_start_matches('#'))
        })
}

/// Returns only the letters and digits of a heading or an anchor, in lowercase. Other characters
/// are removed, because Markdown renderers convert them in different ways.
fn bare(text: &str) -> String {
    let text = without_links(text);
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// Returns a heading with its links replaced by their texts.
fn without_links(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        kept.push_str(&rest[..at]);
        let end = rest[at..].find(')').map_or(rest.len(), |end| at + end + 1);
        rest = &rest[end..];
    }
    kept + rest
}

/// Decodes percent-encoded characters in an anchor: `%E4%B8%AD` becomes `中`.
fn decoded(anchor: &str) -> String {
    let bytes = anchor.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes
            .get(at + 1..at + 3)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits
            .filter(|_| bytes[at] == b'%')
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
