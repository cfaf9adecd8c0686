//! Maps topics to sections of `docs/hosts/claude-code.md` and `docs/hosts/claude-code-use.md`.

use crate::host::topic::Topic;

/// Returns the section of Claude Code's pages that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Fields | Topic::SideFile | Topic::Frontmatter | Topic::Descriptions => {
            "docs/hosts/claude-code.md#parsing-skillmd"
        }
        Topic::Names => "docs/hosts/claude-code.md#names",
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/claude-code.md#where-it-looks",
        Topic::SameName => "docs/hosts/claude-code.md#one-name-twice",
        Topic::List => "docs/hosts/claude-code.md#the-list",
        Topic::Conditions => "docs/hosts/claude-code.md#conditional-skills",
        Topic::Model | Topic::Typed => "docs/hosts/claude-code-use.md#invoking",
        Topic::Text => "docs/hosts/claude-code-use.md#the-text",
        Topic::Arguments => "docs/hosts/claude-code-use.md#arguments",
        Topic::Variables => "docs/hosts/claude-code-use.md#variables",
        Topic::Commands => "docs/hosts/claude-code-use.md#commands-of-the-shell",
        Topic::Permissions => "docs/hosts/claude-code-use.md#permissions",
        Topic::Fork => "docs/hosts/claude-code-use.md#fork",
        Topic::Hooks => "docs/hosts/claude-code-use.md#hooks",
    }
}
