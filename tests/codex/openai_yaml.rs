//! Tests `agents/openai.yaml`: the skill's interface, dependencies and policy, and the fields that
//! Codex ignores.

use skillglass::hosts::codex::CodexOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::model::skill::{Product, Skill};
use skillglass::model::turn::TurnRequest;
use skillglass::tree::Contents;
use skillglass::{Workspace, WorkspaceOptions};

use super::{editions, left_out, workspace, write_skill};
use crate::common::Files;

const FOLDER: &str = "/repo/.agents/skills/a";

fn with_yaml(edition: &str, yaml: impl Into<Contents>) -> Workspace {
    let mut workspace = workspace(edition);
    write_skill(&mut workspace, FOLDER);
    workspace.put(format!("{FOLDER}/agents/openai.yaml"), yaml);
    workspace
}

fn skill(yaml: &str) -> Skill {
    with_yaml("2026-05", yaml).catalog().skills[0].clone()
}

fn ignored(catalog: &Catalog) -> Vec<Option<&str>> {
    catalog
        .ignored
        .iter()
        .map(|ignored| ignored.field.as_deref())
        .collect()
}

#[test]
fn the_interface_is_read_and_folded() {
    let interface = skill(
        "interface:\n  display_name: ' Nice  name '\n  short_description: Short\n  icon_small: ./assets/./s.png\n  icon_large: assets/l.svg\n  brand_color: ' #3B82F6 '\n  default_prompt: Do it\n",
    )
    .interface
    .unwrap();
    assert_eq!(interface.display_name.as_deref(), Some("Nice name"));
    assert_eq!(interface.short_description.as_deref(), Some("Short"));
    assert_eq!(interface.icon_small, Some(format!("{FOLDER}/assets/s.png")));
    assert_eq!(interface.icon_large, Some(format!("{FOLDER}/assets/l.svg")));
    assert_eq!(interface.brand_color.as_deref(), Some("#3B82F6"));
    assert_eq!(interface.default_prompt.as_deref(), Some("Do it"));
}

#[test]
fn a_field_that_breaks_a_rule_is_ignored_alone_and_told() {
    let long = "x".repeat(1025);
    let cases = [
        ("display_name", "''".to_owned()),
        ("display_name", "x".repeat(65)),
        ("short_description", long.clone()),
        ("default_prompt", long),
        ("icon_small", "/assets/x.png".to_owned()),
        ("icon_small", "img/x.png".to_owned()),
        ("icon_small", "assets/../x.png".to_owned()),
        ("icon_large", "../assets/x.png".to_owned()),
        ("brand_color", "'#abc'".to_owned()),
        ("brand_color", "'#GGGGGG'".to_owned()),
    ];
    for (field, value) in cases {
        let yaml = format!("interface:\n  {field}: {value}\npolicy: {{}}\n");
        let workspace = with_yaml("2026-05", &yaml);
        let catalog = workspace.catalog();
        assert_eq!(catalog.skills[0].interface, None, "{yaml}");
        assert!(catalog.skills[0].policy.is_some());
        assert_eq!(
            ignored(&catalog),
            [Some(format!("interface.{field}").as_str())]
        );
        assert_eq!(
            catalog.ignored[0].path,
            format!("{FOLDER}/agents/openai.yaml")
        );
    }
}

#[test]
fn an_icon_may_be_the_folder_of_assets_itself() {
    let interface = skill("interface:\n  icon_small: assets\n")
        .interface
        .unwrap();
    assert_eq!(interface.icon_small, Some(format!("{FOLDER}/assets")));
}

#[test]
fn in_a_plugin_an_icon_may_lead_up_into_the_plugins_assets() {
    for (icon, expected) in [
        ("../../assets/x.svg", Some("/plugins/p/assets/x.svg")),
        ("../../../assets/x.svg", None),
    ] {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            plugins: Some(vec![skillglass::model::environment::Plugin {
                id: "p@m".to_owned(),
                root: "/plugins/p".to_owned(),
                ..Default::default()
            }]),
            ..WorkspaceOptions::new("/repo").edition("2026-05")
        })
        .unwrap();
        write_skill(&mut workspace, "/plugins/p/skills/a");
        workspace.put(
            "/plugins/p/skills/a/agents/openai.yaml",
            format!("interface:\n  icon_small: {icon}\n"),
        );
        let catalog = workspace.catalog();
        assert_eq!(catalog.skills[0].plugin_id.as_deref(), Some("p@m"));
        let interface = catalog.skills[0].interface.as_ref();
        assert_eq!(
            interface.and_then(|interface| interface.icon_small.as_deref()),
            expected
        );
    }
}

