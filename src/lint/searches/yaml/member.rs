//! Finds the fault of a field that a parser cannot parse. The form of the field's value determines
//! which faults are possible.

use crate::lint::helpers::yaml::fault::{TEXTS, YamlFault};
use crate::lint::helpers::yaml::lines::{closing_quote, indentations};
use crate::lint::helpers::yaml::parser::parses;
use crate::lint::helpers::yaml::repair::{Repair, as_block};
use crate::lint::prelude::*;
use crate::lint::rules::yaml::{
    bad_escape, leading_indicator, missing_blank, tab_indentation, text_behind_quote,
    unclosed_quote, unindented_line, unquoted_colon, wrong_type,
};
use crate::lint::searches::yaml::foreign_lines;
use crate::lint::searches::yaml::nested::nested;

/// Returns the fault of a field that at least one parser cannot parse; `None` if the fault is not
/// known.
pub fn fault(context: &SkillContext<'_>, member: &Member<'_>) -> Option<YamlFault> {
    let text = context.text;
    let value = member.value_bytes.clone();
    let first_line = text[member.bytes.clone()]
        .find('\n')
        .map_or(member.bytes.end, |at| member.bytes.start + at);
    let found = tab_indentation::find(context, member);
    if found.is_some() {
        return found;
    }
    if parses(&text[member.bytes.clone()]) {
        let is_quoted = text[value.clone()].starts_with(['"', '\'']);
        let unindented = is_quoted.then(|| unindented_line::in_quotes(context, member));
        return unindented
            .flatten()
            .or_else(|| wrong_type::find(context, member));
    }
    if value.is_empty() {
        return None;
    }
    if value.start > first_line && !text[value.clone()].starts_with(['{', '[', '"', '\'']) {
        return nested(context, member);
    }
    let mut fault = match text[value.clone()].chars().next()? {
        quote @ ('"' | '\'') => quoted(context, member, quote)?,
        '{' | '[' => leading_indicator::flow(context, member),
        '|' | '>' => block_scalar(context, member)?,
        first => plain(context, member, first),
    };
    // The last repair of the list writes the value as a block scalar.
    if TEXTS.contains(&member.key) && value.start <= first_line {
        let style = match indentations(text, &value).min() {
            Some(0) | None => "|-",
            Some(_) => ">-",
        };
        let edits = as_block(context, &value, style);
        fault
            .repairs
            .push(Repair::new("Put the text into a block", edits));
    }
    Some(foreign_lines::without(context, member, fault))
}

/// Returns the fault of a value in quotes; `None` if the value is valid. Checks escapes, the
/// closing quote, text after the closing quote, and the indentation of the value's lines.
fn quoted(context: &SkillContext<'_>, member: &Member<'_>, quote: char) -> Option<YamlFault> {
    let text = context.text;
    let value = &member.value_bytes;
    if let Some(fault) = bad_escape::find(context, member) {
        return Some(fault);
    }
    let Some(closing) = closing_quote(&text[value.clone()], quote) else {
        return Some(unclosed_quote::fault(context, member, quote));
    };
    let after = value.start + closing + 1;
    if text[after..value.end].trim().is_empty() {
        unindented_line::in_quotes(context, member)
    } else {
        Some(text_behind_quote::fault(context, member, quote, closing))
    }
}

/// Returns the fault of a block scalar; `None` if its header and lines are valid.
fn block_scalar(context: &SkillContext<'_>, member: &Member<'_>) -> Option<YamlFault> {
    let value = &member.value_bytes;
    let header_end = context.text[value.clone()]
        .find('\n')
        .map_or(value.end, |at| value.start + at);
    leading_indicator::text_after_indicator(context, member, header_end)
        .or_else(|| unindented_line::in_block(context, member, header_end))
}

/// Returns the fault of a value without quotes, which begins with the character `first`.
fn plain(context: &SkillContext<'_>, member: &Member<'_>, first: char) -> YamlFault {
    if let Some(fault) = leading_indicator::plain(context, member, first) {
        return fault;
    }
    let colon = unquoted_colon::colon(context.text, &member.value_bytes);
    if let Some(line) = unindented_line::find(context, member, colon.as_ref()) {
        return missing_blank::find(context, &line)
            .unwrap_or_else(|| unindented_line::below_plain(context, member, line));
    }
    unquoted_colon::fault(context, member, colon)
}
