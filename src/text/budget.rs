//! Computes the cost of texts, and fits descriptions into a budget.

use serde::{Deserialize, Serialize};

use crate::sort;
use crate::text::unicode;

/// The unit in which a budget counts the cost of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum BudgetUnit {
    /// Tokens, estimated as a quarter of the bytes, rounded up.
    Tokens,
    /// Characters (Unicode scalar values).
    Characters,
    /// UTF-16 code units, the length of a string in JavaScript.
    Utf16,
    /// Columns of a terminal: two for a Chinese character or an emoji, none for a combining mark.
    Columns,
}

/// The maximum cost of a list of skills. The cost is counted in a unit, such as tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Budget {
    /// The unit in which costs are counted.
    pub unit: BudgetUnit,
    /// The maximum cost, counted in `unit`.
    pub limit: u64,
}

/// The size of a text in all units, from which the cost in any unit is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// The number of bytes in UTF-8.
    pub bytes: u64,
    /// The number of characters (Unicode scalar values).
    pub characters: u64,
    /// The number of UTF-16 code units.
    pub utf16: u64,
    /// The number of columns in a terminal.
    pub columns: u64,
}

impl Size {
    /// Returns the size of `text` in bytes, characters, UTF-16 code units and columns.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let characters = characters(text);
        if characters == text.len() {
            return Self::of_ascii(characters as u64);
        }
        // A character of four bytes takes two UTF-16 units.
        let beyond = text.bytes().filter(|byte| *byte >= 0xf0).count();
        Self {
            bytes: text.len() as u64,
            characters: characters as u64,
            utf16: (characters + beyond) as u64,
            columns: unicode::columns(text),
        }
    }

    /// Returns the size of `text` in one unit. The size in other units is not computed, and is 0.
    pub(crate) fn in_unit(unit: BudgetUnit, text: &str) -> Self {
        match unit {
            BudgetUnit::Tokens => Self {
                bytes: text.len() as u64,
                ..Self::default()
            },
            BudgetUnit::Characters => Self {
                characters: characters(text) as u64,
                ..Self::default()
            },
            BudgetUnit::Utf16 | BudgetUnit::Columns => Self::of(text),
        }
    }

    /// Returns the size of one character in all units.
    #[must_use]
    pub fn of_char(character: char) -> Self {
        Self {
            bytes: character.len_utf8() as u64,
            characters: 1,
            utf16: character.len_utf16() as u64,
            columns: unicode::columns(character.encode_utf8(&mut [0; 4])),
        }
    }

    /// Returns the size of `length` ASCII characters.
    #[must_use]
    pub const fn of_ascii(length: u64) -> Self {
        Self {
            bytes: length,
            characters: length,
            utf16: length,
            columns: length,
        }
    }

    /// Returns the sum of two sizes.
    #[must_use]
    pub const fn add(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            characters: self.characters + other.characters,
            utf16: self.utf16 + other.utf16,
            columns: self.columns + other.columns,
        }
    }
}

/// Returns the number of characters of a text. In the WebAssembly module, this is several times faster than
/// `chars().count()`, because the standard library is built for size there.
pub(crate) fn characters(text: &str) -> usize {
    const LOW_BITS: u64 = 0x0101_0101_0101_0101;
    // Every byte except a continuation byte (`10xxxxxx`) begins a character.
    let (words, rest) = text.as_bytes().as_chunks();
    let continued = words.iter().map(|word| {
        let word = u64::from_ne_bytes(*word);
        ((word >> 7) & !(word >> 6) & LOW_BITS).count_ones() as usize
    });
    let continued_in_rest = rest.iter().filter(|byte| **byte & 0xc0 == 0x80).count();
    text.len() - continued.sum::<usize>() - continued_in_rest
}

impl BudgetUnit {
    /// Returns the cost of a text with this size, in this unit.
    #[must_use]
    pub fn cost(self, size: Size) -> u64 {
        match self {
            Self::Tokens => size.bytes.div_ceil(4),
            Self::Characters => size.characters,
            Self::Utf16 => size.utf16,
            Self::Columns => size.columns,
        }
    }
}

/// A line of a list. The line can be shown whole, with a shorter description, without a description, or not at all.
#[derive(Debug, Clone, Copy)]
pub struct Line<'t> {
    /// The size of the line without its description, including the line end.
    pub minimum: Size,
    /// The size of the separator before a description that is not empty.
    pub separator: Size,
    /// The description. A line may show only the beginning of its description.
    pub description: &'t str,
    /// The rank of the line. If descriptions must be dropped, the lines with the lowest rank lose
    /// theirs first.
    pub worth: u64,
    /// True if the line is always shown whole.
    pub exempt: bool,
}

