//! Runs the examples of the pages in `docs/hosts`, and compares the answers that the page expects
//! with those of this crate.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skillglass::hosts::standard::{FindingCode, validate};
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::invocation::{
    Invocation, InvocationOutcome, InvocationRequest, RequestOutput, SkillCall,
};
use skillglass::model::message::{Message, Role};
use skillglass::model::permission::Verdict;
use skillglass::model::turn::{Outcome, SkipReason, Turn, TurnInput, TurnRequest};
use skillglass::tree::path;
use skillglass::{Session, Workspace, WorkspaceOptions, hosts};

use crate::common::skills_folder;

/// The folder that contains one page for each host.
const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/hosts");

/// The line with which an example begins. The line with which it ends is [`FENCE_END`].
const FENCE: &str = "```json skillglass-example";
const FENCE_END: &str = "```";

/// The key in `expect` whose answers hold for all editions.
const ANY_EDITION: &str = "any";

/// A text in the JSON of an example: one string, or a list of its lines.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Whole(String),
    Lines(Vec<String>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Example {
    /// The host's id. If it is absent, the example is about the host of the page.
    host: Option<String>,
    #[serde(default = "repository")]
    cwd: String,
    /// Folders of skills, each with the description of its skill. The skill's name is the last part
    /// of the folder. A folder that is not absolute is in the folder of the project's skills.
    #[serde(default)]
    skills: BTreeMap<String, String>,
    #[serde(default)]
    files: BTreeMap<String, Text>,
    #[serde(default)]
    links: BTreeMap<String, String>,
    /// Files that the model reads or changes before the host is asked for its answers.
    #[serde(default)]
    touch: Vec<String>,
    /// Prompts that the user typed earlier in the same conversation.
    #[serde(default)]
    earlier: Vec<String>,
    /// The prompt that the user types.
    prompt: Option<String>,
    /// The skills that the user chose in a menu: the name of each by its path.
    #[serde(default)]
    choose: BTreeMap<String, String>,
    #[serde(default)]
    connectors: Vec<String>,
    /// Commands that the model runs in the working directory.
    #[serde(default)]
    commands: Vec<String>,
    /// The name of the skill in the model's call of the host's tool.
    call: Option<String>,
    /// The arguments in the model's call of the host's tool.
    args: Option<String>,
    /// True if the user answers the host's question with yes.
    #[serde(default)]
    approved: bool,
    /// The output of each command in a skill's text, by the command.
    #[serde(default)]
    outputs: BTreeMap<String, Printed>,
    /// The expected answers, by edition.
    expect: BTreeMap<String, Expected>,
    /// The options of the workspace: all fields of the example that are not named above.
    #[serde(flatten)]
    options: Map<String, Value>,
}

/// The output of a command, with the exit code if the command fails.
#[derive(Deserialize)]
#[serde(untagged)]
enum Printed {
    Well(String),
    Failed(RequestOutput),
}

fn repository() -> String {
    "/repo".to_owned()
}

/// The answers that an example expects. An absent field is not compared.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Expected {
    /// The names of the enabled skills, in the order of the catalog.
    names: Option<Vec<String>>,
    descriptions: Option<Vec<String>>,
    errors: Option<Vec<String>>,
    left_out: Option<BTreeMap<String, LeftOutReason>>,
    /// The fields that the host reads and then ignores. `None` in the list stands for a whole file
    /// that is ignored.
    ignored: Option<Vec<Option<String>>>,
    lines: Option<Vec<String>>,
    root_lines: Option<Vec<String>>,
    list_role: Option<Role>,
    list_starts: Option<Text>,
    /// The beginning of the warning about the list. An empty text means that no warning is
    /// expected.
    warning_starts: Option<String>,
    /// The names of the skills that the prompt selects, in the order in which their texts are
    /// injected.
    selected: Option<Vec<String>>,
    /// The reasons why mentions select no skill, by the mentioned name.
    skipped: Option<BTreeMap<String, SkipReason>>,
    messages: Option<Vec<Text>>,
    /// The files that `@` attaches: those of the model's call if the example has one, otherwise
    /// those of the prompt.
    attached: Option<Vec<String>>,
    /// The path of the skill that each of the model's commands uses, `None` for a command that uses
    /// none.
    uses: Option<Vec<Option<String>>>,
    /// The text with which the host's tool answers the model's call.
    answer: Option<Text>,
    /// The outcomes of the invoked skills: that of the model's call if the example has one,
    /// otherwise those of the prompt.
    outcomes: Option<Vec<String>>,
    /// The code of the refusal if the first invocation is refused. The next field is the message of
    /// its refusal or failure.
    code: Option<u32>,
    says: Option<String>,
    permission: Option<Verdict>,
    /// The permission rules that the host offers when it asks the user.
    offers: Option<Vec<String>>,
    /// The commands that the skill's text requests, in order, each after the host's decision on it.
    requests: Option<Vec<String>>,
    /// The skill's text after all placeholders and outputs were inserted.
    content: Option<Text>,
    /// The changes that the invoked skill makes to the conversation. Fields that the example leaves
    /// out are not compared.
    changes: Option<Value>,
    fork: Option<Value>,
    /// The messages that a compaction after the prompt puts into the conversation again.
    restored: Option<Vec<Text>>,
    /// The findings of the standard's reference validator in each file of the example, by path.
    findings: Option<BTreeMap<String, Vec<FindingCode>>>,
}

