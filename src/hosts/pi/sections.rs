//! The sections of `docs/hosts/pi.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/pi.md#where-it-looks",
        Topic::SameName => "docs/hosts/pi.md#two-skills-of-one-name",
        Topic::List | Topic::Model => "docs/hosts/pi.md#the-list",
        Topic::Typed | Topic::Text | Topic::Arguments | Topic::Variables | Topic::Commands => {
            "docs/hosts/pi.md#typed-names"
        }
        _ => "docs/hosts/pi.md#frontmatter",
    }
}
