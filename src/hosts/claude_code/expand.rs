//! Builds the text that the model gets from a skill.
//!
//! Claude Code inserts, in this order, the base directory, arguments, variables and outputs of
//! commands (docs/hosts/claude-code-use.md#the-text).

use std::collections::BTreeMap;
use std::ops::Range;

use super::arguments::{substitute, variables};
use super::editions::{ClaudeCode, ClaudeCodeEdition, CommandsFrom, Variable};
use super::frontmatter;
use super::names::{BASH, DEFAULT_SHELL, POWERSHELL, SERVER_SCHEME, forks, is_synced};
use super::permissions::{CommandDecision, Granted, NEEDS_APPROVAL, Rule};
use super::plugin::{self, Plugin};
use super::rewrite::Rewritten;
use super::settings::Settings;
use super::shell::{self, ShellCommand};
use crate::host::stages::View;
use crate::model::invocation::{InvocationRequest, RequestOutput};
use crate::model::permission::Verdict;
use crate::model::skill::{Frontmatter, Scope, Skill, SkillKind};
use crate::text::document::PlaceIndex;
use crate::tree::EntryKind;

/// The words before the skill's base directory, at the beginning of the text that the model gets
/// (docs/hosts/claude-code-use.md#the-text).
const BASE_DIRECTORY: &str = "Base directory for this skill: ";

/// The prefix of a variable whose value is an option of a plugin.
const USER_CONFIG: &str = "user_config.";

/// The tools that ask the user a question (docs/hosts/claude-code-use.md#permissions). The list has
/// a single tool, because Claude Code's changelog mentions no other tool.
const INTERACTIVE: [&str; 1] = ["AskUserQuestion"];

/// The maximum number of commands in one text. Skillglass sets this limit, because each command is
/// compared with every permission rule.
const MAX_COMMANDS: usize = 1_000;

/// The inputs of an invocation, from which the text for the model is built.
pub(super) struct Call<'c> {
    pub arguments: &'c str,
    /// The prefix for the ids of the invocation's requests. A request asks the caller for the
    /// output of a command, or for the text of a prompt.
    pub id: &'c str,
    /// The outputs of commands and prompts that the caller has provided so far, keyed by the id of
    /// the request.
    pub outputs: &'c BTreeMap<String, RequestOutput>,
}

/// The result of building the text that the model gets from a skill: the text, requests for missing
/// outputs, or a failure.
pub(super) enum Expanded {
    /// The complete text, and the requests for the outputs that were inserted into it.
    Whole(String, Vec<InvocationRequest>),
    /// An output of a command or prompt is missing. The value has all requests for outputs.
    Waits(Vec<InvocationRequest>),
    /// The text cannot be built. The values are the message, the remedy, and the requests for the
    /// outputs of the skill's shell commands.
    Failed(String, String, Vec<InvocationRequest>),
}

