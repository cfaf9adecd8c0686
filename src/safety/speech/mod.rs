//! Instructions in a text that turn a model against its user, found by patterns of words for each
//! language.
//!
//! An instruction is a verb and its object in one clause, such as *ignore* and *previous
//! instructions*. The instruction may be negated, quoted or only mentioned. The clause, its list,
//! the heading above and the quotes around it show this. One pass over a text finds the trigger
//! words of all languages. Only the text around these words is inspected further.

mod clause;
mod grammar;
mod lexicon;
mod orders;

use std::cell::OnceCell;
use std::ops::Range;

use crate::safety::lists::{has_part, is_in};
use crate::text::document::floor_char_boundary;
use crate::text::markdown::{Span, SpanKind};
use crate::tree::skill_text::SkillText;
use clause::{Introduction, Lines};
pub(crate) use grammar::Act;
use grammar::Class;
use lexicon::{ANY_LANGUAGE, Hit, LEXICON, ListedWords};
use orders::{Clause, MAX_EFFORT, Order, addresses};

/// The kind of place in which an instruction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OrderPlace {
    /// A description in the frontmatter, which hosts show the model in every conversation.
    Description,
    /// A field of the frontmatter other than the descriptions.
    Field,
    /// Text of a page or a file that people can see.
    Text,
    /// A comment or an invisible element of Markdown, or a comment of the frontmatter. Such a text
    /// is not visible on a rendered page.
    Hidden,
    /// A comment in the code of a program.
    Comment,
    /// The output of a program. The model reads the output after it has run the program.
    Output,
}

/// An instruction in a text that tells a model to act against the interests of its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Speech {
    pub act: Act,
    pub place: OrderPlace,
    pub bytes: Range<usize>,
    /// True if there is little doubt about the purpose of the instruction, because of its words,
    /// its place or the text around it.
    pub is_sure: bool,
    /// True if the instruction has no harmless meaning, or is hidden from the reader.
    pub is_certain: bool,
}

/// Finds the harmful instructions in a text: those that turn a model against its user. Returns them
/// in the order of the text.
pub(crate) fn speech(text: &SkillText<'_>) -> Vec<Speech> {
    let mut found: Vec<Speech> = Vec::new();
    if text.kind.is_some() && is_about_attacks(&text.path) {
        return found;
    }
    let mut read = 0;
    let file = FileTraits::of(text);
    for at in file.words().triggers.iter().copied() {
        if at < read {
            continue;
        }
        let Some((place, within, lines)) = region(text, &file, at) else {
            continue;
        };
        let clause = clause::around(text.text, &within, at, lines);
        read = clause.end;
        found.extend(orders(text, place, &within, clause, lines, &file));
    }
    for bytes in leaking_images(text, &file) {
        found.push(Speech {
            act: Act::Send,
            place: OrderPlace::Text,
            bytes,
            is_sure: true,
            is_certain: true,
        });
    }
    for bytes in unseen_texts(text, &file) {
        let is_known = |one: &Speech| bytes.contains(&one.bytes.start);
        if !found.iter().any(is_known) {
            found.push(Speech {
                act: Act::Address,
                place: OrderPlace::Hidden,
                bytes,
                is_sure: true,
                is_certain: false,
            });
        }
    }
    crate::sort::by_key(&mut found, |one| (one.bytes.start, one.bytes.end));
    found
}

/// Returns the byte ranges of images that send data of the conversation away. The address of such
/// an image has a placeholder for the data, as in `![](https://a.invalid/?d=<summary of the
/// conversation>)`. A client that shows the image sends the data.
fn leaking_images(text: &SkillText<'_>, file: &FileTraits<'_>) -> Vec<Range<usize>> {
    let images = file.words().links.iter().take(MAX_STYLES);
    let leaks = images.filter_map(|close| {
        let close = *close;
        let low = floor_char_boundary(text.text, close.saturating_sub(MAX_LINE));
        let start = low + text.text[low..close].rfind("![")?;
        let is_image = !text.text[start..close].contains(['(', '\n']);
        let end = close + text.text[close..].find([')', '\n'])?;
        let (_, query) = text.text[close..end].split_once('?')?;
        let is_leak = is_image && !text.is_test() && placeholders(query).any(takes_up);
        (is_leak && !is_mentioned(text, file, start)).then_some(start..end)
    });
    leaks.collect()
}

