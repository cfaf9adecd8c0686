//! The questions that Codex asks the user after skills are selected and before they are injected.
//! The questions are about environment variables and MCP servers that a selected skill needs and
//! that are missing.
//!
//! Codex asks only about skills that the user mentioned, because the model chooses skills only
//! later.

use super::config::Server;
use super::editions::CodexEdition;
use crate::model::skill::{Skill, ToolDependency};
use crate::model::turn::{Client, Question, QuestionOption, QuestionSet, TurnRequest};

/// The title of a question about an environment variable
/// (`docs/hosts/codex.md#questions-before-that`).
const VARIABLE_HEADER: &str = "Skill requires environment variable";

/// The prefix of the ids of calls that ask about environment variables. The id of the turn follows
/// the prefix (`docs/hosts/codex.md#questions-before-that`).
const VARIABLE_CALL: &str = "skill-deps-";

/// The prefix of a valid answer. Answers without the prefix are ignored
/// (`docs/hosts/codex.md#questions-before-that`).
const ANSWER_PREFIX: &str = "user_note: ";

/// The title of the question about missing MCP servers. The title is Skillglass's own text, because
/// no source quotes Codex's title.
const SERVER_HEADER: &str = "Install MCP servers?";
/// The prefix of the ids of calls that ask whether to install MCP servers. The prefix is
/// Skillglass's own.
const SERVER_CALL: &str = "skill-mcp-";
/// The label of the option to install the missing MCP servers. The text is Skillglass's own.
const INSTALL: &str = "Install";
/// The label of the option to continue without the missing MCP servers. The text is Skillglass's
/// own.
const GO_ON: &str = "Continue anyway";

/// Returns the questions to the user: whether to install the MCP servers that the selected skills
/// need. `installed` returns the MCP servers of the configuration, and is called only if a skill
/// needs a server.
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

/// Returns true if the client lets Codex ask about environment variables, which is the default
/// (`docs/hosts/codex.md#questions-before-that`).
fn asks_for_variables(client: &Client) -> bool {
    client.asks_for_variables.unwrap_or(true)
}

/// Returns the environment variables that Codex checks when this skill is selected. Empty if the
/// client does not let Codex ask about variables.
pub(super) fn variables<'s>(skill: &'s Skill, client: &Client) -> Vec<&'s str> {
    if !asks_for_variables(client) {
        return Vec::new();
    }
    let skills = [skill];
    let tools = tools(&skills, "env_var");
    tools.map(|(_, tool)| tool.value.as_str()).collect()
}

/// Interprets the user's answer to the question about MCP servers: true to install the servers,
/// false to continue without them. None for any other text.
pub(super) fn installs(answer: &str) -> Option<bool> {
    match answer {
        INSTALL => Some(true),
        GO_ON => Some(false),
        _ => None,
    }
}

/// Returns the value in an answer, after the prefix. None if the prefix is missing, or if the value
/// is only whitespace.
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

/// Returns a question for each required environment variable that is not set. If several skills
/// need the same variable, there is only one question about it.
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

/// Returns the MCP servers that the skills require and that are not installed, each name once.
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

/// Returns the question about all missing MCP servers. The question's text is quoted from an
/// article about Codex (`docs/hosts/codex.md#questions-before-that`).
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
