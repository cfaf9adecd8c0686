//! Tests the needs of skills: the texts that show a need, missing dependencies, contradictions, and
//! the steps of a plan.

use std::rc::Rc;

use skillglass::dependencies::{
    ContradictionReason, DependenciesRequest, Dependency, DependencyKind, DependencyStep,
    Installed, Inventory, NeedSource,
};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;

const PDF: &str = "/repo/.agents/skills/pdf/SKILL.md";

fn with(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("codex")).unwrap();
    for (path, text) in files {
        let path = match path.strip_prefix('/') {
            Some(_) => (*path).to_owned(),
            None => format!("/repo/.agents/skills/pdf/{path}"),
        };
        workspace.put(&path, *text);
    }
    workspace
}

fn inventory(files: &[(&str, &str)]) -> Inventory {
    let request = DependenciesRequest::default();
    with(files).dependencies(&request).unwrap()
}

/// Returns each dependency as its kind and name, such as `program git`, in the order of the
/// inventory.
fn names(inventory: &Inventory) -> Vec<String> {
    let names = inventory.dependencies.iter().map(|one| {
        let kind = serde_json::to_value(one.kind).unwrap();
        format!("{} {}", kind.as_str().unwrap(), one.name)
    });
    names.collect()
}

fn one<'i>(inventory: &'i Inventory, name: &str) -> &'i Dependency {
    let mut found = inventory.dependencies.iter();
    found.find(|one| one.name == name).unwrap()
}

fn steps(steps: &[Rc<DependencyStep>]) -> Vec<&str> {
    steps.iter().map(|step| step.name.as_str()).collect()
}

#[test]
fn each_kind_of_text_shows_its_needs() {
    use NeedSource::{
        AllowedTools, Code, Compatibility, EnvExample, Metadata, OpenaiYaml, Script, Shebang,
        ShellBlock, Text,
    };
    const OPENAI: &str = "dependencies:\n  tools:\n    - type: env_var\n      value: PDF_TOKEN\n";
    let cases: &[(&str, &str, &str, NeedSource)] = &[
        (
            "SKILL.md",
            "---\nallowed-tools: Read, Bash(git add:*)\n---\n",
            "program git",
            AllowedTools,
        ),
        (
            "SKILL.md",
            "---\nallowed-tools:\n  - Bash(gh pr:*)\n---\n",
            "program gh",
            AllowedTools,
        ),
        (
            "SKILL.md",
            "---\nallowed-tools: mcp__github__create_issue\n---\n",
            "server github",
            AllowedTools,
        ),
        (
            "SKILL.md",
            "---\nallowed-tools: Skill(forms-filler)\n---\n",
            "skill forms-filler",
            AllowedTools,
        ),
        (
            "SKILL.md",
            "---\ncompatibility: Requires Docker and a network.\n---\n",
            "program docker",
            Compatibility,
        ),
        (
            "SKILL.md",
            "---\nmetadata: {openclaw: {requires: {bins: [qpdf]}}}\n---\n",
            "program qpdf",
            Metadata,
        ),
        (
            "SKILL.md",
            "---\nmetadata:\n  {\n    \"openclaw\": { \"requires\": { \"env\": [\"PDF_KEY\"] } },\n  }\n---\n",
            "variable PDF_KEY",
            Metadata,
        ),
        (
            "SKILL.md",
            "---\nname: a: b\nmetadata: '{\"openclaw\":{\"requires\":{\"bins\":[\"qpdf\"]}}}'\n---\n",
            "program qpdf",
            Metadata,
        ),
        (
            "SKILL.md",
            "```bash\nqpdf --check in.pdf\n```\n",
            "program qpdf",
            ShellBlock,
        ),
        (
            "SKILL.md",
            "```console\n$ qpdf in.pdf\nchecking in.pdf\n```\n",
            "program qpdf",
            ShellBlock,
        ),
        (
            "SKILL.md",
            "```sh\nexport PDF_API_KEY=abc\n```\n",
            "variable PDF_API_KEY",
            ShellBlock,
        ),
        (
            "SKILL.md",
            "Set `PDF_API_KEY` first.\n",
            "variable PDF_API_KEY",
            Text,
        ),
        (
            "SKILL.md",
            "Call mcp__github__create_issue then.\n",
            "server github",
            Text,
        ),
        (
            "SKILL.md",
            "Use the `context7` MCP server.\n",
            "server context7",
            Text,
        ),
        (
            "SKILL.md",
            "First use the `csv-cleaner` skill.\n",
            "skill csv-cleaner",
            Text,
        ),
        (
            "SKILL.md",
            "See [it](../csv/SKILL.md).\n",
            "skill csv",
            Text,
        ),
        (
            "SKILL.md",
            "Run `/plugin install forms@market`.\n/plugin install forms@market\n",
            "plugin forms",
            Text,
        ),
        (
            "run.py",
            "import os\nkey = os.environ[\"PDF_API_KEY\"]\n",
            "variable PDF_API_KEY",
            Code,
        ),
        (
            "run.mjs",
            "const { PDF } = x;\nfetch(process.env.PDF_URL);\n",
            "variable PDF_URL",
            Code,
        ),
        (
            "run.py",
            "subprocess.run([\"qpdf\", path])\n",
            "program qpdf",
            Code,
        ),
        (
            "run",
            "#!/usr/bin/env python3\n",
            "program python3",
            Shebang,
        ),
        (
            "run.sh",
            "#!/bin/bash\nqpdf \"$1\" && cat x\n",
            "program qpdf",
            Script,
        ),
        (
            "run.sh",
            "curl -H \"$PDF_TOKEN\" x\n",
            "variable PDF_TOKEN",
            Script,
        ),
        (
            ".env.example",
            "PDF_TOKEN=\n",
            "variable PDF_TOKEN",
            EnvExample,
        ),
        (
            "agents/openai.yaml",
            OPENAI,
            "variable PDF_TOKEN",
            OpenaiYaml,
        ),
    ];
    for (file, text, name, source) in cases {
        let inventory = match *file {
            "SKILL.md" => inventory(&[(file, text)]),
            _ => inventory(&[("SKILL.md", ""), (file, text)]),
        };
        let names = names(&inventory);
        let index = names.iter().position(|one| one == name);
        let index = index.unwrap_or_else(|| panic!("{text:?} shows {names:?}, not {name}"));
        let place = &inventory.dependencies[index].needed_by[0].places[0];
        assert_eq!(place.source, *source, "{text:?}");
        let shown = &text[place.range.start.byte..place.range.end.byte];
        let (_, bare) = name.split_once(' ').unwrap();
        let is_shown = shown.to_lowercase().contains(&bare.to_lowercase());
        assert!(is_shown, "{text:?} shows {shown:?}");
    }
}