/// Returns the texts between brackets in the query of an address.
fn placeholders(query: &str) -> impl Iterator<Item = &str> {
    let parts = query.split(['<', '{', '[']).skip(1);
    parts.filter_map(|part| part.split_once(['>', '}', ']']).map(|(inside, _)| inside))
}

/// Returns true if a placeholder stands for private data, such as the conversation or a password.
fn takes_up(placeholder: &str) -> bool {
    const DATA: &str = "conversation conversations chat history message messages prompt prompts secret secrets password \
        passwords credential credentials base64 encoded memory memories";
    let lower = placeholder.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| is_in(word, DATA)) || has_part(&lower, "对话|聊天|密钥|会話|履歴")
}

/// Returns true if the author only mentions the text at a byte and does not mean it. Such a text is
/// in code or in quotation marks, or words before it negate it or introduce it as an example.
fn is_mentioned(text: &SkillText<'_>, file: &FileTraits<'_>, at: usize) -> bool {
    let span = text.span_at(at).filter(|_| text.is_markdown);
    let is_code = span.is_some_and(|span| match span.kind {
        SpanKind::Block => is_program_block(text, span),
        kind => kind == SpanKind::Code,
    });
    let Some((_, within, lines)) = region(text, file, at).filter(|_| !is_code) else {
        return true;
    };
    let clause = clause::around(text.text, &within, at, lines);
    let hits: Vec<Hit> = file.words().within(&(clause.start..at)).cloned().collect();
    let negates = |hit: &Hit| matches!(hit.class, Class::Not | Class::Dont | Class::Speaks);
    let languages = lexicon::languages(hits.iter());
    let mut languages = languages.into_iter().chain([lexicon::ENGLISH]);
    hits.iter().any(negates)
        || clause::is_quoted(text.text, &within, at, lines)
        || languages
            .any(|language| is_led(text, file, &within, &clause, (language, Act::Send), lines))
}

/// The minimum number of words of an invisible text that is reported. Shorter texts are often only
/// labels.
const MIN_UNSEEN: usize = 6;

/// The maximum number of HTML elements in one text whose `style` attributes are checked.
const MAX_STYLES: usize = 200;

/// Returns the byte ranges of texts in HTML elements whose `style` makes the text invisible, for
/// example with `font-size:0`. An element is skipped if its style sets `background`, `display` or
/// `visibility`, because pages often use these properties for their layout.
fn unseen_texts(text: &SkillText<'_>, file: &FileTraits<'_>) -> Vec<Range<usize>> {
    if !text.is_markdown {
        return Vec::new();
    }
    let styles = file.words().styles.iter().take(MAX_STYLES);
    let elements = styles.filter_map(|at| {
        let at = *at;
        let high = floor_char_boundary(text.text, at + MAX_ELEMENT);
        let start = at + text.text[at..high].find('>')? + 1;
        let style = &text.text[at..start];
        let is_layout = ["background", "display", "visibility"]
            .iter()
            .any(|word| style.contains(word));
        let is_code = text.span_at(at).is_some();
        hidden_element(text, start).filter(|_| !is_layout && !is_code && at >= text.body.start)
    });
    let is_prose = |bytes: &Range<usize>| {
        let words = text.text[bytes.clone()].split_whitespace();
        words.take(MIN_UNSEEN).count() == MIN_UNSEEN
    };
    elements.filter(is_prose).collect()
}

/// Returns true if a text contains an instruction that turns a model against its user. This
/// function is for texts that have no position in a file, such as decoded texts.
pub(crate) fn has_order(text: &str) -> bool {
    let whole = 0..text.len();
    let listed = LEXICON.read(text);
    listed.triggers.iter().any(|at| {
        let clause = clause::around(text, &whole, *at, Lines::Prose);
        let (sentence, around) = sentences(text, &whole, &clause);
        let hits = words(text, &listed, &around);
        lexicon::languages(hits.iter()).into_iter().any(|language| {
            let clause = Clause {
                text,
                bytes: clause.clone(),
                sentence: sentence.clone(),
                around: around.clone(),
                hits: &hits,
                effort: MAX_EFFORT.into(),
                has_read: &|_, _| false,
            };
            let orders = clause.orders(language, &|act| !matches!(act, Act::Lure | Act::Address));
            orders.iter().any(|one| one.is_sure)
        })
    })
}

