//! Tests rules of Codex that no other file here covers. The comment above each test names the
//! section of `docs/hosts/codex.md` that states the rule.

use skillglass::hosts::codex::{CodexOptions, ConfigLayer, LayerKind};
use skillglass::model::environment::Plugin;
use skillglass::model::listing::Listing;
use skillglass::model::skill::Scope;
use skillglass::model::turn::{TurnInput, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

use super::{
    USER_CONFIG, editions, layer, names, paths, selected, without_repository, workspace,
    write_skill,
};
use crate::common::{Files, in_repo};

fn with_layers(edition: &str, cwd: &str, layers: Vec<ConfigLayer>) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        codex: Some(CodexOptions {
            layers: Some(layers),
            ..CodexOptions::default()
        }),
        ..WorkspaceOptions::new(cwd).home("/home/me").edition(edition)
    })
    .unwrap()
}

fn with_window(edition: &str, window: Option<i64>) -> Workspace {
    Workspace::new(&WorkspaceOptions {
        context_window: window,
        ..in_repo("codex").edition(edition)
    })
    .unwrap()
}

fn disable(selector: &str) -> String {
    format!("[[skills.config]]\n{selector}\nenabled = false\n")
}

fn write_described(workspace: &mut Workspace, folder: &str, description: &str) {
    let name = folder.rsplit('/').next().unwrap();
    let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
    workspace.put(format!("{folder}/SKILL.md"), text);
}

fn typed(text: &str) -> TurnRequest {
    TurnRequest::from(text)
}

fn lines(listing: &Listing) -> Vec<&str> {
    listing
        .entries
        .iter()
        .filter_map(|entry| entry.line.as_deref())
        .collect()
}

/// Returns the cost of a list that its lines do not explain: that of the aliases for skill roots.
fn overhead(listing: &Listing) -> u64 {
    let lines: u64 = listing.entries.iter().map(|entry| entry.cost).sum();
    listing.report.cost - lines
}

// `docs/hosts/codex.md#roots-and-configuration`.
#[test]
fn a_user_layer_that_is_not_trusted_gives_rules_and_no_markers() {
    let config = format!(
        "project_root_markers = [\".top\"]\n{}",
        disable("name = \"low\"")
    );
    for (disabled, expected) in [(false, vec!["low", "top"]), (true, vec!["low"])] {
        let user = ConfigLayer {
            disabled,
            ..layer(LayerKind::User, "/home/me/.codex", &config)
        };
        let mut workspace = with_layers("2026-05", "/top/low", vec![user]);
        workspace.put("/top/.top", "");
        write_skill(&mut workspace, "/top/.agents/skills/top");
        write_skill(&mut workspace, "/top/low/.agents/skills/low");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), expected, "disabled: {disabled}");
        assert!(!catalog.skills[0].enabled, "disabled: {disabled}");
    }
}

// `docs/hosts/codex.md#roots-and-configuration`.
#[test]
fn the_working_directorys_ancestors_are_those_of_its_text() {
    let mut workspace = without_repository("2026-05", "/link");
    workspace.put("/repo/.git/HEAD", "");
    workspace.put_link("/link", "/repo/pkg");
    write_skill(&mut workspace, "/repo/.agents/skills/above");
    write_skill(&mut workspace, "/repo/pkg/.agents/skills/here");
    assert_eq!(names(&workspace.catalog()), ["here"]);
}

// `docs/hosts/codex.md#discovery`.
#[test]
fn the_walk_goes_breadth_first_so_a_full_folder_hides_only_what_lies_deeper() {
    let mut workspace = workspace("2026-05");
    for index in 0..2100 {
        write_skill(
            &mut workspace,
            &format!("/repo/.agents/skills/a/{index:04}"),
        );
    }
    write_skill(&mut workspace, "/repo/.agents/skills/z");
    let catalog = workspace.catalog();
    assert!(names(&catalog).contains(&"z"));
    assert_eq!(catalog.skills.len(), 1998);
}

// `docs/hosts/codex.md#discovery`.
#[test]
fn a_link_counts_as_one_level() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/elsewhere/far/away/sixth");
    write_skill(&mut workspace, "/elsewhere/far/away/sixth/seventh");
    workspace.put_link(
        "/repo/.agents/skills/1/2/3/4/5/link",
        "/elsewhere/far/away/sixth",
    );
    assert_eq!(names(&workspace.catalog()), ["sixth"]);
}

