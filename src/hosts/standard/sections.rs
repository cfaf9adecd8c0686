//! Maps topics to sections of `docs/hosts/standard.md`.

use crate::host::topic::Topic;

/// Returns the section of `docs/hosts/standard.md` that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Frontmatter => "docs/hosts/standard.md#what-it-forgives",
        Topic::Roots | Topic::Walk | Topic::Limits | Topic::SameName => {
            "docs/hosts/standard.md#where-the-client-looks"
        }
        Topic::List => "docs/hosts/standard.md#the-list",
        Topic::Model
        | Topic::Typed
        | Topic::Text
        | Topic::Arguments
        | Topic::Variables
        | Topic::Commands => "docs/hosts/standard.md#activation",
        _ => "docs/hosts/standard.md#the-fields",
    }
}