/// Returns the words of the word tables that occur in a range of a text, and the addresses in this
/// range, in the order of the text.
fn words(text: &str, listed: &ListedWords, within: &Range<usize>) -> Vec<Hit> {
    let mut hits: Vec<Hit> = listed.within(within).cloned().collect();
    hits.extend(addresses(text, within));
    crate::sort::by_key(&mut hits, |hit| hit.bytes.start);
    hits
}

/// The fields that hosts show the model in every conversation.
const DESCRIPTIONS: [&str; 2] = ["description", "when_to_use"];

/// Returns the harmful instructions in a clause of a text: those that turn a model against its
/// user. `within` is the range of the section that contains the clause, such as a comment or the
/// body.
fn orders(
    text: &SkillText<'_>,
    place: OrderPlace,
    within: &Range<usize>,
    clause: Range<usize>,
    lines: Lines,
    file: &FileTraits<'_>,
) -> Vec<Speech> {
    let whole = text.text;
    let block = text
        .span_at(clause.start)
        .filter(|span| span.kind == SpanKind::Block);
    let in_block = block.is_some();
    let in_program = block.is_some_and(|block| is_program_block(text, block));
    let wanted = |act| match act {
        Act::Lure => place == OrderPlace::Description,
        Act::Address => place == OrderPlace::Hidden,
        // Data files contain addresses and texts of other people, so only these acts are reported in data files.
        Act::SetAside | Act::Conceal | Act::Pretend => true,
        _ => text.is_markdown || !file.is_data,
    };
    let alone = Clause {
        text: whole,
        bytes: clause.clone(),
        sentence: clause.clone(),
        around: clause.clone(),
        hits: file.words().that_begin_in(&clause),
        effort: MAX_EFFORT.into(),
        has_read: &|_, _| true,
    };
    let is_fake = |hit: &Hit| hit.class == Class::Fake && is_marked(whole, within, &hit.bytes);
    let has_fake = || file.words().within(&clause).any(is_fake);
    if !alone.may_be_order(&wanted) && !has_fake() {
        return Vec::new();
    }
    let near = clause.start.saturating_sub(MAX_SENTENCE)..clause.end + MAX_SENTENCE;
    let near: Vec<&Hit> = file.words().within(&near).collect();
    if !orders::may_have_order(clause.start, &near, &wanted) && !has_fake() {
        return Vec::new();
    }
    let (sentence, around) = sentences(whole, within, &clause);
    let mut hits = words(whole, file.words(), &around);
    hits.retain(|hit| {
        let is_code = !in_block && is_in_code(text, hit.bytes.start);
        let in_address = || hit.class != Class::Address && is_in_address(whole, hit.bytes.start);
        (!is_code || is_named(hit.class)) && !in_address()
    });
    let has_read =
        |until: usize, classes: &[Class]| has_read_before(text, file, within, until, classes);
    let mut found: Vec<Speech> = Vec::new();
    for language in lexicon::languages(hits.iter()) {
        for part in parts(&hits, language, &clause) {
            let words = Clause {
                text: whole,
                bytes: part.clone(),
                sentence: sentence.clone(),
                around: around.clone(),
                hits: &hits,
                effort: MAX_EFFORT.into(),
                has_read: &has_read,
            };
            let mut orders = words.orders(language, &wanted);
            orders.extend(fakes(whole, within, &hits, &part, language));
            for one in orders {
                let start = one.bytes.start;
                let is_known = (found.iter())
                    .any(|known| known.bytes.start < one.bytes.end && start < known.bytes.end);
                // Words that are meant only for a model are reported only if the clause has no other finding.
                if is_known || one.act == Act::Address && !found.is_empty() {
                    continue;
                }
                let Some(place) = place_of(text, place, start, file) else {
                    continue;
                };
                let quotes = match place {
                    OrderPlace::Comment => Lines::Prose,
                    _ => lines,
                };
                // A path in code may be the first word of an instruction, as in a language with the verb at the end.
                let code = text
                    .span_at(start)
                    .filter(|span| span.kind == SpanKind::Code);
                let code = code.filter(|span| {
                    language != lexicon::ENGLISH && one.bytes.end > span.bytes.end + 1
                });
                let outside =
                    code.map_or(start, |span| floor_char_boundary(whole, span.bytes.end + 1));
                let is_program = matches!(place, OrderPlace::Comment | OrderPlace::Output);
                let is_plain = matches!(one.act, Act::SetAside | Act::Conceal | Act::Pretend);
                if is_program && !is_plain
                    || in_program && !is_plain && one.act != Act::Lie
                    || in_block && one.act == Act::Pose
                    || one.act == Act::Unasked && is_option(text, start)
                    || is_table_row(text, start) && one.act != Act::Pose
                    || file.is_data && is_tested(whole, start)
                    || one.act == Act::Address && is_label_of_path(whole, one.bytes.end)
                    || is_title(text, start) && !matches!(one.act, Act::SetAside | Act::Conceal)
                    || is_definition(text, &one.bytes)
                    || one.act != Act::Extract && clause::is_quoted(whole, within, outside, quotes)
                    || is_led(text, file, within, &part, (language, one.act), lines)
                {
                    continue;
                }
                // An instruction to act without the user's consent is reported even if the text around it leaves doubt.
                let is_sure = one.is_sure
                    || place == OrderPlace::Hidden
                    || one.act != Act::Unasked
                        && (place == OrderPlace::Description
                            || is_near(whole, file, within, &one.bytes, &GRAVE));
                if !is_sure && one.act != Act::Unasked {
                    continue;
                }
                let is_certain = match (place, one.act) {
                    (_, Act::Address | Act::Lure) => false,
                    (OrderPlace::Hidden, _) => one.is_sure,
                    (OrderPlace::Description, Act::Conceal) => one.is_sure,
                    // The sentence before a sample of code describes what the sample does.
                    (_, Act::SetAside) => one.is_certain && !introduces_code(text, start),
                    _ => one.is_certain,
                };
                found.push(Speech {
                    act: one.act,
                    place,
                    bytes: one.bytes,
                    is_sure,
                    is_certain,
                });
            }
        }
    }
    found
}