/// The JSON of an example, and the line of the page on which it begins.
struct Block {
    line: usize,
    text: String,
}

impl Text {
    fn joined(&self) -> String {
        match self {
            Self::Whole(text) => text.clone(),
            Self::Lines(lines) => lines.join("\n"),
        }
    }

    /// Returns the text as the contents of a file: each line of a list gets a line end.
    fn file(&self) -> String {
        match self {
            Self::Whole(text) => text.clone(),
            Self::Lines(lines) => lines.iter().map(|line| format!("{line}\n")).collect(),
        }
    }
}

fn examples(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (index, line) in page.lines().enumerate() {
        if open && line == FENCE_END {
            open = false;
        } else if open {
            if let Some(block) = blocks.last_mut() {
                block.text.push_str(line);
                block.text.push('\n');
            }
        } else if line == FENCE {
            open = true;
            blocks.push(Block {
                line: index + 1,
                text: String::new(),
            });
        } else {
            assert!(
                !line.contains("skillglass-example"),
                "line {}: an example begins with the line {FENCE}",
                index + 1
            );
        }
    }
    assert!(!open, "an example does not end");
    blocks
}

fn run(page_host: &str, text: &str) -> Result<(), String> {
    let example: Example = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let host = example.host.as_deref().unwrap_or(page_host);
    if example.expect.is_empty() {
        return Err("it expects nothing".to_owned());
    }
    let editions: Vec<_> = hosts::hosts()
        .into_iter()
        .filter(|known| known.host == host)
        .flat_map(|known| known.editions)
        .collect();
    for (edition, expected) in &example.expect {
        let of_it: Vec<_> = editions
            .iter()
            .filter(|known| edition == ANY_EDITION || edition == *known)
            .collect();
        if of_it.is_empty() {
            return Err(format!("there is no edition {edition}"));
        }
        for edition in of_it {
            compare(&example, host, edition, expected)
                .map_err(|error| format!("{edition}: {error}"))?;
        }
    }
    Ok(())
}

