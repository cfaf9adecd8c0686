//! What a text says to a model against its user: a small language of clauses, read with tables of words for each language.
//!
//! A finding is a verb and its object in one clause, such as *ignore* and *previous instructions*. Whether the clause says
//! not to, quotes somebody or speaks of such orders is judged by that clause, what it stands below and the quotes around
//! it. One pass finds all words of all languages that are worth a look; everything else looks around them.

mod clause;
mod lexicon;
mod orders;

use std::cell::OnceCell;
use std::ops::Range;

use super::texts::SkillText;
use crate::text::document::floor_char_boundary;
use crate::text::markdown::SpanKind;
use clause::{Lead, Lines};
use lexicon::{Class, Hit, LEXICON};
pub(in crate::lint) use orders::Act;
use orders::{Around, Words};

/// Where a text says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lint) enum Place {
    /// In a field of the frontmatter that hosts put before the model in every conversation.
    Description,
    /// In another field.
    Field,
    /// Where everybody reads it.
    Text,
    /// In a comment of Markdown or of the frontmatter, which does not show on a page.
    Hidden,
    /// In a comment of a program.
    Comment,
    /// In what a program writes, which the model reads that runs it.
    Output,
}

/// An order that a text gives to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lint) struct Speech {
    pub act: Act,
    pub place: Place,
    pub bytes: Range<usize>,
}

/// What a text of a skill says against the user, from the first.
pub(in crate::lint) fn speech(text: &SkillText<'_>) -> Vec<Speech> {
    let mut found = Vec::new();
    // Descriptions, which are short, are read clause by clause.
    for field in DESCRIPTIONS {
        if let Some(bytes) = field_of(text, field) {
            found.extend(lures(text, bytes));
        }
    }
    let mut read = 0;
    let blocks = OnceCell::new();
    let triggers = LEXICON.triggers(text.text);
    for at in triggers {
        if at < read {
            continue;
        }
        let Some((place, within, lines)) = region(text, at) else {
            continue;
        };
        let clause = clause::around(text.text, &within, at, lines);
        read = clause.end;
        for one in orders(text, place, &within, clause, lines, &blocks) {
            found.push(one);
        }
    }
    let by_place = |one: &Speech| (one.bytes.start, one.bytes.end);
    crate::sort::by_key(&mut found, by_place);
    let addresses = addresses(text, &found);
    found.extend(addresses);
    crate::sort::by_key(&mut found, by_place);
    found
}

/// Whether a text that stands nowhere, such as a decoded one, orders something against the user.
pub(in crate::lint) fn says(text: &str) -> bool {
    LEXICON.triggers(text).into_iter().any(|at| {
        let clause = clause::around(text, &(0..text.len()), at, Lines::Prose);
        let hits = LEXICON.words(text, clause.clone());
        lexicon::languages(&hits).into_iter().any(|language| {
            let words = Words::new(text, clause.clone(), &hits, language, Around::default());
            !words.said().is_empty()
        })
    })
}

/// Fields that hosts put before the model in every conversation.
const DESCRIPTIONS: [&str; 2] = ["description", "when_to_use"];

