//! Compares the recorded answers of Claude Code with the emulated host.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::environment::Plugin;
use skillglass::model::invocation::{Invocation, InvocationOutcome, InvocationRequest};
use skillglass::model::invocation::{RequestOutput, SkillCall};
use skillglass::model::listing::Listing;
use skillglass::model::message::{Message, Role};
use skillglass::model::permission::Verdict;
use skillglass::model::skill::{DescriptionSource, Skill, SkillKind};
use skillglass::model::turn::{Turn, TurnInput, TurnRequest};
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "claude-code";

/// The field of a recorded case that has Claude Code's answer about a real skill.
const REAL: &str = "claude_code";

/// The edition of Claude Code whose answers were recorded.
const EDITION: &str = "2026-11";

/// The settings with which a list does not cut long descriptions.
const UNCUT: &str = r#"{"skillListingMaxDescChars": 1000000}"#;

/// The environment variable that sets the list's budget, with a value that is large enough for
/// every list.
const BUDGET: (&str, &str) = ("SLASH_COMMAND_TOOL_CHAR_BUDGET", "100000000");

/// A command of Claude Code that the recorder removed from the recorded names. Skills may have the
/// same name.
const OWN_COMMAND: &str = "doctor";

/// Texts after which Claude Code lists its own commands, which are not emulated. A recorded text is
/// compared only up to there.
const OWN_COMMANDS: [&str; 2] = [
    " The closest available command is",
    "Slash commands available in this session:",
];

/// The start of a suggestion. The suggested name is one of Claude Code's own commands, which are
/// not emulated, unless it is a plugin's skill.
const SUGGESTION: &str = ". Did you mean ";
const OF_PLUGIN: &str = "? Invoke it by that full name";

/// The commands of recorded skills, each with its exit code and its output during the recording.
const OUTPUTS: [(&str, i32, &str); 19] = [
    ("pwd", 0, "/repo\n"),
    ("ls", 0, "src\nx.txt\ny.txt\n"),
    ("git status", 128, NO_REPOSITORY),
    ("git log", 128, NO_REPOSITORY),
    ("cat x.txt", 0, "x\n"),
    ("whoami", 0, "root\n"),
    ("echo $HOME", 0, "/home/me\n"),
    ("echo a && echo b", 0, "a\nb\n"),
    ("false", 1, ""),
    ("head -1 x.txt", 0, "x\n"),
    ("wc -l x.txt", 0, "1 x.txt\n"),
    ("sort x.txt", 0, "x\n"),
    ("sed -n 1p x.txt", 0, "x\n"),
    (
        "jq . x",
        2,
        "[stderr]\njq: error: Could not open file x: No such file or directory",
    ),
    ("basename /a/b", 0, "b\n"),
    ("cd src && ls", 0, "k\n"),
    ("which ls", 0, "/usr/bin/ls\n"),
    ("hostname", 0, "box\n"),
    ("id", 0, "uid=0(root) gid=0(root) groups=0(root)\n"),
];
const NO_REPOSITORY: &str =
    "[stderr]\nfatal: not a git repository (or any of the parent directories): .git";

/// Compares the answers of Claude Code in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, .. } = line;
    if case.get(REAL).is_some() {
        tally.count_aspects(HOST, line, real_skill(case)?);
    } else if case["host"] == HOST {
        let aspects = match case["mode"].as_str() {
            Some("interactive") => typed(case)?,
            Some("hooks") => crate::claude_hooks::run(case)?,
            _ => workspace(case)?,
        };
        tally.count_aspects(HOST, line, aspects);
    } else if case["host"] == "permission-claude-code" {
        crate::permission::claude_code(line, tally)?;
    }
    Ok(())
}

