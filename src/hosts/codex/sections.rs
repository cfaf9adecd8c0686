//! Maps topics to sections of `docs/hosts/codex.md`.

use crate::host::topic::Topic;

/// Returns the section of `docs/hosts/codex.md` that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Fields | Topic::Frontmatter | Topic::Names | Topic::Descriptions => {
            "docs/hosts/codex.md#parsing-skillmd"
        }
        Topic::SideFile => "docs/hosts/codex.md#agentsopenaiyaml",
        Topic::Roots => "docs/hosts/codex.md#roots-and-configuration",
        Topic::Walk | Topic::Limits => "docs/hosts/codex.md#discovery",
        Topic::SameName | Topic::Typed => "docs/hosts/codex.md#mentions-and-selection",
        Topic::List => "docs/hosts/codex.md#the-list",
        Topic::Model => "docs/hosts/codex.md#implicit-use",
        _ => "docs/hosts/codex.md#injection",
    }
}
