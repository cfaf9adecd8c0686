//! Lists of many skills within a budget.

use std::fmt::Write;

use skillglass::text::budget::{Budget, BudgetUnit, Line, Overflow, Size, cut, fit};

use crate::checks;
use crate::input::Input;

const WORDS: &[&str] = &[
    "Fill in forms. ",
    "Use when asked. ",
    "\n",
    "  ",
    "long long long long long long long long long long long long long long long long ",
    "…",
    "<b>",
    "&amp;",
    "</skill>",
    "- a: b",
    "时间时间时间时间",
    "😀😀😀😀😀😀😀😀",
    "# c",
    ": ",
    "\"",
    "'",
];

const UNITS: &[BudgetUnit] = &[
    BudgetUnit::Tokens,
    BudgetUnit::Characters,
    BudgetUnit::Utf16,
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    if input.flag() {
        of_lines(&mut input);
    } else {
        of_a_host(&mut input);
    }
}

fn of_lines(input: &mut Input<'_>) {
    let unit = *input.pick(UNITS);
    let overflow = match input.below(5) {
        0 => Overflow::Deal,
        1 => Overflow::Share {
            least: u64::from(input.byte()),
        },
        2 => Overflow::DropDescriptions,
        3 => Overflow::KeepWhatFits,
        _ => Overflow::LeaveOut,
    };
    let limit = u64::from(input.byte()) * u64::from(input.byte());
    let mut descriptions = Vec::new();
    while !input.is_empty() && descriptions.len() < 64 {
        descriptions.push((
            Size::of(&input.text()),
            u64::from(input.byte()),
            input.below(8) == 7,
            input.text(),
        ));
    }
    let lines: Vec<_> = (descriptions.iter())
        .map(|(minimum, worth, exempt, description)| Line {
            minimum: *minimum,
            separator: Size::of(": "),
            description,
            worth: *worth,
            exempt: *exempt,
        })
        .collect();
    let plan = fit(&lines, Budget { unit, limit }, overflow);
    assert_eq!(plan.kept.len(), lines.len());
    for (line, kept) in lines.iter().zip(&plan.kept) {
        let kept = kept.unwrap_or_default();
        assert!(
            line.description.is_char_boundary(kept),
            "{kept} of {:?}",
            line.description
        );
        let most = cut(line.description, unit, limit);
        let shown = &line.description[..most];
        assert!(
            most == 0 || unit.cost(Size::of(shown)) <= limit,
            "{most} of {:?}",
            line.description
        );
    }
    if matches!(overflow, Overflow::Deal | Overflow::LeaveOut) {
        assert!(plan.cost <= limit, "{plan:?} within {limit}");
    }
}

fn of_a_host(input: &mut Input<'_>) {
    let choice = input.pick(checks::editions());
    let mut options = checks::options(choice);
    options.context_window = match input.below(4) {
        0 => None,
        1 => Some(i64::from(input.byte()) + 1),
        2 => Some((i64::from(input.byte()) + 1) * 1_000),
        _ => Some(i64::MAX - i64::from(input.byte())),
    };
    let mut workspace = checks::workspace(&options);
    let mut number = 0;
    while !input.is_empty() && number < 48 {
        let more = input.below(4);
        let description = input.text();
        for _ in 0..=more {
            number += 1;
            let mut text = format!("---\nname: s{number}\ndescription: ");
            write!(text, "{description:?}\n---\n").expect("a string takes all");
            for folder in [".agents", ".claude"] {
                let path = format!("/r/p/{folder}/skills/s{number}/SKILL.md");
                workspace.write(&path, &text).expect("the path is right");
            }
        }
    }
    let listing = workspace.listing();
    checks::listing_holds(&listing);
    if let (Some(budget), "codex") = (listing.report.budget, &*choice.host) {
        assert!(listing.report.cost <= budget.limit, "{:?}", listing.report);
    }
}
