//! A fence of code around the lines of a frontmatter, within its delimiters.

use std::ops;

use super::fault::Fault;
use super::line_without_key;
use super::lines::lines;
use super::repairs::Repair;
use crate::lint::kept_words::Loss;
use crate::lint::skill_context::SkillContext;

/// The lines of a fence, with their ends.
pub(super) struct Fence {
    pub open: ops::Range<usize>,
    pub close: Option<ops::Range<usize>>,
}

/// The fence that a frontmatter begins with.
pub(super) fn find(context: &SkillContext<'_>) -> Option<Fence> {
    let bytes = &context.frontmatter.bytes;
    let all = lines(context.text, bytes);
    let mut filled = all
        .iter()
        .filter(|line| !context.slice(line).trim().is_empty());
    let open = filled.next()?;
    let written = context.slice(open).trim();
    let marks = written.len() - written.trim_start_matches(['`', '~']).len();
    if marks < 3 {
        return None;
    }
    let close = filled.find(|line| context.slice(line).trim() == &written[..marks]);
    let with_end = |line: &ops::Range<usize>| {
        let end = context.text[line.end..bytes.end].find('\n');
        line.start..end.map_or(bytes.end, |end| line.end + end + 1)
    };
    Some(Fence {
        open: with_end(open),
        close: close.map(with_end),
    })
}

/// The fault of such lines.
pub(super) fn fault(fence: &Fence) -> Fault {
    let all = [Some(&fence.open), fence.close.as_ref()];
    let edits = all.into_iter().flatten();
    let edits = edits.map(|line| (line.clone(), String::new())).collect();
    let repair = Repair::new("Remove the fence", edits).losing(Loss::Frame);
    Fault {
        rule: &line_without_key::RULE,
        bytes: fence.open.clone(),
        message: "the frontmatter begins with a fence of code, which is no key".to_owned(),
        help: "Remove the lines of the fence from the frontmatter.",
        repairs: vec![repair],
        related: Vec::new(),
    }
}
