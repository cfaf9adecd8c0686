//! Tests Claude Code's edition `2026-11` against what the released program was observed to do.

use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::environment::Plugin;
use skillglass::model::invocation::{Invocation, InvocationOutcome, SkillCall};
use skillglass::model::message::Role;
use skillglass::model::turn::{Turn, TurnInput, TurnRequest};
use skillglass::{Session, Workspace, WorkspaceOptions};

use super::{options, with, with_options, workspace};
use crate::common::Files;

const EDITION: &str = "2026-11";

/// Returns a workspace with these files in the repository.
fn tree(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = workspace(EDITION);
    write(&mut workspace, files);
    workspace
}

fn write(workspace: &mut Workspace, files: &[(&str, &str)]) {
    for (path, text) in files {
        workspace.put(path, *text);
    }
}

/// Returns the lines of Claude Code's list of skills.
fn lines(workspace: &Workspace) -> Vec<String> {
    let listing = workspace.listing();
    let lines = listing.entries.into_iter().filter_map(|entry| entry.line);
    lines.collect()
}

/// Returns the line that the list has for a skill with this text.
fn line(text: &str) -> String {
    lines(&tree(&[("/repo/.claude/skills/a/SKILL.md", text)])).concat()
}

fn typed(session: &mut Session, workspace: &Workspace, text: &str) -> Turn {
    let text = text.to_owned();
    let request = TurnRequest {
        inputs: vec![TurnInput::Text { text }],
        ..TurnRequest::default()
    };
    session.turn(workspace, &request)
}

fn called(session: &mut Session, workspace: &Workspace, skill: &str, args: &str) -> Invocation {
    let call = SkillCall {
        skill: skill.to_owned(),
        args: Some(args.to_owned()),
        ..SkillCall::default()
    };
    session.invoke(workspace, &call).unwrap()
}

fn texts(messages: &[skillglass::model::message::Message]) -> Vec<&str> {
    messages
        .iter()
        .map(|message| message.text.as_str())
        .collect()
}

fn headless() -> ClaudeCodeOptions {
    ClaudeCodeOptions {
        headless: true,
        ..ClaudeCodeOptions::default()
    }
}

#[test]
fn frontmatter_ends_at_the_next_three_dashes_wherever_they_stand() {
    let cases = [
        ("---\ndescription: D\n---# T\nb\n", "- a: D"),
        ("---\ndescription: D\n ---\nb\n", "- a: D"),
        ("---\ndescription: x---y\n---\nb\n", "- a: x"),
        ("---\n\n---\nb\n", "- a: b"),
        ("----\ndescription: D\n---\nb\n", "- a: ----"),
        ("\u{feff}---\ndescription: D\n---\nb", "- a: D"),
    ];
    for (text, expected) in cases {
        assert_eq!(line(text), expected, "{text:?}");
    }
}

#[test]
fn yaml_is_read_leniently_and_repaired_once() {
    let cases = [
        ("description: A\ndescription: B", "- a: B"),
        ("description: 1.50", "- a: 1.5"),
        ("description: 017", "- a: 17"),
        ("description: true", "- a: true"),
        ("description: , x", "- a: , x"),
        ("description: > x", "- a: &gt; x"),
        ("description: \"q\" and", "- a: BODY"),
        ("description: \"x\": y", "- a: \"x\": y"),
        ("description: \"one\ntwo\"", "- a: BODY"),
        ("description: D: E\nwhen_to_use: |\n  w", "- a: BODY"),
        ("description: ~", "- a: BODY"),
        ("description: [x]", "- a: BODY"),
    ];
    for (yaml, expected) in cases {
        assert_eq!(
            line(&format!("---\n{yaml}\n---\nBODY\n")),
            expected,
            "{yaml:?}"
        );
    }
}

#[test]
fn a_tab_at_the_start_of_a_line_indents_it_by_two_spaces() {
    let cases = [
        ("description: d\nmetadata:\n\tauthor: x", "- a: d"),
        ("\tname: x\n\tdescription: d", "- a: d"),
        ("metadata:\n  a: b\n\tc: d\ndescription: d", "- a: d"),
        ("description: d\n\tgoes on", "- a: d goes on"),
        ("metadata:\n    a: b\n\tc: d\ndescription: d", "- a: Body"),
        ("description: d\n\tuser-invocable: false", "- a: Body"),
        ("description: |\n\td", "- a: Body"),
        ("metadata:\n  \ta: b\ndescription: d", "- a: Body"),
    ];
    for (fields, expected) in cases {
        let shown = line(&format!("---\n{fields}\n---\nBody\n"));
        assert_eq!(shown.replace(" (x)", ""), expected, "{fields:?}");
    }
}