/// Returns true if the language after the opening fence shows that a code block is a program or
/// data.
fn is_program_block(text: &SkillText<'_>, block: &Span) -> bool {
    const PROSE: &str = "text txt md markdown plain plaintext prompt";
    let name = text.language(block);
    !name.is_empty() && !is_in(name, PROSE)
}

/// Returns true if a command-line option, such as `--force`, is anywhere before the byte `at` on
/// the line of this byte.
fn is_option(text: &SkillText<'_>, at: usize) -> bool {
    let low = floor_char_boundary(text.text, at.saturating_sub(MAX_LINE));
    let before = text.text[low..at].rsplit('\n').next().unwrap_or_default();
    let mut dashes = before.match_indices("--");
    dashes.any(|(at, _)| before[at + 2..].starts_with(char::is_alphanumeric))
        || before.contains("`-")
}

/// Returns true if a byte is in a row of a Markdown table. Instructions in tables are usually
/// descriptions of keys, options or commands, so most of them are not reported.
fn is_table_row(text: &SkillText<'_>, at: usize) -> bool {
    text.is_markdown && text.line_at(at).trim_start().starts_with('|')
}

/// Returns true if a byte of a data file, such as YAML, is in the input of a test case. This is
/// assumed if the next key in the file describes the expected result of the test case, such as
/// `expectedOutcome`.
fn is_tested(text: &str, at: usize) -> bool {
    let high = floor_char_boundary(text, at + MAX_LINE);
    let mut lines = text[at..high].lines().skip(1);
    let next = lines.find(|line| line.contains(':')).unwrap_or_default();
    let key = next
        .trim_start_matches([' ', '\t', '"', '\''])
        .to_lowercase();
    key.starts_with("expect") || key.starts_with("assert")
}

/// Returns true if the line that contains a byte ends with a colon and the next lines are a code
/// block with a program.
fn introduces_code(text: &SkillText<'_>, at: usize) -> bool {
    let whole = text.text;
    let Some((line, rest)) = whole[at..].split_once('\n') else {
        return false;
    };
    let fence = rest.trim_start();
    let code = fence
        .find('\n')
        .map(|end| whole.len() - fence.len() + end + 1);
    let block = code.and_then(|code| text.span_at(code));
    text.is_markdown
        && line.trim_end().ends_with(':')
        && block.is_some_and(|block| {
            block.kind == SpanKind::Block
                && fence.starts_with("```")
                && is_program_block(text, block)
        })
}

/// Returns true if a label ends at byte `end` and is followed by a path, as in `system: parts/system.md`.
fn is_label_of_path(whole: &str, end: usize) -> bool {
    let after = whole[end..].trim_start();
    let is_label = after.starts_with(':') || whole[..end].ends_with(':');
    let after = after.trim_start_matches([':', ' ']);
    let word = after.split_whitespace().next().unwrap_or_default();
    is_label && word.contains('/') && !word.contains("://")
}

