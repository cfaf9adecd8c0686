//! A list of skills that shows each entry in full or by its name only.

use crate::model::listing::{ListingEntry, ListingReport};
use crate::model::skill::Skill;
use crate::text::budget::{self, Budget, BudgetUnit, Line, Overflow, Size};
use crate::text::document::utf16_len;

/// The separator between two names in the line after the list of skills. This line names the skills
/// whose entries do not fit into the list.
const BETWEEN: &str = ", ";

/// The text before the names of the skills whose entries do not fit into the list.
const MORE: &str = "Additional skills available (invoke by name): ";

/// Returns the entries of a list of skills, and a report on the list. `texts` has the text of each
/// skill's entry. The list shows the texts in order, as long as they fit into `limit` UTF-16 units.
/// Entries that do not fit are returned without a text. If `limit` is `None`, the list shows all
/// texts.
pub(crate) fn fit(
    skills: &[&Skill],
    texts: Vec<String>,
    limit: Option<u64>,
) -> (Vec<ListingEntry>, ListingReport) {
    let budget = |limit| Budget {
        unit: BudgetUnit::Utf16,
        limit,
    };
    let lines: Vec<_> = (texts.iter())
        .map(|text| Line {
            minimum: Size::of(text).add(Size::of_ascii(1)),
            separator: Size::default(),
            description: "",
            worth: 0,
            exempt: false,
        })
        .collect();
    let plan = budget::fit(
        &lines,
        budget(limit.unwrap_or(u64::MAX)),
        Overflow::LeaveOut,
    );
    let entries = (skills.iter().zip(texts).zip(&plan.kept)).map(|((skill, text), kept)| {
        let all = skill.description.chars().count();
        ListingEntry {
            path: skill.path.clone(),
            name: skill.name.clone(),
            cost: utf16_len(&text) as u64 + 1,
            line: kept.is_some().then_some(text),
            cut: if kept.is_some() { 0 } else { all },
        }
    });
    let report = ListingReport {
        budget: limit.map(budget),
        cost: plan.cost,
        total: skills.len(),
        included: skills.len() - plan.omitted,
        omitted: plan.omitted,
        ..ListingReport::default()
    };
    (entries.collect(), report)
}

/// Returns the line with the names of the skills whose entries do not fit; `None` if all entries
/// fit. The names take up at most `limit` UTF-16 units. If `counts_words` is true, the words before
/// the names count, too.
pub(crate) fn more(entries: &[ListingEntry], limit: usize, counts_words: bool) -> Option<String> {
    let omitted = entries.iter().filter(|entry| entry.line.is_none());
    let names: Vec<_> = omitted.map(|entry| entry.name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let mut length = if counts_words { MORE.len() } else { 0 };
    let mut shown: Vec<&str> = Vec::new();
    for name in &names {
        let between = if shown.is_empty() { 0 } else { BETWEEN.len() };
        length += between + utf16_len(name);
        if length > limit {
            break;
        }
        shown.push(name);
    }
    let left = names.len() - shown.len();
    let end = if left > 0 {
        format!("... and {left} more")
    } else {
        String::new()
    };
    Some(format!("{MORE}{}{end}", shown.join(BETWEEN)))
}
