//! Finds the lines in which two texts differ.

use super::report::DiffLine;

/// The number of equal lines that are shown on each side of a change.
const CONTEXT: usize = 2;

/// The maximum number of pairs of lines that are compared. A larger change is shown as one block,
/// because time and memory grow with the number of pairs. No host has this limit.
const MOST_PAIRS: usize = 1 << 20;

/// Returns the lines that differ between two texts, with some equal lines around them. Returns no lines if the texts
/// are equal.
pub(super) fn lines(before: &str, after: &str) -> Vec<DiffLine> {
    if before == after {
        return Vec::new();
    }
    let (before, after) = (split(before), split(after));
    let start = common(before.iter(), after.iter());
    let end = common(before[start..].iter().rev(), after[start..].iter().rev());
    let changed_before = &before[start..before.len() - end];
    let changed_after = &after[start..after.len() - end];
    let same = |lines: &[&str]| -> Vec<DiffLine> { lines.iter().map(|line| kept(line)).collect() };
    let mut all = same(&before[..start]);
    all.extend(middle(changed_before, changed_after));
    all.extend(same(&before[before.len() - end..]));
    shortened(aligned(all))
}

/// Splits a text at its line ends. If the text ends with a line end, the last item is empty. So texts
/// that differ only in the last line end also have different lines.
fn split(text: &str) -> Vec<&str> {
    text.split('\n').collect()
}

fn common<'t>(
    left: impl Iterator<Item = &'t &'t str>,
    right: impl Iterator<Item = &'t &'t str>,
) -> usize {
    left.zip(right)
        .take_while(|(left, right)| left == right)
        .count()
}

fn kept(line: &str) -> DiffLine {
    DiffLine::Same {
        text: line.to_owned(),
    }
}