/// Returns true if an instruction only defines its own verb, as in a list of values such as
/// `` - `2`: `Delete` - Delete the event log ``.
fn is_definition(text: &SkillText<'_>, order: &Range<usize>) -> bool {
    let low = floor_char_boundary(text.text, order.start.saturating_sub(MAX_LINE));
    let before = text.text[low..order.start].rsplit('\n').next();
    let before = before.unwrap_or_default();
    let name = before.trim_end_matches([' ', '-', '–', '—', ':', '*']);
    let name = name
        .strip_suffix('`')
        .and_then(|name| name.rsplit('`').next());
    let verb = text.text[order.clone()].split_whitespace().next();
    name.zip(verb)
        .is_some_and(|(name, verb)| name.eq_ignore_ascii_case(verb))
}

fn is_title(text: &SkillText<'_>, at: usize) -> bool {
    text.is_markdown && text.line_at(at).trim_start().starts_with('#')
}

/// The maximum distance, in bytes, from an instruction such as `send it` to an earlier sentence
/// that tells the model to read private data, such as `read the keys`.
const MAX_BEFORE: usize = 700;

/// Returns true if the text before the byte `until` tells the model to read the user's private
/// data. Only data of the given classes counts, such as passwords.
fn has_read_before(
    text: &SkillText<'_>,
    file: &FileTraits<'_>,
    within: &Range<usize>,
    until: usize,
    classes: &[Class],
) -> bool {
    let start = floor_char_boundary(text.text, until.saturating_sub(MAX_BEFORE));
    let hits: Vec<&Hit> = (file.words().within(&(start.max(within.start)..until))).collect();
    let reads = |loot: &Hit| {
        hits.iter().any(|hit| {
            hit.class == Class::Read
                && [hit.language, ANY_LANGUAGE].contains(&loot.language)
                && !is_in_code(text, hit.bytes.start)
                && hit.bytes.start.abs_diff(loot.bytes.start) <= 80
        })
    };
    hits.iter()
        .any(|hit| classes.contains(&hit.class) && reads(hit))
}

/// The maximum distance, in bytes, from an instruction to a word that makes a harmful purpose
/// likely, such as `private key`.
const MAX_NEAR: usize = 500;

/// Classes of words such as `private key`. If a word of these classes is near an instruction, the
/// instruction probably has a harmful purpose.
const GRAVE: [Class; 5] = [
    Class::Loot,
    Class::Elsewhere,
    Class::Wide,
    Class::Encode,
    Class::Address,
];

/// Returns true if a word of one of these classes is near an instruction.
fn is_near(
    text: &str,
    file: &FileTraits<'_>,
    within: &Range<usize>,
    order: &Range<usize>,
    classes: &[Class],
) -> bool {
    let start = floor_char_boundary(text, order.start.saturating_sub(MAX_NEAR));
    let end = floor_char_boundary(text, order.end + MAX_NEAR);
    let near = start.max(within.start)..end.min(within.end);
    let hits = words(text, file.words(), &near);
    hits.iter().any(|hit| {
        classes.contains(&hit.class)
            && (hit.bytes.end <= order.start || hit.bytes.start >= order.end)
    })
}

/// Returns the fake names of senders in a part of a clause. A name such as `SYSTEM:` makes the text
/// look like a message of a host.
fn fakes(
    text: &str,
    within: &Range<usize>,
    hits: &[Hit],
    part: &Range<usize>,
    language: u8,
) -> Vec<Order> {
    let fakes = hits.iter().filter(|hit| {
        hit.class == Class::Fake
            && hit.language == language
            && part.contains(&hit.bytes.start)
            && is_marked(text, within, &hit.bytes)
    });
    let order = |hit: &Hit| Order {
        act: Act::Pose,
        bytes: hit.bytes.clone(),
        is_sure: true,
        is_certain: false,
    };
    fakes.map(order).collect()
}

/// The maximum number of bytes before a word that are searched for `://`. If `://` is found, the
/// word is part of a web address.
const MAX_ADDRESS: usize = 1_000;

