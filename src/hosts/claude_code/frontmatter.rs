//! The parsing stage: reads the fields of a skill or command, and determines the defaults of
//! missing fields.

use std::collections::BTreeMap;

use serde_yaml::{Mapping, Number, Value};

use super::editions::{
    BrokenYaml, ClaudeCode, ClaudeCodeEdition, Fallback, Fence, PathConditions, YamlReading,
};
use super::{fields, hooks, lenient_yaml, path_rules, permissions};
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::field::{Field, FieldKind, alternatives, top_key};
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::sort;
use crate::text::budget::{BudgetUnit, Size};
use crate::text::document::{Document, Place, Unsplit};
use crate::text::plain_yaml;
use crate::text::yaml::{place_of_key, quote_values, read};
use crate::tree::Contents;

/// The unit in which Claude Code counts the length of a text: UTF-16 units, as in JavaScript.
const UNIT: BudgetUnit = BudgetUnit::Utf16;

/// The byte order mark, with which some editors begin a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text split into frontmatter and body.
pub(super) struct SplitText<'t> {
    /// The frontmatter and the body. None if the text has no frontmatter, or if the frontmatter is
    /// not closed.
    pub document: Option<Document<'t>>,
    /// The text after the frontmatter, which Claude Code injects.
    pub body: &'t str,
    /// The byte offset of the body in the text.
    pub body_start: usize,
}

/// Splits a text into frontmatter and body. Whitespace after the closing delimiter is not part of
/// the body.
pub(super) fn split<'t>(text: &'t str, edition: &ClaudeCodeEdition) -> SplitText<'t> {
    let unmarked = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if edition.fence == Fence::Anywhere {
        return match lenient_yaml::split(unmarked) {
            Some(document) => SplitText {
                body: document.body,
                body_start: text.len() - document.body.len(),
                document: Some(document),
            },
            // A text without frontmatter is injected with its byte order mark.
            None => SplitText {
                document: None,
                body: text,
                body_start: 0,
            },
        };
    }
    match Document::split(unmarked, |line| line.trim_end() == "---") {
        Ok(document) => {
            let body = document.body.trim_start();
            SplitText {
                body,
                body_start: text.len() - body.len(),
                document: Some(document),
            }
        }
        Err(Unsplit::NotOpened | Unsplit::NotClosed) => SplitText {
            document: None,
            body: unmarked,
            body_start: text.len() - unmarked.len(),
        },
    }
}

/// Returns the byte offset at which the frontmatter ends, in editions in which any `---` ends it.
/// None in other editions, or if there is no frontmatter.
pub(super) fn end(text: &str, edition: &ClaudeCodeEdition) -> Option<usize> {
    let document = split(text, edition).document?;
    if edition.fence != Fence::Anywhere {
        return None;
    }
    let start = document.frontmatter.as_ptr().addr() - text.as_ptr().addr();
    Some(start + document.frontmatter.len())
}

impl Parse for ClaudeCode {
    fn parse(&self, contents: &Contents) -> Parsed {
        // Each byte that is not UTF-8 is replaced by the same character that the host's platform
        // uses.
        let text = contents.text_lossy();
        let parsed = |outcome, ignored| Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        };
        if text.starts_with(BYTE_ORDER_MARK) && !self.edition.byte_order_mark {
            let fault = Fault {
                code: FaultCode::ByteOrderMark,
                message: "the file begins with a byte order mark".to_owned(),
                place: Some(Place::START),
                help: "Save the file without a byte order mark.".to_owned(),
            };
            return parsed(Err(fault), Vec::new());
        }
        let parts = split(&text, self.edition);
        let Some(document) = &parts.document else {
            return parsed(
                Ok(fields(
                    Frontmatter::default(),
                    &parts,
                    true,
                    Place::START,
                    self.edition,
                )),
                Vec::new(),
            );
        };
        let mut reader = MemberReader {
            edition: self.edition,
            fields: fields::fields(self.edition),
            text: &text,
            document,
            ignored: Vec::new(),
            placed: None,
        };
        match metadata(document, &text, self.edition) {
            Ok(members) => {
                let frontmatter = reader.frontmatter(&members);
                let place = place_of_key("name", &text, document);
                let fields = fields(frontmatter, &parts, true, place, self.edition);
                parsed(Ok(fields), reader.ignored)
            }
            Err(fault) if self.edition.broken_yaml != BrokenYaml::Drops => {
                reader.ignored.push(IgnoredField {
                    field: None,
                    message: format!("{}. {}", fault.message, fault.help),
                    place: fault.place,
                });
                // The skill loads without metadata. In some editions its description is taken from
                // the body (docs/hosts/claude-code.md#parsing-skillmd).
                let empty = Frontmatter::default();
                let may_fall_back = self.edition.broken_yaml == BrokenYaml::LoadsDescribed;
                let fields = fields(empty, &parts, may_fall_back, Place::START, self.edition);
                parsed(Ok(fields), reader.ignored)
            }
            Err(fault) => parsed(Err(fault), Vec::new()),
        }
    }
}

