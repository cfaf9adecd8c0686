//! Tests the list of skills of a client of the open standard (`docs/hosts/standard.md#the-list`).

use skillglass::hosts::standard::{Activation, PromptEntry, StandardOptions, to_prompt};
use skillglass::model::listing::ListingRequest;
use skillglass::model::message::Role;
use skillglass::{Session, Workspace};

use super::{with_options, workspace, write_skill};
use crate::common::in_repo;

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

fn ranked(order: &[&str]) -> ListingRequest {
    ListingRequest {
        order: Some(order.iter().map(|&name| name.to_owned()).collect()),
        ..ListingRequest::default()
    }
}

#[test]
fn the_caller_may_rank_the_skills_and_those_without_a_rank_follow() {
    let mut workspace = workspace();
    for name in ["a", "b", "c"] {
        write_skill(&mut workspace, &format!("/repo/.agents/skills/{name}"));
    }
    let listed = |order: &[&str]| {
        let listing = Session::new().requested_listing(&workspace, &ranked(order));
        let listing = listing.unwrap();
        let lines: Vec<_> = (listing.entries.iter())
            .filter_map(|entry| entry.line.as_deref())
            .collect();
        let text = format!(
            "<available_skills>\n{}\n</available_skills>",
            lines.join("\n")
        );
        assert_eq!(listing.message.unwrap().text, text, "{order:?}");
        assert!(listing.tool.unwrap().description.ends_with(" a, b, c."));
        let names = listing.entries.into_iter().map(|entry| entry.name);
        names.collect::<Vec<_>>()
    };
    for (order, expected) in [
        (&[][..], ["a", "b", "c"]),
        (&["c"], ["c", "a", "b"]),
        (&["b", "a"], ["b", "a", "c"]),
        (&["c", "b", "a"], ["c", "b", "a"]),
    ] {
        assert_eq!(listed(order), expected, "{order:?}");
    }
}

#[test]
fn an_order_names_loaded_skills_and_each_only_once() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    for (order, place, reason) in [
        (&["b"][..], "order[0]", "no skill of this name is loaded"),
        (
            &["a", "a"],
            "order[1]",
            "the order names this skill already",
        ),
    ] {
        let refused = Session::new().requested_listing(&workspace, &ranked(order));
        let error = refused.unwrap_err();
        assert_eq!(error.argument, place);
        assert!(error.message.contains(reason), "{}", error.message);
    }
}

#[test]
fn every_other_host_refuses_an_order_by_its_name() {
    for host in skillglass::hosts::hosts() {
        if host.host == "standard" {
            continue;
        }
        let workspace = Workspace::new(&in_repo(&host.host)).unwrap();
        let refused = Session::new().requested_listing(&workspace, &ranked(&[]));
        let error = refused.unwrap_err();
        assert_eq!(error.argument, "order", "{}", host.host);
        let reason = format!("{} orders its list itself", host.host);
        assert!(error.message.starts_with(&reason), "{}", error.message);
        assert!(error.message.contains("`standard`"), "{}", error.message);
    }
}
