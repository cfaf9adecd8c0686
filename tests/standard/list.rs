//! The list (`docs/hosts/standard.md#the-list`).

use skillglass::hosts::standard::{Activation, PromptEntry, StandardOptions, to_prompt};
use skillglass::model::message::Role;

use super::{with_options, workspace, write_skill};

#[test]
fn the_prompt_is_the_references() {
    let entries = [
        PromptEntry {
            name: "a&b",
            description: "<x> \"y\" 'z'",
            location: Some("/s/a&b/SKILL.md"),
        },
        PromptEntry {
            name: "c",
            description: "d\ne",
            location: None,
        },
    ];
    let expected = "<available_skills>
<skill>
<name>
a&amp;b
</name>
<description>
&lt;x&gt; &quot;y&quot; &#x27;z&#x27;
</description>
<location>
/s/a&b/SKILL.md
</location>
</skill>
<skill>
<name>
c
</name>
<description>
d
e
</description>
</skill>
</available_skills>";
    assert_eq!(to_prompt(&entries), expected);
    assert_eq!(to_prompt(&[]), "<available_skills>\n</available_skills>");
}

#[test]
fn the_list_stands_in_the_system_prompt_beside_a_tool() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/home/me/.agents/skills/b");
    write_skill(&mut workspace, "/repo/.agents/skills/c");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    let listing = workspace.listing();
    let message = listing.message.unwrap();
    assert_eq!(message.role, Role::System);
    let lines: Vec<_> = (listing.entries.iter())
        .filter_map(|entry| entry.line.as_deref())
        .collect();
    assert_eq!(
        message.text,
        format!(
            "<available_skills>\n{}\n</available_skills>",
            lines.join("\n")
        )
    );
    assert_eq!(
        lines[0],
        "<skill>\n<name>\na\n</name>\n<description>\nAbout a.\n</description>\n<location>\n/repo/.agents/skills/a/SKILL.md\n</location>\n</skill>"
    );
    let tool = listing.tool.unwrap();
    assert_eq!(tool.name, "activate_skill");
    assert!(tool.description.ends_with(" one of: a, c, b."));
    assert_eq!(listing.report.included, 3);
    let text = message.text.chars().count();
    let frame = "<available_skills>\n</available_skills>".len();
    assert_eq!(listing.report.cost as usize, text - frame);
}

#[test]
fn without_skills_there_is_neither_catalog_nor_tool() {
    let listing = workspace().listing();
    assert_eq!((listing.message, listing.tool), (None, None));
}

#[test]
fn locations_may_be_left_out_and_the_tool_too() {
    let mut workspace = with_options(StandardOptions {
        lists_locations: Some(false),
        ..StandardOptions::default()
    });
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    let text = workspace.listing().message.unwrap().text;
    assert!(!text.contains("<location>"));

    let mut workspace = with_options(StandardOptions {
        activation: Some(Activation::File),
        ..StandardOptions::default()
    });
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    let listing = workspace.listing();
    assert_eq!(listing.tool, None);
    assert!(listing.message.unwrap().text.contains("<location>"));
}