/// Compares two lists of lines that share no first or last line. The lines of a longest common
/// subsequence count as equal.
fn middle(before: &[&str], after: &[&str]) -> Vec<DiffLine> {
    let removed = |line: &&str| DiffLine::Removed {
        text: (*line).to_owned(),
    };
    let added = |line: &&str| DiffLine::Added {
        text: (*line).to_owned(),
    };
    if before.len().saturating_mul(after.len()) > MOST_PAIRS {
        let removed = before.iter().map(removed);
        return removed.chain(after.iter().map(added)).collect();
    }
    let width = after.len() + 1;
    // For each pair of positions: the length of the longest common subsequence of the lines from there to the end.
    let mut lengths = vec![0_u32; (before.len() + 1) * width];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            lengths[i * width + j] = if before[i] == after[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let mut all = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < before.len() && j < after.len() {
        if before[i] == after[j] {
            all.push(kept(before[i]));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            all.push(removed(&before[i]));
            i += 1;
        } else {
            all.push(added(&after[j]));
            j += 1;
        }
    }
    all.extend(before[i..].iter().map(removed));
    all.extend(after[j..].iter().map(added));
    all
}

/// Moves each block of added or removed lines up if the lines above the block are equal to its last
/// lines. The block moves to the position where its first line has the smallest indentation.
/// Without this, a new element of a list could be shown as if it began in the middle of the
/// previous element.
fn aligned(mut all: Vec<DiffLine>) -> Vec<DiffLine> {
    let mut start = 0;
    while let Some(first) = all.get(start) {
        let kind = std::mem::discriminant(first);
        let block = all[start..].iter();
        let block = block.take_while(|line| std::mem::discriminant(*line) == kind);
        let end = start + block.count();
        let is_same = |line: &DiffLine| matches!(line, DiffLine::Same { .. });
        if !is_same(first) && all.get(end).is_none_or(is_same) {
            for step in 1..=steps(&all, start, end) {
                // Both lines have the same text, so a swap moves the block by one line.
                all.swap(start - step, end - step);
            }
        }
        start = end;
    }
    all
}

/// Returns the number of lines by which the block `all[start..end]` of added or removed lines is
/// moved up. A block can move up one line at a time, as long as the unchanged line above the block
/// equals the last line of the block. The result moves the block to the position where the
/// first line of the block has the smallest indentation.
fn steps(all: &[DiffLine], start: usize, end: usize) -> usize {
    let indent = |line: &DiffLine| match text(line).trim_start() {
        "" => usize::MAX,
        rest => text(line).len() - rest.len(),
    };
    let mut best = (0, indent(&all[start]));
    for step in 1..=start {
        let (before, last) = (&all[start - step], &all[end - step]);
        if !matches!(before, DiffLine::Same { .. }) || text(before) != text(last) {
            break;
        }
        if indent(before) < best.1 {
            best = (step, indent(before));
        }
    }
    best.0
}

fn text(line: &DiffLine) -> &str {
    match line {
        DiffLine::Same { text } | DiffLine::Removed { text } | DiffLine::Added { text } => text,
        DiffLine::Skipped { .. } => "",
    }
}

/// Replaces each long run of equal lines by the number of skipped lines.
fn shortened(all: Vec<DiffLine>) -> Vec<DiffLine> {
    let total = all.len();
    let mut shown = Vec::new();
    let mut run = Vec::new();
    let mut seen = 0;
    for line in all {
        seen += 1;
        let is_same = matches!(line, DiffLine::Same { .. });
        let is_end = seen == total;
        if is_same {
            run.push(line);
            if !is_end {
                continue;
            }
            push_run(&mut shown, std::mem::take(&mut run), is_end);
        } else {
            push_run(&mut shown, std::mem::take(&mut run), false);
            shown.push(line);
        }
    }
    shown
}

/// Adds a run of equal lines to the shown lines. Lines next to changes are shown, and the other
/// lines are only counted.
fn push_run(shown: &mut Vec<DiffLine>, run: Vec<DiffLine>, is_end: bool) {
    let head = if shown.is_empty() { 0 } else { CONTEXT };
    let tail = if is_end { 0 } else { CONTEXT };
    let hidden = run.len().saturating_sub(head + tail);
    if hidden <= 1 {
        shown.extend(run);
        return;
    }
    for (index, line) in run.into_iter().enumerate() {
        if index < head || index >= head + hidden {
            shown.push(line);
        } else if index == head {
            shown.push(DiffLine::Skipped { count: hidden });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, after: &str) -> Vec<String> {
        let lines = lines(before, after).into_iter();
        lines
            .map(|line| match line {
                DiffLine::Same { text } => format!(" {text}"),
                DiffLine::Removed { text } => format!("-{text}"),
                DiffLine::Added { text } => format!("+{text}"),
                DiffLine::Skipped { count } => format!("@{count}"),
            })
            .collect()
    }

    #[test]
    fn only_changed_lines_and_their_neighbours_are_shown() {
        for (before, after, expected) in [
            ("a", "a", vec![]),
            ("", "a", vec!["-", "+a"]),
            ("a", "a\n", vec![" a", "+"]),
            ("a\nb\nc", "a\nx\nc", vec![" a", "-b", "+x", " c"]),
            (
                "1\n2\n3\n4\n5\n6",
                "1\n2\n3\n4\n5\nx",
                vec!["@3", " 4", " 5", "-6", "+x"],
            ),
            (
                "x\n1\n2\n3\n4\n5\n6\ny",
                "1\n2\n3\n4\n5\n6",
                vec!["-x", " 1", " 2", "@2", " 5", " 6", "-y"],
            ),
            ("a\nb\na\nb", "b\na", vec!["-a", " b", " a", "-b"]),
        ] {
            assert_eq!(shown(before, after), expected, "{before:?} to {after:?}");
        }
    }

    #[test]
    fn a_new_element_begins_at_its_first_line() {
        for (before, after, expected) in [
            (
                "<a>\n  1\n</a>\n<a>\n  2\n</a>",
                "<a>\n  1\n</a>\n<a>\n  x\n</a>\n<a>\n  2\n</a>",
                vec![
                    " <a>", "   1", " </a>", "+<a>", "+  x", "+</a>", " <a>", "   2", " </a>",
                ],
            ),
            (
                "<a>\n  x\n</a>\n<a>\n  2\n</a>",
                "<a>\n  2\n</a>",
                vec!["-<a>", "-  x", "-</a>", " <a>", "   2", " </a>"],
            ),
            ("a\na", "a\na\na", vec![" a", " a", "+a"]),
            ("a\n\nb", "a\n\nx\n\nb", vec![" a", " ", "+x", "+", " b"]),
        ] {
            let shown = shown(before, after);
            assert_eq!(shown, expected, "{before:?} to {after:?}");
        }
    }

    #[test]
    fn large_changes_are_one_block() {
        let text = |letter: &str| {
            let lines = (0..2_000).map(|line| format!("{letter}{line}"));
            lines.collect::<Vec<_>>().join("\n")
        };
        let shown = shown(&text("a"), &text("b"));
        assert_eq!(shown.len(), 4_000);
        assert_eq!((&*shown[1_999], &*shown[2_000]), ("-a1999", "+b0"));
    }
}