impl Line<'_> {
    fn cost(&self, unit: BudgetUnit, described: Size) -> u64 {
        unit.cost(self.minimum.add(described))
    }

    /// Returns the size of the shown part of the line's description in one unit, including the
    /// separator before the description.
    fn described(&self, unit: BudgetUnit, description: &str) -> Size {
        if description.is_empty() {
            Size::default()
        } else {
            self.separator.add(Size::in_unit(unit, description))
        }
    }

    /// Returns the cost of the line with its whole description, in the given unit.
    pub(crate) fn whole(&self, unit: BudgetUnit) -> u64 {
        self.cost(unit, self.described(unit, self.description))
    }

    fn bare(&self, unit: BudgetUnit) -> u64 {
        self.cost(unit, Size::default())
    }
}

/// The method by which lines are shortened or left out if not all of them fit into a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// The descriptions get one more character each in turn, as long as the next character fits
    /// into the budget. If the lines without descriptions exceed the budget, all descriptions are
    /// dropped, and each line is shown only if it fits into the rest of the budget. So a long line
    /// may be left out and a later, shorter line shown.
    Deal,
    /// Lines that are exempt stay whole. The descriptions of the other lines get equal shares of
    /// the rest of the budget. A longer description is truncated to its share, and the share
    /// includes one character for the mark of truncation. If the share is below `least`, no
    /// descriptions are shown. No line is left out.
    Share {
        /// The minimum share of one description, in the unit of the budget. If the shares are
        /// smaller, no descriptions are shown.
        least: u64,
    },
    /// Whole descriptions are dropped until the lines fit. The description with the lowest rank is
    /// dropped first. If ranks are equal, the last description is dropped first. No line is left
    /// out.
    DropDescriptions,
    /// All names are shown. The rest of the budget is for whole descriptions. The description with
    /// the highest rank is tried first. If ranks are equal, the earlier description is tried first.
    /// A description that does not fit is dropped, but a shorter description that is tried later
    /// may still fit. No line is left out.
    KeepWhatFits,
    /// Whole lines are shown in order, as long as they fit. The first line that does not fit and
    /// all later lines are left out.
    LeaveOut,
}

/// The result of fitting lines into a budget: the shown part of each line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// For each line, the number of bytes of the description that are shown. None if the line is left out.
    pub kept: Vec<Option<usize>>,
    /// The cost of the lines that are shown, in the unit of the budget.
    pub cost: u64,
    /// The number of lines that the budget excludes from the list.
    pub omitted: usize,
    /// The number of characters by which the descriptions are cut, in all lines together.
    pub cut: u64,
}

