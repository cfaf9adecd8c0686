//! The sections of `docs/hosts/gemini-cli.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Names => "docs/hosts/gemini-cli.md#names",
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/gemini-cli.md#where-it-looks",
        Topic::SameName => "docs/hosts/gemini-cli.md#two-skills-of-one-name",
        Topic::List => "docs/hosts/gemini-cli.md#the-list",
        Topic::Model | Topic::Text | Topic::Commands => "docs/hosts/gemini-cli.md#the-tool",
        Topic::Typed | Topic::Arguments => "docs/hosts/gemini-cli.md#typed-names",
        Topic::Variables => "docs/hosts/gemini-cli.md#extensions",
        _ => "docs/hosts/gemini-cli.md#frontmatter",
    }
}