pub(super) fn expand(
    view: &View<'_>,
    skill: &Skill,
    call: &Call<'_>,
    settings: &Settings,
    setup: &ClaudeCode,
) -> Expanded {
    if skill.kind == SkillKind::McpPrompt {
        return server_prompt(skill, call);
    }
    let text = match text(view, skill) {
        Ok(text) => text,
        Err(problem) => {
            let message = format!("Failed to load skill {}: {problem}", skill.name);
            let help = "Write the contents of its file.".to_owned();
            return Expanded::Failed(message, help, Vec::new());
        }
    };
    let parts = frontmatter::split(&text, setup.edition);
    let header = header(view, skill);
    let own = Frontmatter::default();
    let fields = skill.frontmatter.as_deref().unwrap_or(&own);
    let plugins = plugin::all(view.tree, view.environment, setup);
    let plugin = plugin_of(skill, &plugins);
    let values = Values {
        view,
        skill,
        plugin,
        setup,
    };
    let original = format!("{header}{}", parts.body);
    let rewritten = substitute(
        original.as_str(),
        call.arguments,
        &fields.arguments,
        setup.edition.arguments,
    );
    let rewritten = variables(rewritten, |name| values.get(name));

    // A skill from the account runs no commands on the user's machine
    // (docs/hosts/claude-code-use.md#commands-of-the-shell).
    let commands = if is_synced(skill) {
        Vec::new()
    } else {
        commands(parts.body, header.len(), &rewritten, setup.edition)
    };
    if let Some(instead) = instead(skill, settings, setup) {
        let texts: Vec<_> = commands.iter().map(instead).collect();
        let outputs = commands.iter().zip(&texts);
        let outputs: Vec<_> = outputs
            .map(|(command, text)| (command.bytes.clone(), text.as_str()))
            .collect();
        return Expanded::Whole(shell::fill(&rewritten.text, &outputs), Vec::new());
    }
    if commands.len() > MAX_COMMANDS {
        let message = format!("{} has {} commands", skill.name, commands.len());
        let help = format!("Skillglass takes up to {MAX_COMMANDS}; put them into a script.");
        return Expanded::Failed(message, help, Vec::new());
    }
    let directories = settings.working_directories(view.environment, &setup.options);
    let granted = values.granted(fields, settings);
    let decider = settings.decider(view.environment, &directories, granted);
    let places = PlaceIndex::new(&text);
    let in_file = |offset: usize| {
        let original = rewritten.back(offset)?;
        Some(original.checked_sub(header.len())? + parts.body_start)
    };
    let decisions: Vec<_> = (commands.iter())
        .map(|command| decider.on_command(&command.command))
        .collect();
    let requests: Vec<_> = commands
        .iter()
        .zip(&decisions)
        .enumerate()
        .map(|(index, (command, decision))| {
            let permission = &decision.permission;
            let start = in_file(command.bytes.start);
            let last = in_file(command.bytes.end.saturating_sub(1));
            InvocationRequest::Command {
                id: InvocationRequest::unique_id(
                    call.id,
                    index,
                    &[
                        &skill.path,
                        call.arguments,
                        fields.shell.as_deref().unwrap_or(DEFAULT_SHELL),
                        &command.command,
                    ],
                ),
                command: command.command.clone(),
                pattern: command.pattern.clone(),
                shell: fields
                    .shell
                    .clone()
                    .unwrap_or_else(|| DEFAULT_SHELL.to_owned()),
                range: start
                    .zip(last)
                    .map(|(start, last)| places.range(start..last + 1)),
                verdict: permission.decision.unwrap_or(Verdict::Ask),
                rule: permission.rule.as_ref().map(|rule| rule.text.clone()),
            }
        })
        .collect();
    finish(
        &rewritten.text,
        &commands,
        requests,
        &decisions,
        call,
        fields,
        setup,
    )
}

/// Inserts the outputs of shell commands into the skill's text. The result is a failure if a
/// command may not run or has failed. If the output of a command is not known yet, the result asks
/// the caller for the outputs in `requests`.
fn finish(
    text: &str,
    commands: &[ShellCommand],
    requests: Vec<InvocationRequest>,
    decisions: &[CommandDecision],
    call: &Call<'_>,
    fields: &Frontmatter,
    setup: &ClaudeCode,
) -> Expanded {
    let policy = &setup.edition.shell;
    for (command, decision) in commands.iter().zip(decisions) {
        if decision.permission.decision != Some(Verdict::Allow) {
            let help = format!(
                "Allow it in allowed-tools, as in `Bash({})`, unless a rule of the settings asks or denies.",
                command.command
            );
            let message = shell::refused(&command.pattern);
            let message = if policy.says_why {
                format!("{message}: {}", why_refused(decision))
            } else {
                message
            };
            return Expanded::Failed(message, help, requests);
        }
    }
    let mut outputs = Vec::new();
    for (command, request) in commands.iter().zip(&requests) {
        let Some(output) = call.outputs.get(request.id()) else {
            return Expanded::Waits(requests);
        };
        let succeeded = match fields.shell.as_deref() {
            Some(POWERSHELL) => shell::succeeds_in_powershell(&command.command, output.exit_code),
            _ => shell::succeeds(&command.command, output.exit_code),
        };
        if !succeeded {
            let message = format!(
                "{}: {}",
                shell::failed(&command.pattern),
                output.text.trim_end()
            );
            let message = if policy.says_why {
                message.trim_end().to_owned()
            } else {
                message
            };
            let help = format!(
                "The command ended with exit code {}; fix the command.",
                output.exit_code
            );
            return Expanded::Failed(message, help, requests);
        }
        let output = match output.text.trim_end() {
            "" if policy.marks_no_output => shell::NO_OUTPUT,
            output => output,
        };
        outputs.push((command.bytes.clone(), output));
    }
    Expanded::Whole(shell::fill(text, &outputs), requests)
}

/// Returns the reason in Claude Code's message that refuses a command. If a permission rule asks
/// about the command, or if the command uses a file outside of the working directories, the reason
/// is assumed, because Claude Code's own message was not recorded in these cases.
fn why_refused(decision: &CommandDecision) -> &str {
    let permission = &decision.permission;
    match &permission.message {
        Some(message) => &message.text,
        None if decision.quotes_reason => &permission.reason,
        None => NEEDS_APPROVAL,
    }
}