#[test]
fn other_texts_show_no_need() {
    let texts = [
        "```bash\nls -la | grep x\ncd /tmp && ./run.sh\n```\n",
        "```bash\nf() { true; }\nf\n```\n",
        "```bash\nerror: no such file\nThis is a sentence\n```\n",
        "```\nqpdf in.pdf\n```\n",
        "```bash\ngit() { :; }\nBRANCH=x\necho $BRANCH $FILE $HOME\n```\n",
        "Use `mcp__<server>__<tool>` and mcp__server__tool.\n",
        "The `skill-name` skill, the `SKILL.md` skill, a `true` skill.\n",
        "The `TODO` and `HTTP_404`.\n",
        "---\nallowed-tools: Read, Bash(ls:*), Bash\n---\n",
        "---\nname: pdf\n---\nThe `pdf` skill is this one.\n",
        "---\ncompatibility: Just go and make it.\n---\n",
        "---\nmetadata: {openclaw: \n---\n",
        "",
    ];
    for text in texts {
        assert_eq!(
            names(&inventory(&[("SKILL.md", text)])),
            [""; 0],
            "{text:?}"
        );
    }
}

#[test]
fn a_need_is_optional_only_if_every_place_says_so() {
    let cases = [
        ("run.py", "os.environ.get(\"A_KEY\", \"\")\n", false),
        (
            "run.py",
            "os.environ.get(\"A_KEY\")\nos.environ[\"A_KEY\"]\n",
            true,
        ),
        ("run.sh", "echo ${A_KEY:-none}\n", false),
        ("run.sh", "echo ${A_KEY:?}\n", true),
        ("run.mjs", "process.env.A_KEY ?? 1;\n", false),
        ("more.md", "`A_KEY` (optional)\n", false),
        ("more.md", "You must set `A_KEY`.\n", true),
        ("more.md", "`A_KEY`\n", false),
        ("more.md", "Requires `A_KEY`, or `B_KEY` instead\n", false),
        ("more.md", "## Alternatives\n\nRequires `A_KEY`.\n", false),
        ("more.md", "```sh\ncurl -H $A_KEY\n```\n", false),
        ("more.md", "```go\nos.Getenv(\"A_KEY\")\n```\n", false),
        (".env.example", "# A_KEY=1\n", false),
    ];
    for (file, text, required) in cases {
        let inventory = inventory(&[("SKILL.md", ""), (file, text)]);
        assert_eq!(one(&inventory, "A_KEY").required, required, "{text:?}");
    }
    let programs = [
        ("brew install qpdf\n", "brew", false),
        (
            "if [ -f package.json ]; then npm install; fi\n",
            "npm",
            false,
        ),
        ("# Try it, for example:\nqpdf x\n", "qpdf", false),
        ("qpdf x\n", "qpdf", true),
    ];
    for (block, program, required) in programs {
        let inventory = inventory(&[("SKILL.md", &format!("```sh\n{block}```\n"))]);
        assert_eq!(one(&inventory, program).required, required, "{block:?}");
    }
}