/// Returns true if the word that begins at a byte is part of an address.
fn is_in_address(text: &str, at: usize) -> bool {
    let bytes = &text.as_bytes()[at.saturating_sub(MAX_ADDRESS)..at];
    let mut before = bytes.iter().rev();
    let length = before.position(|byte| byte.is_ascii_whitespace() || !byte.is_ascii());
    let before = &bytes[bytes.len() - length.unwrap_or(bytes.len())..];
    before.windows(3).any(|sign| sign == b"://")
}

/// Returns the byte ranges of the parts of a clause. Words such as `but` separate the parts.
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

/// Returns true if words of a class may be part of an instruction although they are formatted as
/// code. This is true for names and addresses, because authors often format them as code.
fn is_named(class: Class) -> bool {
    use Class::*;
    let is_name = matches!(
        class,
        Address | Target | Loot | Elsewhere | Memory | Trace | Harm | Bypass | Config
    );
    is_name || matches!(class, Own | Rules | Strong | Wide)
}

/// Returns true if the text before a clause negates the clause, or marks the clause as an example.
fn is_led(
    text: &SkillText<'_>,
    file: &FileTraits<'_>,
    within: &Range<usize>,
    part: &Range<usize>,
    (language, act): (u8, Act),
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
    clause::introductions(whole, within, part, lines)
        .iter()
        .any(|lead| {
            let (bytes, is_heading) = match lead {
                Introduction::Sentence(bytes) => (bytes, false),
                Introduction::Heading(bytes) => (bytes, true),
            };
            let mut hits = file.words().within(bytes);
            let introduction = &whole[bytes.clone()];
            // The text introduces a table or list of options.
            if act == Act::Unasked && (introduction.contains("--") || introduction.contains("`-")) {
                return true;
            }
            let ends = introduction
                .trim_end()
                .trim_end_matches(['*', '_', ' '])
                .ends_with([':', '：']);
            let is_short = introduction.len() <= 60 || is_heading;
            // A heading may be in English although the text below it is in another language.
            hits.any(|hit| {
                let is_read = hit.language == language || hit.language == lexicon::ENGLISH;
                is_read
                    && match hit.class {
                        Class::Speaks | Class::After => true,
                        Class::Not => {
                            act != Act::Conceal
                                && is_short
                                && (ends || is_heading || bytes.end <= part.start)
                        }
                        _ => false,
                    }
            })
        })
}

/// Returns the section of a text that contains the byte `at`. A section is the body or a comment,
/// for example. The result is the section's kind, byte range and format. Returns `None` if neither
/// hosts nor models read the section.
fn region(
    text: &SkillText<'_>,
    file: &FileTraits<'_>,
    at: usize,
) -> Option<(OrderPlace, Range<usize>, Lines)> {
    if !text.is_markdown {
        let lines = if file.is_program {
            Lines::Program
        } else if file.is_data {
            Lines::Values
        } else {
            Lines::Prose
        };
        return Some((OrderPlace::Text, 0..text.text.len(), lines));
    }
    if at < text.body.start {
        let line = text.line_at(at).trim_start();
        if line.starts_with('#') {
            return Some((OrderPlace::Hidden, 0..text.body.start, Lines::Values));
        }
        let member = DESCRIPTIONS
            .iter()
            .filter_map(|key| Some(text.field(key)?.value.clone()));
        let mut member = member.filter(|bytes| bytes.contains(&at));
        return Some(match member.next() {
            Some(bytes) => (
                OrderPlace::Description,
                unquoted(text.text, bytes),
                Lines::Values,
            ),
            None => (OrderPlace::Field, 0..text.body.start, Lines::Values),
        });
    }
    if let Some(within) = hidden_element(text, at) {
        return Some((OrderPlace::Hidden, within, Lines::Prose));
    }
    match text.span_at(at) {
        Some(span) if span.kind == SpanKind::Comment => {
            Some((OrderPlace::Hidden, span.bytes.clone(), Lines::Prose))
        }
        // Models also read the prompts in code blocks.
        Some(span) if span.kind == SpanKind::Block => {
            Some((OrderPlace::Text, span.bytes.clone(), Lines::Prose))
        }
        _ => Some((OrderPlace::Text, text.body.clone(), Lines::Prose)),
    }
}

/// The maximum distance, in bytes, from the tag of an HTML element to a word in this element.
const MAX_ELEMENT: usize = 500;

