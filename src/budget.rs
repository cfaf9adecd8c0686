//! Cost of text, and the fair distribution of what a budget leaves for descriptions.

use serde::{Deserialize, Serialize};

/// What a budget counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum BudgetUnit {
    /// Tokens, estimated as a quarter of the bytes, rounded up.
    Tokens,
    /// Characters (Unicode scalar values).
    Characters,
}

/// How much a list may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Budget {
    /// What is counted.
    pub unit: BudgetUnit,
    /// How many of them.
    pub limit: u64,
}

/// The size of a text, from which its cost in any unit follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Bytes of UTF-8.
    pub bytes: u64,
    /// Characters.
    pub characters: u64,
}

impl Size {
    /// The size of `text`.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self {
            bytes: text.len() as u64,
            characters: text.chars().count() as u64,
        }
    }

    fn add(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            characters: self.characters + other.characters,
        }
    }
}

impl BudgetUnit {
    /// What a text of that size costs.
    #[must_use]
    pub fn cost(self, size: Size) -> u64 {
        match self {
            Self::Tokens => size.bytes.div_ceil(4),
            Self::Characters => size.characters,
        }
    }
}

/// A line that may be shown whole, with a shorter description, without one, or not at all.
#[derive(Debug, Clone, Copy)]
pub struct Line<'t> {
    /// The size of the line without its description, its end included.
    pub minimum: Size,
    /// The description; a blank goes before it.
    pub description: &'t str,
}

impl Line<'_> {
    fn cost(&self, unit: BudgetUnit, described: Size) -> u64 {
        unit.cost(self.minimum.add(described))
    }

    /// What describing with the whole text, or with its beginning, adds: the blank counts too.
    fn described(&self, description: &str) -> Size {
        if description.is_empty() {
            Size::default()
        } else {
            BLANK.add(Size::of(description))
        }
    }
}

const BLANK: Size = Size {
    bytes: 1,
    characters: 1,
};

/// What of each line fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// For each line the bytes of its description that are shown; none when the line is left out.
    pub kept: Vec<Option<usize>>,
    /// What the lines shown cost together.
    pub cost: u64,
    /// Lines left out.
    pub omitted: usize,
    /// Characters of descriptions cut, over all lines that are shown or left out.
    pub cut: u64,
}

/// Fits lines into a budget.
///
/// Whole lines if they all fit. Otherwise, if all fit without descriptions, the rest is dealt out one character at a
/// time, round robin, to every line that can pay for its next one. Otherwise lines without descriptions in their order;
/// one that does not fit is left out and later, shorter ones still enter.
#[must_use]
pub fn fit(lines: &[Line<'_>], budget: Budget) -> Plan {
    let unit = budget.unit;
    let whole: u64 = lines
        .iter()
        .map(|line| line.cost(unit, line.described(line.description)))
        .sum();
    let kept = if whole <= budget.limit {
        lines
            .iter()
            .map(|line| Some(line.description.len()))
            .collect()
    } else {
        let minimum: u64 = lines
            .iter()
            .map(|line| line.cost(unit, Size::default()))
            .sum();
        if minimum <= budget.limit {
            deal(lines, unit, budget.limit - minimum)
        } else {
            enter(lines, budget)
        }
    };
    let mut plan = Plan {
        kept,
        cost: 0,
        omitted: 0,
        cut: 0,
    };
    for (line, kept) in lines.iter().zip(&plan.kept) {
        let shown = &line.description[..kept.unwrap_or_default()];
        plan.cut += Size::of(line.description).characters - Size::of(shown).characters;
        match kept {
            Some(_) => plan.cost += line.cost(unit, line.described(shown)),
            None => plan.omitted += 1,
        }
    }
    plan
}

fn deal(lines: &[Line<'_>], unit: BudgetUnit, mut left: u64) -> Vec<Option<usize>> {
    let mut described = vec![Size::default(); lines.len()];
    let mut kept = vec![0; lines.len()];
    // A line that once cannot pay never can: what is left only shrinks.
    let mut open: Vec<usize> = (0..lines.len()).collect();
    while !open.is_empty() {
        open.retain(|index| {
            let line = &lines[*index];
            let Some(next) = line.description[kept[*index]..].chars().next() else {
                return false;
            };
            let blank = if kept[*index] == 0 {
                BLANK
            } else {
                Size::default()
            };
            let longer = described[*index].add(blank).add(Size {
                bytes: next.len_utf8() as u64,
                characters: 1,
            });
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
            let cost = line.cost(budget.unit, Size::default());
            (cost <= left).then(|| {
                left -= cost;
                0
            })
        })
        .collect()
}