// `docs/hosts/codex.md#parsing-skillmd`.
#[test]
fn merge_keys_are_not_applied() {
    let mut workspace = workspace("2026-05");
    workspace.put(
        "/repo/.agents/skills/a/SKILL.md",
        "---\n<<: {description: merged}\nname: a\n---\n",
    );
    let catalog = workspace.catalog();
    assert_eq!(catalog.errors[0].message, "missing field `description`");
}

// `docs/hosts/codex.md#parsing-skillmd`.
#[test]
fn every_spelling_of_null_is_no_name() {
    for null in ["~", "null", "NULL", ""] {
        let mut workspace = workspace("2026-05");
        let text = format!("---\nname: {null}\ndescription: x\n---\n");
        workspace.put("/repo/.agents/skills/folder/SKILL.md", text);
        assert_eq!(names(&workspace.catalog()), ["folder"], "{null}");
    }
}

// `docs/hosts/codex.md#parsing-skillmd`, as the recorded answers show it.
#[test]
fn metadata_may_be_left_empty_and_not_be_the_word_null() {
    for edition in editions() {
        for (value, error) in [
            ("", None),
            (
                "null",
                Some(
                    "invalid YAML: metadata: invalid type: unit value, expected struct SkillFrontmatterMetadata at line 3 column 11",
                ),
            ),
        ] {
            let mut workspace = workspace(edition);
            let text = format!("---\nname: a\ndescription: x\nmetadata: {value}\n---\n");
            workspace.put("/repo/.agents/skills/a/SKILL.md", text);
            let catalog = workspace.catalog();
            let message = catalog.errors.first().map(|error| error.message.as_str());
            assert_eq!(message, error, "{edition}");
        }
    }
}

// `docs/hosts/codex.md#parsing-skillmd`.
#[test]
fn a_name_may_hold_any_characters() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        workspace.put(
            "/repo/.agents/skills/a/SKILL.md",
            "---\nname: Größe / $x <b>!\ndescription: x\n---\n",
        );
        assert_eq!(names(&workspace.catalog()), ["Größe / $x <b>!"]);
    }
}

// `docs/hosts/codex.md#agentsopenaiyaml`.
#[test]
fn a_tools_type_and_transport_have_the_short_limit_and_its_other_texts_the_long_one() {
    let cases = [
        ("type", 64, false),
        ("value", 1024, false),
        ("transport", 64, true),
        ("description", 1024, true),
        ("command", 1024, true),
        ("url", 1024, true),
    ];
    for (field, limit, tool_stays) in cases {
        for (length, kept) in [(limit, true), (limit + 1, false)] {
            let mut tool = serde_json::json!({ "type": "mcp", "value": "server" });
            tool[field] = "x".repeat(length).into();
            let yaml = serde_json::json!({ "dependencies": { "tools": [tool] } }).to_string();
            let mut workspace = workspace("2026-05");
            write_skill(&mut workspace, "/repo/.agents/skills/a");
            workspace.put("/repo/.agents/skills/a/agents/openai.yaml", yaml);
            let catalog = workspace.catalog();
            let dependencies = serde_json::to_value(&catalog.skills[0].dependencies).unwrap();
            assert_eq!(
                dependencies.is_object(),
                kept || tool_stays,
                "{field} {length}"
            );
            assert_eq!(
                dependencies["tools"][0][field].is_string(),
                kept,
                "{field} {length}"
            );
        }
    }
}

