//! Frontmatter with the delimiters of another format: code fences, `+++` around TOML, or the braces of JSON.

use std::ops;

use crate::lint::fixes::check::Edit;
use crate::lint::helpers::frontmatter_lines::{end_of_members, has_members, is_of_dashes, lines};
use crate::lint::skill_context::{SkillContext, members};
use crate::text::document::Unsplit;

/// Frontmatter that is not between lines of `---`, but between the delimiters of another format.
pub struct OtherFence {
    /// The byte range of the line that opens the frontmatter.
    pub first: ops::Range<usize>,
    pub message: &'static str,
    /// The title of the fix that converts the frontmatter.
    pub title: &'static str,
    /// The edits that convert the frontmatter to YAML between lines of `---`.
    pub edits: Vec<Edit>,
    /// True if the fields are in a code fence and the name is not that of the skill's folder. Such
    /// fields may be an example.
    pub may_be_example: bool,
}

/// Returns the frontmatter of a file that does not begin with `---` but has fields in another
/// format, such as JSON or TOML. `None` for any other file.
pub fn read(context: &SkillContext<'_>) -> Option<OtherFence> {
    if context.frontmatter.delimited != Err(Unsplit::NotOpened) {
        return None;
    }
    let text = context.text;
    let mark = context.mark_length();
    let (first, line) = lines(text, mark).find(|(_, line)| !line.trim().is_empty())?;
    let mut may_be_example = false;
    let (message, title, mut edits) = if line.starts_with('{') {
        let (end, edits) = json_fields(text, first.start)?;
        let start = first.start..first.start;
        let eol = context.line_end();
        let mut all = vec![(start, format!("---{eol}"))];
        all.extend(edits);
        all.push((end..end, format!("{eol}---")));
        let message = "the frontmatter is JSON, and not YAML between two lines of `---`";
        (message, "Write the fields of the JSON as frontmatter", all)
    } else if line.trim_end() == "+++" {
        let close = closing(text, first.end, "+++")?;
        let inside = first.end..close.start;
        let all = if has_members(text, &inside) {
            Vec::new()
        } else {
            toml_fields(text, inside)?
        };
        let message = "the frontmatter is between lines of `+++`, as in TOML, instead of `---`";
        (
            message,
            "Write it between lines of `---`",
            delimited(first.clone(), all, close),
        )
    } else {
        let marks = line.len() - line.trim_start_matches(['`', '~']).len();
        let close = (marks >= 3)
            .then(|| closing(text, first.end, &line[..marks]))
            .flatten()?;
        let inside = first.end..close.start;
        // The text in the fence is frontmatter only if all its lines are fields. Otherwise it may be code.
        let has_delimiter = context.slice(&inside).lines().any(is_of_dashes);
        let is_frontmatter = !has_delimiter
            && has_members(text, &inside)
            && end_of_members(text, first.end) >= close.start;
        if !is_frontmatter {
            return None;
        }
        may_be_example = members(text, &inside).iter().any(|member| {
            let value = context.slice(&member.value_bytes);
            member.key == "name" && value.trim_matches(['"', '\'']) != context.skill_folder()
        });
        let message = "the frontmatter is in a code fence, and not between two lines of `---`";
        let all = delimited(first.clone(), Vec::new(), close);
        (message, "Write `---` in place of the fence", all)
    };
    if first.start > mark {
        edits.insert(0, (mark..first.start, String::new()));
    }
    apart(&mut edits);
    Some(OtherFence {
        first,
        message,
        title,
        edits,
        may_be_example,
    })
}

/// Combines edits that touch, so that no edits in the list touch each other. Two edits touch if the
/// second edit begins where the first edit ends, and one of them only inserts text.
fn apart(edits: &mut Vec<Edit>) {
    edits.dedup_by(|next, last| {
        let meet = last.0.end == next.0.start && (last.0.is_empty() || next.0.is_empty());
        if meet {
            last.0.end = next.0.end;
            last.1.push_str(&next.1);
        }
        meet
    });
}

/// Returns the byte range of the first line after the opening line that consists only of `marks`;
/// `None` if there is no such line.
fn closing(text: &str, from: usize, marks: &str) -> Option<ops::Range<usize>> {
    let mut after = lines(text, from).skip(1);
    let (bytes, _) = after.find(|(_, line)| line.trim() == marks)?;
    Some(bytes)
}