/// The results of a case's comparisons: the name of each compared aspect, and the disagreements in
/// it.
pub type Aspects = Vec<(&'static str, Vec<Disagreement>)>;

/// Compares one field of an answer, and adds the result to an aspect.
pub fn aspect(into: &mut Aspects, aspect: &'static str, field: &str, expected: &Value, got: Value) {
    let mut disagreements = Vec::new();
    compare(&mut disagreements, field, expected, got);
    into.push((aspect, disagreements));
}

/// Compares the answer about one real skill, which is the only file in `~/.claude/skills`.
fn real_skill(case: &Value) -> Result<Aspects, Failure> {
    let folder = text(&case["folder"]);
    let open = |settings: Option<&str>| -> Result<Workspace, Failure> {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            host: Some(HOST.to_owned()),
            edition: Some(EDITION.to_owned()),
            cwd: "/repo".to_owned(),
            home: Some("/home/me".to_owned()),
            variables: Some(BTreeMap::from([(BUDGET.0.to_owned(), BUDGET.1.to_owned())])),
            ..WorkspaceOptions::default()
        })?;
        let path = format!("/home/me/.claude/skills/{folder}/SKILL.md");
        workspace.write(&path, text(&case["text"]))?;
        if let Some(settings) = settings {
            workspace.write("/home/me/.claude/settings.json", settings)?;
        }
        Ok(workspace)
    };
    let line = |workspace: &Workspace| {
        let listing = workspace.listing();
        json!(
            listing
                .entries
                .first()
                .and_then(|entry| entry.line.as_deref())
        )
    };
    let expect = &case[REAL];
    let whole = open(Some(UNCUT))?;
    let catalog = whole.catalog();
    let skill = catalog.skills.first();
    let mut aspects = Aspects::new();
    let out = &mut aspects;
    let runs = skill.is_some_and(is_typed);
    aspect(out, "command", "command", &expect["command"], json!(runs));
    let described = skill.is_some_and(is_announced);
    aspect(
        out,
        "described",
        "described",
        &expect["described"],
        json!(described),
    );
    let uncut = line(&whole);
    aspect(out, "line", "line", &expect["line"], uncut.clone());
    let cut = line(&open(None)?);
    let cut = if cut == uncut { Value::Null } else { cut };
    aspect(out, "cut", "cut", &expect["cut"], cut);
    Ok(aspects)
}

/// Returns true if a user invokes the skill by typing its name.
fn is_typed(skill: &Skill) -> bool {
    skill.enabled && skill.active && skill.user_invocable
}

/// Returns true if Claude Code announces the skill at the start of a session. It does so if the
/// model may choose the skill, and the frontmatter states its purpose.
fn is_announced(skill: &Skill) -> bool {
    let fields = skill.frontmatter.as_deref();
    let by_author = fields.and_then(|fields| fields.disable_model_invocation) == Some(true);
    is_typed(skill) && describes_itself(skill) && (by_author || skill.kind == SkillKind::Skill)
}

/// Returns true if the frontmatter states the purpose of the skill.
fn describes_itself(skill: &Skill) -> bool {
    let fields = skill.frontmatter.as_deref();
    skill.description_source == DescriptionSource::Frontmatter
        || fields.is_some_and(|fields| fields.when_to_use.is_some())
}

/// Opens a workspace with the files and options of a recorded case.
pub fn open(case: &Value) -> Result<Workspace, Failure> {
    let model = case["model"].as_str();
    let is_typed = case["mode"] == "interactive";
    let plugins = list(&case["plugins"]).iter().map(|plugin| Plugin {
        id: text(&plugin["id"]),
        root: text(&plugin["root"]),
        ..Plugin::default()
    });
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        context_window: case["context_window"].as_i64(),
        variables: Some(variables(case)?),
        plugins: Some(plugins.collect()),
        claude_code: Some(ClaudeCodeOptions {
            headless: !is_typed,
            usage: serde_json::from_value(case.get("usage").cloned().unwrap_or_else(|| json!({})))?,
            session_id: case["session_id"].as_str().map(str::to_owned),
            effort: model.map(|model| match model {
                "claude-opus-5-5" => "medium".to_owned(),
                _ => "high".to_owned(),
            }),
            model: model.map(str::to_owned),
            ..ClaudeCodeOptions::default()
        }),
        ..WorkspaceOptions::default()
    })?;
    fill(&mut workspace, case)?;
    if let Some(git) = case["git"].as_str() {
        workspace.write(&format!("{git}/.git/HEAD"), "ref: refs/heads/main\n")?;
    }
    Ok(workspace)
}