// `docs/hosts/codex.md#plugin-namespaces`.
#[test]
fn a_manifest_gives_its_namespace_in_every_scope_and_from_the_top_of_the_tree() {
    let mut workspace = workspace("2026-05");
    for folder in [
        "/repo/.agents/skills/r",
        "/home/me/.agents/skills/u",
        "/home/me/.codex/skills/.system/s",
        "/etc/codex/skills/d",
    ] {
        write_skill(&mut workspace, folder);
    }
    workspace.put("/.claude-plugin/plugin.json", r#"{"name": "top"}"#);
    assert_eq!(
        names(&workspace.catalog()),
        ["top:r", "top:u", "top:s", "top:d"]
    );
}

// `docs/hosts/codex.md#disable-rules`.
#[test]
fn a_rule_by_name_matches_the_name_with_its_namespace() {
    for (selector, enabled) in [("name = \"a\"", true), ("name = \"x:a\"", false)] {
        let mut workspace = workspace("2026-05");
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        workspace.put("/repo/.codex-plugin/plugin.json", r#"{"name": "x"}"#);
        workspace.put(USER_CONFIG, disable(selector));
        assert_eq!(workspace.catalog().skills[0].enabled, enabled, "{selector}");
    }
}

// `docs/hosts/codex.md#mentions-and-selection`.
#[test]
fn a_mention_needs_no_boundary_before_it() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        let turn = workspace.turn(&typed("use(x$a), please"));
        assert_eq!(selected(&turn), ["a"], "{edition}");
    }
}

// `docs/hosts/codex.md#mentions-and-selection`.
#[test]
fn names_of_environment_variables_choose_nothing_even_if_a_skill_is_called_so() {
    for edition in editions() {
        for name in [
            "PATH",
            "HOME",
            "USER",
            "SHELL",
            "PWD",
            "TMPDIR",
            "TEMP",
            "TMP",
            "LANG",
            "TERM",
            "XDG_CONFIG_HOME",
        ] {
            let lower = name.to_ascii_lowercase();
            let mut workspace = workspace(edition);
            write_skill(&mut workspace, &format!("/repo/.agents/skills/{lower}"));
            let turn = workspace.turn(&typed(&format!("${lower}")));
            assert!(turn.selected.is_empty(), "{edition} {lower}");
        }
    }
}

// `docs/hosts/codex.md#mentions-and-selection`.
#[test]
fn a_name_is_ambiguous_among_enabled_skills_alone() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/one/same");
    write_skill(&mut workspace, "/repo/.agents/skills/two/same");
    assert!(workspace.turn(&typed("$same")).selected.is_empty());
    let rule = disable("path = \"/repo/.agents/skills/one/same/SKILL.md\"");
    workspace.put(USER_CONFIG, rule);
    let turn = workspace.turn(&typed("$same"));
    assert_eq!(selected(&turn), ["same"]);
    assert_eq!(
        turn.selected[0].path,
        "/repo/.agents/skills/two/same/SKILL.md"
    );
}

// `docs/hosts/codex.md#the-list`.
#[test]
fn a_line_without_its_description_keeps_the_colon() {
    for (window, expected) in [
        (
            700,
            "- long: Abou (file: /repo/.agents/skills/long/SKILL.md)",
        ),
        (650, "- long: (file: /repo/.agents/skills/long/SKILL.md)"),
    ] {
        let mut workspace = with_window("2026-05", Some(window));
        write_skill(&mut workspace, "/repo/.agents/skills/long");
        assert_eq!(lines(&workspace.listing()), [expected]);
    }
}

// `docs/hosts/codex.md#the-list`.
#[test]
fn a_line_costs_a_quarter_of_its_bytes_or_its_characters_with_its_end() {
    for edition in ["2026-05", "2026-11"] {
        for (window, per_token) in [(Some(1_000_000), 4), (None, 1)] {
            let mut workspace = with_window(edition, window);
            write_described(&mut workspace, "/repo/.agents/skills/a", "Größe 測る");
            let listing = workspace.listing();
            let line = lines(&listing)[0];
            let expected = match per_token {
                4 => (line.len() + 1).div_ceil(4),
                _ => line.chars().count() + 1,
            };
            assert_eq!(listing.entries[0].cost, expected as u64, "{line}");
        }
    }
}

