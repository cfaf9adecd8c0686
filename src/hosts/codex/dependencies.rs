//! The questions that a turn asks between selection and injection. They concern variables and servers that a chosen
//! skill needs and the client lacks.
//!
//! The host asks only about skills that the user named, because the model chooses skills later.

use super::config::Server;
use super::editions::CodexEdition;
use crate::model::skill::{Skill, ToolDependency};
use crate::model::turn::{Client, Question, QuestionOption, QuestionSet, TurnRequest};

/// The header of a question about a variable (`docs/hosts/codex.md#questions-before-that`).
const VARIABLE_HEADER: &str = "Skill requires environment variable";

/// The text before the turn's id in the id of a question's call (`docs/hosts/codex.md#questions-before-that`).
const VARIABLE_CALL: &str = "skill-deps-";

/// The prefix of a usable answer; other answers are ignored (`docs/hosts/codex.md#questions-before-that`).
const ANSWER_PREFIX: &str = "user_note: ";

/// The header, call id and options of the question about servers. Their texts are ours, because no source quotes the
/// program's texts.
const SERVER_HEADER: &str = "Install MCP servers?";
const SERVER_CALL: &str = "skill-mcp-";
const INSTALL: &str = "Install";
const GO_ON: &str = "Continue anyway";

/// Returns the questions about the chosen skills. `installed` returns the configured servers, and is called only if a
/// skill needs a server.
pub(super) fn questions(
    skills: &[&Skill],
    request: &TurnRequest,
    edition: &CodexEdition,
    installed: impl FnOnce() -> Vec<Server>,
) -> Vec<QuestionSet> {
    let client = request.client.clone().unwrap_or_default();
    let turn = request.id.as_deref().unwrap_or_default();
    let mut sets = Vec::new();
    if asks_for_variables(&client) {
        let questions = questions_for_variables(skills, &client);
        if !questions.is_empty() {
            sets.push(QuestionSet {
                call_id: format!("{VARIABLE_CALL}{turn}"),
                questions,
            });
        }
    }
    let asks = edition.asks_for_servers && client.first_party && client.installs_servers;
    if asks && tools(skills, "mcp").next().is_some() {
        let missing = missing_servers(skills, &client, &installed());
        if !missing.is_empty() {
            sets.push(QuestionSet {
                call_id: format!("{SERVER_CALL}{turn}"),
                questions: vec![server_question(missing)],
            });
        }
    }
    sets
}

/// Returns true if the client asks about variables, because this feature can be off
/// (`docs/hosts/codex.md#questions-before-that`).
fn asks_for_variables(client: &Client) -> bool {
    client.asks_for_variables.unwrap_or(true)
}

/// Returns the variables that the host checks when the skill is chosen; none if the client does not ask about
/// variables.
pub(super) fn variables<'s>(skill: &'s Skill, client: &Client) -> Vec<&'s str> {
    if !asks_for_variables(client) {
        return Vec::new();
    }
    let skills = [skill];
    let tools = tools(&skills, "env_var");
    tools.map(|(_, tool)| tool.value.as_str()).collect()
}

/// Interprets an answer to the question about servers: true to install the servers, false to continue without the
/// servers; none for any other text.
pub(super) fn installs(answer: &str) -> Option<bool> {
    match answer {
        INSTALL => Some(true),
        GO_ON => Some(false),
        _ => None,
    }
}

/// Returns the value after the prefix of an answer; none if the prefix is missing or the value is only whitespace.
pub(super) fn secret_in_answer(answer: &str) -> Option<&str> {
    answer
        .strip_prefix(ANSWER_PREFIX)
        .filter(|value| !value.trim().is_empty())
}

fn tools<'a, 's: 'a>(
    skills: &'a [&'s Skill],
    kind: &'static str,
) -> impl Iterator<Item = (&'s Skill, &'s ToolDependency)> + 'a {
    skills.iter().flat_map(move |skill: &&'s Skill| {
        let skill = *skill;
        let tools = skill.dependencies.iter().flat_map(|needs| &needs.tools);
        tools
            .filter(move |tool| tool.kind == kind)
            .map(move |tool| (skill, tool))
    })
}

/// Returns a question for each variable that is not set. If several skills need a variable, there is only one question
/// about this variable.
fn questions_for_variables(skills: &[&Skill], client: &Client) -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    for (skill, tool) in tools(skills, "env_var") {
        let known = client.variables.contains_key(&tool.value)
            || questions.iter().any(|question| question.id == tool.value);
        if known {
            continue;
        }
        let description = tool
            .description
            .as_deref()
            .map(|description| format!(" ({description})"))
            .unwrap_or_default();
        questions.push(Question {
            id: tool.value.clone(),
            header: VARIABLE_HEADER.to_owned(),
            question: format!(
                "The skill {} needs the environment variable {}{description}. This is an experimental internal feature; the value is stored in memory for this session only.",
                skill.name, tool.value
            ),
            is_secret: true,
            options: None,
            servers: Vec::new(),
        });
    }
    questions
}

/// Returns the required servers that are not installed, each name once.
fn missing_servers(
    skills: &[&Skill],
    client: &Client,
    installed: &[Server],
) -> Vec<ToolDependency> {
    let mut missing: Vec<ToolDependency> = Vec::new();
    for (_, tool) in tools(skills, "mcp") {
        let url = tool.url.as_deref();
        let is_known = |server: &String| *server == tool.value || Some(server.as_str()) == url;
        let is_installed = client.servers.iter().any(is_known)
            || installed.iter().any(|server| server.is(&tool.value, url))
            || missing.iter().any(|other| other.value == tool.value);
        if !is_installed {
            missing.push(tool.clone());
        }
    }
    missing
}

/// Returns the one question about all missing servers. A description of the program quotes the question's text
/// (`docs/hosts/codex.md#questions-before-that`).
fn server_question(missing: Vec<ToolDependency>) -> Question {
    let names: Vec<_> = missing.iter().map(|server| server.value.as_str()).collect();
    let option = |label: &str, description: &str| QuestionOption {
        label: label.to_owned(),
        description: description.to_owned(),
    };
    Question {
        id: "install".to_owned(),
        header: SERVER_HEADER.to_owned(),
        question: format!(
            "The following MCP servers are required by the selected skills but are not installed yet: {}. Install them now?",
            names.join(", ")
        ),
        is_secret: false,
        options: Some(vec![
            option(INSTALL, "Add them to the configuration and go on."),
            option(GO_ON, "Go on without them."),
        ]),
        servers: missing,
    }
}