fn workspace(example: &Example, host: &str, edition: &str) -> Result<Workspace, String> {
    let mut options = example.options.clone();
    options.insert("cwd".to_owned(), Value::from(example.cwd.as_str()));
    let options = serde_json::from_value(Value::Object(options));
    let options: WorkspaceOptions = options.map_err(|error| error.to_string())?;
    let options = WorkspaceOptions {
        touched: Some(example.touch.clone()),
        ..options.home("/home/me").host(host).edition(edition)
    };
    let mut workspace = Workspace::new(&options).map_err(|error| error.to_string())?;
    let refused = |refused| format!("{refused:?}");
    workspace
        .write("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .map_err(refused)?;
    for directory in ["/repo/.git/objects", "/repo/.git/refs"] {
        workspace.make_directory(directory).map_err(refused)?;
    }
    for (folder, description) in &example.skills {
        let folder = path::resolve(skills_folder(host), folder);
        let name = path::file_name(&folder);
        // Cline drops a skill without a body.
        let body = if host == "cline" { "Text.\n" } else { "" };
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n{body}");
        let file = path::join(&folder, "SKILL.md");
        workspace.write(&file, text).map_err(refused)?;
    }
    for (path, text) in &example.files {
        workspace.write(path, text.file()).map_err(refused)?;
    }
    for (path, target) in &example.links {
        workspace.link(path, target).map_err(refused)?;
    }
    Ok(workspace)
}

fn request(example: &Example) -> TurnRequest {
    let chosen = example.choose.iter().map(|(path, name)| TurnInput::Skill {
        name: name.clone(),
        path: path.clone(),
    });
    let typed = example
        .prompt
        .iter()
        .map(|text| TurnInput::Text { text: text.clone() });
    TurnRequest {
        inputs: typed.chain(chosen).collect(),
        connectors: example
            .connectors
            .iter()
            .map(|slug| (slug.clone(), 1))
            .collect(),
        ..TurnRequest::default()
    }
}

/// Returns a conversation in which the user typed the example's earlier prompts.
fn session(workspace: &Workspace, example: &Example) -> Session {
    let mut session = Session::new();
    for text in &example.earlier {
        let typed = TurnRequest::from(text.as_str());
        session.turn(workspace, &typed);
    }
    session
}

/// Returns the example's output for each command that the invocations request, by the id of the
/// request.
fn outputs(example: &Example, used: &[Invocation]) -> BTreeMap<String, RequestOutput> {
    let requests = used.iter().flat_map(|used| &used.requests);
    let outputs = requests.filter_map(|request| {
        let InvocationRequest::Command { id, command, .. } = request else {
            return None;
        };
        let output = match example.outputs.get(command)? {
            Printed::Well(text) => RequestOutput {
                text: text.clone(),
                exit_code: 0,
            },
            Printed::Failed(output) => output.clone(),
        };
        Some((id.clone(), output))
    });
    outputs.collect()
}

/// Returns the turn for the example's prompt, and the messages that a compaction restores after it.
/// If the example has outputs of commands, the turn is repeated with them.
fn turn(workspace: &Workspace, example: &Example) -> (Turn, Vec<Message>) {
    let mut session = session(workspace, example);
    let mut request = request(example);
    let mut turn = session.turn(workspace, &request);
    if !example.outputs.is_empty() {
        request.outputs = outputs(example, &turn.invocations);
        turn = session.turn(workspace, &request);
    }
    (turn, session.compact(workspace, None))
}

/// Returns the result of the model's call of the host's tool, `None` if the example has no call or
/// the call is an error. If the example has outputs of commands, the call is repeated with them.
fn call(workspace: &Workspace, example: &Example) -> Option<Invocation> {
    let mut session = session(workspace, example);
    let mut call = SkillCall {
        skill: example.call.clone()?,
        args: example.args.clone(),
        approved: example.approved,
        ..SkillCall::default()
    };
    let mut used = session.invoke(workspace, &call).ok()?;
    if !example.outputs.is_empty() {
        call.outputs = outputs(example, std::slice::from_ref(&used));
        used = session.invoke(workspace, &call).ok()?;
    }
    Some(used)
}

/// Returns the word that stands for a value in the JSON of answers: a string, or the `status` of an
/// object.
fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        Ok(Value::Object(of)) => of["status"].as_str().unwrap_or_default().to_owned(),
        other => panic!("{other:?} is no word"),
    }
}

