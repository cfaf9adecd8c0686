//! The line reader, which Qwen Code uses if its YAML parser rejects the frontmatter or finds no
//! mapping in it (`docs/hosts/qwen-code.md#line-by-line`).

use crate::text::js::trim;
use crate::text::js_value::Value;

const INDENT: &str = "  ";
const ITEM: &str = "  - ";

/// Reads frontmatter line by line, and returns its fields as a mapping. If a key occurs several
/// times, its last value is used.
pub(super) fn read(frontmatter: &str) -> Value {
    let lines = frontmatter.split('\n');
    let lines = lines.filter(|line| !trim(line).is_empty() && !trim(line).starts_with('#'));
    let mut lines = lines.peekable();
    let mut members: Vec<(String, Value)> = Vec::new();
    // The mapping to which indented lines belong, with its key. Items of a list between its lines do not end the
    // mapping.
    let mut mapping: Option<(String, Vec<(String, Value)>)> = None;
    // The key that the next list belongs to.
    let mut list_key = String::new();
    while let Some(line) = lines.next() {
        if line.starts_with(ITEM) {
            let mut items = vec![item(line)];
            while let Some(line) = lines.next_if(|line| line.starts_with(ITEM)) {
                items.push(item(line));
            }
            members.push((std::mem::take(&mut list_key), Value::List(items)));
            continue;
        }
        if let Some((key, mut nested)) = mapping.take() {
            if line.starts_with(INDENT) {
                let (name, written) = trim(line).split_once(':').unwrap_or((trim(line), ""));
                nested.push((trim(name).to_owned(), value(trim(written))));
                mapping = Some((key, nested));
                continue;
            }
            members.push((key, Value::Map(nested)));
        }
        let Some((key, written)) = line.split_once(':') else {
            continue;
        };
        let (key, written) = (trim(key), trim(written));
        if !written.is_empty() {
            members.push((key.to_owned(), value(written)));
            continue;
        }
        match lines.peek() {
            Some(next) if next.starts_with(INDENT) && !next.starts_with(ITEM) => {
                list_key.clear();
                mapping = Some((key.to_owned(), Vec::new()));
            }
            _ => key.clone_into(&mut list_key),
        }
    }
    members.extend(mapping.map(|(key, nested)| (key, Value::Map(nested))));
    Value::Map(members)
}

fn item(line: &str) -> Value {
    value(trim(&line[ITEM.len()..]))
}

/// Converts the text of a value to a boolean, null, a number or a text. `text` has no whitespace at
/// its ends.
fn value(text: &str) -> Value {
    let quoted = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match (text, quoted) {
        ("true", _) => Value::Bool(true),
        ("false", _) => Value::Bool(false),
        ("null", _) => Value::Null,
        (_, Some(quoted)) => Value::Text(quoted.replace("\\\"", "\"").replace("\\\\", "\\")),
        _ => match number(text) {
            Some(number) => Value::Number(number),
            None => Value::Text(text.to_owned()),
        },
    }
}

/// Converts a text that is not empty to a number, as by JavaScript's `Number`. Returns `None` for
/// infinity and for texts that are not numbers.
fn number(text: &str) -> Option<f64> {
    let radix = |prefixes: [&str; 2], radix| {
        let digits = prefixes
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix))?;
        let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
        is_number.then(|| {
            let digits = digits.chars().filter_map(|digit| digit.to_digit(radix));
            digits.fold(0.0, |number, digit| {
                number * f64::from(radix) + f64::from(digit)
            })
        })
    };
    let with_prefix = radix(["0x", "0X"], 16)
        .or_else(|| radix(["0o", "0O"], 8))
        .or_else(|| radix(["0b", "0B"], 2));
    let is_decimal = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let decimal = || text.bytes().all(is_decimal).then(|| text.parse().ok())?;
    with_prefix
        .or_else(decimal)
        .filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_give_keys_with_texts_numbers_lists_and_mappings() {
        let cases = [
            (
                "name: a\ndescription: b: c",
                r#"{"name":"a","description":"b: c"}"#,
            ),
            (
                "name: 'a' # c\nx: \"a \\\"b\\\\\"",
                r##"{"name":"'a' # c","x":"a \"b\\"}"##,
            ),
            ("# c\n\n name : a\nno colon", r#"{"name":"a"}"#),
            ("d: >\n  one\n  name: two", r#"{"d":">","name":"two"}"#),
            (
                "l:\n  - a\n  - 1\nm:\n  k: v\n  n\nz:",
                r#"{"l":["a",1],"m":{"k":"v","n":""}}"#,
            ),
            (
                "a: 0x10\nb: 1e3\nc: 1_0\nd: null\ne: true",
                r#"{"a":16,"b":1000,"c":"1_0","d":null,"e":true}"#,
            ),
            (
                "a: Infinity\nb: .5\nc: 1.\nd: +",
                r#"{"a":"Infinity","b":0.5,"c":1,"d":"+"}"#,
            ),
            ("a:\n- b\nc: d", r#"{"c":"d"}"#),
            (
                "m:\n  a:\n  - x\n  b: y\nc: d",
                r#"{"":["x"],"m":{"a":"","b":"y"},"c":"d"}"#,
            ),
            ("", "{}"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text).json(), expected, "{text:?}");
        }
    }
}