#[test]
fn overrides_of_settings_come_before_a_rule_that_denies() {
    for (state, expected) in [
        ("off", "disabled for model invocation"),
        ("name-only", "blocked by permission rules"),
    ] {
        let settings = format!(
            r#"{{"skillOverrides": {{"a": "{state}"}}, "permissions": {{"deny": ["Skill(a)"]}}}}"#
        );
        let workspace = tree(&[
            (
                "/repo/.claude/skills/a/SKILL.md",
                "---\ndescription: d\n---\n",
            ),
            ("/repo/.claude/settings.json", &settings),
        ]);
        let invocation = called(&mut Session::new(), &workspace, "a", "");
        let InvocationOutcome::Refused { message, .. } = invocation.outcome else {
            panic!("{state} is not refused");
        };
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn the_first_line_of_the_body_stands_for_a_missing_description() {
    let long = "x".repeat(101);
    let cut = format!("- a: {}...", "x".repeat(97));
    let cases = [
        ("\n\n  ## Head ##\ntext\n", "- a: Head ##"),
        ("#nospace\n", "- a: #nospace"),
        ("", "- a: Skill"),
        (long.as_str(), cut.as_str()),
        ("---\nwhen_to_use: W\n---\nb\n", "- a: b - W"),
    ];
    for (text, expected) in cases {
        assert_eq!(line(text), expected, "{text:?}");
    }
    let commands = tree(&[("/repo/.claude/commands/c.md", "")]);
    assert_eq!(lines(&commands), ["- c: Custom command"]);
}

#[test]
fn user_invocable_that_is_no_yes_is_a_no() {
    for (word, expected) in [
        ("true", true),
        ("1", true),
        ("", false),
        ("y", false),
        ("2", false),
    ] {
        let text = format!("---\nuser-invocable: {word}\n---\n");
        let workspace = tree(&[("/repo/.claude/skills/a/SKILL.md", &text)]);
        assert_eq!(
            workspace.catalog().skills[0].user_invocable,
            expected,
            "{word:?}"
        );
    }
}

#[test]
fn a_skill_answers_to_its_label_unless_something_else_has_it() {
    let workspace = tree(&[
        (
            "/repo/.claude/skills/a/SKILL.md",
            "---\nname: label\ndescription: D\n---\nA",
        ),
        (
            "/repo/.claude/skills/b/SKILL.md",
            "---\nname: a\ndescription: D\n---\n",
        ),
        (
            "/repo/.claude/skills/c/SKILL.md",
            "---\nname: label\ndescription: D\n---\n",
        ),
        (
            "/repo/.claude/skills/d/SKILL.md",
            "---\nname: two words\ndescription: D\n---\n",
        ),
        (
            "/repo/.claude/skills/e/SKILL.md",
            "---\nname: help\ndescription: D\n---\n",
        ),
    ]);
    assert_eq!(
        lines(&workspace),
        ["- a (label): D", "- b: D", "- c: D", "- d: D", "- e: D"]
    );
    let used = called(&mut Session::new(), &workspace, "label", "");
    assert_eq!(used.messages[0].text, "Launching skill: label");
    assert_eq!(
        used.path.as_deref(),
        Some("/repo/.claude/skills/a/SKILL.md")
    );
}

#[test]
fn each_place_is_sorted_and_commands_come_together() {
    let workspace = tree(&[
        ("/home/me/.claude/commands/z.md", "z"),
        ("/home/me/.claude/skills/x/SKILL.md", "x"),
        ("/repo/.claude/commands/b.md", "b"),
        ("/repo/.claude/skills/B/SKILL.md", "B"),
        ("/repo/.claude/skills/_c/SKILL.md", "_c"),
        ("/repo/.claude/skills/a/SKILL.md", "a"),
    ]);
    let names: Vec<_> = (workspace.catalog().skills.iter())
        .map(|skill| skill.name.clone())
        .collect();
    assert_eq!(names, ["x", "_c", "a", "B", "b", "z"]);
}

#[test]
fn a_plugins_commands_of_one_folder_stand_together_where_the_first_does() {
    let table: [(&[&str], &[&str]); 3] = [
        (&["b", "c/a", "y"], &["p:b", "p:y", "p:c:a"]),
        (&["c/a", "y", "c/z"], &["p:c:a", "p:c:z", "p:y"]),
        (&["a/n", "b", "a/n/m"], &["p:a:n", "p:a:n:m", "p:b"]),
    ];
    for (commands, expected) in table {
        let mut workspace = with(WorkspaceOptions {
            plugins: Some(vec![Plugin {
                id: "p@market".to_owned(),
                root: "/plug/p".to_owned(),
                ..Plugin::default()
            }]),
            ..options(EDITION)
        });
        for command in commands {
            write(
                &mut workspace,
                &[(&format!("/plug/p/commands/{command}.md"), "x")],
            );
        }
        let names: Vec<_> = (workspace.catalog().skills.iter())
            .map(|skill| skill.name.clone())
            .collect();
        assert_eq!(names, expected);
    }
}

#[test]
fn the_list_comes_from_the_system_for_newer_models() {
    for (model, role) in [
        ("claude-opus-5-5", Role::System),
        ("claude-sonnet-4-5", Role::User),
    ] {
        let mut workspace = with_options(
            EDITION,
            ClaudeCodeOptions {
                model: Some(model.to_owned()),
                ..ClaudeCodeOptions::default()
            },
        );
        write(&mut workspace, &[("/repo/.claude/skills/a/SKILL.md", "x")]);
        let message = workspace.listing().message.unwrap();
        assert_eq!(message.role, role, "{model}");
        assert_eq!(
            message.text.starts_with("<system-reminder>"),
            role == Role::User
        );
    }
}

#[test]
fn descriptions_stay_while_they_fit_the_most_used_first() {
    let mut workspace = with(WorkspaceOptions {
        variables: Some([("SLASH_COMMAND_TOOL_CHAR_BUDGET".to_owned(), "30".to_owned())].into()),
        ..options(EDITION)
    });
    let long = format!("---\ndescription: {}\n---\n", "x".repeat(40));
    write(
        &mut workspace,
        &[
            ("/repo/.claude/skills/a/SKILL.md", &long),
            (
                "/repo/.claude/skills/b/SKILL.md",
                "---\ndescription: short\n---\n",
            ),
        ],
    );
    assert_eq!(lines(&workspace), ["- a", "- b: short"]);
}

#[test]
fn one_value_that_is_none_voids_the_settings_file() {
    let workspace = tree(&[
        (
            "/repo/.claude/settings.json",
            r#"{"skillOverrides": {"a": "off"}, "skillListingMaxDescChars": 2.5}"#,
        ),
        ("/repo/.claude/skills/a/SKILL.md", "x"),
    ]);
    assert_eq!(lines(&workspace), ["- a: x"]);
    assert!(
        workspace
            .catalog()
            .ignored
            .iter()
            .any(|ignored| ignored.field.is_none())
    );
}

#[test]
fn a_skill_md_among_commands_is_a_command_and_hides_the_others_of_its_folder() {
    let workspace = tree(&[
        ("/repo/.claude/commands/x/SKILL.md", "x"),
        ("/repo/.claude/commands/x/y.md", "y"),
        ("/repo/.claude/commands/z.md", "z"),
    ]);
    assert_eq!(lines(&workspace), ["- x: x", "- z: z"]);
}

#[test]
fn outside_of_a_repository_the_walk_goes_to_the_root() {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/code/a".to_owned(),
        ..options(EDITION)
    })
    .unwrap();
    write(&mut workspace, &[("/code/.claude/skills/up/SKILL.md", "x")]);
    assert_eq!(lines(&workspace), ["- up: x"]);
}