fn compare(
    example: &Example,
    host: &str,
    edition: &str,
    expected: &Expected,
) -> Result<(), String> {
    let workspace = workspace(example, host, edition)?;
    let mut compared = Compared::default();
    compare_catalog(&mut compared, expected, &workspace);
    let (turn, restored) = turn(&workspace, example);
    let called = call(&workspace, example);
    let used = match &called {
        Some(called) => std::slice::from_ref(called),
        None => turn.invocations.as_slice(),
    };
    let uses = example.commands.iter();
    let uses = uses.map(|command| workspace.implicit_use(command, &example.cwd));
    compared.same("uses", &expected.uses, || {
        uses.map(|skill| skill.unwrap_or(None)).collect()
    });
    compare_turn(&mut compared, expected, &turn, called.as_ref());
    compare_uses(&mut compared, expected, used);
    let put_back = expected.restored.as_ref();
    let put_back = put_back.map(|texts| texts.iter().map(Text::joined).collect::<Vec<_>>());
    compared.same("restored", &put_back, || {
        let messages = restored.iter();
        messages.map(|message| message.text.clone()).collect()
    });
    compared.same("findings", &expected.findings, || {
        let files = example.files.iter();
        files
            .map(|(file, text)| {
                let folder = path::parent(file).map_or("", path::file_name);
                let findings = validate(&text.file(), folder).into_iter();
                (file.clone(), findings.map(|finding| finding.code).collect())
            })
            .collect()
    });
    compared.outcome()
}

/// Compares the catalog and the list of skills with the expected answers.
fn compare_catalog(compared: &mut Compared, expected: &Expected, workspace: &Workspace) {
    let catalog = workspace.catalog();
    let listing = workspace.listing();
    let skills = catalog.skills.iter();
    let enabled: Vec<_> = skills.filter(|skill| skill.enabled).collect();
    compared.same("names", &expected.names, || {
        enabled.iter().map(|skill| skill.name.clone()).collect()
    });
    compared.same("descriptions", &expected.descriptions, || {
        let skills = enabled.iter();
        skills.map(|skill| skill.description.clone()).collect()
    });
    compared.same("errors", &expected.errors, || {
        let errors = catalog.errors.iter();
        errors.map(|error| error.message.clone()).collect()
    });
    compared.same("leftOut", &expected.left_out, || {
        let left_out = catalog.left_out.iter();
        left_out
            .map(|left_out| (left_out.path.clone(), left_out.reason))
            .collect()
    });
    compared.same("ignored", &expected.ignored, || {
        let ignored = catalog.ignored.iter();
        ignored.map(|ignored| ignored.field.clone()).collect()
    });
    compared.same("lines", &expected.lines, || {
        let entries = listing.entries.iter();
        entries.filter_map(|entry| entry.line.clone()).collect()
    });
    compared.same("rootLines", &expected.root_lines, || {
        listing.root_lines.clone()
    });
    let message = listing.message.as_ref();
    compared.same("listRole", &expected.list_role.map(Some), || {
        message.map(|message| message.role)
    });
    let starts = expected.list_starts.as_ref().map(Text::joined);
    compared.same("listStarts", &starts, || {
        let text = message.map_or("", |message| message.text.as_str());
        beginning(text, starts.as_deref().unwrap_or_default())
    });
    compared.same("warningStarts", &expected.warning_starts, || {
        let warning = listing.warning.as_deref().unwrap_or_default();
        match expected.warning_starts.as_deref() {
            None | Some("") => warning.to_owned(),
            Some(start) => beginning(warning, start),
        }
    });
}

