//! Reads the name and the description in a `SKILL.md` like the `skills` CLI.

use crate::text::js_value::Value;
use crate::text::npm_yaml;

/// The fields that the `skills` CLI reads from a `SKILL.md`.
#[derive(Debug, Clone)]
pub(crate) struct SkillText {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) is_internal: bool,
}

/// Reads the fields of a `SKILL.md` in a repository.
///
/// # Errors
/// Returns the message of the `skills` CLI, and advice for the author.
pub(super) fn read(text: &str) -> Result<SkillText, (String, &'static str)> {
    let data = frontmatter(text)?;
    let value = |key: &str| data.get(key).filter(|value| value.is_truthy());
    let missing: Vec<_> = ["name", "description"]
        .into_iter()
        .filter(|key| value(key).is_none())
        .collect();
    let (Some(name), Some(description)) = (value("name"), value("description")) else {
        return Err((
            format!(
                "missing required frontmatter field(s): {}",
                missing.join(", ")
            ),
            BEGIN_WITH_FIELDS,
        ));
    };
    texts(&data, name, description)
}

/// Reads the fields of a `SKILL.md` from a website. There, name and description may be empty.
///
/// # Errors
/// Returns the problem, and advice for the author.
pub(crate) fn read_of_site(text: &str) -> Result<SkillText, (String, &'static str)> {
    let data = frontmatter(text)?;
    let (Some(name), Some(description)) = (data.get("name"), data.get("description")) else {
        let message = "`name` and `description` are not both in its frontmatter".to_owned();
        return Err((message, BEGIN_WITH_FIELDS));
    };
    texts(&data, name, description)
}

const BEGIN_WITH_FIELDS: &str =
    "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.";

fn texts(
    data: &Value,
    name: &Value,
    description: &Value,
) -> Result<SkillText, (String, &'static str)> {
    let (Some(name), Some(description)) = (name.text(), description.text()) else {
        return Err((
            format!(
                "frontmatter \"name\" and \"description\" must be strings (got {} and {})",
                name.kind(),
                description.kind()
            ),
            "Put the value in quotes.",
        ));
    };
    let internal = data
        .get("metadata")
        .and_then(|metadata| metadata.get("internal"));
    Ok(SkillText {
        name: cleaned(name),
        description: cleaned(description),
        is_internal: internal == Some(&Value::Bool(true)),
    })
}

/// Returns the value of a file's frontmatter. Returns null if the file has no frontmatter.
///
/// # Errors
/// Returns the message of the `skills` CLI, and advice for the author.
pub(crate) fn frontmatter(text: &str) -> Result<Value, (String, &'static str)> {
    let Some(block) = block(text) else {
        return Ok(Value::Null);
    };
    let yaml = npm_yaml::read(block);
    let Some(problem) = &yaml.problem else {
        return Ok(yaml.value);
    };
    let words = match problem.code {
        "YAML_EXCEPTION" => problem.message.clone(),
        _ => yaml.pretty(problem, block),
    };
    Err((
        format!("YAML parse error: {}", words.trim_end()),
        "Put the value in quotes, or fix its indentation.",
    ))
}

/// Returns the text of the frontmatter: from a first line `---` to the next line that begins with
/// `---`. Returns none if there is no frontmatter.
fn block(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rest = text.strip_prefix("---")?;
    let rest = rest
        .strip_prefix("\r\n")
        .or_else(|| rest.strip_prefix('\n'))?;
    let (block, _) = rest.split_once("\n---")?;
    Some(block.strip_suffix('\r').unwrap_or(block))
}

/// Returns a text without the control sequences and control characters of terminals. Line ends are
/// replaced by spaces, and tabs stay.
fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let ends = SequenceEnds::of(text);
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        rest = match character {
            ESCAPE => after_escape(after, &ends),
            '\r' | '\n' => {
                if !(character == '\r' && after.starts_with('\n')) {
                    clean.push(' ');
                }
                after
            }
            '\t' => {
                clean.push(character);
                after
            }
            _ if character.is_control() => after,
            _ => {
                clean.push(character);
                after
            }
        };
    }
    crate::text::js::trim(&clean).to_owned()
}

/// The positions of the last bell character and of the last string terminator (`ESC \`) in a text,
/// in bytes from the end of the text. Some control sequences of terminals end with one of these
/// two. A control sequence that begins after the last possible end has no end, so its end is not
/// searched. This prevents quadratic time for texts with thousands of unclosed sequences.
struct SequenceEnds {
    bell: usize,
    string_end: usize,
}

const BELL: char = '\u{7}';
const ESCAPE: char = '\u{1b}';
const STRING_END: &str = "\u{1b}\\";

impl SequenceEnds {
    fn of(text: &str) -> Self {
        let from = |at: Option<usize>| at.map_or(usize::MAX, |at| text.len() - at);
        Self {
            bell: from(text.rfind(BELL)),
            string_end: from(text.rfind(STRING_END)),
        }
    }

    /// Returns the length of a control sequence that ends with the string terminator (`ESC \`).
    /// Returns none if the sequence has no end.
    fn string(&self, rest: &str) -> Option<usize> {
        let is_left = rest.len() >= self.string_end;
        let end = is_left.then(|| rest.find(STRING_END)).flatten();
        end.map(|at| at + STRING_END.len())
    }

    /// Returns the length of a control sequence that ends with a bell or with the string
    /// terminator, whichever is first. Returns none if the sequence has no end.
    fn bell_or_string(&self, rest: &str) -> Option<usize> {
        if rest.len() < self.bell && rest.len() < self.string_end {
            return None;
        }
        let mut at = 0;
        loop {
            let sign = at + rest[at..].find([BELL, ESCAPE])?;
            at = sign + 1;
            if rest[sign..].starts_with(BELL) {
                return Some(at);
            }
            if rest[sign..].starts_with(STRING_END) {
                return Some(sign + STRING_END.len());
            }
        }
    }
}

/// Returns the text after an escape sequence of a terminal. `rest` is the text that begins directly
/// after the sequence's first character (`ESC`).
fn after_escape<'t>(rest: &'t str, ends: &SequenceEnds) -> &'t str {
    let length = match rest.chars().next() {
        Some(']') => ends.bell_or_string(rest),
        Some('P' | '^' | '_' | 'X') => ends.string(rest),
        Some('[') => {
            let bytes = &rest.as_bytes()[1..];
            let is_part = |byte: &&u8| (0x20..=0x3f).contains(*byte);
            let parts = bytes.iter().take_while(is_part).count();
            let is_final = bytes
                .get(parts)
                .is_some_and(|byte| (0x40..=0x7e).contains(byte));
            is_final.then_some(parts + 2)
        }
        _ => None,
    };
    let two_letters = || {
        let first = rest.bytes().next()?;
        (0x20..=0x7e).contains(&first).then_some(1)
    };
    &rest[length.or_else(two_letters).unwrap_or(0)..]
}
