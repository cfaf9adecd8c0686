//! A code fence inside of the frontmatter, around the frontmatter's fields.

use std::ops;

use crate::lint::helpers::yaml::lines::lines;
use crate::lint::skill_context::SkillContext;

/// The byte ranges of the opening and the closing line of a code fence around frontmatter. Both
/// include the line ends; `close` is `None` if the fence is not closed.
pub struct Fence {
    pub open: ops::Range<usize>,
    pub close: Option<ops::Range<usize>>,
}

/// Returns the code fence around the frontmatter; `None` if there is no fence.
pub fn find(context: &SkillContext<'_>) -> Option<Fence> {
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