/// Returns edits that replace the opening line and the closing line with `---`. `inside` has the
/// edits of the lines between these two lines.
fn delimited(open: ops::Range<usize>, inside: Vec<Edit>, close: ops::Range<usize>) -> Vec<Edit> {
    let mut edits = vec![(open, "---".to_owned())];
    edits.extend(inside);
    edits.push((close, "---".to_owned()));
    edits
}

/// Returns edits that convert TOML to YAML; `None` if a value has several lines, or if there is neither a name nor a
/// description.
fn toml_fields(text: &str, bytes: ops::Range<usize>) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let mut is_in_table = false;
    let mut has_field = false;
    for (line, written) in lines(text, bytes.start) {
        if line.start >= bytes.end {
            break;
        }
        let trimmed = written.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(table) = trimmed
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            if !is_key(table) {
                return None;
            }
            edits.push((line, format!("{table}:")));
            is_in_table = true;
            continue;
        }
        let (key, value) = trimmed.split_once('=')?;
        let (key, value) = (key.trim(), value.trim());
        let is_open = value.starts_with("\"\"\"") || value.starts_with("'''");
        let is_whole = !value.starts_with('[') || value.ends_with(']');
        if !is_key(key) || is_open || !is_whole || value.starts_with('{') || value.is_empty() {
            return None;
        }
        has_field |= !is_in_table && matches!(key, "name" | "description");
        let sign = line.start + written.find('=')?;
        let before = text[line.start..sign].trim_end().len();
        let after = text[sign + 1..line.end].len() - text[sign + 1..line.end].trim_start().len();
        let indent = written.len() - written.trim_start().len();
        let spaces = if is_in_table { "  " } else { "" };
        edits.push((line.start..line.start + indent, spaces.to_owned()));
        edits.push((line.start + before..sign + 1 + after, ": ".to_owned()));
    }
    edits.retain(|(bytes, text)| !bytes.is_empty() || !text.is_empty());
    has_field.then_some(edits)
}

fn is_key(key: &str) -> bool {
    let is_of_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !key.is_empty() && key.bytes().all(is_of_key)
}

/// Returns the end of a JSON object, and edits that turn each member into a line of YAML. Separators become line ends,
/// and no value changes. Returns `None` if the text is not valid JSON, or has neither a name nor a description.
fn json_fields(text: &str, start: usize) -> Option<(usize, Vec<Edit>)> {
    let mut stream =
        serde_json::Deserializer::from_str(&text[start..]).into_iter::<serde_json::Value>();
    let object = stream.next()?.ok()?;
    let end = start + stream.byte_offset();
    let members = object.as_object()?;
    if !["name", "description"]
        .iter()
        .any(|key| members.contains_key(*key))
    {
        return None;
    }
    let eol = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let bytes = text.as_bytes();
    let mut edits = Vec::new();
    let mut depth = 0;
    // The end of the last value that was read, and the current byte.
    let (mut last, mut at) = (start, start);
    let mut is_key = false;
    while at < end {
        match bytes[at] {
            b'{' | b'[' => {
                depth += 1;
                is_key |= depth == 1;
            }
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    edits.push((last..at + 1, String::new()));
                }
            }
            b',' if depth == 1 => is_key = true,
            b'"' => {
                let opened = at;
                at += 1;
                while bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                if is_key {
                    let sign = if last == start { "" } else { eol };
                    let key = &text[opened + 1..at];
                    let quotes = !self::is_key(key);
                    let open = if quotes {
                        format!("{sign}\"")
                    } else {
                        sign.to_owned()
                    };
                    edits.push((last..opened + 1, open));
                    let colon = at + 1 + text[at + 1..end].find(':')?;
                    let rest = &text[colon + 1..end];
                    let value = colon + 1 + rest.len() - rest.trim_start().len();
                    edits.push((at..value, if quotes { "\": " } else { ": " }.to_owned()));
                    is_key = false;
                    at = value;
                    last = value;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
        let is_of_value = !bytes[at - 1].is_ascii_whitespace() && bytes[at - 1] != b',';
        if depth > 1 || depth == 1 && is_of_value && at - 1 > start {
            last = at;
        }
    }
    Some((end, edits))
}