/// Compares a turn's selected skills and messages with the expected answers. If the example has a
/// call, its messages count.
fn compare_turn(
    compared: &mut Compared,
    expected: &Expected,
    turn: &Turn,
    called: Option<&Invocation>,
) {
    compared.same("selected", &expected.selected, || {
        let selected = turn.selected.iter();
        selected.map(|skill| skill.name.clone()).collect()
    });
    compared.same("skipped", &expected.skipped, || {
        let mentions = turn.mentions.iter();
        mentions
            .filter_map(|mention| match mention.outcome {
                Outcome::Skipped { reason, .. } => Some((mention.name.clone(), reason)),
                Outcome::Selected { .. } => None,
            })
            .collect()
    });
    let messages = expected.messages.as_ref();
    let messages = messages.map(|texts| texts.iter().map(Text::joined).collect::<Vec<_>>());
    compared.same("messages", &messages, || {
        let messages = turn.messages.iter();
        messages.map(|message| message.text.clone()).collect()
    });
    compared.same("attached", &expected.attached, || match called {
        Some(called) => called.attached.clone(),
        None => turn.attached.clone(),
    });
    let answer = expected.answer.as_ref().map(Text::joined);
    compared.same("answer", &answer, || {
        let messages = called.iter().flat_map(|called| &called.messages);
        messages.map(|message| message.text.as_str()).collect()
    });
}

/// Compares the outcomes of the invoked skills with the expected answers.
fn compare_uses(compared: &mut Compared, expected: &Expected, used: &[Invocation]) {
    let first = used.first();
    compared.same("outcomes", &expected.outcomes, || {
        used.iter().map(|used| word(&used.outcome)).collect()
    });
    compared.same("code", &expected.code.map(Some), || {
        match first.map(|used| &used.outcome) {
            Some(InvocationOutcome::Refused { code, .. }) => *code,
            _ => None,
        }
    });
    compared.same("says", &expected.says, || {
        match first.map(|used| &used.outcome) {
            Some(
                InvocationOutcome::Refused { message, .. }
                | InvocationOutcome::Failed { message, .. },
            ) => message.clone(),
            _ => String::new(),
        }
    });
    let permission = first.and_then(|used| used.permission.as_ref());
    compared.same("permission", &expected.permission.map(Some), || {
        permission.map(|permission| permission.verdict)
    });
    compared.same("offers", &expected.offers, || {
        let offers = permission
            .iter()
            .flat_map(|permission| &permission.suggestions);
        offers.map(|offer| offer.rule.clone()).collect()
    });
    compared.same("requests", &expected.requests, || {
        let requests = used.iter().flat_map(|used| &used.requests);
        requests
            .filter_map(|request| match request {
                InvocationRequest::Command {
                    command, verdict, ..
                } => Some(format!("{}: {command}", word(verdict))),
                InvocationRequest::Prompt { .. } => None,
            })
            .collect()
    });
    let content = expected.content.as_ref().map(Text::joined);
    compared.same("content", &content, || {
        let content = first.and_then(|used| used.content.clone());
        content.unwrap_or_default()
    });
    compared.same("changes", &expected.changes, || {
        members(expected.changes.as_ref(), first.map(|used| &used.changes))
    });
    compared.same("fork", &expected.fork, || {
        members(expected.fork.as_ref(), first.map(|used| &used.fork))
    });
}

/// Returns an answer as JSON with only the fields that the expected answer has.
fn members(compared: Option<&Value>, got: impl Serialize) -> Value {
    match (compared, serde_json::to_value(got)) {
        (Some(Value::Object(compared)), Ok(Value::Object(mut got))) => {
            got.retain(|member, _| compared.contains_key(member));
            Value::Object(got)
        }
        (_, got) => got.unwrap_or_default(),
    }
}

/// Returns the beginning of a text that is as long as the expected beginning.
fn beginning(text: &str, compared: &str) -> String {
    text.chars().take(compared.chars().count()).collect()
}

#[derive(Default)]
struct Compared {
    fields: usize,
    differences: Vec<String>,
}

