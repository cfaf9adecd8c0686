//! Writes the page `docs/can-i-use.md`, which has a table for each group. Its columns are the hosts
//! in their default editions.

use std::collections::BTreeMap;

use skillglass::support::{Support, SupportCell, SupportGroup, SupportLevel, SupportRow};

const INTRO: &str = "# Can I use

These tables show how each host interprets a field, a placeholder, a tag, a folder, a limit or a habit of authors. The columns are the
hosts in their default editions. Below a table, **In other editions** lists the cells that differ in another edition. Every cell is
made from the tables with which the hosts parse, or by running the host on a tiny tree (`src/support/`). `support()` of the package
returns the same cells, and the playground shows them for every edition.

| mark | means |
| --- | --- |
| ✓ | the host does what an author expects; for a limit, the host has no limit |
| ◐ | it works in part, within a limit, or in another way |
| – | it has no effect |
| ✗ | the host drops a skill with it, or the skill does harm |

A mark links to the page that explains it. If a number follows a mark, the note with this number is below the table. The meaning of
marks without a number is above the table.

<!-- Made by `cargo run --example can_i_use > docs/can-i-use.md`. -->
";

/// The groups of features in the order of the page, each with its heading.
const GROUPS: [(SupportGroup, &str); 7] = [
    (SupportGroup::Fields, "Fields of the frontmatter"),
    (SupportGroup::SideFile, "Fields of `agents/openai.yaml`"),
    (SupportGroup::Placeholders, "Placeholders"),
    (SupportGroup::Tags, "Tags"),
    (SupportGroup::Folders, "Folders"),
    (SupportGroup::Limits, "Limits"),
    (SupportGroup::Behaviours, "Behaviours"),
];

/// Returns the text of the whole page.
pub fn page(support: &Support) -> String {
    let mut page = INTRO.to_owned();
    for (group, title) in GROUPS {
        let rows: Vec<_> = (support.rows.iter())
            .filter(|row| row.group == group)
            .collect();
        page.push_str(&format!("\n## {title}\n\n"));
        page.push_str(&section(support, &rows));
    }
    page
}

/// Returns the section of one group: its table and the notes to its cells.
fn section(support: &Support, rows: &[&SupportRow]) -> String {
    let columns: Vec<_> = (support.columns.iter().enumerate())
        .filter(|(_, column)| column.is_default)
        .collect();
    let shown = |row: &'_ SupportRow| -> Vec<SupportCell> {
        let cells = columns.iter().map(|(index, _)| row.cells[*index].clone());
        cells.collect()
    };
    let usual = usual(rows.iter().flat_map(|row| shown(row)));
    let mut page = String::new();
    for (level, note) in &usual {
        page.push_str(&format!("{} without a number: {note}.  \n", mark(*level)));
    }
    let labels: Vec<_> = columns.iter().map(|(_, column)| &*column.label).collect();
    page.push_str(&format!("\n| | {} |\n", labels.join(" | ")));
    page.push_str(&format!("| --- |{}\n", " --- |".repeat(labels.len())));
    let mut notes: Vec<String> = Vec::new();
    for row in rows {
        page.push_str(&format!("| {}", escaped(&row.title)));
        for cell in shown(row) {
            let is_usual = usual.get(&cell.support) == Some(&cell.note);
            let number = (!is_usual && cell.note != row.summary).then(|| {
                let known = notes.iter().position(|note| *note == cell.note);
                known.unwrap_or_else(|| {
                    notes.push(cell.note.clone());
                    notes.len() - 1
                }) + 1
            });
            let number = number.map_or(String::new(), |number| format!(" {number}"));
            let mark = mark(cell.support);
            page.push_str(&match &cell.page {
                Some(to) => format!(" | [{mark}]({}){number}", to.trim_start_matches("docs/")),
                None => format!(" | {mark}{number}"),
            });
        }
        page.push_str(" |\n");
    }
    page.push('\n');
    for (index, note) in notes.iter().enumerate() {
        page.push_str(&format!("{}. {}\n", index + 1, line(note)));
    }
    let others = other_editions(support, rows);
    if !others.is_empty() {
        page.push_str(&format!("\n**In other editions:**\n\n{others}"));
    }
    page
}

/// A note that more than this number of cells have is written only once for all of them.
const MANY: usize = 12;

/// Returns for each level of support the note that most of its cells have. A level is left out if
/// at most `MANY` of its cells have the same note.
fn usual(cells: impl Iterator<Item = SupportCell>) -> BTreeMap<SupportLevel, String> {
    let mut counts: BTreeMap<(SupportLevel, String), usize> = BTreeMap::new();
    for cell in cells {
        *counts.entry((cell.support, cell.note)).or_default() += 1;
    }
    let mut usual: BTreeMap<SupportLevel, (usize, String)> = BTreeMap::new();
    for ((level, note), count) in counts {
        let most = usual.get(&level).map_or(MANY, |(most, _)| *most);
        if count > most {
            usual.insert(level, (count, note));
        }
    }
    usual
        .into_iter()
        .map(|(level, (_, note))| (level, note))
        .collect()
}

/// Returns the list of cells in which another edition differs from the default edition.
fn other_editions(support: &Support, rows: &[&SupportRow]) -> String {
    let mut lines = String::new();
    for row in rows {
        let mut differ = Vec::new();
        for (column, cell) in support.columns.iter().zip(&row.cells) {
            let mut columns = support.columns.iter();
            let default = columns.position(|one| one.host == column.host && one.is_default);
            if default.is_some_and(|default| row.cells[default].support != cell.support) {
                let (label, edition) = (&column.label, &column.edition);
                let (mark, note) = (mark(cell.support), line(&cell.note));
                differ.push(format!("{label} {edition} {mark} {note}"));
            }
        }
        if !differ.is_empty() {
            lines.push_str(&format!("- {}: {}\n", row.title, differ.join(". ")));
        }
    }
    lines
}

const fn mark(level: SupportLevel) -> &'static str {
    match level {
        SupportLevel::Works => "✓",
        SupportLevel::Partly => "◐",
        SupportLevel::Ignored => "–",
        SupportLevel::Breaks => "✗",
    }
}

/// Returns a text in a form for a cell of a Markdown table.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Returns a text on one line, without tags and without links of Markdown.
fn line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace('<', "\\<").replace('[', "\\[")
}
