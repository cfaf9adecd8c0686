//! Keys and values of the frontmatter: rows that fire, and rows that must not.

use skillglass::compare::HostChoice;
use skillglass::lint::{Diagnostic, LintRequest, Severity};
use skillglass::{Workspace, WorkspaceOptions};

const PATH: &str = "/repo/.agents/skills/pdf/SKILL.md";
const FIELDS: &str = "name: pdf\ndescription: Fills in PDF forms.\n";

/// What the rules find in a skill for these hosts (`codex`, or `codex 2026-05`), all in their default editions when
/// there are none.
pub(super) fn lint(files: &[(&str, &str)], hosts: &[&str]) -> Vec<Diagnostic> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        context_window: Some(200_000),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    for (path, text) in files {
        workspace.write(path, *text).unwrap();
    }
    let hosts = hosts.iter().map(|host| {
        let (host, edition) = match host.split_once(' ') {
            Some((host, edition)) => (host, Some(edition.to_owned())),
            None => (*host, None),
        };
        HostChoice {
            host: host.to_owned(),
            edition,
        }
    });
    workspace
        .lint(&LintRequest {
            hosts: hosts.collect(),
            ..LintRequest::default()
        })
        .unwrap()
}

fn frontmatter(lines: &str, hosts: &[&str]) -> Vec<Diagnostic> {
    let text = format!("---\n{lines}---\nUse the script.\n");
    lint(&[(PATH, &text)], hosts)
}

/// Those of one rule in a skill with these lines besides name and description.
fn of_rule(code: &str, lines: &str, hosts: &[&str]) -> Vec<Diagnostic> {
    let found = frontmatter(&format!("{FIELDS}{lines}"), hosts);
    found.into_iter().filter(|one| one.code == code).collect()
}

fn hosts(one: &Diagnostic) -> Vec<&str> {
    one.hosts.iter().map(|host| host.host.as_str()).collect()
}

#[test]
fn a_key_near_to_a_field_is_a_misspelt_one_and_another_is_unknown() {
    let cases = [
        ("allowed_tools: Read\n", Some("allowed-tools")),
        ("allowedTools: Read\n", Some("allowed-tools")),
        ("Allowed-Tools: Read\n", Some("allowed-tools")),
        ("argument-hints: '[file]'\n", Some("argument-hint")),
        ("licence: MIT\n", Some("license")),
        // A list is no model, and a short word is near to too many.
        ("models:\n  - a\n", None),
        ("mode: a\n", None),
        ("tags: a\n", None),
        // What stands there is not what was meant.
        ("license: MIT\nlicence: MIT\n", None),
    ];
    for (lines, meant) in cases {
        let misspelt = of_rule("misspelt-field", lines, &[]);
        let unknown = of_rule("unknown-field", lines, &[]);
        assert_eq!(misspelt.len(), usize::from(meant.is_some()), "{lines}");
        assert_eq!(unknown.len(), usize::from(meant.is_none()), "{lines}");
        if let (Some(one), Some(meant)) = (misspelt.first(), meant) {
            assert_eq!(one.fixes[0].edits[0].text, meant, "{lines}");
        }
    }
}

#[test]
fn a_misspelt_key_is_mended_without_a_look_only_where_nobody_begins_to_act_on_it() {
    for (lines, hosts, safe) in [
        ("licence: MIT\n", &[][..], true),
        ("allowed_tools: Read\n", &[], false),
        // The standard keeps it and nobody acts on it.
        ("allowed_tools: Read\n", &["standard"], true),
    ] {
        let found = of_rule("misspelt-field", lines, hosts);
        assert_eq!(found[0].fixes[0].safe, safe, "{lines} {hosts:?}");
    }
}

#[test]
fn a_misspelt_description_that_a_host_drops_the_skill_for_is_both() {
    let found = frontmatter("name: pdf\nDescription: Fills in forms.\n", &["codex"]);
    let codes: Vec<_> = found
        .iter()
        .map(|one| (one.code.as_str(), one.severity))
        .collect();
    assert!(
        codes.contains(&("misspelt-field", Severity::Warning)),
        "{codes:?}"
    );
    assert!(
        codes.contains(&("missing-description", Severity::Error)),
        "{codes:?}"
    );
}

#[test]
fn a_key_that_is_nearly_one_beside_it_is_misspelt_and_left_to_the_author() {
    let found = of_rule("misspelt-field", "desription: Other words.\n", &[]);
    let [one] = &*found else {
        panic!("{found:#?}");
    };
    assert_eq!(
        one.message,
        "`desription` is an unknown field; `description` exists and is here, too"
    );
    assert_eq!((one.range.start.line, one.fixes.len()), (4, 0));
    assert_eq!(one.related[0].range.start.line, 3);
    // A field for another host, in the spelling of that one.
    let both = "allowed-tools: Read\nallowed_tools: Read\n";
    assert!(of_rule("misspelt-field", both, &[]).is_empty());
}

