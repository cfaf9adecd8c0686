//! Tests loading skills from an MCP server.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillglass::Workspace;
use skillglass::sources::{McpAnswer, McpCall, McpReport, McpRequest};

use super::{digest, install, installed, names, text, told, workspace};

/// The answers of an MCP server.
#[derive(Default)]
struct Server {
    /// The pages of the server's list of skills.
    pages: Vec<Value>,
    /// The entries that the server returns for single skills, by URI.
    entries: BTreeMap<String, Value>,
    files: BTreeMap<String, Value>,
}

impl Server {
    fn page(mut self, skills: Value) -> Self {
        self.pages
            .push(json!({ "resultType": "complete", "skills": skills }));
        self
    }

    fn file(mut self, uri: &str, text: &str) -> Self {
        let contents = json!({ "contents": [{ "uri": uri, "text": text }] });
        self.files.insert(uri.to_owned(), contents);
        self
    }

    /// Adds a skill to the server's list, and adds the skill's files. The paths of the files are
    /// relative to the skill's folder.
    fn skill(mut self, folder: &str, files: &[(&str, &str)]) -> Self {
        let entry = entry(folder, files);
        match self.pages.last_mut() {
            Some(page) => page["skills"].as_array_mut().unwrap().push(entry),
            None => self = self.page(json!([entry])),
        }
        for (path, text) in files {
            self = self.file(&format!("skill://{folder}/{path}"), text);
        }
        self
    }

    fn answer(&self, call: &McpCall) -> Value {
        let missing = json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32602, "message": "not served" } });
        let result = match call {
            McpCall::List { cursor } => {
                let page = cursor
                    .as_deref()
                    .map_or(0, |cursor| cursor.parse().unwrap());
                self.pages.get(page).cloned()
            }
            McpCall::Get { uri } => (self.entries.get(uri)).map(|skill| json!({ "skill": skill })),
            McpCall::Read { uri } => self.files.get(uri).cloned(),
        };
        result.map_or(
            missing,
            |result| json!({ "jsonrpc": "2.0", "id": 1, "result": result }),
        )
    }

    fn take(&self, request: &McpRequest) -> (Workspace, McpReport) {
        let mut workspace = workspace();
        let report = self.take_into(&mut workspace, request);
        (workspace, report)
    }

    fn take_into(&self, workspace: &mut Workspace, request: &McpRequest) -> McpReport {
        let mut answers: Vec<McpAnswer> = Vec::new();
        loop {
            let report = workspace.take_mcp_skills(request, &answers).unwrap();
            if report.needs.is_empty() {
                return report;
            }
            for call in report.needs {
                assert!(
                    answers.iter().all(|known| known.call != call),
                    "asked for once"
                );
                let answer = self.answer(&call).to_string();
                answers.push(McpAnswer { call, answer });
            }
        }
    }

    fn report(&self) -> McpReport {
        self.take(&request()).1
    }
}

fn request() -> McpRequest {
    McpRequest {
        install: install(),
        ..McpRequest::default()
    }
}

fn resource(uri: &str, text: &str) -> Value {
    json!({ "uri": uri, "digest": digest(text), "size": text.len() })
}

/// Returns an entry in the server's list for a skill. The skill's name is that of its folder.
fn entry(folder: &str, files: &[(&str, &str)]) -> Value {
    let name = folder.rsplit('/').next().unwrap();
    let listed = files.iter();
    let listed = listed.map(|(path, text)| resource(&format!("skill://{folder}/{path}"), text));
    json!({
        "uri": format!("skill://{folder}/SKILL.md"),
        "frontmatter": { "name": name, "description": format!("About {name}.") },
        "resources": listed.collect::<Vec<_>>(),
    })
}

/// Returns the report on a server with one skill. In its entry, the value at the JSON pointer is
/// replaced first.
fn changed(pointer: &str, value: Value) -> McpReport {
    let text = text("a");
    let mut server = Server::default().skill("a", &[("SKILL.md", &text), ("x.md", "x")]);
    let place = server.pages[0]["skills"][0].pointer_mut(pointer);
    *place.unwrap() = value;
    server.report()
}