/// What a clause orders.
fn orders(
    text: &SkillText<'_>,
    place: Place,
    within: &Range<usize>,
    clause: Range<usize>,
    lines: Lines,
    blocks: &OnceCell<Blocks>,
) -> Vec<Speech> {
    let whole = text.text;
    let mut hits = LEXICON.words(whole, clause.clone());
    hits.retain(|hit| {
        let is_code = is_in_code(text, hit.bytes.start);
        (!is_code || is_named(hit.class)) && !is_in_address(whole, hit.bytes.start)
    });
    let mut found: Vec<Speech> = Vec::new();
    let mut around: Option<(Vec<Hit>, Vec<Hit>)> = None;
    for language in lexicon::languages(&hits) {
        for part in parts(&hits, language, &clause) {
            // Most clauses say nothing, whatever stands around them.
            let words = Words::new(whole, part.clone(), &hits, language, Around::default());
            if !words.may_say() {
                continue;
            }
            let (before, behind) = around.get_or_insert_with(|| {
                let start = sentence_start(whole, within.start, clause.start);
                let end = sentence_end(whole, clause.end, within.end);
                let before = LEXICON.words(whole, start..clause.start);
                (before, LEXICON.words(whole, clause.end..end))
            });
            let around = Around { before, behind };
            let words = Words::new(whole, part.clone(), &hits, language, around);
            let mut said = words.said();
            said.extend(
                words
                    .fakes()
                    .filter(|fake| is_marked(whole, within, &fake.bytes)),
            );
            for one in said {
                let is_known = (found.iter()).any(|known| {
                    known.bytes.start < one.bytes.end && one.bytes.start < known.bytes.end
                });
                let Some(place) = place_of(text, place, one.verb, blocks).filter(|_| !is_known)
                else {
                    continue;
                };
                let quotes = match place {
                    Place::Comment => Lines::Prose,
                    _ => lines,
                };
                let is_title = || text.line_at(one.verb).trim_start().starts_with('#');
                if one.act == Act::Unasked && place == Place::Text && is_title()
                    || clause::is_quoted(whole, within, one.verb, quotes)
                    || is_led(text, within, &part, language, one.act, lines)
                {
                    continue;
                }
                found.push(Speech {
                    act: one.act,
                    place,
                    bytes: one.bytes,
                });
            }
        }
    }
    found
}

/// Longest part of an address before a word in it, in bytes; the limit is ours.
const MAX_ADDRESS: usize = 1_000;

/// Whether a word is a part of an address.
fn is_in_address(text: &str, at: usize) -> bool {
    let bytes = &text.as_bytes()[at.saturating_sub(MAX_ADDRESS)..at];
    let mut before = bytes.iter().rev();
    let length = before.position(|byte| byte.is_ascii_whitespace() || !byte.is_ascii());
    let before = &bytes[bytes.len() - length.unwrap_or(bytes.len())..];
    before.windows(3).any(|sign| sign == b"://")
}

/// The parts of a clause between words that begin another one.
fn parts(hits: &[Hit], language: u8, clause: &Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = clause.start;
    let buts = hits
        .iter()
        .filter(|hit| hit.class == Class::But && hit.language == language);
    for but in buts {
        if but.bytes.start > start {
            parts.push(start..but.bytes.start);
        }
        start = start.max(but.bytes.end);
    }
    parts.push(start..clause.end);
    parts
}

fn is_in_code(text: &SkillText<'_>, at: usize) -> bool {
    let span = text.span_at(at).filter(|_| text.is_markdown);
    span.is_some_and(|span| matches!(span.kind, SpanKind::Code | SpanKind::Block))
}

/// Whether a word counts in code, as names and addresses do.
fn is_named(class: Class) -> bool {
    matches!(
        class,
        Class::Data | Class::Elsewhere | Class::Prompt | Class::Rules | Class::Guard
    )
}

/// Whether what a clause stands below says not to, or speaks of such orders.
fn is_led(
    text: &SkillText<'_>,
    within: &Range<usize>,
    part: &Range<usize>,
    language: u8,
    act: Act,
    lines: Lines,
) -> bool {
    let whole = text.text;
    if whole[..part.start]
        .trim_end()
        .ends_with(['❌', '✗', '✘', '🚫', '⛔', '×'])
        || whole[part.clone()]
            .trim_start_matches(['-', '*', ' ', '|'])
            .starts_with(['❌', '✗', '✘', '🚫', '⛔'])
    {
        return true;
    }
    clause::leads(whole, within, part, lines)
        .iter()
        .any(|lead| {
            let (bytes, is_heading) = match lead {
                Lead::Sentence(bytes) => (bytes, false),
                Lead::Heading(bytes) => (bytes, true),
            };
            let hits = LEXICON.words(whole, bytes.clone());
            let said = &whole[bytes.clone()];
            // A table of options.
            if act == Act::Unasked && (said.contains("--") || said.contains("`-")) {
                return true;
            }
            let ends = said
                .trim_end()
                .trim_end_matches(['*', '_', ' '])
                .ends_with([':', '：']);
            let is_short = said.len() <= 60 || is_heading;
            // The language of a heading need not be that of what stands below.
            hits.iter()
                .filter(|hit| hit.language == language || hit.language == lexicon::ENGLISH)
                .any(|hit| match hit.class {
                    Class::Speaks | Class::Aftermath => true,
                    Class::Not => {
                        act != Act::Conceal
                            && is_short
                            && (ends || is_heading || bytes.end <= part.start)
                    }
                    _ => false,
                })
        })
}