#[test]
fn unknown_keys_are_one_finding_with_a_place_for_each() {
    let found = of_rule("unknown-field", "author: me\ntags: a\ncategory: b\n", &[]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].range.start.line, 4);
    let lines: Vec<_> = found[0]
        .related
        .iter()
        .map(|one| one.range.start.line)
        .collect();
    assert_eq!(lines, [5, 6]);
}

#[test]
fn a_key_that_only_a_strict_reader_minds_names_that_one() {
    let found = of_rule("unknown-field", "version: '1'\n", &[]);
    assert_eq!(hosts(&found[0]), ["standard"]);
    assert!(of_rule("unknown-field", "version: '1'\n", &["claude-code"]).is_empty());
}

#[test]
fn a_field_of_some_hosts_names_the_others() {
    let cases: [(&str, &[&str], &[&str]); 6] = [
        ("model: opus\n", &[], &["codex", "opencode", "standard"]),
        ("model: opus\n", &["claude-code"], &[]),
        (
            "disable-model-invocation: true\n",
            &["claude-code", "opencode 2.0"],
            &[],
        ),
        ("disable-model-invocation: false\n", &[], &[]),
        ("user-invocable: yes\n", &[], &[]),
        // The standard has it for all.
        ("allowed-tools: Read\n", &[], &[]),
    ];
    for (lines, aimed, expected) in cases {
        let found = of_rule("host-only-field", lines, aimed);
        let named: Vec<_> = found.iter().flat_map(hosts).collect();
        assert_eq!(named, expected, "{lines}");
    }
}

#[test]
fn a_field_that_belongs_elsewhere_says_where() {
    for (lines, expected) in [
        ("short-description: a\n", Some("`metadata`")),
        ("default_prompt: PDF\n", Some("agents/openai.yaml")),
        (
            "interface:\n  brand_color: '#000000'\n",
            Some("agents/openai.yaml"),
        ),
        ("policy: strict\n", None),
        ("dependencies:\n  - numpy\n", None),
        ("type: a\n", None),
    ] {
        let found = of_rule("misplaced-field", lines, &[]);
        assert_eq!(found.is_empty(), expected.is_none(), "{lines}");
        if let (Some(one), Some(expected)) = (found.first(), expected) {
            assert!(one.help.contains(expected), "{}", one.help);
        }
        // Nobody who reads such a file is aimed at.
        assert!(
            of_rule("misplaced-field", lines, &["claude-code"]).is_empty(),
            "{lines}"
        );
    }
}

#[test]
fn words_that_are_no_booleans_are_told_for_each_host() {
    let cases: [(&str, &[&str], &[&str]); 8] = [
        ("yes", &["claude-code"], &[]),
        ("yes", &["claude-code 2026-04"], &["claude-code"]),
        ("yes", &["opencode 2.0"], &["opencode"]),
        ("'true'", &["claude-code", "opencode 2.0"], &["opencode"]),
        ("TRUE", &["claude-code", "opencode 2.0"], &[]),
        ("1", &["claude-code"], &[]),
        ("never", &["claude-code", "opencode"], &["claude-code"]),
        ("[true]", &["claude-code"], &["claude-code"]),
    ];
    for (word, aimed, expected) in cases {
        let lines = format!("disable-model-invocation: {word}\n");
        let found = of_rule("boolean-word", &lines, aimed);
        let named: Vec<_> = found.iter().flat_map(hosts).collect();
        assert_eq!(named, expected, "{word} {aimed:?}");
    }
}

#[test]
fn a_value_that_a_host_cannot_use_is_told_in_its_words() {
    const OLDER: &[&str] = &["claude-code 2026-08"];
    for (lines, hosts, fires) in [
        ("effort: enormous\n", &[][..], true),
        ("effort: high\n", &[], false),
        ("shell: fish\n", &[], true),
        ("paths: {a: b}\n", &[], true),
        ("paths: 'src/**'\n", &[], false),
        ("hooks:\n  Never:\n    - hooks: []\n", &[], true),
        ("compatibility: [a, b]\n", OLDER, true),
        // It makes a text of whatever stands there.
        ("compatibility: [a, b]\n", &["claude-code"], false),
    ] {
        let found = of_rule("invalid-value", lines, hosts);
        assert_eq!(!found.is_empty(), fires, "{lines} {hosts:?}: {found:#?}");
    }
}