#[test]
fn the_list_is_read_page_by_page_then_each_skills_own_file() {
    let text = text("a");
    let mut server = Server::default()
        .skill("a", &[("SKILL.md", &text), ("x.md", "x")])
        .page(json!([]));
    server.pages[0]["nextCursor"] = json!("1");
    let mut workspace = workspace();
    let mut answers = Vec::new();
    let mut calls = Vec::new();
    loop {
        let needs = workspace
            .take_mcp_skills(&request(), &answers)
            .unwrap()
            .needs;
        if needs.is_empty() {
            break;
        }
        for call in needs {
            calls.push(serde_json::to_value(&call).unwrap());
            let answer = server.answer(&call).to_string();
            answers.push(McpAnswer { call, answer });
        }
    }
    assert_eq!(
        json!(calls),
        json!([
            { "method": "skills/list", "params": {} },
            { "method": "skills/list", "params": { "cursor": "1" } },
            { "method": "resources/read", "params": { "uri": "skill://a/SKILL.md" } },
        ])
    );
}

#[test]
fn a_skill_becomes_a_folder_that_every_host_can_be_shown() {
    let text = text("refunds");
    let server =
        Server::default().skill("acme/refunds", &[("SKILL.md", &text), ("docs/x.md", "x")]);
    let (mut workspace, report) = server.take(&request());
    assert_eq!(told(&report.problems), [""; 0]);
    assert_eq!(report.skills[0].uri, "skill://acme/refunds/SKILL.md");
    assert_eq!(
        (report.skills[0].files, report.skills[0].dynamic),
        (2, false)
    );
    assert_eq!(
        installed(&report.install),
        [
            "/project/.agents/skills/refunds/SKILL.md = /source/refunds/SKILL.md",
            "/project/.agents/skills/refunds/docs/x.md = /source/refunds/docs/x.md",
            "/project/.claude/skills/refunds -> ../../.agents/skills/refunds",
        ]
    );
    workspace.put_installed(&report.install);
    assert_eq!(workspace.catalog().skills[0].name, "refunds");
    let file = workspace
        .tree()
        .entry("/project/.agents/skills/refunds/docs/x.md");
    assert_eq!(
        file.unwrap().contents(),
        None,
        "it is known, and not read yet"
    );
}

#[test]
fn supporting_files_are_read_and_checked_when_they_are_asked_for() {
    let text = text("a");
    let files = [
        ("SKILL.md", &*text),
        ("x.md", "x"),
        ("gone.md", ""),
        ("long.md", "y"),
        ("other.md", "z"),
    ];
    let mut server = Server::default()
        .skill("a", &files)
        .file("skill://a/long.md", "yy")
        .file("skill://a/other.md", "Z");
    server.files.remove("skill://a/gone.md");
    let blob = json!({ "contents": [{ "uri": "skill://a/x.md", "blob": "eA==" }] });
    server.files.insert("skill://a/x.md".to_owned(), blob);
    let request = McpRequest {
        supporting: true,
        ..request()
    };
    let (workspace, report) = server.take(&request);
    let file = workspace.tree().entry("/source/a/x.md").unwrap();
    assert_eq!(file.contents().unwrap().text(), Ok("x"));
    let at = "answers[0].answer.result.skills[0].resources";
    assert_eq!(
        told(&report.problems),
        [
            format!("missing-file drops file: skill://a/gone.md {at}"),
            format!("size-mismatch drops file: skill://a/long.md {at}"),
            format!("digest-mismatch drops file: skill://a/other.md {at}"),
        ]
    );
    assert!(
        report.problems[0].message.contains("-32602: `not served`"),
        "{:?}",
        report.problems[0]
    );
    assert_eq!(report.skills[0].files, 2);
}