/// Where a clause is, if hosts or models read it there.
fn region(text: &SkillText<'_>, at: usize) -> Option<(Place, Range<usize>, Lines)> {
    if !text.is_markdown {
        if is_data(&text.path) && is_about_attacks(&text.path) {
            return None;
        }
        let lines = match is_program(&text.path) {
            true => Lines::Program,
            false if is_data(&text.path) => Lines::Values,
            false => Lines::Prose,
        };
        return Some((Place::Text, 0..text.text.len(), lines));
    }
    if at < text.body.start {
        let line = text.line_at(at).trim_start();
        if line.starts_with('#') {
            return Some((Place::Hidden, 0..text.body.start, Lines::Values));
        }
        let member = DESCRIPTIONS
            .iter()
            .filter_map(|field| field_of(text, field));
        let mut member = member.filter(|bytes| bytes.contains(&at));
        return Some(match member.next() {
            Some(bytes) => (
                Place::Description,
                unquoted(text.text, bytes),
                Lines::Values,
            ),
            None => (Place::Field, 0..text.body.start, Lines::Values),
        });
    }
    if let Some(within) = hidden_element(text, at) {
        return Some((Place::Hidden, within, Lines::Prose));
    }
    match text.span_at(at) {
        Some(span) if span.kind == SpanKind::Comment => {
            Some((Place::Hidden, span.bytes.clone(), Lines::Prose))
        }
        Some(_) => None,
        None => Some((Place::Text, text.body.clone(), Lines::Prose)),
    }
}

/// Longest part of an element before a word that its tag is looked for in, in bytes; the limit is ours.
const MAX_ELEMENT: usize = 500;

/// The bytes between the tags of an element of Markdown that does not show.
fn hidden_element(text: &SkillText<'_>, at: usize) -> Option<Range<usize>> {
    const HIDES: [&str; 8] = [
        "display:none",
        "visibility:hidden",
        "font-size:0",
        "font-size:1px",
        "opacity:0",
        "color:#fff",
        "color:white",
        "color:transparent",
    ];
    let mut from = text.body.start.max(at.saturating_sub(MAX_ELEMENT));
    while !text.text.is_char_boundary(from) {
        from += 1;
    }
    let start = from + text.text[from..at].rfind('>')? + 1;
    let tag = &text.text[from..start];
    let tag = &tag[tag.rfind('<')?..];
    let style: String = tag.chars().filter(|c| !c.is_whitespace()).collect();
    let is_hidden = HIDES.iter().any(|hides| style.contains(hides)) || tag.contains(" hidden");
    if !is_hidden {
        return None;
    }
    let length = text.text[start..].find('<');
    let end = length.map_or(text.text.len(), |length| start + length);
    (at <= end).then_some(start..end)
}

/// The place of an order; none where a program says it to nobody.
fn place_of(
    text: &SkillText<'_>,
    place: Place,
    verb: usize,
    blocks: &OnceCell<Blocks>,
) -> Option<Place> {
    if text.is_markdown || !is_program(&text.path) {
        return Some(place);
    }
    let start = floor_char_boundary(text.text, verb.saturating_sub(MAX_LINE));
    let line = text.text[start..verb].rfind('\n');
    let line = line.map_or(start, |end| start + end + 1);
    let before = text.text[line..verb].trim_start();
    let is_comment = before.starts_with(['#', '*', ';', '%'])
        || before.starts_with("//")
        || before.starts_with("--")
        || before.starts_with("REM ")
        || before.contains(" # ")
        || before.contains(" // ")
        || blocks.get_or_init(|| Blocks::of(text.text)).contain(verb);
    if is_comment {
        return Some(Place::Comment);
    }
    let writes = [
        "echo ",
        "print(",
        "printf ",
        "console.",
        "puts ",
        "Write-Host",
        "Write-Output",
        "println",
        "write(",
    ];
    writes
        .iter()
        .any(|call| before.contains(call))
        .then_some(Place::Output)
}