/// Fits lines into a budget. If all lines fit, they are shown whole. Otherwise `overflow` decides what is shown.
///
/// ```
/// use skillglass::text::budget::{Budget, BudgetUnit, Line, Overflow, Size, fit};
///
/// let line = |description| Line {
///     minimum: Size::of("- pdf\n"),
///     separator: Size::of(": "),
///     description,
///     worth: 0,
///     exempt: false,
/// };
/// let budget = Budget { unit: BudgetUnit::Characters, limit: 24 };
/// let plan = fit(&[line("Fill in."), line("Clean up.")], budget, Overflow::LeaveOut);
/// assert_eq!((plan.kept[0], plan.kept[1], plan.omitted), (Some(8), None, 1));
/// ```
#[must_use]
pub fn fit(lines: &[Line<'_>], budget: Budget, overflow: Overflow) -> Plan {
    let unit = budget.unit;
    let whole: u64 = lines.iter().map(|line| line.whole(unit)).sum();
    if whole <= budget.limit {
        return Plan {
            kept: all_whole(lines),
            cost: whole,
            omitted: 0,
            cut: 0,
        };
    }
    let mut mark = Size::default();
    let kept = match overflow {
        Overflow::Deal => {
            let bare: u64 = lines.iter().map(|line| line.bare(unit)).sum();
            if bare <= budget.limit {
                distribute_characters(lines, unit, budget.limit - bare)
            } else {
                enter(lines, budget)
            }
        }
        Overflow::Share { least } => {
            mark = Size::of_char(MARK);
            share(lines, budget, least)
        }
        Overflow::DropDescriptions => drop_descriptions(lines, budget, whole),
        Overflow::KeepWhatFits => keep_what_fits(lines, budget),
        Overflow::LeaveOut => leave_out(lines, budget),
    };
    let mut plan = Plan {
        kept,
        cost: 0,
        omitted: 0,
        cut: 0,
    };
    for (line, kept) in lines.iter().zip(&plan.kept) {
        let shown = &line.description[..kept.unwrap_or_default()];
        plan.cut += characters(&line.description[shown.len()..]) as u64;
        match kept {
            Some(_) => {
                let mut described = line.described(unit, shown);
                if !shown.is_empty() && shown.len() < line.description.len() {
                    described = described.add(mark);
                }
                plan.cost += line.cost(unit, described);
            }
            None => plan.omitted += 1,
        }
    }
    plan
}

/// The mark after a description that was shortened to its share of the budget.
pub const MARK: char = '…';

/// Returns the length in bytes of the longest beginning of a text that costs at most `limit`
/// together with [`MARK`]. Returns the length of the whole text if it fits without the mark.
#[must_use]
pub fn cut(text: &str, unit: BudgetUnit, limit: u64) -> usize {
    if unit.cost(Size::of(text)) <= limit {
        return text.len();
    }
    let mut size = Size::of_char(MARK);
    for (at, character) in text.char_indices() {
        size = size.add(Size::of_char(character));
        if unit.cost(size) > limit {
            return at;
        }
    }
    text.len()
}

fn all_whole(lines: &[Line<'_>]) -> Vec<Option<usize>> {
    let whole = lines.iter().map(|line| Some(line.description.len()));
    whole.collect()
}

fn share(lines: &[Line<'_>], budget: Budget, least: u64) -> Vec<Option<usize>> {
    let unit = budget.unit;
    let sharing = lines.iter().filter(|line| !line.exempt);
    let spent: u64 = (lines.iter())
        .map(|line| {
            if line.exempt {
                line.whole(unit)
            } else {
                line.cost(unit, line.separator)
            }
        })
        .sum();
    let each = budget.limit.saturating_sub(spent) / sharing.count().max(1) as u64;
    let kept = lines.iter().map(|line| {
        Some(if line.exempt {
            line.description.len()
        } else if each < least {
            0
        } else {
            cut(line.description, unit, each)
        })
    });
    kept.collect()
}

fn drop_descriptions(lines: &[Line<'_>], budget: Budget, whole: u64) -> Vec<Option<usize>> {
    let mut order: Vec<_> = (0..lines.len())
        .filter(|index| !lines[*index].exempt)
        .collect();
    sort::by_key(&mut order, |index| {
        (lines[*index].worth, std::cmp::Reverse(*index))
    });
    let mut kept = all_whole(lines);
    let mut cost = whole;
    for index in order {
        if cost <= budget.limit {
            break;
        }
        let line = &lines[index];
        cost -= line.whole(budget.unit) - line.bare(budget.unit);
        kept[index] = Some(0);
    }
    kept
}

fn keep_what_fits(lines: &[Line<'_>], budget: Budget) -> Vec<Option<usize>> {
    let mut order: Vec<_> = (0..lines.len()).collect();
    sort::by_key(&mut order, |index| {
        (std::cmp::Reverse(lines[*index].worth), *index)
    });
    let mut cost: u64 = lines.iter().map(|line| line.bare(budget.unit)).sum();
    let mut kept = vec![Some(0); lines.len()];
    for index in order {
        let line = &lines[index];
        let more = cost + line.whole(budget.unit) - line.bare(budget.unit);
        if more <= budget.limit {
            cost = more;
            kept[index] = Some(line.description.len());
        }
    }
    kept
}

fn leave_out(lines: &[Line<'_>], budget: Budget) -> Vec<Option<usize>> {
    let mut left = Some(budget.limit);
    let kept = lines.iter().map(|line| {
        left = left.and_then(|left| left.checked_sub(line.whole(budget.unit)));
        left.map(|_| line.description.len())
    });
    kept.collect()
}

fn distribute_characters(
    lines: &[Line<'_>],
    unit: BudgetUnit,
    mut left: u64,
) -> Vec<Option<usize>> {
    let mut described = vec![Size::default(); lines.len()];
    let mut kept = vec![0; lines.len()];
    // The rest of the budget only shrinks, so a line whose next character does not fit now never grows again.
    let mut open: Vec<usize> = (0..lines.len()).collect();
    while !open.is_empty() {
        open.retain(|index| {
            let line = &lines[*index];
            let Some(next) = line.description[kept[*index]..].chars().next() else {
                return false;
            };
            let separator = if kept[*index] == 0 {
                line.separator
            } else {
                Size::default()
            };
            let longer = described[*index].add(separator).add(Size::of_char(next));
            let price = line.cost(unit, longer) - line.cost(unit, described[*index]);
            if price > left {
                return false;
            }
            left -= price;
            described[*index] = longer;
            kept[*index] += next.len_utf8();
            true
        });
    }
    kept.into_iter().map(Some).collect()
}

fn enter(lines: &[Line<'_>], budget: Budget) -> Vec<Option<usize>> {
    let mut left = budget.limit;
    lines
        .iter()
        .map(|line| {
            let cost = line.bare(budget.unit);
            (cost <= left).then(|| {
                left -= cost;
                0
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(description: &str, worth: u64) -> Line<'_> {
        Line {
            minimum: Size::of("- a\n"),
            separator: Size::of(": "),
            description,
            worth,
            exempt: false,
        }
    }

    fn fitted(lines: &[Line<'_>], limit: u64, overflow: Overflow) -> Vec<Option<usize>> {
        let unit = BudgetUnit::Utf16;
        fit(lines, Budget { unit, limit }, overflow).kept
    }

    #[test]
    fn what_fits_is_shown_whole_however_it_would_overflow() {
        let lines = [line("four", 0), line("", 0)];
        for overflow in [
            Overflow::Deal,
            Overflow::Share { least: 20 },
            Overflow::DropDescriptions,
            Overflow::LeaveOut,
        ] {
            assert_eq!(fitted(&lines, 14, overflow), [Some(4), Some(0)]);
        }
    }

    #[test]
    fn shares_are_equal_and_too_small_ones_show_nothing() {
        let lines = [line("0123456789", 0), line("01", 0)];
        let share = |limit, least| fitted(&lines, limit, Overflow::Share { least });
        // 12 for the names and separators, 5 for each: four characters and the mark.
        assert_eq!(share(22, 5), [Some(4), Some(2)]);
        assert_eq!(share(22, 6), [Some(0), Some(0)]);
        assert_eq!(share(0, 1), [Some(0), Some(0)]);
    }

    #[test]
    fn an_exempt_line_stays_whole_and_pays_first() {
        let exempt = Line {
            exempt: true,
            ..line("0123456789", 0)
        };
        let lines = [exempt, line("0123456789", 0)];
        assert_eq!(
            fitted(&lines, 27, Overflow::Share { least: 1 }),
            [Some(10), Some(4)]
        );
        assert_eq!(
            fitted(&lines, 0, Overflow::Share { least: 1 }),
            [Some(10), Some(0)]
        );
        assert_eq!(
            fitted(&lines, 0, Overflow::DropDescriptions),
            [Some(10), Some(0)]
        );
    }

    #[test]
    fn descriptions_worth_least_go_first_and_of_equals_the_last() {
        let lines = [line("aaaa", 1), line("bbbb", 0), line("cccc", 1)];
        let drop = |limit| fitted(&lines, limit, Overflow::DropDescriptions);
        assert_eq!(drop(29), [Some(4), Some(0), Some(4)]);
        assert_eq!(drop(23), [Some(4), Some(0), Some(0)]);
        assert_eq!(drop(0), [Some(0), Some(0), Some(0)]);
    }

    #[test]
    fn lines_from_the_first_that_does_not_fit_are_left_out() {
        let lines = [line("aaaa", 0), line("bbbbbbbbbb", 0), line("", 0)];
        let plan = |limit| fitted(&lines, limit, Overflow::LeaveOut);
        assert_eq!(plan(15), [Some(4), None, None]);
        assert_eq!(plan(26), [Some(4), Some(10), None]);
    }

    #[test]
    fn a_cost_never_exceeds_the_limit_while_something_can_go() {
        let lines = [line("äöü😀xyz", 0), line("0123456789", 3)];
        for limit in 8..40 {
            for overflow in [Overflow::Share { least: 1 }, Overflow::DropDescriptions] {
                let unit = BudgetUnit::Utf16;
                assert!(fit(&lines, Budget { unit, limit }, overflow).cost <= limit.max(12));
            }
        }
    }

    #[test]
    fn the_characters_of_a_text_are_counted_wherever_they_begin() {
        for start in 0..9 {
            for rest in 0..9 {
                let text = "x".repeat(start) + "aä→😀é" + &"ß".repeat(rest);
                assert_eq!(characters(&text), text.chars().count(), "{text}");
            }
        }
    }

    #[test]
    fn a_text_is_cut_between_characters_with_room_for_the_mark() {
        assert_eq!(cut("abcdef", BudgetUnit::Utf16, 6), 6);
        assert_eq!(cut("abcdef", BudgetUnit::Utf16, 5), 4);
        // The emoji takes two units, so the emoji and the mark together need three units.
        assert_eq!(cut("😀😀", BudgetUnit::Utf16, 2), 0);
        assert_eq!(cut("😀😀", BudgetUnit::Utf16, 3), 4);
        assert_eq!(cut("😀😀", BudgetUnit::Characters, 1), 0);
        assert_eq!(cut("abc", BudgetUnit::Utf16, 0), 0);
    }
}
