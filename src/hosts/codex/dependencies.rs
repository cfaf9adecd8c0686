//! The questions between selection and injection, for variables and servers that the chosen skills need and the client
//! lacks.
//!
//! Only skills that the user named are asked for: the model chooses after this point.

use super::editions::Edition;
use crate::model::skill::{Skill, ToolDependency};
use crate::model::turn::{Client, Question, QuestionOption, QuestionSet, TurnRequest};

/// The header of a question for a variable (`docs/hosts/codex.md#questions-before-that`).
const VARIABLE_HEADER: &str = "Skill requires environment variable";

/// The call's id before the turn's (`docs/hosts/codex.md#questions-before-that`).
const VARIABLE_CALL: &str = "skill-deps-";

/// Only answers that begin so count (`docs/hosts/codex.md#questions-before-that`).
const ANSWER_PREFIX: &str = "user_note: ";

/// The header, the options and the call's id are in no source; they are ours.
const SERVER_HEADER: &str = "Install MCP servers?";
const SERVER_CALL: &str = "skill-mcp-";

pub(super) fn questions(
    skills: &[&Skill],
    request: &TurnRequest,
    edition: &Edition,
) -> Vec<QuestionSet> {
    let client = request.client.clone().unwrap_or_default();
    let turn = request.id.as_deref().unwrap_or_default();
    let mut sets = Vec::new();
    // Until 2026-05 the question for variables was no feature that could be off.
    if client.asks_for_variables.unwrap_or(true) || !edition.variable_question_can_be_off {
        let questions = variables(skills, &client);
        if !questions.is_empty() {
            sets.push(QuestionSet {
                call_id: format!("{VARIABLE_CALL}{turn}"),
                questions,
            });
        }
    }
    if edition.asks_for_servers && client.first_party && client.installs_servers {
        let missing = servers(skills, &client);
        if !missing.is_empty() {
            sets.push(QuestionSet {
                call_id: format!("{SERVER_CALL}{turn}"),
                questions: vec![server_question(&missing)],
            });
        }
    }
    sets
}

/// The value in one string of an answer.
pub(super) fn secret_in_answer(answer: &str) -> Option<&str> {
    answer
        .strip_prefix(ANSWER_PREFIX)
        .filter(|value| !value.is_empty())
}

fn tools<'s>(
    skills: &'s [&Skill],
    kind: &'static str,
) -> impl Iterator<Item = (&'s Skill, &'s ToolDependency)> {
    skills.iter().flat_map(move |skill| {
        let tools = skill.dependencies.iter().flat_map(|needs| &needs.tools);
        tools
            .filter(move |tool| tool.kind == kind)
            .map(move |tool| (*skill, tool))
    })
}

/// One question a variable, however many skills need it.
fn variables(skills: &[&Skill], client: &Client) -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    for (skill, tool) in tools(skills, "env_var") {
        let known = client.variables.contains(&tool.value)
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
        });
    }
    questions
}

/// The names of the servers that are needed and not installed, each once.
fn servers<'s>(skills: &'s [&Skill], client: &Client) -> Vec<&'s str> {
    let mut missing = Vec::new();
    for (_, tool) in tools(skills, "mcp") {
        let installed = client.servers.iter().any(|server| {
            *server == tool.value || tool.url.as_ref().is_some_and(|url| url == server)
        });
        if !installed && !missing.contains(&tool.value.as_str()) {
            missing.push(tool.value.as_str());
        }
    }
    missing
}

/// The one question for all missing servers; its text is quoted by a description of the program
/// (`docs/hosts/codex.md#questions-before-that`).
fn server_question(missing: &[&str]) -> Question {
    let option = |label: &str, description: &str| QuestionOption {
        label: label.to_owned(),
        description: description.to_owned(),
    };
    Question {
        id: "install".to_owned(),
        header: SERVER_HEADER.to_owned(),
        question: format!(
            "The following MCP servers are required by the selected skills but are not installed yet: {}. Install them now?",
            missing.join(", ")
        ),
        is_secret: false,
        options: Some(vec![
            option("Install", "Add them to the configuration and go on."),
            option("Continue anyway", "Go on without them."),
        ]),
    }
}