fn fields(
    frontmatter: Frontmatter,
    parts: &SplitText<'_>,
    may_fall_back: bool,
    name_place: Place,
    edition: &ClaudeCodeEdition,
) -> Fields {
    let (description, description_source) = match &frontmatter.description {
        Some(description) => (description.clone(), DescriptionSource::Frontmatter),
        None if may_fall_back => from_body(parts.body, edition),
        None => (String::new(), DescriptionSource::None),
    };
    Fields {
        name: frontmatter.name.clone(),
        name_place,
        text: Ok(Text {
            description,
            description_source,
            short_description: None,
            frontmatter: Some(Box::new(frontmatter)),
        }),
    }
}

/// Returns a description taken from the body: the first heading, line or paragraph, depending on
/// the edition. The function skips headings when it searches for a paragraph, but whether Claude
/// Code does the same is unknown.
fn from_body(body: &str, edition: &ClaudeCodeEdition) -> (String, DescriptionSource) {
    let heading = |line: &str| {
        let text = line.trim_start_matches('#');
        let level = line.len() - text.len();
        ((1..=6).contains(&level) && text.starts_with([' ', '\t'])).then(|| text.trim().to_owned())
    };
    let lines = body
        .lines()
        .map(str::trim)
        .skip_while(|line| line.is_empty());
    match edition.description_fallback {
        Fallback::HeadingThenName => match outside_of_code(lines).find_map(heading) {
            Some(text) => (text, DescriptionSource::Heading),
            // The name is inserted later, because it depends on the file's path.
            None => (String::new(), DescriptionSource::Name),
        },
        Fallback::FirstLine => first_line(body),
        Fallback::FirstParagraph => {
            let paragraph: Vec<_> = lines
                .skip_while(|line| line.is_empty() || heading(line).is_some())
                .take_while(|line| !line.is_empty() && heading(line).is_none())
                .collect();
            if paragraph.is_empty() {
                (String::new(), DescriptionSource::None)
            } else {
                (paragraph.join(" "), DescriptionSource::Paragraph)
            }
        }
    }
}

/// Returns the lines outside of fenced code blocks, because inside of such a block a `#` begins a
/// comment, not a heading. A block without a closing fence extends to the end of the text.
fn outside_of_code<'l>(lines: impl Iterator<Item = &'l str>) -> impl Iterator<Item = &'l str> {
    let mut open: Option<&str> = None;
    lines.filter(move |line| {
        let rest = line.trim_start_matches(['`', '~']);
        let marks = &line[..line.len() - rest.len()];
        let is_fence = marks.len() >= 3 && (marks.bytes().all(|mark| mark == marks.as_bytes()[0]));
        match open {
            Some(opening) => {
                if is_fence && marks.starts_with(opening) && rest.is_empty() {
                    open = None;
                }
                false
            }
            None => {
                open = is_fence.then_some(marks);
                !is_fence
            }
        }
    })
}

/// The maximum length, in UTF-16 units, of the first line of a skill's text that becomes the
/// description unchanged. A longer line is shortened to `KEPT_OF_FIRST_LINE`.
const MAX_FIRST_LINE: u64 = 100;
/// The length, in UTF-16 units, to which the first line of a skill's text is shortened if it is
/// longer than `MAX_FIRST_LINE`. The characters `...` are then added to the line.
const KEPT_OF_FIRST_LINE: u64 = 97;