#[test]
fn a_server_is_optional_if_the_text_names_another_way_or_a_condition() {
    let cases = [
        ("Use the `github` MCP server.\n", true),
        ("Use the gh command, or the `github` MCP server.\n", false),
        ("If it runs, use the `github` MCP server.\n", false),
        ("Call `mcp__github__list_issues`.\n", true),
        ("Typical tools: `mcp__github__list_issues`.\n", false),
        ("It can also run the `github` MCP server.\n", false),
        ("Use the `github` MCP server or gh.\n", false),
        (
            "Use the `github` MCP server to list or create issues.\n",
            true,
        ),
        ("Ask the `github` MCP server if the build passes.\n", true),
    ];
    for (text, required) in cases {
        let inventory = inventory(&[("SKILL.md", text)]);
        assert_eq!(one(&inventory, "github").required, required, "{text:?}");
    }
}

#[test]
fn a_skill_that_a_text_names_is_required_only_if_the_text_says_so() {
    let cases = [
        ("Load the `csv-reader` skill before you begin.\n", true),
        ("The `csv-reader` skill must run first.\n", true),
        ("For tables, use the `csv-reader` skill.\n", false),
        (
            "## Related skills\n\n- [csv-reader](../csv-reader/SKILL.md) must read\n",
            false,
        ),
    ];
    for (text, required) in cases {
        let inventory = inventory(&[("SKILL.md", text)]);
        assert_eq!(one(&inventory, "csv-reader").required, required, "{text:?}");
    }
}

#[test]
fn the_heading_above_a_need_may_be_far_away_in_any_text() {
    for width in ["é", "表", "🦀", "a表"] {
        let text = format!(
            "## Related\n\n{}\nYou must set `A_KEY`.\n",
            width.repeat(9_000)
        );
        let inventory = inventory(&[("SKILL.md", &text)]);
        assert!(one(&inventory, "A_KEY").required, "{width}");
    }
}

#[test]
fn a_tool_an_argument_and_what_a_text_rules_out_are_no_needs() {
    let texts = [
        "Run it via the `query-run` MCP tool.\n",
        "Never use `mcp__chrome__open` here.\n",
        "Call `posthog:create-skill` for the skill.\n",
        "## Tools\n\n- `posthog:run-query`, for this skill\n",
        "Run the skill with `mode:non-interactive`.\n",
        "Example: a `pdf-editor` skill rotates pages.\n",
    ];
    for text in texts {
        let inventory = inventory(&[("SKILL.md", text)]);
        assert_eq!(names(&inventory), [""; 0], "{text:?}");
    }
}

#[test]
fn a_variable_that_a_script_sets_is_no_need() {
    let text =
        "A_KEY=1\nfor B_KEY in 1 2; do :; done\nread -r C_KEY\necho $A_KEY $B_KEY $C_KEY $D_KEY\n";
    let inventory = inventory(&[("SKILL.md", ""), ("run.sh", text)]);
    assert_eq!(names(&inventory), ["variable D_KEY"]);
}