#[test]
fn a_nested_skill_says_what_it_is_for() {
    let workspace = tree(&[
        ("/repo/.claude/skills/same/SKILL.md", "top"),
        (
            "/repo/web/.claude/skills/same/SKILL.md",
            "---\ndescription: D\nwhen_to_use: W\n---\n",
        ),
        (
            "/repo/web/.claude/skills/own/SKILL.md",
            "---\ndescription: D\n---\n",
        ),
    ]);
    let mut session = Session::new();
    session.listing(&workspace, None);
    session
        .touch(&workspace, &["/repo/web/x.ts".to_owned()])
        .unwrap();
    let listing = session.listing(&workspace, None);
    let lines: Vec<_> = listing
        .entries
        .iter()
        .filter_map(|entry| entry.line.as_deref())
        .collect();
    assert_eq!(
        lines,
        [
            "- own: D (from web/.claude/skills — applies when working on files under web/)",
            "- web:same: D (scoped to web/ — use this instead of the unscoped \"same\" skill when the files being changed are under web/) - W",
        ]
    );
}

#[test]
fn a_plugins_manifest_that_is_wrong_drops_the_plugin() {
    let cases = [
        (r#"{"name": "office"}"#, 1),
        ("{}", 0),
        (r#"{"name": "my office"}"#, 0),
        (r#"{"name": "office", "skills": "more"}"#, 0),
        ("{", 0),
    ];
    for (manifest, expected) in cases {
        let mut workspace = with(WorkspaceOptions {
            plugins: Some(vec![Plugin {
                id: "office@inline".to_owned(),
                root: "/plugin".to_owned(),
                ..Plugin::default()
            }]),
            ..options(EDITION)
        });
        write(
            &mut workspace,
            &[
                ("/plugin/.claude-plugin/plugin.json", manifest),
                (
                    "/plugin/skills/data.v2/SKILL.md",
                    "---\ndescription: D\n---\n",
                ),
                ("/plugin/skills/none/SKILL.md", "no description"),
            ],
        );
        let expected = &["- office:data-v2: D"][..expected];
        assert_eq!(lines(&workspace), expected, "{manifest}");
    }
}

#[test]
fn only_the_tool_notes_that_a_text_is_known() {
    let workspace = tree(&[("/repo/.claude/skills/a/SKILL.md", "A $0.")]);
    let mut session = Session::new();
    for _ in 0..2 {
        let turn = typed(&mut session, &workspace, "/a x");
        assert!(turn.messages[1].text.ends_with("A x."));
    }
    let known = called(&mut session, &workspace, "a", "x");
    assert_eq!(known.outcome, InvocationOutcome::AlreadyLoaded);
    assert_eq!(
        texts(&known.messages)[1],
        "Skill /a is already loaded above; instructions unchanged. Arguments: x"
    );
    let other = called(&mut session, &workspace, "a", "y");
    assert!(texts(&other.messages)[1].starts_with("(Re-invocation of /a — "));
}

#[test]
fn arguments_bring_no_commands_along() {
    let workspace = tree(&[("/repo/.claude/skills/a/SKILL.md", "[$0] [$1] $ARGUMENTS_X")]);
    let turn = typed(&mut Session::new(), &workspace, "/a !`id` x; y");
    assert!(
        turn.messages[1]
            .text
            .ends_with("[\\! `id`] [x] \\! `id` x; y_X")
    );
}

#[test]
fn without_a_user_what_would_be_asked_for_is_refused() {
    let mut workspace = with_options(EDITION, headless());
    write(
        &mut workspace,
        &[(
            "/repo/.claude/skills/a/SKILL.md",
            "---\ndisallowed-tools: WebFetch\n---\n",
        )],
    );
    let used = called(&mut Session::new(), &workspace, "a", "");
    let InvocationOutcome::Refused { message, .. } = used.outcome else {
        panic!("it is refused");
    };
    assert_eq!(
        message,
        "Execute skill: a. The user can add the allow rule Skill(a) to .claude/settings.local.json to let it run without asking."
    );
}

#[test]
fn a_rule_on_a_skill_is_exact_or_a_plain_prefix() {
    let cases = [
        ("Skill(a)", true),
        ("Skill(a:*)", true),
        ("Skill(a *)", true),
        ("Skill(a*)", false),
    ];
    for (rule, denies) in cases {
        let settings = format!(r#"{{"permissions": {{"deny": ["{rule}"]}}}}"#);
        let workspace = tree(&[
            ("/repo/.claude/settings.json", &settings),
            ("/repo/.claude/skills/a/SKILL.md", "x"),
        ]);
        let used = called(&mut Session::new(), &workspace, "a", "");
        assert_eq!(used.outcome.took_effect(), !denies, "{rule}");
    }
}

#[test]
fn a_name_in_the_middle_of_a_typed_message_is_remarked_on() {
    let workspace = tree(&[("/repo/.claude/skills/a/SKILL.md", "x")]);
    let turn = typed(&mut Session::new(), &workspace, "see /a and /nope");
    assert_eq!(turn.messages.len(), 1);
    assert!(
        turn.messages[0]
            .text
            .contains("The user's message contains /a, which is")
    );
}

#[test]
fn a_command_that_is_unknown_without_a_user_is_remarked_on() {
    let workspace = with_options(EDITION, headless());
    let turn = typed(&mut Session::new(), &workspace, "/nope x");
    assert!(
        turn.messages[0]
            .text
            .contains("starts with the slash command /nope, but")
    );
}

/// Returns a session in which Claude Code has listed the skills and read the file at `path`.
fn after_reading(workspace: &Workspace, path: &str) -> Session {
    let mut session = Session::new();
    session.listing(workspace, None);
    session.touch(workspace, &[path.to_owned()]).unwrap();
    session
}

#[test]
fn a_file_named_with_an_at_sign_is_attached_once_and_brings_its_directorys_skills() {
    let workspace = tree(&[
        ("/repo/src/a.ts", "x"),
        ("/repo/src/.claude/skills/near/SKILL.md", "near"),
        ("/repo/.claude/skills/s/SKILL.md", "See $0."),
    ]);
    let cases: [(&str, &[&str]); 8] = [
        ("/s @src/a.ts", &["/repo/src/a.ts"]),
        ("/s x @src/a.ts", &[]),
        ("look at @src/a.ts.", &["/repo/src/a.ts"]),
        ("@src/a.ts @src/a.ts", &["/repo/src/a.ts"]),
        ("@src/a.ts @./src/a.ts", &["/repo/src/a.ts"; 2]),
        ("/nope @src/none.ts", &[]),
        ("/it's @src/a.ts", &[]),
        ("mail me@src/a.ts [@src/a.ts]", &[]),
    ];
    for (prompt, expected) in cases {
        let mut session = Session::new();
        let turn = typed(&mut session, &workspace, prompt);
        assert_eq!(turn.attached, expected, "{prompt}");
    }
    let mut session = Session::new();
    let used = called(&mut session, &workspace, "s", "@src/a.ts");
    assert_eq!(used.attached, ["/repo/src/a.ts"]);
    let touch = session.touch(&workspace, &used.attached).unwrap();
    assert_eq!(touch.added[0].name, "near");
    let again = typed(&mut session, &workspace, "/s @src/a.ts");
    assert!(again.attached.is_empty(), "the conversation has read it");
}

#[test]
fn a_discovered_directory_is_announced_with_what_the_model_may_choose() {
    let workspace = tree(&[
        ("/repo/web/.claude/skills/ship/SKILL.md", "x"),
        (
            "/repo/web/.claude/skills/own/SKILL.md",
            "---\ndisable-model-invocation: true\n---\n",
        ),
    ]);
    let mut session = Session::new();
    let touch = session
        .touch(&workspace, &["/repo/web/x.ts".to_owned()])
        .unwrap();
    assert_eq!(touch.attachments[0].names, ["ship"]);
    assert_eq!(
        texts(&touch.messages),
        ["New skills discovered in web/.claude/skills, now available via the Skill tool:\n- ship"]
    );
    assert_eq!(touch.messages[0].role, Role::System);
}

#[test]
fn of_two_nested_skills_of_one_name_both_bear_their_directorys() {
    let workspace = tree(&[
        ("/repo/web/.claude/skills/ship/SKILL.md", "web"),
        ("/repo/libs/.claude/skills/ship/SKILL.md", "libs"),
    ]);
    let mut session = after_reading(&workspace, "/repo/web/x.ts");
    session.listing(&workspace, None);
    session
        .touch(&workspace, &["/repo/libs/x.ts".to_owned()])
        .unwrap();
    let listing = session.listing(&workspace, None);
    let names = listing.attachment.unwrap().names;
    assert_eq!(names, ["libs:ship", "web:ship"]);
}

#[test]
fn an_added_directorys_skill_whose_name_is_taken_comes_last_with_the_directory_before_it() {
    let mut workspace = with_options(
        EDITION,
        ClaudeCodeOptions {
            add_directories: vec!["/repo/extra".to_owned(), "/else/more".to_owned()],
            ..ClaudeCodeOptions::default()
        },
    );
    write(
        &mut workspace,
        &[
            ("/repo/.claude/skills/p/SKILL.md", "project"),
            ("/repo/.claude/commands/z.md", "z"),
            ("/repo/extra/.claude/skills/p/SKILL.md", "extra"),
            (
                "/repo/extra/.claude/skills/q/SKILL.md",
                "---\npaths: '*.rs'\n---\n",
            ),
            ("/else/more/.claude/skills/p/SKILL.md", "more"),
        ],
    );
    let scoped = |directory: &str| {
        format!(
            "(scoped to {directory}/ — use this instead of the unscoped \"p\" skill when the files being changed are under {directory}/)"
        )
    };
    assert_eq!(
        lines(&workspace),
        [
            "- p: project".to_owned(),
            "- z: z".to_owned(),
            format!("- extra:p: extra {}", scoped("extra")),
            format!("- more:p: more {}", scoped("more")),
        ]
    );
    let used = called(&mut Session::new(), &workspace, "p", "");
    assert!(texts(&used.messages)[2].contains("- `extra:p` — for files under extra/"));
}

#[test]
fn a_hidden_skill_still_runs_by_its_label_when_typed() {
    let workspace = tree(&[
        ("/home/me/.claude/skills/a/SKILL.md", "home"),
        (
            "/repo/.claude/skills/a/SKILL.md",
            "---\nname: label\n---\nproject",
        ),
    ]);
    let turn = typed(&mut Session::new(), &workspace, "/label x");
    assert!(turn.messages[1].text.contains("\n\nproject"));
    let used = called(&mut Session::new(), &workspace, "label", "");
    assert!(!used.outcome.took_effect(), "the tool does not know it");
}

#[test]
fn hooks_with_a_list_for_an_event_ask_whatever_is_in_it() {
    let cases = [
        ("hooks:\n  PreToolUse: []", true),
        ("hooks: {}", false),
        ("hooks:", false),
        ("hooks: 5", false),
        ("context: fork", false),
    ];
    for (yaml, asks) in cases {
        let text = format!("---\n{yaml}\n---\n");
        let workspace = tree(&[("/repo/.claude/skills/a/SKILL.md", &text)]);
        let used = called(&mut Session::new(), &workspace, "a", "");
        assert_eq!(used.outcome == InvocationOutcome::Asks, asks, "{yaml}");
    }
}

#[test]
fn rules_of_an_untrusted_project_allow_nothing() {
    for (trusted, asks) in [(None, false), (Some(true), false), (Some(false), true)] {
        let mut workspace = with_options(
            EDITION,
            ClaudeCodeOptions {
                trusted,
                ..ClaudeCodeOptions::default()
            },
        );
        write(
            &mut workspace,
            &[
                (
                    "/repo/.claude/settings.json",
                    r#"{"permissions": {"allow": ["Skill(a)"], "deny": ["Skill(b)"]}}"#,
                ),
                (
                    "/repo/.claude/skills/a/SKILL.md",
                    "---\nallowed-tools: Read\n---\n",
                ),
                ("/repo/.claude/skills/b/SKILL.md", "b"),
            ],
        );
        let used = called(&mut Session::new(), &workspace, "a", "");
        assert_eq!(used.outcome == InvocationOutcome::Asks, asks, "{trusted:?}");
        let denied = called(&mut Session::new(), &workspace, "b", "");
        assert!(!denied.outcome.took_effect(), "rules that deny count");
    }
}

#[test]
fn an_override_of_a_name_that_every_object_has_counts_for_nothing() {
    let workspace = tree(&[
        (
            "/repo/.claude/settings.json",
            r#"{"skillOverrides": {"__proto__": "off", "a": "name-only"}}"#,
        ),
        ("/repo/.claude/skills/__proto__/SKILL.md", "x"),
        ("/repo/.claude/skills/a/SKILL.md", "x"),
    ]);
    assert_eq!(lines(&workspace), ["- __proto__: x", "- a"]);
}

#[test]
fn a_refusal_says_that_a_plugin_did_not_load() {
    let mut workspace = with(WorkspaceOptions {
        plugins: Some(vec![Plugin {
            id: "office@inline".to_owned(),
            root: "/plugin".to_owned(),
            ..Plugin::default()
        }]),
        ..options(EDITION)
    });
    write(
        &mut workspace,
        &[("/plugin/.claude-plugin/plugin.json", "{")],
    );
    assert_eq!(
        refusal(&workspace, "office:pdf"),
        "<tool_use_error>Unknown skill: office:pdf. 1 plugin did not load in this session (load error); if this skill belongs to it, tell the user its plugin could not be loaded here, not that the skill is not installed.</tool_use_error>"
    );
}

#[test]
fn the_programs_own_doctor_is_for_the_user_alone() {
    let workspace = tree(&[]);
    assert!(
        refusal(&workspace, "doctor").contains("due to disable-model-invocation. Ask the user")
    );
    let turn = typed(&mut Session::new(), &workspace, "/doctor");
    assert!(turn.messages.is_empty());
}

/// Returns the message with which Claude Code refuses a call of a skill. Panics if the call is not
/// refused.
fn refusal(workspace: &Workspace, skill: &str) -> String {
    match called(&mut Session::new(), workspace, skill, "").outcome {
        InvocationOutcome::Refused { message, .. } => message,
        other => panic!("it is refused, not {other:?}"),
    }
}

#[test]
fn a_command_that_would_write_says_where() {
    let inside = "The path is inside the working directories for this session ('/repo'), and Claude Code asks before a shell command creates, changes or removes files there.";
    let cases = [
        ("rm x", format!("rm in '/repo/x' needs approval. {inside}")),
        (
            "echo a; mkdir -p q",
            format!("mkdir in '/repo/q' needs approval. {inside}"),
        ),
        (
            "echo hi > out.txt",
            format!("Output redirection to '/repo/out.txt' needs approval. {inside}"),
        ),
        ("rm /tmp/x", "This command requires approval".to_owned()),
        ("python3 -c 1", "This command requires approval".to_owned()),
        (
            "echo $(date)",
            "A nested command in this command can't be checked before it runs".to_owned(),
        ),
    ];
    for (command, reason) in cases {
        let text = format!("!`{command}`");
        let workspace = tree(&[("/repo/.claude/skills/a/SKILL.md", &text)]);
        let used = called(&mut Session::new(), &workspace, "a", "");
        let InvocationOutcome::Failed { message, .. } = used.outcome else {
            panic!("{command} is refused");
        };
        assert_eq!(
            message,
            format!("Shell command permission check failed for pattern \"{text}\": {reason}")
        );
    }
}

#[test]
fn a_sleeping_skills_command_is_not_sent_and_a_forked_one_is_kept_as_a_local_command() {
    let workspace = tree(&[
        (
            "/repo/.claude/skills/cond/SKILL.md",
            "---\npaths: '*.ts'\n---\n",
        ),
        (
            "/repo/.claude/skills/fk/SKILL.md",
            "---\ncontext: fork\n---\nFK $0.",
        ),
    ]);
    let turn = typed(&mut Session::new(), &workspace, "/cond x");
    assert!(turn.messages.is_empty());
    assert!(!turn.invocations[0].outcome.took_effect());
    let turn = typed(&mut Session::new(), &workspace, "/fk /a x");
    assert_eq!(turn.messages[1].text, "/fk /a x");
    assert!(turn.messages[0].text.starts_with("<local-command-caveat>"));
}

#[test]
fn the_administrators_commands_count_and_only_safe_mode_takes_them() {
    let cases: [(Option<&str>, &[&str]); 3] = [
        (None, &["own", "act"]),
        (Some("CLAUDE_CODE_DISABLE_POLICY_SKILLS"), &["act"]),
        (Some("CLAUDE_CODE_SAFE_MODE"), &[]),
    ];
    for (variable, expected) in cases {
        let variables = variable.iter();
        let variables = variables.map(|name| ((*name).to_owned(), "1".to_owned()));
        let mut workspace = with(WorkspaceOptions {
            variables: Some(variables.collect()),
            ..options(EDITION)
        });
        write(
            &mut workspace,
            &[
                ("/etc/claude-code/.claude/skills/own/SKILL.md", "x"),
                ("/etc/claude-code/.claude/commands/act.md", "x"),
            ],
        );
        assert_eq!(super::names(&workspace.catalog()), expected);
    }
}

#[test]
fn without_a_user_a_message_begins_with_the_one_command_that_runs() {
    let cases = [
        (false, "  /a /b x", 2, "x"),
        (true, "/a /b x", 1, "/b x"),
        (true, "  /a x", 0, ""),
        (false, "/a x  ", 1, "x"),
    ];
    for (headless, prompt, count, arguments) in cases {
        let mut workspace = with_options(
            EDITION,
            ClaudeCodeOptions {
                headless,
                ..ClaudeCodeOptions::default()
            },
        );
        write(
            &mut workspace,
            &[
                ("/repo/.claude/skills/a/SKILL.md", "A"),
                ("/repo/.claude/skills/b/SKILL.md", "B"),
            ],
        );
        let turn = typed(&mut Session::new(), &workspace, prompt);
        assert_eq!(turn.invocations.len(), count, "{prompt:?}");
        let given = turn.invocations.iter().map(|used| used.arguments.as_str());
        assert!(
            given.into_iter().all(|given| given == arguments),
            "{prompt:?}"
        );
    }
}

#[test]
fn a_refusal_suggests_a_rule_on_the_skills_own_name_if_that_is_plain() {
    let cases = [
        ("a", "a", "a", true),
        ("lint", "other", "lint", true),
        ("it's", "it's", "it's", false),
        ("With Space", "other", "With Space", false),
        ("a+b", "a+b", "a+b", false),
        ("é", "é", "é", false),
        ("data.v2", "data.v2", "data.v2", true),
    ];
    for (folder, called_by, own, suggests) in cases {
        let mut workspace = with_options(EDITION, headless());
        let path = format!("/repo/.claude/skills/{folder}/SKILL.md");
        let text = format!("---\nname: {called_by}\nallowed-tools: Read\n---\n");
        write(&mut workspace, &[(&path, &text)]);
        let used = called(&mut Session::new(), &workspace, called_by, "");
        let InvocationOutcome::Refused { message, .. } = used.outcome else {
            panic!("{folder} is refused");
        };
        let rule = format!("the allow rule Skill({own}) ");
        assert_eq!(message.contains(&rule), suggests, "{message}");
    }
}

#[test]
fn a_text_that_was_empty_is_not_noted_as_known() {
    let workspace = tree(&[("/repo/.claude/commands/c.md", "$ARGUMENTS")]);
    let mut session = Session::new();
    for (arguments, expected) in [("", ""), ("", ""), ("x", "x")] {
        let used = called(&mut session, &workspace, "c", arguments);
        assert_eq!(used.outcome, InvocationOutcome::Injected);
        assert_eq!(texts(&used.messages)[1], expected);
    }
    let again = called(&mut session, &workspace, "c", "y");
    assert!(texts(&again.messages)[1].starts_with("(Re-invocation of /c — "));
}

#[test]
fn a_skill_that_only_the_user_may_choose_takes_no_other_of_its_name_from_the_model() {
    let users = "---\ndescription: U\ndisable-model-invocation: true\n---\nUser's.";
    let mut workspace = with(WorkspaceOptions {
        cwd: "/repo/app".to_owned(),
        ..options(EDITION)
    });
    write(
        &mut workspace,
        &[
            ("/repo/app/.claude/skills/a/SKILL.md", users),
            ("/repo/.claude/skills/a/SKILL.md", "Outer."),
            ("/repo/app/sub/.claude/skills/a/SKILL.md", users),
            ("/repo/app/sub/x.md", "x"),
        ],
    );
    let mut session = Session::new();
    let touched = ["/repo/app/sub/x.md".to_owned()];
    session.touch(&workspace, &touched).unwrap();
    let used = called(&mut session, &workspace, "a", "");
    let said = texts(&used.messages);
    assert!(said[1].ends_with("Outer."), "{said:?}");
    assert_eq!(said.len(), 2, "the nested one is no variant: {said:?}");
}

#[test]
fn nested_skills_are_listed_by_name_and_then_by_directory() {
    let directories = ["zz", "b", "a/c", "B"];
    let mut files = vec![("/repo/.claude/skills/w/SKILL.md".to_owned(), "W".to_owned())];
    for directory in directories.into_iter().chain(["a"]) {
        for name in ["x", "w"] {
            let path = format!("/repo/{directory}/.claude/skills/{name}/SKILL.md");
            files.push((path, "N".to_owned()));
        }
    }
    let files: Vec<_> = (files.iter())
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let workspace = tree(&files);
    let mut session = Session::new();
    session.listing(&workspace, None);
    let touched = directories.map(|directory| format!("/repo/{directory}/f.md"));
    session.touch(&workspace, &touched).unwrap();
    let listing = session.listing(&workspace, None);
    let names: Vec<_> = (listing.entries.iter())
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "a:w", "a/c:w", "b:w", "B:w", "zz:w", "a:x", "a/c:x", "b:x", "B:x", "zz:x"
        ]
    );
}

#[test]
fn on_the_second_try_a_map_is_a_text_and_a_list_is_not() {
    let cases = [
        ("{a b c}", "- a: {a b c}"),
        ("{}", "- a: {}"),
        ("{a: b}", "- a: {a: b}"),
        ("[a, b]", "- a: Body"),
    ];
    for (value, expected) in cases {
        let broken = format!("---\ndescription: {value}\nfoo: a: b\n---\nBody");
        assert_eq!(line(&broken), expected);
        let whole = format!("---\ndescription: {value}\n---\nBody");
        assert_eq!(line(&whole), "- a: Body");
    }
}

#[test]
fn a_command_that_failed_is_named_as_the_frontmatter_names_it() {
    let text = |name: &str| format!("---\nname: {name}\n---\n!`nosuch`");
    let (x, y) = (text("With Space"), text("x"));
    let mut workspace = with_options(EDITION, headless());
    write(
        &mut workspace,
        &[
            ("/repo/.claude/skills/x/SKILL.md", &x),
            ("/repo/.claude/skills/y/SKILL.md", &y),
        ],
    );
    for (prompt, expected) in [("/x", "/With Space"), ("/y", "/x")] {
        let turn = typed(&mut Session::new(), &workspace, prompt);
        let tags = &turn.messages[1].text;
        let expected = format!("<command-name>{expected}</command-name>");
        assert!(tags.starts_with(&expected), "{tags}");
    }
}

#[test]
fn a_path_at_the_root_is_no_unknown_command() {
    let mut workspace = with_options(EDITION, headless());
    write(&mut workspace, &[("/repo/x.md", "x")]);
    for (prompt, remarks) in [("/repo", 0), ("/repo x", 0), ("/rep", 1)] {
        let turn = typed(&mut Session::new(), &workspace, prompt);
        assert_eq!(turn.messages.len(), remarks, "{prompt}");
    }
}
