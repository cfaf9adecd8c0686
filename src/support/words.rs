//! Texts that rows of several groups share.

use crate::model::field::OverLimit;

/// Returns the effect of a field that is longer than its limit, as a text for a cell of the table.
pub(super) const fn over(over: OverLimit) -> &'static str {
    match over {
        OverLimit::SkillDropped => "else the skill does not load",
        OverLimit::FieldDropped => "else the field is dropped",
        OverLimit::Shortened => "what is longer is cut",
        OverLimit::Advised => "which nothing enforces",
    }
}

/// Returns a number with separators between its groups of three digits.
pub(super) fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