/// Returns the byte range of the text in an invisible HTML element, if the byte `at` is in such an
/// element; `None` otherwise. The range ends at the next tag.
fn hidden_element(text: &SkillText<'_>, at: usize) -> Option<Range<usize>> {
    const HIDES: &str = "display:none visibility:hidden font-size:0 font-size:1px opacity:0 color:#fff color:white color:transparent";
    let mut from = text.body.start.max(at.saturating_sub(MAX_ELEMENT));
    while !text.text.is_char_boundary(from) {
        from += 1;
    }
    let start = from + text.text.get(from..at)?.rfind('>')? + 1;
    let tag = &text.text[from..start];
    let tag = &tag[tag.rfind('<')?..];
    let style: String = tag.chars().filter(|c| !c.is_whitespace()).collect();
    let is_hidden = HIDES.split(' ').any(|hides| style.contains(hides)) || tag.contains(" hidden");
    if !is_hidden {
        return None;
    }
    let length = text.text[start..].find('<');
    let end = length.map_or(text.text.len(), |length| start + length);
    (at <= end).then_some(start..end)
}

/// Returns the kind of place that contains an instruction. In a program, the place is a comment, or
/// a text that the program prints. Returns `None` if the instruction is in other code of a program.
fn place_of(
    text: &SkillText<'_>,
    place: OrderPlace,
    verb: usize,
    file: &FileTraits<'_>,
) -> Option<OrderPlace> {
    if text.is_markdown || !file.is_program {
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
        || file
            .blocks
            .get_or_init(|| Blocks::of(text.text))
            .contain(verb);
    if is_comment {
        return Some(OrderPlace::Comment);
    }
    const WRITES: &str =
        "echo |print(|printf |console.|puts |Write-Host|Write-Output|println|write(";
    has_part(before, WRITES).then_some(OrderPlace::Output)
}

/// The maximum distance, in bytes, from an instruction to the start or the end of its line.
const MAX_LINE: usize = 2_000;

/// Facts about a file that are computed once for all of its sentences: the kind of the file, its
/// listed words, and its comments.
struct FileTraits<'t> {
    text: &'t str,
    is_program: bool,
    is_data: bool,
    /// The words of the word tables in the text. They are searched for when they are needed for the
    /// first time.
    words: OnceCell<ListedWords>,
    /// The comments that span several lines. They are searched for when they are needed for the
    /// first time.
    blocks: OnceCell<Blocks>,
}

impl<'t> FileTraits<'t> {
    fn of(text: &SkillText<'t>) -> Self {
        Self {
            text: text.text,
            is_program: is_program(&text.path),
            is_data: is_data(&text.path),
            words: OnceCell::new(),
            blocks: OnceCell::new(),
        }
    }

    fn words(&self) -> &ListedWords {
        self.words.get_or_init(|| LEXICON.read(self.text))
    }
}

/// The delimiters of comments and documentation texts in a program. Only comments and texts that
/// can span several lines are included.
struct Blocks {
    /// For each pair of delimiters, such as `/*` and `*/`: the byte offsets of the opening
    /// delimiters, and those of the closing delimiters.
    pairs: Vec<(Vec<usize>, Vec<usize>)>,
    /// For each delimiter that both opens and closes a text, such as `"""`, the bytes at which it
    /// occurs.
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

    /// Returns true if a byte is inside of a comment or a documentation text that spans several
    /// lines.
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

/// Returns true if a sender's name is written as in a message of a host. The name is then between
/// brackets, in a tag, or in uppercase before a colon.
fn is_marked(text: &str, within: &Range<usize>, name: &Range<usize>) -> bool {
    let before = text[within.start..name.start].trim_end_matches([' ', '*', '/']);
    let text_after = &text[name.end..within.end];
    let text_after = text_after.trim_start_matches([' ', '*']);
    let written = &text[name.clone()];
    let is_loud = !written.contains(char::is_lowercase);
    let opens = |marks: &[&str]| marks.iter().any(|mark| before.ends_with(mark));
    // The name is written like `<|im_start|>`, `<<SYS>>` or `[INST]`.
    if before.ends_with('【') && text_after.starts_with('】') {
        return true;
    }
    if opens(&["<|", "<<"]) && text_after.starts_with(['|', '>'])
        || opens(&["["]) && written == "INST" && text_after.starts_with(']')
    {
        return true;
    }
    // The name is written like `[SYSTEM]`, `[System message]:` or `<system>`.
    let is_tag = opens(&["["])
        && text_after.strip_prefix([']', ':']).is_some_and(|rest| {
            rest.trim_start_matches([':', ' ', ']', '*'])
                .starts_with(char::is_alphanumeric)
        });
    let is_tag_name = ["system", "system-reminder"]
        .iter()
        .any(|name| written.eq_ignore_ascii_case(name));
    let holds_text = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '\n');
    if opens(&["<"]) && is_tag_name && text_after.strip_prefix('>').is_some_and(holds_text) {
        return true;
    }
    let is_long = written.contains([' ', '_']) || !written.is_ascii();
    // The name is written like `SYSTEM OVERRIDE:` or `System message:`.
    let is_mark = |c: char| c != '\n' && (c.is_whitespace() || "*_#>-=![".contains(c));
    let above = text[within.start..name.start].trim_end_matches(is_mark);
    let is_first = above.is_empty() || above.ends_with('\n');
    let goes_on = text_after
        .trim_start_matches(']')
        .starts_with([':', '：', ']'])
        && text_after
            .trim_start_matches([':', '：', ']', ' ', '*'])
            .starts_with(|c: char| !c.is_whitespace());
    is_tag && (is_loud || is_long) || is_first && is_long && is_loud && goes_on
}

