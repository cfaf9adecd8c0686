//! The sections of `docs/hosts/copilot-cli.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Frontmatter => "docs/hosts/copilot-cli.md#frontmatter",
        Topic::Names => "docs/hosts/copilot-cli.md#names",
        Topic::Descriptions => "docs/hosts/copilot-cli.md#descriptions",
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/copilot-cli.md#where-it-looks",
        Topic::SameName => "docs/hosts/copilot-cli.md#two-skills-of-one-name",
        Topic::List => "docs/hosts/copilot-cli.md#the-list",
        Topic::Model => "docs/hosts/copilot-cli.md#the-tool",
        Topic::Typed | Topic::Text | Topic::Arguments | Topic::Variables | Topic::Commands => {
            "docs/hosts/copilot-cli.md#typed-names"
        }
        _ => "docs/hosts/copilot-cli.md#fields",
    }
}