#[test]
fn what_the_caller_lacks_is_missing() {
    let text = "---\nallowed-tools: Bash(git:*), mcp__github__x\n---\n`A_TOKEN`, the `csv` skill and the `pdf2` skill\n";
    let workspace = with(&[("SKILL.md", text), ("/repo/x/csv/SKILL.md", "")]);
    let found = workspace
        .dependencies(&DependenciesRequest::default())
        .unwrap();
    let installed = |found: &Inventory| -> Vec<_> {
        let all = found.dependencies.iter();
        all.map(|one| (one.name.clone(), one.installed)).collect()
    };
    let named = |list: &[(&str, Option<bool>)]| -> Vec<_> {
        list.iter()
            .map(|(name, has)| ((*name).to_owned(), *has))
            .collect()
    };
    let unknown = [
        ("git", None),
        ("A_TOKEN", None),
        ("github", None),
        ("csv", Some(true)),
        ("pdf2", Some(false)),
    ];
    assert_eq!(installed(&found), named(&unknown));
    assert_eq!(steps(&found.plan.check), ["git", "github", "A_TOKEN"]);
    assert_eq!(steps(&found.plan.install), ["pdf2"]);

    let request = DependenciesRequest {
        installed: Installed {
            programs: Some(vec!["git".to_owned()]),
            variables: Some(Vec::new()),
            servers: Some(Vec::new()),
            plugins: Some(Vec::new()),
        },
        ..DependenciesRequest::default()
    };
    let found = workspace.dependencies(&request).unwrap();
    assert_eq!(one(&found, "git").installed, Some(true));
    assert_eq!(steps(&found.plan.install), ["pdf2", "github", "A_TOKEN"]);
    assert_eq!(steps(&found.plan.check), [""; 0]);
}

#[test]
fn alternatives_and_remarks_in_a_code_block_are_no_commands() {
    let cases: [(&str, &[&str]); 6] = [
        ("gh api --type <review|issue-note>\n", &["program gh"]),
        ("gh mode {enforcing|permissive}\n", &["program gh"]),
        ("gh zones (minimal redundancy)\n", &["program gh"]),
        ("```text\ngh x\n", &["program gh"]),
        (
            "curl https://a.invalid|jq .\n",
            &["program curl", "program jq"],
        ),
        (
            "if (jq . x); then gh y; fi\n",
            &["program gh", "program jq"],
        ),
    ];
    for (block, programs) in cases {
        let inventory = inventory(&[("SKILL.md", &format!("````sh\n{block}````\n"))]);
        assert_eq!(names(&inventory), programs, "{block:?}");
    }
}