// `docs/hosts/codex.md#what-the-texts-cost`.
#[test]
fn root_aliases_cost_what_the_longer_texts_cost() {
    let root_line = "- `r0` = `/repo/.agents/skills`\n".len() as u64;
    let cases = [
        ("2026-05", None, 173 + root_line),
        (
            "2026-05",
            Some(150_000),
            (2296 + 173 + root_line).div_ceil(4) - 2296_u64.div_ceil(4),
        ),
        ("2026-11", None, 0),
        ("2026-11", Some(150_000), 0),
    ];
    for (edition, window, expected) in cases {
        let mut workspace = with_window(edition, window);
        for index in 0..60 {
            let folder = format!("/repo/.agents/skills/{index:02}");
            write_described(&mut workspace, &folder, &"x".repeat(300));
        }
        let listing = workspace.listing();
        assert_eq!(
            listing.root_lines,
            [root_line_of("/repo/.agents/skills", 0)]
        );
        assert_eq!(overhead(&listing), expected, "{edition} {window:?}");
    }
}

fn root_line_of(path: &str, index: usize) -> String {
    format!("- `r{index}` = `{path}`")
}

// `docs/hosts/codex.md#what-the-texts-cost`.
#[test]
fn since_2026_11_a_long_table_of_roots_costs_what_exceeds_the_shorter_texts() {
    for window in [None, Some(1_000_000)] {
        let long = format!("/repo/{}", "long/".repeat(40));
        let plugins = [0, 1, 2].map(|index| format!("{long}{index}"));
        let plugin = |root: &String| Plugin {
            id: root.clone(),
            root: root.clone(),
            skills: Some(root.clone()),
            ..Plugin::default()
        };
        let mut workspace = Workspace::new(&WorkspaceOptions {
            context_window: window,
            plugins: Some(plugins.iter().map(plugin).collect()),
            ..WorkspaceOptions::new("/repo")
        })
        .unwrap();
        for root in &plugins {
            for skill in ["a", "b", "c", "d"] {
                write_skill(&mut workspace, &format!("{root}/{skill}"));
            }
        }
        let listing = workspace.listing();
        let expected: Vec<_> = plugins
            .iter()
            .enumerate()
            .map(|(index, root)| root_line_of(root, index))
            .collect();
        assert_eq!(listing.root_lines, expected);
        let table: u64 = expected.iter().map(|line| line.len() as u64 + 1).sum();
        let overhead_expected = match window {
            None => 354 + table - 495,
            Some(_) => (354 + table).div_ceil(4) - 495_u64.div_ceil(4),
        };
        assert_eq!(overhead(&listing), overhead_expected, "{window:?}");
    }
}

// `docs/hosts/codex.md#what-the-texts-cost`.
#[test]
fn a_skill_outside_its_root_keeps_its_absolute_path() {
    let mut workspace = with_window("2026-05", None);
    write_skill(&mut workspace, "/elsewhere/linked");
    workspace.put_link("/repo/.agents/skills/link", "/elsewhere/linked");
    for index in 0..60 {
        let folder = format!("/repo/.agents/skills/{index:02}");
        write_described(&mut workspace, &folder, &"x".repeat(200));
    }
    let listing = workspace.listing();
    assert!(!listing.root_lines.is_empty());
    let linked = lines(&listing)
        .into_iter()
        .find(|line| line.starts_with("- linked:"));
    assert!(
        linked
            .unwrap()
            .ends_with("(file: /elsewhere/linked/SKILL.md)")
    );
}

// `docs/hosts/codex.md#warnings`.
#[test]
fn the_share_of_the_window_is_named_in_tokens_alone() {
    for (window, share) in [(None, ""), (Some(100_000), " of 2%")] {
        let mut workspace = with_window("2026-05", window);
        for index in 0..300 {
            write_skill(
                &mut workspace,
                &format!("/repo/.agents/skills/{}/{index:03}", "long".repeat(20)),
            );
        }
        let listing = workspace.listing();
        let omitted = listing.report.omitted;
        assert!(omitted > 1);
        assert_eq!(
            listing.warning,
            Some(format!(
                "Exceeded skills context budget{share}. All skill descriptions were removed and {omitted} additional skills were not included in the model-visible skills list."
            ))
        );
    }
}

// `docs/hosts/codex.md#warnings`.
#[test]
fn since_2026_11_the_warning_of_omitted_skills_names_no_share() {
    let mut workspace = with_window("2026-11", Some(250));
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    assert_eq!(
        workspace.listing().warning.as_deref(),
        Some(
            "Exceeded skills context budget. All skill descriptions were removed and 1 additional skill was not included in the model-visible skills list."
        )
    );
}