/// Longest part of a program's line before an order, in bytes; the limit is ours.
const MAX_LINE: usize = 2_000;

/// Comments over several lines and the documentation of a program, by the places of their marks.
struct Blocks {
    /// Where comments open and close.
    pairs: Vec<(Vec<usize>, Vec<usize>)>,
    /// Where quotes stand that open as well as close.
    quotes: [Vec<usize>; 2],
}

impl Blocks {
    const PAIRS: [(&str, &str); 4] = [
        ("/*", "*/"),
        ("<!--", "-->"),
        ("<#", "#>"),
        ("=begin", "=end"),
    ];
    const QUOTES: [&str; 2] = ["\"\"\"", "'''"];

    fn of(text: &str) -> Self {
        let places = |mark: &str| text.match_indices(mark).map(|(at, _)| at).collect();
        let pairs = Self::PAIRS.iter();
        Self {
            pairs: pairs
                .map(|(open, close)| (places(open), places(close)))
                .collect(),
            quotes: Self::QUOTES.map(places),
        }
    }

    /// Whether a byte lies in one of them.
    fn contain(&self, at: usize) -> bool {
        let last = |places: &[usize]| {
            let before = places.partition_point(|place| *place <= at);
            before.checked_sub(1).map(|index| places[index])
        };
        let mut pairs = self.pairs.iter();
        pairs.any(|(opens, closes)| {
            last(opens).is_some_and(|opened| last(closes).is_none_or(|closed| closed < opened))
        }) || self.quotes.iter().any(|quotes| {
            let before = quotes.partition_point(|quote| *quote <= at);
            before % 2 == 1
        })
    }
}

/// Words of comments that speak to a model, whatever it shall do, but for those in which something is found, by place.
fn addresses(text: &SkillText<'_>, found: &[Speech]) -> Vec<Speech> {
    let mut addresses = Vec::new();
    let comments = text
        .spans
        .iter()
        .filter(|span| span.kind == SpanKind::Comment);
    for comment in comments {
        let bytes = &comment.bytes;
        let first = found.partition_point(|one| one.bytes.start < bytes.start);
        let mut inside = found[first..]
            .iter()
            .take_while(|one| one.bytes.start < bytes.end);
        if inside.any(|one| one.bytes.end <= bytes.end) {
            continue;
        }
        let hits = LEXICON.words(text.text, bytes.clone());
        let address = hits
            .iter()
            .filter(|hit| hit.class == Class::Address)
            .find_map(|hit| {
                let mut clause = clause::around(text.text, bytes, hit.bytes.start, Lines::Prose);
                // The colon behind a name ends its clause.
                clause.end = clause.end.max(hit.bytes.end);
                let words = Words::new(text.text, clause, &hits, hit.language, Around::default());
                words.address()
            });
        let address =
            address.filter(|one| !clause::is_quoted(text.text, bytes, one.verb, Lines::Prose));
        addresses.extend(address.map(|one| Speech {
            act: one.act,
            place: Place::Hidden,
            bytes: one.bytes,
        }));
    }
    addresses
}

/// Clauses of a description that set the skill before all others.
fn lures(text: &SkillText<'_>, bytes: Range<usize>) -> Vec<Speech> {
    let whole = text.text;
    let bytes = unquoted(whole, bytes);
    let mut found: Vec<Speech> = Vec::new();
    let hits = LEXICON.words(whole, bytes.clone());
    let lures = hits
        .iter()
        .filter(|hit| matches!(hit.class, Class::Lure | Class::Use));
    for hit in lures {
        let clause = clause::around(whole, &bytes, hit.bytes.start, Lines::Values);
        let words = Words::new(whole, clause, &hits, hit.language, Around::default());
        let Some(one) = words.lure() else {
            continue;
        };
        // Clauses go on in their order.
        let is_known = found
            .last()
            .is_some_and(|known| one.bytes.start < known.bytes.end);
        if !is_known && !clause::is_quoted(whole, &bytes, one.verb, Lines::Values) {
            found.push(Speech {
                act: one.act,
                place: Place::Description,
                bytes: one.bytes,
            });
        }
    }
    found
}