impl Compared {
    fn same<T: PartialEq + Debug>(
        &mut self,
        field: &str,
        expected: &Option<T>,
        got: impl FnOnce() -> T,
    ) {
        let Some(expected) = expected else {
            return;
        };
        self.fields += 1;
        let got = got();
        if *expected != got {
            self.differences
                .push(format!("{field}: expected {expected:?}, got {got:?}"));
        }
    }

    fn outcome(self) -> Result<(), String> {
        if self.fields == 0 {
            return Err("it expects nothing".to_owned());
        }
        if self.differences.is_empty() {
            Ok(())
        } else {
            Err(self.differences.join("\n"))
        }
    }
}

/// Returns each page's name, its host's id and its text.
/// A page's name begins with the id: `claude-code.md` and `claude-code-use.md` are pages of
/// `claude-code`.
fn pages() -> Vec<(String, String, String)> {
    let hosts = hosts::hosts();
    let files = fs::read_dir(PAGES).unwrap();
    let mut pages: Vec<_> = files
        .map(|file| {
            let path = file.unwrap().path();
            let page = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let names = hosts.iter().map(|host| host.host.clone());
            let host = names.filter(|host| page.starts_with(host)).max();
            let host = host.unwrap_or_else(|| panic!("{page} is named after no host"));
            (page, host, fs::read_to_string(path).unwrap())
        })
        .collect();
    pages.sort();
    pages
}