/// Returns the environment variables of a recorded case, and the variable that switches off the
/// skills that come with Claude Code. They were off in all recordings.
fn variables(case: &Value) -> Result<BTreeMap<String, String>, Failure> {
    let recorded = case.get("env").cloned().unwrap_or_else(|| json!({}));
    let mut variables: BTreeMap<String, String> = serde_json::from_value(recorded)?;
    let off = "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS";
    variables.insert(off.to_owned(), "1".to_owned());
    Ok(variables)
}

fn workspace(case: &Value) -> Result<Aspects, Failure> {
    let expect = &case["expect"];
    let workspace = open(case)?;
    let catalog = workspace.catalog();
    let mut aspects = Aspects::new();
    let out = &mut aspects;
    let names = |which: fn(&Skill) -> bool| {
        let skills = catalog.skills.iter().filter(|skill| which(skill));
        let skills = skills.filter(|skill| skill.name != OWN_COMMAND);
        json!(skills.map(|skill| &skill.name).collect::<Vec<_>>())
    };
    aspect(
        out,
        "slash commands",
        "slash_commands",
        &expect["slash_commands"],
        names(is_typed),
    );
    // The program picks these skills before it decides which of several skills with one name has
    // precedence, so it may have picked any of them.
    let mut announced: BTreeSet<_> = (catalog.skills.iter())
        .filter(|skill| is_announced(skill))
        .map(|skill| skill.name.clone())
        .collect();
    let hidden = catalog.left_out.iter();
    for left in hidden.filter(|left| left.reason == LeftOutReason::Shadowed) {
        let Some(name) = announced_alone(&workspace, &left.path)? else {
            continue;
        };
        let mut winners = catalog.skills.iter().filter(|skill| is_typed(skill));
        let winner = winners.find(|skill| {
            skill.name == name
                || skill.plugin_id.is_some() && skill.name.ends_with(&format!(":{name}"))
        });
        // Among skills with one name, the first with a description determines the other fields.
        let mut same_name = catalog.skills.iter().filter(|skill| skill.name == name);
        let is_settled = same_name.any(|skill| !is_typed(skill) && describes_itself(skill));
        let is_plugins = !left.path.contains("/.claude/");
        match winner {
            Some(skill) => announced.insert(skill.name.clone()),
            None if is_settled || is_plugins => false,
            None => announced.insert(name),
        };
    }
    announced.remove(OWN_COMMAND);
    aspect(
        out,
        "skills",
        "skills",
        &sorted(&expect["skills"]),
        json!(announced),
    );
    let mut session = Session::new();
    let listing = session.listing(&workspace, None);
    aspect(
        out,
        "tool",
        "tool",
        &expect["tool"],
        json!(listing.tool.is_some()),
    );
    let got = listed(&listing);
    let expected = &expect["listing"];
    aspect(
        out,
        "names in order",
        "names",
        &expected["names"],
        got["names"].clone(),
    );
    aspect(out, "role", "role", &expected["role"], role(&listing));
    aspect(
        out,
        "listing",
        "listing",
        &expected["content"],
        got["content"].clone(),
    );
    for (index, step) in list(&expect["steps"]).iter().enumerate() {
        match step["read"].as_str() {
            Some(path) => read(out, &workspace, &mut session, index, path, step)?,
            None => call(out, &workspace, &mut session, index, step)?,
        }
    }
    for (index, expected) in list(&expect["turns"]).iter().enumerate() {
        let prompt = text(&expected["prompt"]);
        let turn = take_turn(&workspace, &mut session, &prompt);
        let recorded = json!({
            "asked_model": expected["asked_model"],
            "says": shortened(&expected["says"]),
        });
        let fields = format!("turn {index} {prompt:?}");
        let failure = (turn.invocations.iter()).find_map(|used| gave_up(&used.outcome));
        let got = json!({ "asked_model": failure.is_none(), "says": shortened(&json!(failure)) });
        aspect(out, "turn runs or not", &fields, &recorded, got);
        let is_remark =
            |text: &str| text.starts_with("<system-reminder>\nThe user's message starts with");
        let remark = turn
            .messages
            .iter()
            .find(|message| is_remark(&message.text));
        let remark = json!(remark.map(|message| message.text.trim()));
        let mut unknown = shortened(&expected["unknown"]);
        if let Some(text) = unknown.as_str() {
            unknown = json!(text.trim());
        }
        aspect(
            out,
            "turn's note on unknown commands",
            &fields,
            &unknown,
            shortened(&remark),
        );
        let messages = turn
            .messages
            .iter()
            .filter(|message| !is_remark(&message.text));
        let mut messages: Vec<_> = messages.map(|message| message.text.clone()).collect();
        if turn.invocations.is_empty() {
            messages.insert(0, prompt.clone());
        }
        // Claude Code's own command `/doctor` sends texts that are not emulated.
        let is_own = prompt.split_whitespace().next() == Some("/doctor");
        if !(is_own && turn.invocations.is_empty()) {
            aspect(
                out,
                "turn's messages",
                &fields,
                &expected["messages"],
                json!(messages),
            );
        }
        attach(
            out,
            &workspace,
            &mut session,
            &fields,
            expected,
            &turn.attached,
        )?;
        let listing = session.listing(&workspace, None);
        if !turn.attached.is_empty() {
            let recorded = &expected["listing"];
            let recorded = json!({ "names": recorded["names"], "content": recorded["content"] });
            aspect(out, "turn's listing", &fields, &recorded, listed(&listing));
        }
    }
    Ok(aspects)
}