/// Returns the path of the skill that a command of the model uses, `None` if it uses none. The
/// command runs in `/repo/.agents/skills/a`.
fn used(workspace: &Workspace, command: &str) -> Option<String> {
    workspace
        .implicit_use(command, "/repo/.agents/skills/a")
        .unwrap()
}

const A: &str = "/repo/.agents/skills/a/SKILL.md";

// `docs/hosts/codex.md#implicit-use`.
#[test]
fn every_reader_uses_the_skill_whose_file_it_reads() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    for reader in ["cat", "sed", "head", "tail", "less", "more", "bat", "awk"] {
        let command = format!("{reader} -n '1,220p' SKILL.md");
        assert_eq!(used(&workspace, &command).as_deref(), Some(A), "{reader}");
    }
}

// `docs/hosts/codex.md#implicit-use`.
#[test]
fn every_runner_uses_the_skill_whose_script_it_runs_though_none_is_there() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    for runner in [
        "python",
        "python3",
        "bash",
        "zsh",
        "sh",
        "node",
        "deno",
        "ruby",
        "perl",
        "pwsh",
        "python3.exe",
    ] {
        for ending in ["py", "sh", "js", "ts", "rb", "pl", "ps1"] {
            let command = format!("{runner} scripts/run.{ending}");
            assert_eq!(used(&workspace, &command).as_deref(), Some(A), "{command}");
        }
    }
}

// `docs/hosts/codex.md#implicit-use`.
#[test]
fn a_command_that_no_shell_could_split_is_split_by_blanks() {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    let command = "cat SKILL.md | grep 'it";
    assert_eq!(used(&workspace, command).as_deref(), Some(A));
}

// `docs/hosts/codex.md#the-list`.
#[test]
fn a_skill_reached_twice_shows_the_first_path_by_name_and_depth() {
    let mut workspace = with_window("2026-11", Some(1_000_000));
    write_skill(&mut workspace, "/elsewhere/x");
    for link in ["a/deep", "m", "z"] {
        workspace.put_link(format!("/repo/.agents/skills/{link}"), "/elsewhere/x");
    }
    let catalog = workspace.catalog();
    assert_eq!(paths(&catalog), ["/elsewhere/x/SKILL.md"]);
    assert!(lines(&workspace.listing())[0].ends_with("m/SKILL.md)"));
}

// `docs/hosts/codex.md#roots-and-configuration`.
#[test]
fn a_git_file_marks_the_root_of_the_codex_folders_in_every_edition() {
    for edition in editions() {
        let mut workspace = without_repository(edition, "/repo/pkg");
        workspace.put("/repo/.git", "gitdir: elsewhere");
        write_skill(&mut workspace, "/repo/.codex/skills/above");
        assert_eq!(names(&workspace.catalog()), ["above"], "{edition}");
    }
}

// `docs/hosts/codex.md#disable-rules`.
#[test]
fn a_session_disables_and_enables_whatever_the_user_says() {
    let path = "path = \"/repo/.agents/skills/a/SKILL.md\"";
    for (user, session) in [(true, false), (false, true)] {
        let rule = |enabled: bool| format!("[[skills.config]]\n{path}\nenabled = {enabled}\n");
        let layers = vec![
            layer(LayerKind::User, "/home/me/.codex", &rule(user)),
            layer(LayerKind::Session, "", &rule(session)),
        ];
        let mut workspace = with_layers("2026-11", "/repo", layers);
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        assert_eq!(workspace.catalog().skills[0].enabled, session);
    }
}

// `docs/hosts/codex.md#discovery`.
#[test]
fn since_2026_11_hidden_entries_count_and_hidden_folders_are_not_entered() {
    for (hidden, expected) in [("m/.{}", 1), ("m/.hidden/{}", 2)] {
        let mut workspace = workspace("2026-11");
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        for index in 0..20_000 {
            let entry = hidden.replace("{}", &index.to_string());
            workspace.put(format!("/repo/.agents/skills/{entry}"), "");
        }
        write_skill(&mut workspace, "/repo/.agents/skills/z");
        assert_eq!(workspace.catalog().skills.len(), expected, "{hidden}");
    }
}