#[test]
fn every_example_does_what_its_page_says() {
    let mut failures = Vec::new();
    for (page, host, text) in pages() {
        let blocks = examples(&text);
        if blocks.is_empty() {
            failures.push(format!("docs/hosts/{page}.md has no examples"));
        }
        failures.extend(blocks.iter().filter_map(|block| {
            let error = run(&host, &block.text).err()?;
            Some(format!("docs/hosts/{page}.md:{}: {error}", block.line))
        }));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_host_has_a_page() {
    let pages = pages();
    for host in hosts::hosts() {
        assert!(
            pages.iter().any(|(page, ..)| *page == host.host),
            "{}",
            host.host
        );
    }
}

#[test]
fn a_malformed_example_fails() {
    for text in [
        "",
        "{",
        r#"{"files": {}}"#,
        r#"{"files": {}, "expect": {}}"#,
        r#"{"files": {}, "expect": {"any": {}}}"#,
        r#"{"files": {}, "expect": {"any": {"name": ["a"]}}}"#,
        "{}",
        r#"{"files": {}, "typo": 1, "expect": {"any": {"names": []}}}"#,
        r#"{"files": {}, "expect": {"2020-01": {"names": []}}}"#,
        r#"{"files": {"relative": ""}, "expect": {"any": {"names": []}}}"#,
    ] {
        assert!(run("codex", text).is_err(), "{text}");
    }
}

#[test]
fn an_example_that_expects_something_else_fails() {
    let example = |expected: &str| {
        format!(
            r#"{{"skills": {{"a": "b"}},
            "prompt": "$a $b", "commands": ["cat x"], "expect": {{"2026-11": {expected}}}}}"#
        )
    };
    for (right, wrong) in [
        (r#"{"names": ["a"]}"#, r#"{"names": []}"#),
        (r#"{"descriptions": ["b"]}"#, r#"{"descriptions": ["c"]}"#),
        (r#"{"errors": []}"#, r#"{"errors": ["x"]}"#),
        (r#"{"leftOut": {}}"#, r#"{"leftOut": {"/x": "hidden"}}"#),
        (r#"{"ignored": []}"#, r#"{"ignored": [null]}"#),
        (
            r#"{"lines": ["- a: b (file: r0/a/SKILL.md)"]}"#,
            r#"{"lines": []}"#,
        ),
        (
            r#"{"rootLines": ["- `r0` = `/repo/.agents/skills`"]}"#,
            r#"{"rootLines": []}"#,
        ),
        (r#"{"listRole": "developer"}"#, r#"{"listRole": "user"}"#),
        (
            r#"{"listStarts": "<skills_instructions>"}"#,
            r#"{"listStarts": "x"}"#,
        ),
        (r#"{"warningStarts": ""}"#, r#"{"warningStarts": "x"}"#),
        (r#"{"selected": ["a"]}"#, r#"{"selected": []}"#),
        (r#"{"skipped": {"b": "unknown"}}"#, r#"{"skipped": {}}"#),
        (
            r#"{"messages": [["<skill>", "<name>a</name>", "<path>/repo/.agents/skills/a/SKILL.md</path>",
                "---", "name: a", "description: b", "---", "", "</skill>"]]}"#,
            r#"{"messages": []}"#,
        ),
        (r#"{"uses": [null]}"#, r#"{"uses": ["/x"]}"#),
    ] {
        assert_eq!(run("codex", &example(right)), Ok(()));
        assert!(run("codex", &example(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn an_example_of_a_use_that_expects_something_else_fails() {
    let example = |expected: &str| {
        format!(
            r#"{{"files": {{"/repo/.claude/commands/a.md": "!`git log`",
                "/repo/.claude/skills/b/SKILL.md": "---\ncontext: fork\nallowed-tools: Read\nmodel: opus\n---\n"}},
            {expected}}}"#
        )
    };
    for (question, right, wrong) in [
        (
            r#""prompt": "/a""#,
            r#"{"outcomes": ["waits"]}"#,
            r#"{"outcomes": ["injected"]}"#,
        ),
        (
            r#""prompt": "/a""#,
            r#"{"requests": ["allow: git log"]}"#,
            r#"{"requests": []}"#,
        ),
        (
            r#""prompt": "/a", "outputs": {"git log": "x"}"#,
            r#"{"content": "x", "restored": []}"#,
            r#"{"content": "y"}"#,
        ),
        (
            r#""prompt": "/a", "outputs": {"git log": {"text": "", "exitCode": 2}}"#,
            r#"{"says": "Shell command failed for pattern \"!`git log`\": "}"#,
            r#"{"says": ""}"#,
        ),
        (r#""call": "c""#, r#"{"code": 2}"#, r#"{"code": 4}"#),
        (
            r#""call": "b""#,
            r#"{"permission": "ask"}"#,
            r#"{"permission": "deny"}"#,
        ),
        (
            r#""call": "b""#,
            r#"{"offers": ["Skill(b)", "Skill(b:*)"]}"#,
            r#"{"offers": []}"#,
        ),
        (
            r#""call": "b", "approved": true"#,
            r#"{"fork": {"model": "opus", "allowedTools": ["Read"]}, "changes": null}"#,
            r#"{"fork": {"model": "sonnet"}}"#,
        ),
        (
            r#""earlier": ["/b"], "prompt": "/c""#,
            r#"{"restored": []}"#,
            r#"{"restored": ["x"]}"#,
        ),
    ] {
        let example = |expected| {
            example(&format!(
                r#"{question}, "expect": {{"2026-02": {expected}}}"#
            ))
        };
        assert_eq!(run("claude-code", &example(right)), Ok(()));
        assert!(run("claude-code", &example(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn an_example_of_the_standard_that_expects_something_else_fails() {
    let example = |expected: &str| {
        format!(
            r#"{{"files": {{"/repo/.agents/skills/a/SKILL.md": ["---", "name: a", "description: b", "---"]}},
            "call": "x", "expect": {{"2026-08": {expected}}}}}"#
        )
    };
    for (right, wrong) in [
        (
            r#"{"answer": "There is no skill named x. There are: a"}"#,
            r#"{"answer": ""}"#,
        ),
        (
            r#"{"findings": {"/repo/.agents/skills/a/SKILL.md": []}}"#,
            r#"{"findings": {"/repo/.agents/skills/a/SKILL.md": ["name-missing"]}}"#,
        ),
    ] {
        assert_eq!(run("standard", &example(right)), Ok(()));
        assert!(run("standard", &example(wrong)).is_err(), "{wrong}");
    }
}