/// Returns the name of a skill that another skill hides, if Claude Code would announce it without
/// the other. Otherwise returns `None`.
fn announced_alone(workspace: &Workspace, path: &str) -> Result<Option<String>, Failure> {
    let is_command = path.contains("/commands/");
    let ending = if is_command { ".md" } else { "/SKILL.md" };
    let Some(named) = path.strip_suffix(ending) else {
        return Ok(None);
    };
    let name = named.rsplit('/').next().unwrap_or_default();
    let file = workspace.tree().resolve(path).ok();
    let Some(contents) = file.and_then(|file| file.contents()) else {
        return Ok(None);
    };
    let mut alone = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })?;
    let place = if is_command {
        format!("/repo/.claude/commands/{name}.md")
    } else {
        format!("/repo/.claude/skills/{name}/SKILL.md")
    };
    alone.write(&place, contents.clone())?;
    let catalog = alone.catalog();
    let skill = catalog.skills.iter().find(|skill| is_announced(skill));
    Ok(skill.map(|skill| skill.name.clone()))
}

/// Replays a step in which the model reads a file.
fn read(
    out: &mut Aspects,
    workspace: &Workspace,
    session: &mut Session,
    index: usize,
    path: &str,
    expected: &Value,
) -> Result<(), Failure> {
    let touch = session.touch(workspace, &[path.to_owned()])?;
    let field = format!("step {index} {path}");
    // After a failed read, the program requests the list one step later.
    if workspace.tree().resolve(path).is_ok() {
        let listing = session.listing(workspace, None);
        let recorded = json!({
            "names": expected["listing"]["names"],
            "content": expected["listing"]["content"],
        });
        aspect(out, "step's listing", &field, &recorded, listed(&listing));
        if let Some(told) = expected["told"][0].as_str() {
            let list = listing.message.iter();
            let texts = touch
                .messages
                .iter()
                .chain(list)
                .map(|message| &message.text);
            let texts: Vec<_> = texts.map(|text| with_sorted_names(text)).collect();
            let told = told.split("\n\n").map(with_sorted_names);
            let told: Vec<_> = told.collect();
            let field = format!("{field} told");
            aspect(
                out,
                "step's words",
                &field,
                &json!(told.join("\n\n")),
                json!(texts.join("\n\n")),
            );
        }
    }
    let got = touch.attachments.iter().map(|attachment| {
        json!({
            "skillDir": attachment.directory,
            "skillNames": sorted(&json!(attachment.names)),
            "displayPath": attachment.display_path,
        })
    });
    let got: Vec<_> = got.collect();
    let recorded: Vec<_> = list(&expected["discovered"])
        .iter()
        .map(|directory| {
            json!({
                "skillDir": directory["skillDir"],
                "skillNames": sorted(&directory["skillNames"]),
                "displayPath": directory["displayPath"],
            })
        })
        .collect();
    aspect(
        out,
        "step's discovered directories",
        &field,
        &json!(recorded),
        json!(got),
    );
    Ok(())
}