// `docs/hosts/codex.md#agentsopenaiyaml`.
#[test]
fn since_2026_11_too_skills_for_other_products_are_left_out() {
    for (products, loads) in [
        ("[chatgpt]", false),
        ("[atlas]", false),
        ("[atlas, codex]", true),
        ("[watch]", true),
    ] {
        let mut workspace = workspace("2026-11");
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        workspace.put(
            "/repo/.agents/skills/a/agents/openai.yaml",
            format!("policy:\n  products: {products}\n"),
        );
        let catalog = workspace.catalog();
        assert_eq!(catalog.skills.len(), usize::from(loads), "{products}");
    }
}

// `docs/hosts/codex.md#parsing-skillmd`.
#[test]
fn an_error_says_whose_file_it_is() {
    let mut workspace = workspace("2026-05");
    for (folder, scope) in [
        ("/etc/codex/skills/d", Scope::Admin),
        ("/home/me/.agents/skills/u", Scope::User),
        ("/repo/.agents/skills/r", Scope::Repo),
    ] {
        workspace.put(format!("{folder}/SKILL.md"), "no frontmatter");
        let catalog = workspace.catalog();
        let error = catalog
            .errors
            .iter()
            .find(|error| error.path.starts_with(folder));
        assert_eq!(error.unwrap().scope, scope);
    }
}

// `docs/hosts/codex.md#mentions-and-selection`.
#[test]
fn structured_choices_keep_their_order_and_links_take_the_catalogs() {
    let mut workspace = workspace("2026-05");
    for name in ["a", "b", "c", "d"] {
        write_skill(&mut workspace, &format!("/repo/.agents/skills/{name}"));
    }
    let path = |name: &str| format!("/repo/.agents/skills/{name}/SKILL.md");
    let choice = |name: &str| TurnInput::Skill {
        name: name.to_owned(),
        path: path(name),
    };
    let links = format!("[$x]({}) [$x]({})", path("b"), path("a"));
    let turn = workspace.turn(&TurnRequest {
        inputs: vec![TurnInput::Text { text: links }, choice("d"), choice("c")],
        ..TurnRequest::default()
    });
    assert_eq!(selected(&turn), ["d", "c", "a", "b"]);
}

// `docs/hosts/codex.md#what-the-texts-cost`.
#[test]
fn until_2026_05_aliases_are_kept_only_if_they_cut_less() {
    // An alias shortens each line by 18 characters. The texts about aliases cost 205 characters.
    for (skills, aliased) in [(11, false), (12, true)] {
        let mut workspace = with_window("2026-05", None);
        for index in 0..skills {
            let folder = format!("/repo/.agents/skills/{index:02}");
            write_described(&mut workspace, &folder, &"x".repeat(1000));
        }
        let listing = workspace.listing();
        assert!(listing.report.cut > 0);
        assert_eq!(!listing.root_lines.is_empty(), aliased, "{skills}");
    }
}

// `docs/hosts/codex.md#warnings`.
#[test]
fn until_2026_05_an_average_cut_of_more_than_a_hundred_characters_is_warned_of() {
    let mut averages = Vec::new();
    for length in 820..880 {
        let mut workspace = with_window("2026-05", None);
        for index in 0..10 {
            let folder = format!("/repo/.agents/skills/{index}");
            write_described(&mut workspace, &folder, &"x".repeat(length));
        }
        let listing = workspace.listing();
        let average = listing.report.cut.div_ceil(10);
        assert_eq!(listing.warning.is_some(), average > 100, "{length}");
        averages.push(average);
    }
    assert!(averages.contains(&100) && averages.contains(&101));
}

// `docs/hosts/codex.md#roots-and-configuration`.
#[test]
fn a_projects_codex_folder_gives_its_skills_in_every_edition_trusted_or_not() {
    for edition in editions() {
        for disabled in [false, true] {
            let project = ConfigLayer {
                disabled,
                ..layer(LayerKind::Project, "/repo/.codex", "")
            };
            let mut workspace = with_layers(edition, "/repo", vec![project]);
            write_skill(&mut workspace, "/repo/.codex/skills/a");
            assert_eq!(names(&workspace.catalog()), ["a"], "{edition} {disabled}");
        }
    }
}