/// Returns the first line that is not empty, without the `#` characters of a heading, and shortened
/// to the limit.
fn first_line(body: &str) -> (String, DescriptionSource) {
    let mut lines = body.split('\n').map(lenient_yaml::trim);
    let Some(line) = lines.find(|line| !line.is_empty()) else {
        return (String::new(), DescriptionSource::None);
    };
    let unmarked = line.trim_start_matches('#');
    let is_heading = unmarked.len() < line.len() && unmarked.starts_with(lenient_yaml::is_blank);
    let (text, source) = if is_heading {
        (
            unmarked.trim_start_matches(lenient_yaml::is_blank),
            DescriptionSource::Heading,
        )
    } else {
        (line, DescriptionSource::Paragraph)
    };
    if UNIT.cost(Size::of(text)) <= MAX_FIRST_LINE {
        return (text.to_owned(), source);
    }
    let mut kept = String::new();
    let mut units = 0;
    for character in text.chars() {
        units += UNIT.cost(Size::of_char(character));
        if units > KEPT_OF_FIRST_LINE {
            break;
        }
        kept.push(character);
    }
    // If the limit divides a character of two UTF-16 units, a space replaces its first half.
    if UNIT.cost(Size::of(&kept)) < KEPT_OF_FIRST_LINE {
        kept.push(' ');
    }
    (format!("{kept}..."), source)
}

/// Returns the key-value pairs of the frontmatter's YAML. Empty if the frontmatter is empty.
fn metadata(
    document: &Document<'_>,
    text: &str,
    edition: &ClaudeCodeEdition,
) -> Result<Mapping, Fault> {
    let yaml = document.frontmatter;
    Fault::check_work(yaml)?;
    let plain = plain_yaml::read(yaml, false).and_then(|map| map.to_mapping());
    if let Some(members) = plain {
        return Ok(members);
    }
    let value = match edition.yaml {
        YamlReading::Lenient => lenient_yaml::read(yaml),
        YamlReading::Plain => read(yaml),
        YamlReading::Repaired => {
            read(yaml).or_else(|error| read(&quote_values(yaml, is_awkward)).map_err(|_| error))
        }
    };
    match value {
        Ok(Value::Mapping(members)) => Ok(members),
        Ok(Value::Null) => Ok(Mapping::new()),
        Ok(_) => Err(Fault {
            code: FaultCode::InvalidYaml,
            message: "the frontmatter is not a list of `key: value` lines".to_owned(),
            place: Some(Place::of_line(text, document.frontmatter_line, 1)),
            help: "Write `description: …` between the two lines `---`.".to_owned(),
        }),
        Err(error) => Err(Fault::invalid_yaml(&error, text, document)),
    }
}

/// Returns true if a value is quoted before the YAML is parsed again. This is the case if YAML
/// would misread the beginning of the value, or if it contains a colon before a space
/// (docs/hosts/claude-code.md#parsing-skillmd). Which other values Claude Code quotes is unknown.
fn is_awkward(value: &str) -> bool {
    let stands_alone = || serde_yaml::from_str::<serde::de::IgnoredAny>(value).is_ok();
    match value.chars().next() {
        Some('*' | '&' | '!' | '%' | '@' | '`') => true,
        Some('[' | '{' | '>' | '|') => !stands_alone(),
        _ => value.contains(": ") || value.ends_with(':') || value.contains(" #"),
    }
}

/// A reader of the frontmatter's fields that records their faults.
struct MemberReader<'a, const FIELDS: usize> {
    edition: &'a ClaudeCodeEdition,
    fields: [Field; FIELDS],
    text: &'a str,
    document: &'a Document<'a>,
    ignored: Vec<IgnoredField>,
    /// The key that was last searched for in the file, and its position. The position is cached,
    /// because a key can have several ignored values, one after the other. None before the first
    /// search.
    placed: Option<(String, Place)>,
}

