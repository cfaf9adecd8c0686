//! The request that a host would send to its model for a prompt: only the parts that depend on skills.

use serde::Serialize;
use serde_json::{Value, json};

use crate::host::Host;
use crate::host::stages::View;
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::model::listing::{Listing, SkillTool};
use crate::model::memory::MAIN_AGENT;
use crate::model::message::{Message, Role};
use crate::model::turn::{Turn, TurnRequest, TypedText};
use crate::workspace::Workspace;

/// The API whose request format is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RequestFormat {
    /// The format of Anthropic's Messages API.
    AnthropicMessages,
    /// The format of OpenAI's Responses API.
    OpenaiResponses,
    /// The format of OpenAI's Chat Completions API, which many other providers also accept.
    OpenaiChat,
    /// The format of Gemini's `generateContent`.
    Gemini,
}

crate::choice! { RequestFormat: AnthropicMessages = "anthropic-messages", OpenaiResponses = "openai-responses", OpenaiChat = "openai-chat", Gemini = "gemini" }

/// The host and the format of a request.
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
    /// The body of the request in the given format. The body does not name a model, so the caller adds it.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
    pub body: Value,
    /// The tool with which the model uses a skill. If a host has no tool for skills, its model reads the skill's file.
    /// Then this tool replaces the host's tool for reading files.
    pub tool: RequestTool,
    /// The skills that the request offers to the model.
    pub skills: Vec<RequestSkill>,
}

/// The tool of a request with which the model uses a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RequestTool {
    /// The tool's name.
    pub name: String,
    /// The name of the input for the skill's name or for the path of its file.
    pub input: String,
    /// True if the tool replaces the host's own tool for reading files, whose schema is unknown.
    pub stand_in: bool,
    /// True if the schema of the inputs is the host's own. False if the schema was derived from the names of the
    /// inputs.
    pub recorded: bool,
}

/// A skill that a request offers to the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct RequestSkill {
    /// The skill's name.
    pub name: String,
    /// Other names with which the model can name the skill.
    pub aliases: Vec<String>,
    /// The path of the skill's file.
    pub path: String,
    /// The path at which the host found the skill. It differs from `path` if a link is on the way to the file.
    pub found: String,
}

/// The text that replaces the rest of the host's system prompt.
const PLACEHOLDER: &str =
    "[Here the host's own system prompt would be. It is not made from skills.]";

/// The hosts whose system prompt goes on after the list, with the texts that they write around the list (recorded).
const AROUND: [(&str, &str, &str); 3] = [
    (COPILOT_CLI, "<skill>\n", "\n</skill>"),
    ("gemini-cli", "", ""),
    ("pi", "", ""),
];

/// The host that sends a list with the role `system` as a message after the user's, and that ends a message of the user
/// with a line end if another follows (recorded).
const CLAUDE_CODE: &str = "claude-code";

/// The host that removes the white space at the end of a prompt (recorded).
const COPILOT_CLI: &str = "copilot-cli";

/// The stand-in for a host's tool that reads files.
const READ: (&str, &str, &str) = ("read_file", "Reads a file.", "path");

/// The API format that each host uses with the models of its maker, or with most models.
const USUAL: [(&str, RequestFormat); 5] = [
    ("claude-code", RequestFormat::AnthropicMessages),
    ("claude-ai", RequestFormat::AnthropicMessages),
    ("codex", RequestFormat::OpenaiResponses),
    ("gemini-cli", RequestFormat::Gemini),
    ("google-adk", RequestFormat::Gemini),
];

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
    let usual = USUAL.iter().find(|(id, _)| *id == host.id());
    let format = format.unwrap_or(usual.map_or(RequestFormat::OpenaiChat, |(_, format)| *format));
    let (tool, about) = tool(&listing);
    let messages = messages(host.id(), &listing, &turn, prompt);
    let skills = view.catalog.skills.iter();
    let offered = skills.filter(|skill| {
        let mut entries = listing.entries.iter();
        entries.any(|entry| entry.path == skill.path && entry.line.is_some())
    });
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

/// Returns the tool for skills with a schema, and the description of this tool for the caller.
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

/// Returns the messages of the request in their order; the first is the system prompt.
fn messages(host: &str, listing: &Listing, turn: &Turn, prompt: &str) -> Vec<Message> {
    let (mut own, mut last) = (PLACEHOLDER.to_owned(), None);
    let mut messages = Vec::new();
    match &listing.message {
        Some(list) if list.role != Role::System => messages.push(list.clone()),
        Some(list) if host == CLAUDE_CODE => {
            let text = format!("{PLACEHOLDER}\n\n{}\n\n{PLACEHOLDER}", list.text);
            last = Some(Message::new(Role::System, text));
        }
        Some(list) => {
            let around = AROUND.iter().find(|(id, ..)| *id == host);
            let (before, after) = around.map_or(("", ""), |(_, before, after)| (*before, *after));
            own = format!("{own}\n\n{before}{}{after}", list.text);
            if around.is_some() {
                own = format!("{own}\n\n{PLACEHOLDER}");
            }
        }
        None => {}
    }
    messages.insert(0, Message::new(Role::System, own));
    if turn.typed_text == TypedText::Sent {
        let is_trimmed = host == COPILOT_CLI;
        let prompt = if is_trimmed {
            prompt.trim_end()
        } else {
            prompt
        };
        messages.push(Message::new(Role::User, prompt));
    }
    let first = messages.len();
    messages.extend(turn.messages.iter().cloned());
    if host == CLAUDE_CODE
        && let [before @ .., _] = &mut messages[first..]
    {
        before
            .iter_mut()
            .for_each(|message| message.text.push('\n'));
    }
    messages.extend(last);
    messages
}

/// Returns the name of a role. Interfaces have different names for the developer's.
fn role_name(role: Role, developer: &'static str) -> &'static str {
    match role {
        Role::System => "system",
        Role::Developer => developer,
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
                let role = role_name(message.role, "system");
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
                json!({ "type": "message", "role": role_name(message.role, "developer"), "content": content })
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
            let chat = messages.iter().map(|message| {
                json!({ "role": role_name(message.role, "system"), "content": message.text })
            });
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
                .partition(|message| role_name(message.role, "system") == "user");
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
