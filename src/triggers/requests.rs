//! The request that a host would send to its model for a prompt: only the parts that depend on skills.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use crate::host::Host;
use crate::host::stages::View;
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::model::listing::{Listing, SkillTool};
use crate::model::memory::MAIN_AGENT;
use crate::model::message::{Message, Role};
use crate::model::request_form::{ListPlace, RequestForm, RequestFormat};
use crate::model::turn::{Turn, TurnRequest, TypedText};
use crate::sort;
use crate::workspace::Workspace;

/// The options of [`Workspace::requests`]: the host, and the API format of the request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct RequestOptions {
    /// The host that sends the request; the workspace's host if absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub host: Option<HostChoice>,
    /// The API format of the request; the host's usual format if absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub format: Option<RequestFormat>,
}

crate::record! { RequestOptions: has(host, format) }

/// The request that a host would send to its model for a prompt: only the parts that depend on skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HostRequest {
    /// The host's id.
    pub host: String,
    /// The host's edition.
    pub edition: String,
    /// The API format of the request.
    pub format: RequestFormat,
    /// The body of the request in the given format. The body does not name a model, so the caller
    /// must add the model's name.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
    pub body: Value,
    /// The tool with which the model uses a skill: the host's own tool for skills. If the host has
    /// no tool for skills, the model reads the skill's file with this tool, which then replaces the
    /// host's tool for reading files.
    pub tool: RequestTool,
    /// The skills that the request offers to the model.
    pub skills: Vec<RequestSkill>,
}

/// The tool with which the model uses a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RequestTool {
    /// The tool's name.
    pub name: String,
    /// The name of the tool's input that takes the skill's name or the path of the skill's file.
    pub input: String,
    /// True if this tool replaces the host's tool for reading files, because the host has no tool
    /// for skills. False if this tool is the host's own tool for skills.
    pub stand_in: bool,
    /// True if Skillglass recorded the input schema from the host. False if Skillglass derived the
    /// schema from the names of the inputs.
    pub recorded: bool,
}

/// A skill that a request offers to the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct RequestSkill {
    /// The skill's name.
    pub name: String,
    /// Other names by which the model can call the skill.
    pub aliases: Vec<String>,
    /// The path of the skill's file.
    pub path: String,
    /// The path at which the host found the skill. This path differs from `path` if the host
    /// followed a link to the file.
    pub found: String,
}

/// The text that stands in for the host's own system prompt. Skillglass does not reproduce that
/// prompt, because it does not depend on the skills.
const PLACEHOLDER: &str =
    "[Here the host's own system prompt would be. It is not made from skills.]";

/// The tool that replaces a host's tool for reading files: its name, its description and its input.
const READ: (&str, &str, &str) = ("read_file", "Reads a file.", "path");

impl Workspace {
    /// Returns the request that a host would send to its model for a prompt in a new conversation. The request has the
    /// list of skills, the tool for skills, the user's message and the skills that the message invokes. A placeholder
    /// replaces the rest of the host's system prompt.
    ///
    /// ```
    /// use skillglass::triggers::RequestOptions;
    /// use skillglass::{Workspace, WorkspaceOptions};
    ///
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("claude-code"))?;
    /// workspace.write("/repo/.claude/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n")?;
    /// let request = workspace.requests("fill in this form", &RequestOptions::default())?;
    /// assert_eq!(request.body["tools"][0]["name"], "Skill");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the host or edition is unknown.
    pub fn requests(
        &self,
        prompt: &str,
        options: &RequestOptions,
    ) -> Result<HostRequest, ArgumentError> {
        super::offered::with_host(self, options.host.as_ref(), |host, view| {
            request(host, view, prompt, options.format)
        })
    }
}

fn request(
    host: &dyn Host,
    view: &View<'_>,
    prompt: &str,
    format: Option<RequestFormat>,
) -> HostRequest {
    let listing = host.list(view, MAIN_AGENT);
    let turn = host.turn(view, &TurnRequest::from(prompt));
    let form = host.request_form();
    let format = format.unwrap_or(form.format);
    let (tool, about) = tool(&listing);
    let messages = messages(&form, &listing, &turn, prompt);
    let entries = listing.entries.iter();
    let shown = entries.filter(|entry| entry.line.is_some());
    let shown: BTreeSet<&str> = sort::collect_set(shown.map(|entry| &*entry.path));
    let skills = view.catalog.skills.iter();
    let offered = skills.filter(|skill| shown.contains(&*skill.path));
    HostRequest {
        host: host.id().to_owned(),
        edition: host.edition().to_owned(),
        format,
        body: body(format, &messages, &tool),
        tool: about,
        skills: offered
            .map(|skill| RequestSkill {
                name: skill.name.clone(),
                aliases: skill.aliases.clone(),
                path: skill.path.clone(),
                found: skill.discovered_path.clone(),
            })
            .collect(),
    }
}