impl<const FIELDS: usize> MemberReader<'_, FIELDS> {
    fn field(&self, key: &str) -> Option<Field> {
        self.fields.iter().find(|field| field.is(key)).copied()
    }

    fn ignore(&mut self, field: &str, message: impl Into<String>) {
        let key = top_key(field);
        let placed = self.placed.take().filter(|(known, _)| known == key);
        let (key, place) = placed.unwrap_or_else(|| {
            let place = place_of_key(key, self.text, self.document);
            (key.to_owned(), place)
        });
        self.placed = Some((key, place));
        self.ignored.push(IgnoredField {
            field: Some(field.to_owned()),
            message: message.into(),
            place: Some(place),
        });
    }

    fn frontmatter(&mut self, members: &Mapping) -> Frontmatter {
        Frontmatter {
            name: self.text_of(members, "name"),
            description: self.text_of(members, "description"),
            when_to_use: self.text_of(members, "when_to_use"),
            argument_hint: self.argument_hint(members),
            arguments: self.words(members, "arguments", |text| {
                text.split_whitespace().map(str::to_owned).collect()
            }),
            disable_model_invocation: self.flag(members, "disable-model-invocation"),
            user_invocable: self.flag(members, "user-invocable"),
            disabled: None,
            allowed_tools: self.words(members, "allowed-tools", permissions::split_tools),
            disallowed_tools: self.words(members, "disallowed-tools", permissions::split_tools),
            model: self.text_of(members, "model"),
            effort: self.one_of(members, "effort"),
            context: self.one_of(members, "context"),
            agent: self.text_of(members, "agent"),
            background: self.flag(members, "background"),
            hooks: self.hooks(members),
            hook_events: members.get("hooks").map_or_else(Vec::new, hooks::events),
            paths: self.paths(members),
            shell: self.one_of(members, "shell"),
            license: self.text_of(members, "license"),
            compatibility: self.text_of(members, "compatibility"),
            version: self.text_of(members, "version"),
            metadata: self.metadata(members),
            unknown: self.unknown(members),
            needs: None,
        }
    }

    /// Returns the text of a field. A number without quotes is accepted as text. None if the field
    /// is missing, empty or invalid.
    fn text_of(&mut self, members: &Mapping, key: &str) -> Option<String> {
        if self.edition.yaml == YamlReading::Lenient {
            return self.recorded_text_of(members, key);
        }
        match members.get(key)? {
            Value::Null => None,
            Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Value::Number(number) => Some(number_text(number)),
            Value::Bool(_) | Value::Sequence(_) | Value::Mapping(_) | Value::Tagged(_) => {
                self.ignore(key, "must be a text");
                None
            }
        }
    }

    /// Converts the value of a field to text. The conversion follows recorded answers of Claude
    /// Code. Returns `None` if the field is missing or empty. Also returns `None` for a list or map
    /// in the field `description`.
    fn recorded_text_of(&mut self, members: &Mapping, key: &str) -> Option<String> {
        let value = members.get(key).filter(|value| !value.is_null())?;
        let is_text = !matches!(value, Value::Sequence(_) | Value::Mapping(_));
        let text = lenient_yaml::text_of(value, number_text);
        if key == "description" {
            if !is_text {
                self.ignore(key, "must be a text");
                return None;
            }
            let text = lenient_yaml::trim(&text);
            return (!text.is_empty()).then(|| text.to_owned());
        }
        // These fields keep their whitespace, and are treated as absent if they are empty.
        if key == "when_to_use" || key == "name" {
            return (!text.is_empty()).then_some(text);
        }
        let text = lenient_yaml::trim(&text);
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// Returns the value of a field that accepts only certain words. None if the field is missing
    /// or has another value.
    fn one_of(&mut self, members: &Mapping, key: &str) -> Option<String> {
        let FieldKind::OneOf { values, numbers } = self.field(key)?.kind else {
            return None;
        };
        if let (true, Some(Value::Number(number))) = (numbers, members.get(key)) {
            return Some(number_text(number));
        }
        let text = self.text_of(members, key)?;
        let is_number = numbers && text.parse::<u32>().is_ok();
        if is_number || values.contains(&text.as_str()) {
            return Some(text);
        }
        let number = if numbers { " or a number" } else { "" };
        self.ignore(key, format!("must be one of {}{number}", values.join(", ")));
        None
    }

    /// Returns the value of `argument-hint`. YAML parses a hint in square brackets as a list, so a
    /// list is converted back to the author's text. None if the field is missing, empty or invalid.
    fn argument_hint(&mut self, members: &Mapping) -> Option<String> {
        const KEY: &str = "argument-hint";
        match members.get(KEY) {
            Some(Value::Sequence(values)) => {
                let texts: Vec<_> = values.iter().map(scalar).collect();
                Some(format!("[{}]", texts.join(", ")))
            }
            _ => self.text_of(members, KEY),
        }
    }

    /// Returns the words of a field. The field is a list of words, or a text that `split` splits
    /// into words.
    fn words(
        &mut self,
        members: &Mapping,
        key: &str,
        split: impl Fn(&str) -> Vec<String>,
    ) -> Vec<String> {
        match members.get(key) {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::String(text)) => split(text),
            Some(Value::Number(number)) => vec![number_text(number)],
            Some(Value::Sequence(values)) => {
                let mut words = Vec::new();
                for (index, value) in values.iter().enumerate() {
                    match value {
                        Value::String(_) | Value::Number(_) => {
                            words.push(scalar(value).trim().to_owned());
                        }
                        _ => self.ignore(&format!("{key}[{index}]"), "must be a text"),
                    }
                }
                words.retain(|word| !word.is_empty());
                words
            }
            Some(_) => {
                self.ignore(key, "must be a text or a list of texts");
                Vec::new()
            }
        }
    }

    fn flag(&mut self, members: &Mapping, key: &str) -> Option<bool> {
        let value = members.get(key)?;
        let word = match value {
            Value::Null if !self.edition.other_words_are_false => return None,
            value => scalar(value).trim().to_owned(),
        };
        let field = self.field(key)?;
        let meaning = field.boolean(&word);
        if meaning.is_none() {
            self.ignore(key, format!("must be {}", alternatives(&field.words())));
        }
        meaning.or(self.edition.other_words_are_false.then_some(false))
    }

    fn paths(&mut self, members: &Mapping) -> Vec<String> {
        const KEY: &str = "paths";
        let Some(value) = members.get(KEY) else {
            return Vec::new();
        };
        match path_rules::parse(value, self.edition.path_lists) {
            Ok(patterns) if self.edition.path_conditions == PathConditions::OwnAndNarrow => {
                path_rules::conditions(patterns)
            }
            Ok(patterns) => patterns,
            Err(problem) => {
                self.ignore(KEY, problem);
                Vec::new()
            }
        }
    }

    fn hooks(&mut self, members: &Mapping) -> Vec<crate::model::hook::Hook> {
        let Some(value) = members.get("hooks") else {
            return Vec::new();
        };
        let (hooks, problems) = hooks::parse(value);
        for (field, problem) in problems {
            self.ignore(&field, problem);
        }
        hooks
    }

    fn unknown(&self, members: &Mapping) -> Vec<String> {
        let keys = members.keys().map(scalar);
        keys.filter(|key| self.field(key).is_none()).collect()
    }

    /// Returns the keys and values of the field `metadata`. Any value other than a map is ignored
    /// (docs/hosts/claude-code.md#parsing-skillmd).
    fn metadata(&mut self, members: &Mapping) -> BTreeMap<String, String> {
        match members.get("metadata") {
            None | Some(Value::Null) => BTreeMap::new(),
            Some(Value::Mapping(entries)) => {
                let texts = entries.iter();
                sort::collect_map(texts.map(|(key, value)| (scalar(key), scalar(value))))
            }
            Some(_) => {
                self.ignore("metadata", "must be a block of `key: value` lines");
                BTreeMap::new()
            }
        }
    }
}