/// Returns an announcement of new skills with sorted names, because Claude Code announces them in
/// any order.
fn with_sorted_names(text: &str) -> String {
    let mut lines: Vec<_> = text.split('\n').collect();
    if text.starts_with("New skills discovered in") {
        lines[1..].sort_unstable();
    }
    lines.join("\n")
}

/// Replays a step in which the model calls the tool for skills.
fn call(
    out: &mut Aspects,
    workspace: &Workspace,
    session: &mut Session,
    index: usize,
    expected: &Value,
) -> Result<(), Failure> {
    let mut call = SkillCall {
        skill: text(&expected["call"]["skill"]),
        args: expected["call"]["args"].as_str().map(str::to_owned),
        ..SkillCall::default()
    };
    let field = format!(
        "step {index} {}({})",
        call.skill,
        call.args.as_deref().unwrap_or_default()
    );
    let mut invocation = session.invoke(workspace, &call)?;
    if invocation.outcome == InvocationOutcome::Waits {
        call.outputs = outputs(&invocation.requests);
        invocation = session.invoke(workspace, &call)?;
    }
    aspect(
        out,
        "tool call's outcome",
        &field,
        &expected["is_error"],
        json!(!invocation.outcome.took_effect()),
    );
    // In the recordings, every sub-agent answered "Done.".
    let forked = (invocation.fork.as_ref())
        .map(|fork| session.finish_fork(workspace, &fork.id, "Done."))
        .transpose()?;
    let forked = forked.map(|message| message.text);
    let result = forked.as_deref().or_else(|| result(&invocation));
    aspect(
        out,
        "tool call's result",
        &field,
        &shortened(&expected["result"]),
        shortened(&json!(result)),
    );
    let is_said = |message: &&Message| message.role != Role::Tool;
    let messages: Vec<_> = (invocation.messages.iter())
        .filter(is_said)
        .map(|message| &message.text)
        .collect();
    aspect(
        out,
        "tool call's messages",
        &field,
        &json!(list(&expected["messages"])),
        json!(messages),
    );
    attach(
        out,
        workspace,
        session,
        &field,
        expected,
        &invocation.attached,
    )?;
    let listing = session.listing(workspace, None);
    if !invocation.attached.is_empty() {
        let recorded = &expected["listing"];
        let recorded = json!({ "names": recorded["names"], "content": recorded["content"] });
        aspect(out, "step's listing", &field, &recorded, listed(&listing));
    }
    Ok(())
}

/// Compares the files that a mention with `@` attaches, and marks these files as read.
fn attach(
    out: &mut Aspects,
    workspace: &Workspace,
    session: &mut Session,
    field: &str,
    expected: &Value,
    attached: &[String],
) -> Result<(), Failure> {
    let recorded = json!(list(&expected["attached"]));
    aspect(out, "attached files", field, &recorded, json!(attached));
    session.touch(workspace, attached)?;
    Ok(())
}

/// Returns the text that the tool returns to the model; `None` if the invocation has no message and
/// no error.
fn result(invocation: &Invocation) -> Option<&str> {
    let answers = |message: &&Message| message.role == Role::Tool;
    let message = invocation.messages.iter().find(answers);
    message
        .map(|message| message.text.as_str())
        .or_else(|| gave_up(&invocation.outcome))
}

fn gave_up(outcome: &InvocationOutcome) -> Option<&str> {
    match outcome {
        InvocationOutcome::Refused { message, .. } | InvocationOutcome::Failed { message, .. } => {
            Some(message)
        }
        _ => None,
    }
}

/// Compares the reactions to prompts that were typed in the terminal program.
fn typed(case: &Value) -> Result<Aspects, Failure> {
    let expect = &case["expect"];
    let workspace = open(case)?;
    let mut session = Session::new();
    session.listing(&workspace, None);
    let (mut messages, mut told) = (Vec::new(), Vec::new());
    for prompt in list(&expect["inputs"]) {
        let prompt = text(prompt);
        let turn = take_turn(&workspace, &mut session, &prompt);
        if turn.invocations.is_empty()
            && turn
                .messages
                .iter()
                .all(|message| is_reminder(&message.text))
        {
            messages.push(prompt);
        }
        for message in &turn.messages {
            if is_reminder(&message.text) {
                told.push(message.text.clone())
            } else {
                messages.push(message.text.clone())
            }
        }
    }
    // Notices about sub-agents that ended in the background contain ids and durations.
    let is_compared = |message: &str| !message.starts_with("<task-notification>");
    let recorded: Vec<_> = (list(&expect["messages"]).iter())
        .filter(|message| message.as_str().is_some_and(is_compared))
        .collect();
    let mut aspects = Aspects::new();
    let out = &mut aspects;
    aspect(
        out,
        "messages",
        "messages",
        &json!(recorded),
        json!(messages),
    );
    told.sort();
    let field = "told";
    aspect(out, field, field, &sorted(&expect["told"]), json!(told));
    Ok(aspects)
}