/// Returns the shell commands that Claude Code runs in a skill's text. The byte ranges of the
/// commands are offsets in `rewritten`, the text with the inserted arguments. The text without
/// arguments was a header of `header` bytes, followed by `body`. Some editions search `body` for
/// commands instead of `rewritten`, so that arguments cannot add commands.
fn commands(
    body: &str,
    header: usize,
    rewritten: &Rewritten,
    edition: &ClaudeCodeEdition,
) -> Vec<ShellCommand> {
    // Arguments are inserted into commands unchanged
    // (docs/hosts/claude-code-use.md#commands-of-the-shell).
    let forward =
        |bytes: &Range<usize>| rewritten.forward(header + bytes.start..header + bytes.end);
    match edition.commands_from {
        CommandsFrom::Substituted => shell::find(&rewritten.text),
        CommandsFrom::Original => shell::find(body)
            .into_iter()
            .map(|found| {
                let bytes = forward(&found.bytes);
                let inside = forward(&found.inside);
                ShellCommand {
                    command: rewritten.text[inside.clone()].trim().to_owned(),
                    pattern: rewritten.text[bytes.clone()].to_owned(),
                    bytes,
                    inside,
                }
            })
            .collect(),
    }
}

/// Returns the function that replaces commands which do not run. The replacement is a note that
/// commands are disabled, or an instruction to the model. None if commands run.
fn instead(
    skill: &Skill,
    settings: &Settings,
    setup: &ClaudeCode,
) -> Option<fn(&ShellCommand) -> String> {
    let is_exempt = matches!(skill.scope, Scope::System | Scope::Admin);
    // In auto mode two kinds of commands still run: the commands of a forked skill with its own
    // agent, and the commands of a session whose model has no shell
    // (docs/hosts/claude-code-use.md#commands-of-the-shell).
    let forks_with_agent =
        (skill.frontmatter.as_ref()).is_some_and(|fields| forks(fields) && fields.agent.is_some());
    let is_auto = setup.edition.auto_mode && setup.options.auto_mode;
    if settings.disable_shell && !is_exempt {
        Some(|_| shell::DISABLED.to_owned())
    } else if is_auto && !forks_with_agent && !settings.rules.denies_all(BASH) {
        // The wording is ours, because no source quotes the instruction.
        Some(|command| {
            format!(
                "[run this first, its output belongs here: {}]",
                command.command
            )
        })
    } else {
        None
    }
}

/// Returns the text of an MCP server's prompt if `call` contains this text. Otherwise returns a
/// request that asks the caller for the text. Nothing in the text is replaced or run
/// (docs/hosts/claude-code-use.md#commands-of-the-shell).
fn server_prompt(skill: &Skill, call: &Call<'_>) -> Expanded {
    let words = shlex::split(call.arguments).unwrap_or_else(|| {
        call.arguments
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    });
    let names = skill
        .frontmatter
        .iter()
        .flat_map(|fields| fields.arguments.clone());
    let server = skill.root.strip_prefix(SERVER_SCHEME);
    let prompt = skill.path[skill.root.len()..].strip_prefix('/');
    let request = InvocationRequest::Prompt {
        id: InvocationRequest::unique_id(call.id, 0, &[&skill.path, call.arguments]),
        server: server.unwrap_or_default().to_owned(),
        prompt: prompt.unwrap_or_default().to_owned(),
        arguments: names.zip(words).collect(),
    };
    match call.outputs.get(request.id()) {
        Some(output) => Expanded::Whole(output.text.clone(), vec![request]),
        None => Expanded::Waits(vec![request]),
    }
}

pub(super) fn text(view: &View<'_>, skill: &Skill) -> Result<String, &'static str> {
    match view.tree.entry(&skill.path).map(|entry| entry.kind()) {
        Some(EntryKind::File(Some(contents))) => Ok(contents.text_lossy().into_owned()),
        Some(EntryKind::File(None)) => Err("its contents have not been given yet"),
        _ => Err("there is no such file"),
    }
}

/// Returns the base directory of a skill. None for a command, and for a bundled skill whose folder
/// has no other files (docs/hosts/claude-code-use.md#the-text).
fn base_directory<'s>(view: &View<'_>, skill: &'s Skill) -> Option<&'s str> {
    if skill.kind != SkillKind::Skill {
        return None;
    }
    let directory = skill.directory();
    let is_alone = || {
        let entry = view.tree.resolve(directory).ok();
        entry.is_none_or(|entry| entry.children().count() <= 1)
    };
    (skill.scope != Scope::System || !is_alone()).then_some(directory)
}

fn header(view: &View<'_>, skill: &Skill) -> String {
    match base_directory(view, skill) {
        Some(directory) => format!("{BASE_DIRECTORY}{directory}\n\n"),
        None => String::new(),
    }
}

fn plugin_of<'p>(skill: &Skill, plugins: &'p [Plugin]) -> Option<&'p Plugin> {
    let id = skill.plugin_id.as_deref()?;
    plugins.iter().find(|plugin| plugin.id == id)
}