/// Returns a YAML scalar as text, and a list or map as JSON in one line.
fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number_text(number),
        Value::Null => String::new(),
        Value::Sequence(_) | Value::Mapping(_) | Value::Tagged(_) => {
            serde_json::to_string(value).unwrap_or_default()
        }
    }
}

/// Formats a number as JavaScript does, because Claude Code is a JavaScript program: `1.0` as `1`,
/// and `1e21` as `1e+21`.
fn number_text(number: &Number) -> String {
    // The largest number up to which JavaScript represents every integer exactly.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let value = number.as_f64().unwrap_or_default();
    if !number.is_f64() && value.abs() <= EXACT {
        return number.to_string();
    }
    match value.abs() {
        size if size.is_nan() => "NaN".to_owned(),
        size if size.is_infinite() => format!("{value}").replace("inf", "Infinity"),
        0.0 => "0".to_owned(),
        size if (EXACT..1e21).contains(&size) => whole_digits(value),
        size if (1e-6..1e21).contains(&size) => value.to_string(),
        size if size < 1.0 => format!("{value:e}"),
        _ => format!("{value:e}").replace('e', "e+"),
    }
}

/// Formats a large integer as JavaScript does: the fewest digits that distinguish the number from
/// the neighbouring numbers, and then zeros.
fn whole_digits(value: f64) -> String {
    let short = format!("{value:e}");
    let (digits, exponent) = short.split_once('e').unwrap_or((&short, "0"));
    let places: usize = exponent.parse().unwrap_or_default();
    let sign = if value < 0.0 { "-" } else { "" };
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    format!("{sign}{digits:0<width$}", width = places + 1)
}