#[test]
fn a_tool_needs_a_type_and_a_value() {
    let skill = skill(
        "dependencies:\n  tools:\n    - type: mcp\n      value: github\n      transport: stdio\n    - type: mcp\n    - value: x\n    - type: ''\n      value: x\n",
    );
    let tools = skill.dependencies.unwrap().tools;
    assert_eq!(tools.len(), 1);
    assert_eq!(
        (tools[0].kind.as_str(), tools[0].value.as_str()),
        ("mcp", "github")
    );
    assert_eq!(tools[0].transport.as_deref(), Some("stdio"));
}

#[test]
fn an_empty_interface_or_list_of_tools_is_none_and_an_empty_policy_is_one() {
    let skill = skill("interface: {}\ndependencies:\n  tools: []\npolicy: {}\n");
    assert_eq!(skill.interface, None);
    assert_eq!(skill.dependencies, None);
    assert!(skill.policy.is_some());
}

#[test]
fn one_type_error_drops_the_whole_file_and_not_the_skill() {
    for yaml in [
        "interface:\n  display_name: [a]\npolicy:\n  allow_implicit_invocation: false\n",
        "policy:\n  allow_implicit_invocation: yes\n",
        "~",
        "{broken",
    ] {
        let workspace = with_yaml("2026-05", yaml);
        let catalog = workspace.catalog();
        assert_eq!(catalog.skills[0].policy, None, "{yaml}");
        assert_eq!(ignored(&catalog), [None], "{yaml}");
    }
}

#[test]
fn an_empty_file_and_a_byte_order_mark_are_fine() {
    assert_eq!(with_yaml("2026-05", "").catalog().ignored, []);
    let skill = skill("\u{feff}policy:\n  allow_implicit_invocation: false\n");
    assert!(!skill.model_invocable);
}

#[test]
fn a_skill_that_the_model_may_not_choose_is_not_listed_but_mentioned() {
    for edition in editions() {
        let workspace = with_yaml(edition, "policy:\n  allow_implicit_invocation: false\n");
        assert_eq!(workspace.listing().message, None);
        let turn = workspace.turn(&TurnRequest::from("$a"));
        assert_eq!(turn.messages.len(), 1);
    }
}

#[test]
fn a_skill_restricted_to_other_products_is_left_out() {
    for (products, loads) in [
        ("[]", true),
        ("[codex]", true),
        ("[chatgpt, CODEX]", true),
        ("[chatgpt]", false),
        ("[ATLAS]", false),
    ] {
        let workspace = with_yaml("2026-05", format!("policy:\n  products: {products}\n"));
        let catalog = workspace.catalog();
        assert_eq!(catalog.skills.len(), usize::from(loads), "{products}");
        if !loads {
            assert_eq!(
                left_out(&catalog),
                [(
                    "/repo/.agents/skills/a/SKILL.md",
                    LeftOutReason::OtherProduct
                )]
            );
        }
    }
}

#[test]
fn an_unknown_product_voids_the_file_until_2026_05_and_restricts_nothing_in_2026_11() {
    let yaml = "policy:\n  products: [Codex, chatgpt]\n  allow_implicit_invocation: false\n";
    let old = with_yaml("2026-05", yaml).catalog();
    assert_eq!(old.skills[0].policy, None);
    let unknown = with_yaml("2026-11", "policy:\n  products: [watch]\n").catalog();
    assert_eq!(
        unknown.skills[0].policy.as_ref().unwrap().products,
        [] as [Product; 0]
    );
}

#[test]
fn a_file_of_aliases_of_aliases_is_ignored_and_does_not_hang() {
    let levels: String = (1..20)
        .map(|level| format!(", &a{level} [*a{0}, *a{0}, *a{0}, *a{0}]", level - 1))
        .collect();
    let bomb = format!("policy:\n  products: [&a0 [codex]{levels}]\n");
    assert_eq!(ignored(&with_yaml("2026-11", &bomb).catalog()), [None]);
    let large = format!("x: {}\n", "y".repeat(70_000));
    assert_eq!(ignored(&with_yaml("2026-11", &large).catalog()), [None]);
}

#[test]
fn the_product_may_be_another_than_codex() {
    for (product, loads) in [(Product::Chatgpt, true), (Product::Codex, false)] {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            codex: Some(CodexOptions {
                product: Some(product),
                ..CodexOptions::default()
            }),
            ..WorkspaceOptions::new("/repo")
        })
        .unwrap();
        write_skill(&mut workspace, FOLDER);
        let side = format!("{FOLDER}/agents/openai.yaml");
        workspace.put(&side, "policy:\n  products: [chatgpt]\n");
        assert_eq!(workspace.catalog().skills.len(), usize::from(loads));
    }
}