/// Whether a name stands where a host has its own messages: between marks, or alone before a colon in capitals.
fn is_marked(text: &str, within: &Range<usize>, name: &Range<usize>) -> bool {
    let before = text[within.start..name.start].trim_end_matches([' ', '*', '/']);
    let behind = &text[name.end..within.end];
    let behind = behind.trim_start_matches([' ', '*']);
    let said = &text[name.clone()];
    let is_loud = !said.contains(char::is_lowercase);
    let opens = |marks: &[&str]| marks.iter().any(|mark| before.ends_with(mark));
    // `<|im_start|>`, `<<SYS>>`, `[INST]`
    if before.ends_with('【') && behind.starts_with('】') {
        return true;
    }
    if opens(&["<|", "<<"]) && behind.starts_with(['|', '>'])
        || opens(&["["]) && said == "INST" && behind.starts_with(']')
    {
        return true;
    }
    // `[SYSTEM]`, `[System message]:`, `<system>`
    let is_tag = opens(&["["]) && behind.starts_with([']', ':']) && !behind.starts_with("](");
    if opens(&["<"]) && behind.starts_with('>') && said.eq_ignore_ascii_case("system") {
        return true;
    }
    let is_long = said.contains([' ', '_']) || !said.is_ascii();
    // `SYSTEM OVERRIDE:`, `System message:`
    let is_mark = |c: char| c != '\n' && (c.is_whitespace() || "*_#>-=![".contains(c));
    let above = text[within.start..name.start].trim_end_matches(is_mark);
    let is_first = above.is_empty() || above.ends_with('\n');
    let goes_on = behind.trim_start_matches(']').starts_with([':', '：', ']'])
        && behind
            .trim_start_matches([':', '：', ']', ' ', '*'])
            .starts_with(|c: char| !c.is_whitespace());
    is_tag && (is_loud || is_long) || is_first && is_long && is_loud && goes_on
}

/// The value of a field of the skill's own file.
fn field_of(text: &SkillText<'_>, field: &str) -> Option<Range<usize>> {
    let members = text.members.iter();
    let mut values = members.filter(|member| member.key == field);
    values.next().map(|member| member.value_bytes.clone())
}

/// A value of YAML without the quotes around it.
fn unquoted(text: &str, bytes: Range<usize>) -> Range<usize> {
    let value = &text[bytes.clone()];
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) if value.len() > 1 && value.ends_with(quote) => {
            bytes.start + 1..bytes.end - 1
        }
        _ => bytes,
    }
}

/// The end of a sentence, or of what is looked at for it.
fn sentence_end(text: &str, from: usize, end: usize) -> usize {
    let rest = &text[from..end];
    let stop = rest
        .char_indices()
        .find(|(at, c)| *at > 200 || matches!(c, '.' | '!' | '?' | '。' | '\n'));
    stop.map_or(end, |(at, _)| from + at)
}

/// The start of a sentence, or of what is looked at for it.
fn sentence_start(text: &str, start: usize, until: usize) -> usize {
    let mut from = until;
    for (at, c) in text[start..until].char_indices().rev() {
        let is_end = matches!(c, '\n' | '。')
            || matches!(c, '.' | '!' | '?') && text[start + at + 1..].starts_with(' ');
        if is_end || until - (start + at) > 250 {
            break;
        }
        from = start + at;
    }
    from
}

fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.to_ascii_lowercase()
}

fn is_data(path: &str) -> bool {
    ["json", "jsonl", "yaml", "yml", "toml", "csv", "ini"].contains(&&*ending(path))
}

/// Whether a file says by its name that it holds attacks, for a test or a scanner.
fn is_about_attacks(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let hits = LEXICON.words(name, 0..name.len());
    hits.iter()
        .any(|hit| matches!(hit.class, Class::Speaks | Class::Aftermath))
}

/// Whether a file is a program, whose comments and output are texts.
fn is_program(path: &str) -> bool {
    [
        "py", "sh", "bash", "zsh", "fish", "js", "mjs", "cjs", "ts", "tsx", "jsx", "rb", "pl",
        "php", "ps1", "psm1", "lua", "go", "r", "rs", "c", "h", "cpp", "java", "kt", "swift",
        "sql", "css", "bat", "cmd", "html", "htm", "xml", "svg",
    ]
    .contains(&&*ending(path))
}
