//! The sections of `docs/hosts/vscode.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Frontmatter => "docs/hosts/vscode.md#frontmatter",
        Topic::Names => "docs/hosts/vscode.md#names",
        Topic::Descriptions => "docs/hosts/vscode.md#descriptions",
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/vscode.md#where-it-looks",
        Topic::SameName => "docs/hosts/vscode.md#two-skills-of-one-name",
        Topic::List | Topic::Model => "docs/hosts/vscode.md#the-list",
        Topic::Typed | Topic::Text | Topic::Arguments | Topic::Variables | Topic::Commands => {
            "docs/hosts/vscode.md#typed-names"
        }
        _ => "docs/hosts/vscode.md#fields",
    }
}