#[test]
fn a_skill_that_is_not_what_its_entry_says_is_left_out_with_the_member_that_is_wrong() {
    let other = digest("other");
    let cases = [
        ("/uri", json!("skill://a/skill.md"), "bad-url", ".uri"),
        ("/uri", json!("skill://a/../SKILL.md"), "bad-url", ".uri"),
        ("/uri", json!(3), "bad-entry", ""),
        (
            "/frontmatter",
            json!(null),
            "bad-frontmatter",
            ".frontmatter",
        ),
        (
            "/frontmatter/name",
            json!(""),
            "bad-frontmatter",
            ".frontmatter",
        ),
        (
            "/frontmatter/description",
            json!("Else."),
            "frontmatter-mismatch",
            ".frontmatter",
        ),
        ("/resources", json!("static"), "bad-files", ".resources"),
        ("/resources", json!(null), "bad-files", ".resources"),
        (
            "/resources",
            json!([]),
            "skill-file-not-listed",
            ".resources",
        ),
        (
            "/resources/0/digest",
            json!("sha256:00"),
            "bad-digest",
            ".resources[0].digest",
        ),
        (
            "/resources/0/size",
            json!(-1),
            "bad-size",
            ".resources[0].size",
        ),
        (
            "/resources/0/size",
            json!(1.5),
            "bad-size",
            ".resources[0].size",
        ),
        ("/resources/0/size", json!(3), "size-mismatch", ""),
        ("/resources/0/digest", json!(other), "digest-mismatch", ""),
        (
            "/resources/1/size",
            json!(16 << 20),
            "too-large",
            ".resources",
        ),
    ];
    for (pointer, value, code, member) in cases {
        let report = changed(pointer, value.clone());
        assert_eq!(report.skills, [], "{pointer} {value}");
        let told = told(&report.problems);
        assert!(
            told[0].starts_with(&format!("{code} drops skill: "))
                && told[0].ends_with(&format!("answers[0].answer.result.skills[0]{member}")),
            "{pointer} {value}: {told:?}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_the_skills_is_left_out_alone() {
    let cases = [
        (
            "/resources/1/uri",
            json!("skill://b/x.md"),
            "outside-skill",
            ".uri",
        ),
        (
            "/resources/1/uri",
            json!("skill://a/../x.md"),
            "outside-skill",
            ".uri",
        ),
        (
            "/resources/1/uri",
            json!("skill://a/%2e%2e/x.md"),
            "outside-skill",
            ".uri",
        ),
        (
            "/resources/1/uri",
            json!("file:///etc/passwd"),
            "outside-skill",
            ".uri",
        ),
        ("/resources/1/uri", json!(null), "bad-entry", ""),
        ("/resources/1/digest", json!("x"), "bad-digest", ".digest"),
        ("/resources/1/size", json!("1"), "bad-size", ".size"),
        ("/resources/1", json!(null), "bad-entry", ""),
    ];
    for (pointer, value, code, member) in cases {
        let report = changed(pointer, value.clone());
        assert_eq!(report.skills[0].files, 1, "{pointer} {value}");
        let at = "answers[0].answer.result.skills[0].resources[1]";
        assert_eq!(
            told(&report.problems),
            [format!(
                "{code} drops file: skill://a/SKILL.md {at}{member}"
            )],
            "{pointer} {value}"
        );
    }
}

#[test]
fn a_file_that_is_listed_twice_is_taken_once() {
    let text = text("a");
    let server = Server::default().skill("a", &[("SKILL.md", &text), ("x.md", "x"), ("x.md", "x")]);
    let report = server.report();
    assert_eq!(report.skills[0].files, 2);
    let at = "answers[0].answer.result.skills[0].resources[2].uri";
    assert_eq!(
        told(&report.problems),
        [format!(
            "duplicate-resource drops nothing: skill://a/SKILL.md {at}"
        )]
    );
}

#[test]
fn more_files_than_every_host_takes_leave_the_skill_out() {
    let text = text("a");
    for (count, is_taken) in [(512, true), (513, false)] {
        let paths: Vec<_> = (1..count).map(|number| format!("f{number}")).collect();
        let mut files = vec![("SKILL.md", &*text)];
        files.extend(paths.iter().map(|path| (&**path, "")));
        let report = Server::default().skill("a", &files).report();
        assert_eq!(!report.skills.is_empty(), is_taken, "{count}");
    }
}

#[test]
fn frontmatter_is_compared_field_by_field_whatever_the_order() {
    let text =
        "---\nname: a\ndescription: About a.\nmetadata: {b: 1, a: [true, null]}\nlicense:\n---\n";
    let with = |fields: Value| {
        let mut server = Server::default().skill("a", &[("SKILL.md", text)]);
        let frontmatter = &mut server.pages[0]["skills"][0]["frontmatter"];
        for (name, value) in fields.as_object().unwrap() {
            frontmatter[name] = value.clone();
        }
        server.report()
    };
    let same = json!({ "license": null, "metadata": { "a": [true, null], "b": 1 } });
    assert_eq!(with(same).skills.len(), 1);
    for (fields, differing) in [
        (json!({ "license": null }), "\"metadata\""),
        (
            json!({ "license": "", "metadata": { "a": [true, null], "b": 1 } }),
            "\"license\"",
        ),
        (
            json!({ "license": null, "metadata": { "a": [true], "b": 1 } }),
            "\"metadata\"",
        ),
        (
            json!({ "license": null, "metadata": { "a": [true, null], "b": 1 }, "x": 1 }),
            "\"x\"",
        ),
    ] {
        let report = with(fields.clone());
        assert_eq!(report.skills, [], "{fields}");
        let message = &report.problems[0].message;
        assert!(
            message.ends_with(&format!("differ in {differing}")),
            "{message}"
        );
    }
}

#[test]
fn a_dynamic_skill_is_taken_unchecked_and_says_so() {
    let text = text("a");
    let mut server = Server::default().skill("a", &[("SKILL.md", &text)]);
    server.pages[0]["skills"][0]["resources"] = json!("dynamic");
    let report = server.report();
    assert!(report.skills[0].dynamic);
    assert_eq!(told(&report.problems), [""; 0]);
}

#[test]
fn a_name_that_is_not_the_folders_is_told_and_taken() {
    let text = text("refunds");
    let mut server = Server::default().skill("a", &[("SKILL.md", &text)]);
    server.pages[0]["skills"][0]["frontmatter"] =
        json!({ "name": "refunds", "description": "About refunds." });
    let report = server.report();
    assert_eq!(report.install.skills[0].installed_as, "a");
    let at = "answers[0].answer.result.skills[0].frontmatter.name";
    assert_eq!(
        told(&report.problems),
        [format!(
            "name-mismatch drops nothing: skill://a/SKILL.md {at}"
        )]
    );
}

#[test]
fn skills_of_one_name_lie_in_folders_of_their_whole_paths() {
    let text = text("refunds");
    let file = [("SKILL.md", &*text)];
    let mut server = Server::default()
        .skill("acme/billing/refunds", &file)
        .skill("acme/support/refunds", &file)
        .skill("acme-support/refunds", &file);
    let mut other = entry("refunds", &file);
    other["uri"] = json!("github://acme-support/refunds/SKILL.md");
    other["resources"] = json!([resource("github://acme-support/refunds/SKILL.md", &text)]);
    server.pages[0]["skills"]
        .as_array_mut()
        .unwrap()
        .push(other);
    let server = server.file("github://acme-support/refunds/SKILL.md", &text);
    let report = server.report();
    let folders: Vec<_> = (report.install.skills.iter())
        .map(|skill| &*skill.installed_as)
        .collect();
    assert_eq!(
        folders,
        [
            "refunds",
            "acme-support-refunds",
            "acme-support-refunds~2",
            "acme-support-refunds~3"
        ]
    );
    assert_eq!(report.problems.len(), 3);
    assert!(told(&report.problems)[0].starts_with("same-name drops nothing: "));
}

#[test]
fn a_skill_of_the_project_that_would_be_replaced_is_told() {
    let own = text("a");
    let server = Server::default().skill("a", &[("SKILL.md", &own)]);
    let mut workspace = workspace();
    let file = "/project/.claude/skills/a/SKILL.md";
    workspace.write(file, text("another")).unwrap();
    let report = server.take_into(&mut workspace, &request());
    assert_eq!(
        told(&report.problems),
        ["same-name drops nothing: skill://a/SKILL.md answers[0].answer.result.skills[0].uri"]
    );
    workspace.write(file, &own).unwrap();
    let report = server.take_into(&mut workspace, &request());
    assert_eq!(told(&report.problems), [""; 0], "it is the same skill");
}

#[test]
fn a_nested_skill_is_one_of_its_own_and_a_file_of_the_other() {
    let (outer, inner) = (text("a"), text("b"));
    let server = Server::default()
        .skill("a", &[("SKILL.md", &outer), ("b/SKILL.md", &inner)])
        .skill("a/b", &[("SKILL.md", &inner)]);
    let (workspace, report) = server.take(&request());
    assert_eq!(names(&report.install), ["a", "b"]);
    assert_eq!(told(&report.problems), [""; 0]);
    assert!(workspace.tree().entry("/source/a/b/SKILL.md").is_some());
}

#[test]
fn a_skill_that_is_not_listed_is_asked_for_by_its_uri() {
    let text = text("hidden");
    let uri = "skill://hidden/SKILL.md";
    let mut server = Server::default().page(json!([])).file(uri, &text);
    server
        .entries
        .insert(uri.to_owned(), entry("hidden", &[("SKILL.md", &text)]));
    let with = |uri: &str| McpRequest {
        uris: vec![uri.to_owned()],
        ..request()
    };
    let (_, report) = server.take(&with(uri));
    assert_eq!(names(&report.install), ["hidden"]);
    let (_, report) = server.take(&with("skill://gone/SKILL.md"));
    assert_eq!(
        told(&report.problems),
        ["answer-error drops skill: skill://gone/SKILL.md answers[1].answer.error"]
    );
}

#[test]
fn an_entry_that_was_asked_for_replaces_the_one_of_the_list() {
    let text = text("a");
    let uri = "skill://a/SKILL.md";
    let mut server = Server::default().skill("a", &[("SKILL.md", &text)]);
    server.pages[0]["skills"][0]["resources"][0]["digest"] = json!(digest("as it was"));
    server
        .entries
        .insert(uri.to_owned(), entry("a", &[("SKILL.md", &text)]));
    let request = McpRequest {
        uris: vec![uri.to_owned()],
        ..request()
    };
    let (_, report) = server.take(&request);
    assert_eq!(names(&report.install), ["a"]);
}

#[test]
fn an_answer_that_is_none_is_told() {
    let cases = [
        (
            "<html>",
            "not-json drops index: skills/list answers[0].answer",
        ),
        (
            "{}",
            "not-an-index drops index: skills/list answers[0].answer",
        ),
        (
            r#"{"result": {"skills": 3}}"#,
            "not-an-index drops index: skills/list answers[0].answer.result",
        ),
        (
            r#"{"error": {"code": -32601, "message": "no"}}"#,
            "answer-error drops index: skills/list answers[0].answer.error",
        ),
    ];
    for (answer, expected) in cases {
        let answers = [McpAnswer {
            call: McpCall::List { cursor: None },
            answer: answer.to_owned(),
        }];
        let report = workspace().take_mcp_skills(&request(), &answers).unwrap();
        assert_eq!(told(&report.problems), [expected], "{answer}");
        assert_eq!(report.needs, []);
    }
}

#[test]
fn the_result_may_stand_by_itself() {
    let answers = [McpAnswer {
        call: McpCall::List { cursor: None },
        answer: json!({ "skills": [{ "uri": 3 }] }).to_string(),
    }];
    let report = workspace().take_mcp_skills(&request(), &answers).unwrap();
    assert_eq!(
        told(&report.problems),
        ["bad-entry drops skill: skills/list answers[0].answer.skills[0]"]
    );
}

#[test]
fn only_the_skills_that_are_asked_for_by_name_are_put_where_hosts_look() {
    let (a, b) = (text("a"), text("b"));
    let server = Server::default()
        .skill("a", &[("SKILL.md", &a)])
        .skill("b", &[("SKILL.md", &b)]);
    let mut request = request();
    request.install.skills = vec!["B".to_owned()];
    let (_, report) = server.take(&request);
    assert_eq!(names(&report.install), ["a", "b"]);
    assert_eq!(
        installed(&report.install)[0],
        "/project/.agents/skills/b/SKILL.md = /source/b/SKILL.md"
    );
    request.install.skills = vec!["c".to_owned()];
    let (_, report) = server.take(&request);
    assert_eq!(
        report.install.error.as_deref(),
        Some("No matching skills found for: c")
    );
}