#[test]
fn rules_on_tools_are_read_by_the_host_that_acts_on_them() {
    for (value, expected) in [
        ("Read Bash(git status", Some("Bash(git status")),
        ("Read, Bash()", Some("Bash()")),
        ("Read Bash(git log *)", None),
        ("[Read, 'Bash(git *)']", None),
    ] {
        let lines = format!("allowed-tools: {value}\n");
        let found = of_rule("tool-rule", &lines, &[]);
        let marked: Vec<_> = found
            .iter()
            .map(|one| one.range.end.byte - one.range.start.byte)
            .collect();
        let expected: Vec<_> = expected.iter().map(|rule| rule.len()).collect();
        assert_eq!(marked, expected, "{value}");
        assert!(
            of_rule("tool-rule", &lines, &["codex"]).is_empty(),
            "{value}"
        );
    }
}

#[test]
fn names_are_judged_by_the_hosts_that_mind() {
    /// A name with the rules that speak of it, each with the hosts.
    type Case<'t> = (&'t str, &'t [(&'t str, &'t [&'t str])]);
    let cases: [Case<'_>; 8] = [
        ("pdf", &[]),
        ("PDF", &[("name-refused", &["opencode", "standard"])]),
        ("'pdf '", &[("name-refused", &["opencode"])]),
        (
            "pdf_forms",
            &[
                ("name-refused", &["opencode", "standard"]),
                ("name-not-folder", &["standard"]),
            ],
        ),
        (
            "formulär",
            &[
                ("name-refused", &["opencode"]),
                ("name-not-folder", &["standard"]),
            ],
        ),
        // Claude Code takes a label without blanks.
        (
            "all forms",
            &[
                ("name-refused", &["opencode", "standard"]),
                ("name-not-folder", &["claude-code", "standard"]),
            ],
        ),
        ("-pdf-", &[("name-refused", &["opencode", "standard"])]),
        ("forms", &[("name-not-folder", &["standard"])]),
    ];
    for (name, expected) in cases {
        let lines = format!("name: {name}\ndescription: Fills in PDF forms.\n");
        let mut found: Vec<_> = frontmatter(&lines, &[])
            .into_iter()
            .filter(|one| one.code.starts_with("name-"))
            .collect();
        found.sort_by(|left, right| right.code.cmp(&left.code));
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.code.as_str(), hosts(one)))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(code, hosts)| (*code, hosts.to_vec()))
            .collect();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn a_name_that_leads_to_no_skill_says_why_where_the_host_knows_labels() {
    const OLDER: &str = "claude-code 2026-08";
    const NEWER: &str = "claude-code 2026-11";
    let differ = "the skill is named `all forms` and its folder `pdf`";
    let alone = "; Claude Code knows it only by the folder's name, because a label is made of letters, digits, `_`, `.`, `:` and `-`";
    for (name, host, message) in [
        ("all forms", OLDER, Some(differ.to_owned())),
        ("all forms", NEWER, Some(format!("{differ}{alone}"))),
        ("forms", OLDER, Some(differ.replace("all forms", "forms"))),
        ("forms", NEWER, None),
    ] {
        let lines = format!("name: {name}\ndescription: Fills in PDF forms.\n");
        let found = frontmatter(&lines, &[host]).into_iter();
        let said = found.filter(|one| one.code == "name-not-folder");
        let said: Vec<_> = said.map(|one| one.message).collect();
        assert_eq!(said, Vec::from_iter(message), "{name} {host}");
    }
}

#[test]
fn a_name_that_another_skill_answers_to_leads_to_that_one() {
    let text = "---\nname: forms\ndescription: Fills in PDF forms.\n---\nUse the script.\n";
    let files = [
        ("/repo/.claude/skills/first/SKILL.md", text),
        ("/repo/.claude/skills/second/SKILL.md", text),
    ];
    let found = lint(&files, &["claude-code 2026-11"]).into_iter();
    let said = found.filter(|one| one.code == "name-not-folder");
    let said: Vec<_> = said.map(|one| (one.path, one.message)).collect();
    let message = "the skill is named `forms` and its folder `second`; Claude Code knows it only by the folder's name, because another skill has that name";
    assert_eq!(said, [(files[1].0.to_owned(), message.to_owned())]);
}

#[test]
fn a_word_that_is_no_yes_keeps_users_away_where_the_host_takes_it_for_no() {
    let refused = "Claude Code does not take \"y\" for `user-invocable`";
    let counts = "; Claude Code acts as for `false`";
    let empty = "Claude Code takes `user-invocable` without a value for `false`";
    for (value, edition, message) in [
        ("y", "2026-08", Some(refused.to_owned())),
        ("y", "2026-11", Some(format!("{refused}{counts}"))),
        ("", "2026-08", None),
        ("", "2026-11", Some(empty.to_owned())),
        ("yes", "2026-11", None),
        ("false", "2026-11", None),
    ] {
        let lines = format!("user-invocable: {value}\n");
        let found = of_rule("boolean-word", &lines, &[&format!("claude-code {edition}")]);
        let said: Vec<_> = found.into_iter().map(|one| one.message).collect();
        assert_eq!(said, Vec::from_iter(message), "{value:?} {edition}");
    }
}