#[test]
fn one_of_several_programs_is_enough() {
    let text = "---\nmetadata: {openclaw: {requires: {anyBins: [rg, ag]}}}\n---\nrg or ag\n";
    let workspace = with(&[("SKILL.md", text)]);
    let missing = |programs: &[&str]| {
        let programs = Some(programs.iter().map(|&one| one.to_owned()).collect());
        let installed = Installed {
            programs,
            ..Installed::default()
        };
        let request = DependenciesRequest {
            installed,
            ..DependenciesRequest::default()
        };
        let found = workspace.dependencies(&request).unwrap();
        steps(&found.plan.install)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(missing(&[]), ["ag", "rg"]);
    assert_eq!(missing(&["rg"]), [""; 0]);
    let found = workspace
        .dependencies(&DependenciesRequest::default())
        .unwrap();
    assert_eq!(one(&found, "rg").needed_by[0].or_else, ["ag"]);
}

#[test]
fn a_removed_skill_leaves_what_nobody_else_needs() {
    let block = |programs: &str| format!("```sh\n{programs}\n```\n");
    let (pdf, csv) = (block("qpdf a\ngit x"), block("git y"));
    let workspace = with(&[
        ("SKILL.md", &pdf),
        ("/repo/.agents/skills/csv/SKILL.md", &csv),
    ]);
    let request = DependenciesRequest {
        without: vec![PDF.to_owned()],
        ..DependenciesRequest::default()
    };
    let found = workspace.dependencies(&request).unwrap();
    assert_eq!(names(&found), ["program git"]);
    assert_eq!(steps(&found.plan.drop), ["qpdf"]);
    assert_eq!(found.plan.drop[0].skills, [PDF]);

    let request = DependenciesRequest {
        without: vec!["/none".to_owned()],
        ..DependenciesRequest::default()
    };
    let error = workspace.dependencies(&request).unwrap_err();
    assert_eq!(
        error.to_string(),
        "without[0]: there is no file \"/none\" in the tree"
    );
}

#[test]
fn ways_to_install_are_those_that_skills_name() {
    let metadata = "---\nmetadata: {openclaw: {requires: {bins: [rg]}, install: [{kind: brew, formula: ripgrep, bins: [rg]}]}}\n---\n";
    let text = format!(
        "{metadata}rg\n```sh\nnpm install -g mmdc@latest\nmmdc -i x\nnpm install left-pad\n```\n"
    );
    let found = inventory(&[("SKILL.md", &text)]);
    let ways = |name: &str| -> Vec<_> {
        let ways = one(&found, name).ways.iter();
        ways.map(|way| format!("{} {}", way.installer, way.target))
            .collect()
    };
    assert_eq!(ways("rg"), ["brew ripgrep"]);
    assert_eq!(ways("mmdc"), ["npm mmdc@latest"]);
}

#[test]
fn statements_that_do_not_fit_together_are_contradictions() {
    use ContradictionReason::{DeclaredForOneHost, DeclaredUnused, DifferentAddress, NotAllowed};
    let openai = "dependencies:\n  tools:\n    - type: env_var\n      value: B_KEY\n";
    let server = |url: &str| format!("{{\"mcpServers\": {{\"git\": {{\"url\": \"{url}\"}}}}}}");
    let (here, there) = (server("https://a.example"), server("https://b.example"));
    let metadata = "---\nmetadata: {openclaw: {requires: {bins: [qpdf]}}}\n---\n";
    type Case<'c> = (&'c [(&'c str, &'c str)], &'c str, ContradictionReason);
    let cases: &[Case<'_>] = &[
        (&[("SKILL.md", metadata)], "qpdf", DeclaredUnused),
        (
            &[
                (
                    "SKILL.md",
                    "---\nmetadata: {openclaw: {requires: {env: [A_KEY]}}}\n---\nA_KEY B_KEY\n",
                ),
                ("agents/openai.yaml", openai),
            ],
            "A_KEY",
            DeclaredForOneHost,
        ),
        (
            &[(
                "SKILL.md",
                "---\nallowed-tools: Bash(git:*)\n---\n```sh\nqpdf x\n```\n",
            )],
            "qpdf",
            NotAllowed,
        ),
        (
            &[
                ("SKILL.md", ""),
                (".mcp.json", &here),
                ("/repo/x/b/SKILL.md", ""),
                ("/repo/x/b/.mcp.json", &there),
            ],
            "git",
            DifferentAddress,
        ),
    ];
    for (files, name, reason) in cases {
        let found = inventory(files);
        let reasons: Vec<_> = one(&found, name)
            .contradictions
            .iter()
            .map(|one| one.reason)
            .collect();
        assert_eq!(reasons, [*reason], "{files:?}");
    }
    let named = format!("{metadata}Use qpdf.\n");
    let found = inventory(&[("SKILL.md", &named)]);
    assert_eq!(one(&found, "qpdf").contradictions, []);
    let all = inventory(&[(
        "SKILL.md",
        "---\nallowed-tools: Bash, Bash(git:*)\n---\n```sh\nqpdf x\n```\n",
    )]);
    assert_eq!(one(&all, "qpdf").contradictions, []);
}

#[test]
fn a_host_asks_in_its_own_order_for_what_is_not_installed() {
    let openai = "dependencies:\n  tools:\n    - {type: mcp, value: docs, url: 'https://docs.example'}\n    - {type: env_var, value: B_KEY}\n    - {type: env_var, value: A_KEY}\n";
    let skill = "---\nname: pdf\ndescription: Fill in forms.\n---\nA_KEY B_KEY\n";
    let workspace = with(&[
        ("/repo/.git/HEAD", ""),
        ("SKILL.md", skill),
        ("agents/openai.yaml", openai),
    ]);
    let asks = |variables: &[&str]| -> Vec<String> {
        let installed = Installed {
            variables: Some(variables.iter().map(|&one| one.to_owned()).collect()),
            ..Installed::default()
        };
        let request = DependenciesRequest {
            hosts: vec!["codex".into()],
            installed,
            ..DependenciesRequest::default()
        };
        let found = workspace.dependencies(&request).unwrap();
        found.hosts[0]
            .asks
            .iter()
            .flat_map(|one| one.names.clone())
            .collect()
    };
    assert_eq!(asks(&[]), ["B_KEY", "A_KEY", "docs"]);
    assert_eq!(asks(&["B_KEY"]), ["A_KEY", "docs"]);
}

#[test]
fn a_host_withholds_a_skill_whose_requirements_are_not_met() {
    let skill = "---\nname: pdf\ndescription: Fill in forms.\nmetadata: {\"openclaw\": {\"requires\": {\"bins\": [\"qpdf\"]}}}\n---\nqpdf\n";
    let mut workspace = Workspace::new(
        &WorkspaceOptions::new("/repo")
            .home("/home/me")
            .host("openclaw"),
    )
    .unwrap();
    workspace.put("/home/me/.openclaw/skills/pdf/SKILL.md", skill);
    let found = workspace
        .dependencies(&DependenciesRequest::default())
        .unwrap();
    assert_eq!(found.hosts[0].host, "openclaw");
    assert_eq!(found.hosts[0].withholds[0].missing.bins, ["qpdf"]);
}

#[test]
fn bad_files_lose_nothing_else() {
    let long = "x".repeat(2 << 20);
    let mut workspace = with(&[
        ("SKILL.md", "`A_KEY`\n"),
        ("long.md", &long),
        ("agents/openai.yaml", "dependencies: ["),
        (".mcp.json", "{"),
    ]);
    workspace.put("/repo/.agents/skills/pdf/latin.md", &b"\xe9\xff"[..]);
    workspace
        .write_unread("/repo/.agents/skills/pdf/later.md")
        .unwrap();
    workspace.put("/repo/.agents/skills/pdf/data.png", &b"\x89PNG\0"[..]);
    let found = workspace
        .dependencies(&DependenciesRequest::default())
        .unwrap();
    assert_eq!(names(&found), ["variable A_KEY"]);
    let unread: Vec<_> = found
        .unread
        .iter()
        .map(|path| path.rsplit('/').next().unwrap())
        .collect();
    assert_eq!(unread, ["later.md", "latin.md", "long.md"]);
}

#[test]
fn an_unknown_host_is_named() {
    let request = DependenciesRequest {
        hosts: vec!["none".into()],
        ..DependenciesRequest::default()
    };
    let error = with(&[]).dependencies(&request).unwrap_err();
    assert_eq!(error.argument, "hosts[0].host");
}

#[test]
fn kinds_are_in_their_order() {
    use DependencyKind::{Plugin, Program, Server, Skill, Variable};
    assert!([Program, Variable, Server, Plugin, Skill].is_sorted());
}

#[test]
fn texts_of_one_long_line_take_linear_time() {
    let pieces = [
        "A=a",
        "mcp__",
        "process.env.A_KEY;",
        "Bash(",
        "`A_KEY`",
        "$A_KEY ",
        "export A_KEY=1 ",
        "\"",
        "\\",
    ];
    for piece in pieces {
        let long = piece.repeat((1 << 17) / piece.len());
        let front = format!("---\nallowed-tools: {long}\n---\n");
        let block = format!("```bash\n{long}\n```\n");
        let found = inventory(&[
            ("SKILL.md", &front),
            ("a.md", &long),
            ("b.md", &block),
            ("c.sh", &long),
            ("d.js", &long),
        ]);
        assert!(found.dependencies.len() < 10, "{piece}");
    }
}

#[test]
fn a_word_that_begins_with_a_wide_character_assigns_nothing() {
    let found = inventory(&[("SKILL.md", ""), ("run.sh", "🦀A_KEY=1\necho （$A_KEY\n")]);
    assert_eq!(names(&found), ["variable A_KEY"]);
}