/// The sources of the values of `${…}` variables in a skill's text.
struct Values<'a> {
    view: &'a View<'a>,
    skill: &'a Skill,
    plugin: Option<&'a Plugin>,
    setup: &'a ClaudeCode,
}

impl Values<'_> {
    fn get(&self, name: &str) -> Option<String> {
        if let Some(key) = name.strip_prefix(USER_CONFIG) {
            return self.plugin?.config.get(key).cloned();
        }
        let mut variables = self.setup.edition.all_variables();
        self.variable(variables.find(|variable| variable.name() == name)?)
    }

    fn variable(&self, variable: Variable) -> Option<String> {
        let options = &self.setup.options;
        let is_synced = is_synced(self.skill);
        match variable {
            Variable::PluginRoot => Some(self.plugin?.root.clone()),
            Variable::PluginData => self.plugin?.data.clone(),
            Variable::SkillDir => base_directory(self.view, self.skill).map(str::to_owned),
            Variable::SessionId | Variable::ProjectDir if is_synced => None,
            Variable::SessionId => options.session_id.clone(),
            Variable::ProjectDir => Some(self.view.environment.cwd.clone()),
            Variable::Effort => {
                let effort = options.effort.as_deref()?;
                // For the effort `ultracode` the host inserts `xhigh`
                // (docs/hosts/claude-code-use.md#variables).
                Some(
                    if effort == "ultracode" {
                        "xhigh"
                    } else {
                        effort
                    }
                    .to_owned(),
                )
            }
        }
    }

    /// Returns the permission rules in the skill's `allowed-tools`. Empty if other rules apply
    /// instead: the rules of an SDK program or of the administrator. Variables for directories are
    /// replaced in rules on Bash (docs/hosts/claude-code-use.md#variables).
    fn granted(&self, fields: &Frontmatter, settings: &Settings) -> Vec<Granted> {
        // In an SDK program, the program's own list of allowed tools applies instead
        // (docs/hosts/claude-code-use.md#permissions).
        let is_sdk = self.setup.options.sdk.is_some();
        let is_left_to_sdk = is_sdk && matches!(self.skill.scope, Scope::User | Scope::Repo);
        if is_left_to_sdk || only_managed_rules(self.skill, settings) {
            return Vec::new();
        }
        const DIRECTORIES: [Variable; 4] = [
            Variable::SkillDir,
            Variable::ProjectDir,
            Variable::PluginRoot,
            Variable::PluginData,
        ];
        let rules = fields.allowed_tools.iter().filter_map(|rule| {
            let rule = if rule.starts_with("Bash(") {
                let directories = |name: &str| {
                    DIRECTORIES
                        .iter()
                        .any(|directory| directory.name() == name)
                        .then(|| self.get(name))
                        .flatten()
                };
                variables(rule.as_str(), directories).text
            } else {
                rule.clone()
            };
            Rule::parse(&rule).ok()
        });
        rules
            .filter(|rule| {
                !(self.setup.edition.interactive_tools_ask
                    && INTERACTIVE.contains(&rule.tool.as_str()))
            })
            .map(|rule| Granted {
                rule,
                skill: Some(self.skill.name.clone()),
            })
            .collect()
    }
}

/// Returns true if a skill's permission rules do not apply, because only the administrator's rules
/// apply and the skill is not the administrator's (docs/hosts/claude-code-use.md#permissions).
pub(super) fn only_managed_rules(skill: &Skill, settings: &Settings) -> bool {
    settings.managed_rules_only && skill.scope != Scope::Admin
}

/// Returns the permission rules in a skill's `allowed-tools`. Empty if other rules apply instead:
/// the rules of an SDK program or of the administrator.
pub(super) fn granted(
    view: &View<'_>,
    skill: &Skill,
    settings: &Settings,
    setup: &ClaudeCode,
) -> Vec<Granted> {
    let plugins = plugin::all(view.tree, view.environment, setup);
    let values = Values {
        view,
        skill,
        plugin: plugin_of(skill, &plugins),
        setup,
    };
    let fields = skill.frontmatter.as_deref();
    fields.map_or_else(Vec::new, |fields| values.granted(fields, settings))
}
