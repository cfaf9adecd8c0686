//! Converts errors of `serde_yaml` to the error texts of the Go library yaml.v3.

/// Returns the error text of yaml.v3 for an error of `serde_yaml`. The problem is the same, but the
/// two libraries count lines in different ways.
pub(super) fn text(error: &serde_yaml::Error, yaml: &str) -> String {
    let words = error.to_string();
    let (problem, context) = match words.split_once(", while ") {
        Some((problem, context)) => (problem, Some(context)),
        None => (words.as_str(), None),
    };
    let (problem, place) = with_place(problem);
    if problem == "unknown anchor" {
        return format!("unknown anchor '{}' referenced", anchor(yaml, place));
    }
    // In yaml.v3, scanner errors count lines from one, and parser errors count from zero. A context has a place only if
    // it differs from the problem's place.
    let is_parsers = match context {
        Some(context) => ["block", "flow", "node"].iter().any(|node| {
            let rest = context.strip_prefix("parsing a ");
            rest.is_some_and(|rest| rest.starts_with(node))
        }),
        None => problem.starts_with("did not find expected <"),
    };
    let line = |place: Option<(usize, usize)>| place.map_or(0, |(line, _)| line.saturating_sub(1));
    let own = context.and_then(|context| with_place(context).1);
    let zero_based = match line(own.or(place)) {
        0 => line(place),
        context => context,
    };
    match zero_based {
        0 => problem.to_owned(),
        line => format!(
            "line {}: {problem}",
            if is_parsers { line } else { line + 1 }
        ),
    }
}

/// Splits a message into its words and its place. The place is a line and a column, both counted
/// from one, or none if the message has no place.
fn with_place(message: &str) -> (&str, Option<(usize, usize)>) {
    if let Some((words, place)) = message.rsplit_once(" at line ")
        && let Some((line, column)) = place.split_once(" column ")
        && let (Ok(line), Ok(column)) = (line.parse(), column.parse())
    {
        return (words, Some((line, column)));
    }
    match message.rsplit_once(" at position ") {
        Some((words, _)) => (words, None),
        None => (message, None),
    }
}

/// Returns the name of the alias at this line and column of the text. Returns an empty text if the
/// place is unknown.
fn anchor(yaml: &str, place: Option<(usize, usize)>) -> &str {
    let Some((line, column)) = place else {
        return "";
    };
    let line = yaml.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let rest = line
        .char_indices()
        .nth(column)
        .map_or("", |(at, _)| &line[at..]);
    let is_of_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-');
    &rest[..rest.find(|one| !is_of_name(one)).unwrap_or(rest.len())]
}

/// Returns the error text of yaml.v3 about the first bytes that are not UTF-8. Returns none if the
/// whole text is UTF-8.
pub(crate) fn encoding_problem(bytes: &[u8]) -> Option<&'static str> {
    let valid = std::str::from_utf8(bytes).err()?.valid_up_to();
    let rest = bytes.get(valid..).unwrap_or_default();
    let width = match rest.first()? {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => return Some("invalid leading UTF-8 octet"),
    };
    let Some(octets) = rest.get(..width) else {
        return Some("incomplete UTF-8 octet sequence");
    };
    let mut trailing = octets.iter().skip(1);
    if trailing.any(|octet| octet & 0xc0 != 0x80) {
        return Some("invalid trailing UTF-8 octet");
    }
    let is_overlong = match octets {
        [0xc0 | 0xc1, ..] => true,
        [0xe0, second, ..] => *second < 0xa0,
        [0xf0, second, ..] => *second < 0x90,
        _ => false,
    };
    Some(if is_overlong {
        "invalid length of a UTF-8 sequence"
    } else {
        "invalid Unicode character"
    })
}
