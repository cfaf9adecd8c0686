//! Tests whether OpenClaw offers a skill on a machine that has, or lacks, what the skill needs.

use skillglass::Workspace;
use skillglass::model::eligibility::Requirements;

use super::{CONFIG, SKILLS, eligibility, lone, with, write};
use crate::common::Files;

/// Returns a workspace with a skill `x` that has these needs in its `metadata`. The machine has the
/// program `jq`, the variable `FILLED` and a configuration of OpenClaw.
fn needing(metadata: &str) -> Workspace {
    let mut workspace = with(|options| {
        let variables = [("FILLED", "1"), ("BLANK", " "), ("PATH", "/usr/bin:/bin")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        options.variables = Some(variables.into());
        let openclaw = options.openclaw.as_mut().unwrap();
        openclaw.binaries = Some(vec!["jq".to_owned(), "/usr/bin/gh".to_owned()]);
    });
    let config = "{skills: {entries: {x: {env: {OWN: 'v'}, apiKey: 'k'}, off: {enabled: false}}}, on: {a: true, b: ''}}";
    workspace.put(CONFIG, config);
    workspace.put_folder("/bin/folder");
    let text = format!("---\nname: x\ndescription: D.\nmetadata: '{metadata}'\n---\n");
    write(&mut workspace, &format!("{SKILLS}/x"), &text);
    workspace
}

#[test]
fn what_is_missing_keeps_a_skill_from_being_offered() {
    let cases: [(&str, bool); 26] = [
        ("{requires: {bins: [\"jq\"]}}", true),
        ("{requires: {bins: \"jq, gh\"}}", true),
        ("{requires: {bins: [\"jq\", \"uv\"]}}", false),
        ("{requires: {bins: [\"../bin/gh\"]}}", true),
        ("{requires: {bins: [\"folder\"]}}", true),
        ("{requires: {anyBins: [\"uv\", \"jq\"]}}", true),
        ("{requires: {anyBins: [\"uv\"]}}", false),
        ("{requires: {env: [\"FILLED\", \"OWN\"]}}", true),
        ("{requires: {env: [\"BLANK\"]}}", false),
        ("{requires: {env: [\"KEY\"]}}", false),
        ("{primaryEnv: \"KEY\", requires: {env: [\"KEY\"]}}", true),
        ("{requires: {config: [\"on.a\"]}}", true),
        ("{requires: {config: [\"on.b\"]}}", false),
        ("{requires: {config: [\"on.c\"]}}", false),
        ("{requires: {config: [\"browser.enabled\"]}}", true),
        ("{requires: {config: [\"constructor\"]}}", false),
        ("{os: [\"linux\"]}", true),
        ("{os: \"darwin,linux\"}", true),
        ("{os: [\"macos\"]}", false),
        ("{os: []}", true),
        ("{always: true, requires: {bins: [\"uv\"]}}", true),
        ("{always: \"true\", requires: {bins: [\"uv\"]}}", false),
        ("{always: true, os: [\"darwin\"]}", false),
        ("{skillKey: \"off\"}", false),
        ("{skillKey: \"other\"}", true),
        ("{}", true),
    ];
    for (openclaw, offered) in cases {
        let workspace = needing(&format!("{{openclaw: {openclaw}}}"));
        let verdict = eligibility(&workspace, "x");
        assert_eq!(verdict.offered, offered, "{openclaw}");
        assert_eq!(verdict.command.is_some(), offered, "{openclaw}");
        let listed = workspace.listing().report.included;
        assert_eq!(listed == 1, offered, "{openclaw}");
    }
}

#[test]
fn the_report_compares_the_system_less_strictly_than_the_prompt() {
    let workspace = needing("{openclaw: {os: [\"Linux\"]}}");
    let verdict = eligibility(&workspace, "x");
    assert!(verdict.eligible && !verdict.offered);
}

#[test]
fn the_first_member_that_is_an_object_counts() {
    let cases = [
        ("{openclaw: {requires: {bins: [\"uv\"]}}}", false),
        ("{clawdbot: {requires: {bins: [\"uv\"]}}}", false),
        (
            "{openclaw: {}, clawdbot: {requires: {bins: [\"uv\"]}}}",
            true,
        ),
        (
            "{openclaw: null, clawdbot: {requires: {bins: [\"uv\"]}}}",
            false,
        ),
        ("{OpenClaw: {requires: {bins: [\"uv\"]}}}", true),
        ("words", true),
    ];
    for (metadata, offered) in cases {
        assert_eq!(
            eligibility(&needing(metadata), "x").offered,
            offered,
            "{metadata}"
        );
    }
}

#[test]
fn a_mapping_that_goes_on_over_lines_behind_its_key_is_lost() {
    let below =
        lone("description: D.\nmetadata:\n  {\"openclaw\": {\"requires\": {\"bins\": [\"uv\"]}}}");
    assert!(!eligibility(&below, "x").offered);
    let behind =
        lone("description: D.\nmetadata: {\"openclaw\":\n  {\"requires\": {\"bins\": [\"uv\"]}}}");
    assert!(eligibility(&behind, "x").offered);
    assert_eq!(
        behind.catalog().ignored[0].field.as_deref(),
        Some("metadata")
    );
}

#[test]
fn bundled_skills_and_agents_have_lists_of_their_own() {
    let mut workspace = with(|options| {
        let openclaw = options.openclaw.as_mut().unwrap();
        openclaw.bundled = Some("/bundled/skills".to_owned());
    });
    let config = "{skills: {allowBundled: ['a']}, agents: {defaults: {skills: ['a', 'b']}}}";
    workspace.put(CONFIG, config);
    for folder in ["/bundled/skills/a", "/bundled/skills/b", "/w/skills/c"] {
        super::write_skill(&mut workspace, folder);
    }
    let verdicts = ["a", "b", "c"].map(|name| {
        let verdict = eligibility(&workspace, name);
        (verdict.blocked_by_allowlist, verdict.blocked_by_agent)
    });
    assert_eq!(verdicts, [(false, false), (true, false), (false, true)]);
}

#[test]
fn an_empty_list_of_bundled_skills_allows_all_of_them() {
    for (list, blocked) in [("[]", false), ("[' ']", false), ("['b']", true)] {
        let mut workspace = with(|options| {
            let openclaw = options.openclaw.as_mut().unwrap();
            openclaw.bundled = Some("/bundled/skills".to_owned());
        });
        let config = format!("{{skills: {{allowBundled: {list}}}}}");
        workspace.put(CONFIG, &*config);
        super::write_skill(&mut workspace, "/bundled/skills/a");
        let verdict = eligibility(&workspace, "a");
        assert_eq!(verdict.blocked_by_allowlist, blocked, "{list}");
    }
}

#[test]
fn what_is_missing_is_named() {
    let workspace = needing(
        "{openclaw: {requires: {bins: [\"jq\", \"uv\"], anyBins: [\"a\", \"b\"], env: [\"NO\"]}}}",
    );
    let missing = Requirements {
        bins: vec!["uv".to_owned()],
        any_bins: vec!["a".to_owned(), "b".to_owned()],
        env: vec!["NO".to_owned()],
        ..Requirements::default()
    };
    assert_eq!(eligibility(&workspace, "x").missing, missing);
    assert_eq!(
        missing.in_words(),
        "the program uv; the program a or b; the environment variable NO"
    );
}

#[test]
fn one_way_to_install_is_offered_or_all_downloads() {
    let cases = [
        (
            r#"[{kind: "brew", formula: "b"}, {kind: "node", package: "n"}, {kind: "uv", package: "u"}]"#,
            vec!["uv-2: Install u (uv)"],
        ),
        (
            r#"[{kind: "brew", formula: "b", id: "q", label: "Q"}]"#,
            vec!["q: Q"],
        ),
        (
            r#"[{kind: "download", url: "https://e.invalid/a"}, {kind: "download", url: "ftp://e/b"}, {kind: "download", url: "https://e.invalid/c", label: "C"}]"#,
            vec!["download-0: Download a", "download-1: C"],
        ),
        (r#"[{kind: "uv", package: "a b"}, {kind: "what"}]"#, vec![]),
    ];
    for (install, expected) in cases {
        let workspace = needing(&format!("{{openclaw: {{install: {install}}}}}"));
        let offered = eligibility(&workspace, "x").install;
        let offered: Vec<_> = offered
            .iter()
            .map(|way| format!("{}: {}", way.id, way.label))
            .collect();
        assert_eq!(offered, expected, "{install}");
    }
}