fn is_reminder(text: &str) -> bool {
    text.starts_with("<system-reminder>")
}

fn take_turn(workspace: &Workspace, session: &mut Session, prompt: &str) -> Turn {
    let mut request = TurnRequest {
        inputs: vec![TurnInput::Text {
            text: prompt.to_owned(),
        }],
        ..TurnRequest::default()
    };
    let turn = session.turn(workspace, &request);
    let waits =
        (turn.invocations.iter()).any(|invocation| invocation.outcome == InvocationOutcome::Waits);
    if !waits {
        return turn;
    }
    for invocation in &turn.invocations {
        request.outputs.extend(outputs(&invocation.requests));
    }
    session.turn(workspace, &request)
}

/// Returns the recorded outputs of those commands that the host allows to run, by the ids of the
/// requests.
fn outputs(requests: &[InvocationRequest]) -> BTreeMap<String, RequestOutput> {
    let ran = requests.iter().filter_map(|request| match request {
        InvocationRequest::Command {
            id,
            command,
            verdict: Verdict::Allow,
            ..
        } => Some((id.clone(), ran(command))),
        _ => None,
    });
    ran.collect()
}

/// Returns the recorded output of a command. The recorded skills contain only a few commands.
fn ran(command: &str) -> RequestOutput {
    let mut output = RequestOutput::default();
    if let Some((_, exit_code, text)) = OUTPUTS.iter().find(|(known, ..)| *known == command) {
        output.exit_code = *exit_code;
        output.text = (*text).to_owned();
        return output;
    }
    if command.matches('\'').count() % 2 == 1 {
        output.exit_code = 2;
        output.text =
            "[stderr]\n/bin/bash: eval: line 1: unexpected EOF while looking for matching `''"
                .to_owned();
        return output;
    }
    for line in command.split(['\n', ';']) {
        let words = shlex::split(line.trim_end_matches('\r')).unwrap_or_default();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let text = match &words[..] {
            ["echo", words @ ..] => format!("{}\n", words.join(" ")),
            ["printf", words @ ..] => words.concat().replace("\\n", "\n"),
            ["ls", path] => {
                output.exit_code = 2;
                format!("ls: cannot access '{path}': No such file or directory\n")
            }
            _ => String::new(),
        };
        output.text.push_str(&text);
    }
    output
}

fn listed(listing: &Listing) -> Value {
    match &listing.attachment {
        Some(attachment) => json!({ "names": attachment.names, "content": attachment.content }),
        None => json!({ "names": null, "content": null }),
    }
}

fn role(listing: &Listing) -> Value {
    json!(listing.message.as_ref().map(|message| message.role))
}

fn sorted(names: &Value) -> Value {
    let mut names: Vec<_> = list(names).iter().filter_map(Value::as_str).collect();
    names.sort_unstable();
    json!(names)
}

/// Returns a text without the parts that depend on Claude Code's own commands.
fn shortened(value: &Value) -> Value {
    let Some(text) = value.as_str() else {
        return value.clone();
    };
    let end = (OWN_COMMANDS.iter())
        .filter_map(|mark| text.find(mark))
        .min();
    let text = text[..end.unwrap_or(text.len())].trim_end_matches("</tool_use_error>");
    let (before, behind) = text.split_once(SUGGESTION).unwrap_or((text, ""));
    let behind = match behind.split_once('?') {
        _ if behind.contains(OF_PLUGIN) => return json!(text.trim()),
        Some((_, "")) | None => String::new(),
        Some((_, behind)) => format!(".{behind}"),
    };
    json!(format!("{before}{behind}").trim())
}
