//! The sections of `docs/hosts/openclaw.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots => "docs/hosts/openclaw.md#where-it-looks",
        Topic::Walk => "docs/hosts/openclaw.md#discovery",
        Topic::Limits => "docs/hosts/openclaw.md#limits",
        Topic::SameName => "docs/hosts/openclaw.md#two-skills-of-one-name",
        Topic::List | Topic::Model => "docs/hosts/openclaw.md#the-list",
        Topic::Conditions => "docs/hosts/openclaw.md#eligible",
        Topic::Typed | Topic::Text | Topic::Arguments | Topic::Variables | Topic::Commands => {
            "docs/hosts/openclaw.md#use"
        }
        _ => "docs/hosts/openclaw.md#frontmatter",
    }
}