/// Returns two values about the tool with which the model uses a skill. The first value is the tool
/// as the body of the request contains it. The second value describes this tool to callers of the
/// library.
fn tool(listing: &Listing) -> (SkillTool, RequestTool) {
    let stand_in = listing.tool.is_none();
    let mut tool = listing.tool.clone().unwrap_or_else(|| SkillTool {
        name: READ.0.to_owned(),
        description: READ.1.to_owned(),
        inputs: vec![READ.2.to_owned()],
        schema: None,
    });
    let recorded = tool.schema.is_some();
    let first = tool.inputs.first().cloned().unwrap_or_default();
    if !recorded {
        let inputs = tool.inputs.iter();
        let properties = inputs.map(|input| (input.clone(), json!({ "type": "string" })));
        let properties: serde_json::Map<String, Value> = properties.collect();
        tool.schema = Some(json!({
            "type": "object",
            "properties": properties,
            "required": [first],
        }));
    }
    let about = RequestTool {
        name: tool.name.clone(),
        input: first,
        stand_in,
        recorded,
    };
    (tool, about)
}

/// Returns the messages of the request in their order. The first message is the system prompt.
fn messages(form: &RequestForm, listing: &Listing, turn: &Turn, prompt: &str) -> Vec<Message> {
    let (mut own, mut last) = (PLACEHOLDER.to_owned(), None);
    let mut messages = Vec::new();
    match (&listing.message, form.list) {
        (None, _) => {}
        (Some(list), _) if list.role != Role::System => messages.push(list.clone()),
        (Some(list), ListPlace::AtEnd) => own = format!("{own}\n\n{}", list.text),
        (Some(list), ListPlace::Inside { before, after }) => {
            own = format!("{own}\n\n{before}{}{after}\n\n{PLACEHOLDER}", list.text);
        }
        (Some(list), ListPlace::AfterPrompt) => {
            let text = format!("{PLACEHOLDER}\n\n{}\n\n{PLACEHOLDER}", list.text);
            last = Some(Message::new(Role::System, text));
        }
    }
    messages.insert(0, Message::new(Role::System, own));
    if turn.typed_text == TypedText::Sent {
        let prompt = if form.trims_prompt {
            prompt.trim_end()
        } else {
            prompt
        };
        messages.push(Message::new(Role::User, prompt));
    }
    let first = messages.len();
    messages.extend(turn.messages.iter().cloned());
    if form.adds_line_ends
        && let [before @ .., _] = &mut messages[first..]
    {
        for message in before {
            message.text.push('\n');
        }
    }
    messages.extend(last);
    messages
}

/// Returns the name of a role in an API that has no role `developer`.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::System | Role::Developer => "system",
        Role::User | Role::Tool => "user",
    }
}

/// Returns the body of the request in an API format. Messages are not joined, so each message has the same text as in
/// the host.
fn body(format: RequestFormat, messages: &[Message], tool: &SkillTool) -> Value {
    let SkillTool {
        name,
        description,
        schema,
        ..
    } = tool;
    match format {
        RequestFormat::AnthropicMessages => {
            let (mut system, mut others) = (Vec::new(), Vec::<(&str, Vec<Value>)>::new());
            for (index, message) in messages.iter().enumerate() {
                let part = json!({ "type": "text", "text": message.text });
                let role = role_name(message.role);
                match others.last_mut() {
                    _ if index == 0 || message.role == Role::Developer => system.push(part),
                    Some((last, parts)) if *last == role => parts.push(part),
                    _ => others.push((role, vec![part])),
                }
            }
            let others = others.into_iter();
            let others = others.map(|(role, content)| json!({ "role": role, "content": content }));
            json!({
                "system": system,
                "messages": others.collect::<Vec<_>>(),
                "tools": [{ "name": name, "description": description, "input_schema": schema }],
            })
        }
        RequestFormat::OpenaiResponses => {
            let input = messages.iter().skip(1).map(|message| {
                let content = json!([{ "type": "input_text", "text": message.text }]);
                let role = match message.role {
                    Role::Developer => "developer",
                    other => role_name(other),
                };
                json!({ "type": "message", "role": role, "content": content })
            });
            json!({
                "instructions": messages.first().map(|message| &message.text),
                "input": input.collect::<Vec<_>>(),
                "tools": [{
                    "type": "function",
                    "name": name,
                    "description": description,
                    "strict": false,
                    "parameters": schema,
                }],
            })
        }
        RequestFormat::OpenaiChat => {
            let chat = messages
                .iter()
                .map(|message| json!({ "role": role_name(message.role), "content": message.text }));
            let function =
                json!({ "name": name, "description": description, "parameters": schema });
            json!({
                "messages": chat.collect::<Vec<_>>(),
                "tools": [{ "type": "function", "function": function }],
            })
        }
        RequestFormat::Gemini => {
            let (user, system): (Vec<_>, Vec<_>) = messages
                .iter()
                .partition(|message| role_name(message.role) == "user");
            let parts = |messages: Vec<&Message>| -> Vec<Value> {
                let texts = messages.into_iter().map(|message| &message.text);
                texts.map(|text| json!({ "text": text })).collect()
            };
            json!({
                "systemInstruction": { "role": "user", "parts": parts(system) },
                "contents": [{ "role": "user", "parts": parts(user) }],
                "tools": [{ "functionDeclarations": [{
                    "name": name,
                    "description": description,
                    "parametersJsonSchema": schema,
                }] }],
            })
        }
    }
}
