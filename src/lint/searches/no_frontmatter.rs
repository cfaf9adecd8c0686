//! Finds the reason why hosts find no frontmatter in a file.

use crate::lint::helpers::loose_fields;
use crate::lint::prelude::*;
use crate::lint::rules::structure::{
    byte_order_mark, empty_file, frontmatter_delimiter, link_as_text, no_frontmatter, not_loaded,
    not_markdown, text_before_frontmatter, unclosed_frontmatter,
};

/// Returns the finding for hosts that find no frontmatter. Several rules are tried in a fixed
/// order, and the first cause that applies to the file is reported.
pub fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    empty_file::find(context)
        .or_else(|| {
            let is_one_line = loose_fields::has_one_line(context.text);
            let loose = || frontmatter_delimiter::find_loose(context, dropping);
            is_one_line.then(loose).flatten()
        })
        .or_else(|| byte_order_mark::find(context, dropping))
        .or_else(|| link_as_text::find(context))
        .or_else(|| not_markdown::find(context))
        .or_else(|| frontmatter_delimiter::find_glued(context, dropping))
        .or_else(|| unclosed_frontmatter::find(context, dropping))
        .or_else(|| frontmatter_delimiter::find_opening(context, dropping))
        .or_else(|| frontmatter_delimiter::find_other_fence(context, dropping))
        .or_else(|| text_before_frontmatter::find(context, dropping))
        .or_else(|| frontmatter_delimiter::find_loose(context, dropping))
        .unwrap_or_else(|| {
            let frontmatter = &context.frontmatter;
            if frontmatter.delimited.is_ok() && !context.slice(&frontmatter.bytes).trim().is_empty()
            {
                not_loaded::explain(context, dropping)
            } else {
                no_frontmatter::explain(context)
            }
        })
}