#[test]
fn one_fault_is_an_error_where_a_host_drops_the_skill_and_a_warning_elsewhere() {
    let long = "a".repeat(1025);
    let lines = format!("name: pdf\ndescription: {long}\n");
    for (aimed, severity, named) in [
        (&["codex 2026-05", "standard"][..], Severity::Error, "codex"),
        (&["codex", "standard"], Severity::Warning, "standard"),
    ] {
        let found = frontmatter(&lines, aimed);
        let found: Vec<_> = (found.iter())
            .filter(|one| one.code == "description-too-long")
            .collect();
        assert_eq!(found.len(), 1, "{aimed:?}");
        assert_eq!(
            (found[0].severity, hosts(found[0])),
            (severity, vec![named]),
            "{aimed:?}"
        );
    }
}

#[test]
fn what_the_standards_validator_cannot_read_is_one_finding() {
    for (lines, code, has_fix) in [
        ("tags: [a, b]\n", Some("strict-yaml"), true),
        ("tags: [a, {b: c}]\n", Some("strict-yaml"), false),
        (
            "metadata: {\"a\": {\"b\": 1}}\n",
            Some("metadata-json"),
            false,
        ),
        ("metadata:\n  tags: [a]\n", Some("strict-yaml"), false),
        ("metadata:\n  a:\n    b: c\n", None, false),
    ] {
        let found = frontmatter(&format!("{FIELDS}{lines}"), &["standard"]);
        let found: Vec<_> = (found.iter())
            .filter(|one| matches!(one.code.as_str(), "strict-yaml" | "metadata-json"))
            .collect();
        let codes: Vec<_> = found.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes, code.into_iter().collect::<Vec<_>>(), "{lines}");
        assert_eq!(
            found.iter().any(|one| !one.fixes.is_empty()),
            has_fix,
            "{lines}"
        );
    }
}

#[test]
fn entries_of_metadata_are_texts() {
    for (lines, fires) in [
        ("metadata:\n  a: b\n  c: 1\n", false),
        ("metadata:\n", false),
        ("metadata:\n  a:\n    b: c\n", true),
        ("metadata:\n  a:\n    - b\n", true),
        ("metadata: a\n", true),
    ] {
        let found = of_rule("metadata-value", lines, &["standard"]);
        assert_eq!(!found.is_empty(), fires, "{lines}");
        assert!(
            of_rule("metadata-value", lines, &["opencode"]).is_empty(),
            "{lines}"
        );
    }
}

#[test]
fn a_list_in_brackets_becomes_one_that_reads_the_same() {
    for (written, expected) in [
        ("[a, b]", Some("\n  - a\n  - b")),
        ("[\"a, b\", 'c']", Some("\n  - \"a, b\"\n  - 'c'")),
        ("[1, true]", Some("\n  - 1\n  - true")),
        // A colon in an entry makes a map of it outside of brackets.
        ("[a: b]", Some("\n  - a: b")),
        ("[]", None),
        ("[a, ]", None),
        ("[[a], b]", None),
    ] {
        let found = of_rule("strict-yaml", &format!("tags: {written}\n"), &["standard"]);
        let text = found[0].fixes.first().map(|fix| fix.edits[0].text.as_str());
        assert_eq!(text, expected, "{written}");
    }
}

#[test]
fn broken_frontmatter_is_left_to_the_rules_on_yaml() {
    let found = frontmatter("name: pdf\ndescription: \"a\ncontext: else\n", &[]);
    assert!(!found.is_empty());
    let ours = [
        "unknown-field",
        "invalid-value",
        "strict-yaml",
        "misspelt-field",
    ];
    assert!(
        found.iter().all(|one| !ours.contains(&one.code.as_str())),
        "{found:#?}"
    );
}

#[test]
fn a_hostile_file_has_as_many_findings_as_somebody_reads() {
    let keys: String = (0..2_000).map(|index| format!("k{index}: a\n")).collect();
    let tools: String = (0..2_000).map(|index| format!("  - B{index}(\n")).collect();
    let hooks: String = (0..2_000)
        .map(|index| format!("  E{index}: []\n"))
        .collect();
    let lines = format!("{keys}allowed-tools:\n{tools}hooks:\n{hooks}");
    for lines in [
        lines,
        keys.clone(),
        format!("allowed-tools:\n{tools}hooks:\n{hooks}"),
    ] {
        let found = frontmatter(&format!("{FIELDS}{lines}"), &[]);
        assert!(found.len() < 200, "{}", found.len());
        assert!(found.iter().all(|one| one.message.len() < 2000));
    }
}