/// Returns the byte range of a YAML value, without quotes around the value.
fn unquoted(text: &str, bytes: Range<usize>) -> Range<usize> {
    let value = &text[bytes.clone()];
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) if value.len() > 1 && value.ends_with(quote) => {
            bytes.start + 1..bytes.end - 1
        }
        _ => bytes,
    }
}

/// The maximum distance, in bytes, from a clause to either end of the sentence that contains the
/// clause.
const MAX_SENTENCE: usize = 300;

/// Returns two byte ranges: the sentence that contains a clause, and the text around the clause
/// with at most [`MAX_SENTENCE`] bytes on each side.
fn sentences(
    text: &str,
    within: &Range<usize>,
    clause: &Range<usize>,
) -> (Range<usize>, Range<usize>) {
    let is_end = |text: &str, at: usize| {
        // Only these bytes can begin the end of a sentence.
        if !matches!(
            text.as_bytes()[at],
            b'.' | b'!' | b'?' | b'\n' | 0xe3 | 0xef
        ) {
            return false;
        }
        let rest = &text[at..];
        let ends = [". ", ".\n", "! ", "!\n", "? ", "?\n", "。", "！", "？"];
        let breaks = [
            "\n\n", "\n|", "\n- ", "\n* ", "\n#", "\n1", "\n2", "\n3", "\n4", "\n5", "\n6",
        ];
        ends.iter().chain(&breaks).any(|end| rest.starts_with(end))
    };
    let low = floor_char_boundary(text, clause.start.saturating_sub(MAX_SENTENCE));
    let low = low.max(within.start).min(clause.start);
    let mut before = text[low..clause.start].char_indices().rev();
    let start = before.find(|(at, _)| is_end(text, low + at));
    let start = start.map_or(low, |(at, c)| low + at + c.len_utf8());
    let high = floor_char_boundary(text, clause.end + MAX_SENTENCE).min(within.end);
    let text_after = &text[clause.end..high.max(clause.end)];
    let mut ends = text_after
        .char_indices()
        .filter(|(at, _)| is_end(text, clause.end + at));
    let end = ends.next().map_or(text_after.len(), |(at, _)| at);
    (start..clause.end + end, low..clause.end + text_after.len())
}

fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.to_ascii_lowercase()
}

fn is_data(path: &str) -> bool {
    is_in(&ending(path), "json jsonl yaml yml toml csv ini")
}

/// Returns true if the name of a file shows that the file contains examples of attacks, for example
/// for the tests of a scanner. Such a name contains a word such as `jailbreak`.
fn is_about_attacks(path: &str) -> bool {
    const NAMES: &str = "attack|inject|threat|pattern|malicious|jailbreak|red-team|redteam|red-flag|detect|fixture|adversarial";
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    has_part(&name, NAMES)
}

/// Returns true if the name of a file shows that the file is a program. Only the comments and the
/// output of a program are read as texts.
fn is_program(path: &str) -> bool {
    const ENDINGS: &str = "py sh bash zsh fish js mjs cjs ts tsx jsx rb pl php ps1 psm1 lua go r rs c h cpp java kt swift sql css bat cmd \
    html htm xml svg";
    is_in(&ending(path), ENDINGS)
}
