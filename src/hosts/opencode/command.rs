//! Stage Select: invokes skills by commands that the user types. A skill has a command if no other
//! command has its name.

use std::ops::Range;

use super::config::Surroundings;
use super::editions::{Expansion, Identity, Opencode, OpencodeEdition};
use super::frontmatter::{self, content};
use super::list::Shown;

use super::tool::{changes, skill_content, text_of};
use crate::hashing::{HashMap, HashSet};
use crate::host::Select;
use crate::host::command_files::markdown_commands;
use crate::host::format::{Replaced, Replacement};
use crate::host::pattern_rules::matches;
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvocationOutcome, InvocationRequest, RequestOutput};
use crate::model::message::{Message, Role, SkillEvent};
use crate::model::permission::Verdict;
use crate::model::skill::{Scope, Skill};
use crate::model::turn::{Mention, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::document::PlaceIndex;
use crate::text::js_yaml::JsYamlValue;
use crate::text::mention;
use crate::text::template::{self, commands, fill, with_directory};
use crate::tree::{Entry, Tree};

/// The names of the commands that are built into opencode. The list is an assumption of Skillglass
/// (`docs/hosts/opencode.md#what-is-ours`).
const SHIPPED: [&str; 2] = ["init", "review"];

/// The maximum number of shell commands in a skill's text whose positions in the skill's file are
/// reported. No host has this limit.
const MAX_PLACED: usize = 100;

/// The shell that runs the commands in a skill's text. It is not known which shell opencode uses,
/// so Skillglass assumes `sh`.
const SHELL: &str = "sh";

/// The names of all commands that do not belong to skills. Users cannot invoke a skill by one of
/// these names.
pub(super) struct TakenNames(HashSet<String>);

impl TakenNames {
    pub(super) fn read(tree: &Tree, surroundings: &Surroundings<'_>) -> Self {
        let mut names: HashSet<_> = SHIPPED.map(str::to_owned).into_iter().collect();
        let configured = surroundings.merged.get("command");
        let configured = configured.map(JsYamlValue::entries).unwrap_or_default();
        names.extend(configured.iter().map(|(name, _)| name.clone()));
        for directory in &surroundings.directories {
            names.extend(markdown_commands(tree, &directory.path));
        }
        Self(names)
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// A name of a skill in a text that the user typed, and the arguments after it.
struct Named<'t> {
    name: &'t str,
    bytes: Range<usize>,
    arguments: &'t str,
    /// True if the name is a command at the start of the text, false if it is an `@` mention.
    is_command: bool,
}

impl Select for Opencode {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        let unavailable = Shown::of(view, self.edition).unavailable();
        let skills = by_name(view);
        let mut chosen = HashSet::default();
        let why = "opencode has no menu that chooses skills; type a slash and the name";
        for (input, given) in request.inputs.iter().enumerate() {
            let Some(text) = turn.text_of(input, given, |_| why.to_owned()) else {
                continue;
            };
            let index = PlaceIndex::new(text);
            for named in names(text, self.edition) {
                let outcome = match choose(&skills, &named, &unavailable, self.edition) {
                    Err((reason, message)) => Outcome::skipped(reason, message),
                    Ok(skill) => {
                        if chosen.insert(&skill.name) || named.is_command {
                            let invocation = invoke(view, skill, &named, request, self);
                            match self.edition.command {
                                Expansion::Template => turn.take(skill, invocation),
                                Expansion::Whole => turn.add(skill, invocation),
                            }
                        }
                        Outcome::selected(skill)
                    }
                };
                let range = index.range(named.bytes);
                turn.mentions
                    .push(Mention::slash(input, named.name, range, outcome));
            }
        }
        turn
    }
}

/// Returns the command at the start of a text. In edition `2.0`, also returns every `@name`
/// (`docs/hosts/opencode.md#typed-commands`).
fn names<'t>(text: &'t str, edition: &OpencodeEdition) -> Vec<Named<'t>> {
    let slash = mention::slash(text).map(|slash| Named {
        name: slash.name,
        bytes: slash.bytes,
        arguments: slash.rest,
        is_command: true,
    });
    let mut names: Vec<_> = slash.into_iter().collect();
    if edition.command == Expansion::Whole {
        let mut at = 0;
        for word in text.split_inclusive(char::is_whitespace) {
            let start = at;
            at += word.len();
            let word = word.trim_end();
            if let Some(name) = word.strip_prefix('@').filter(|name| !name.is_empty()) {
                names.push(Named {
                    name,
                    bytes: start..start + word.len(),
                    arguments: "",
                    is_command: false,
                });
            }
        }
    }
    names
}

/// Returns the skills by name and by alias.
fn by_name<'s>(view: &View<'s>) -> HashMap<&'s str, &'s Skill> {
    let skills = view.catalog.skills.iter();
    let aliases = skills.clone().flat_map(|skill| {
        let aliases = skill.aliases.iter();
        aliases.map(move |alias| (alias.as_str(), skill))
    });
    // If the name of one skill is the second name of another skill, the skill with the name is used.
    aliases
        .chain(skills.map(|skill| (skill.name.as_str(), skill)))
        .collect()
}

fn choose<'s>(
    skills: &HashMap<&str, &'s Skill>,
    named: &Named<'_>,
    unavailable: &HashSet<&str>,
    edition: &OpencodeEdition,
) -> Result<&'s Skill, (SkipReason, String)> {
    match skills.get(named.name).copied() {
        None => Err((
            SkipReason::Unknown,
            format!("no loaded skill is named {:?}", named.name),
        )),
        Some(skill) if unavailable.contains(skill.name.as_str()) => Err((
            SkipReason::NotOffered,
            "the list had no room for it, so this session does without it; shorten descriptions"
                .to_owned(),
        )),
        Some(skill) if !skill.user_invocable => {
            let fields = skill.frontmatter.as_ref();
            let is_for_model = fields.is_some_and(|fields| fields.user_invocable == Some(false));
            let message = if is_for_model && edition.identity == Identity::StrictName {
                "its frontmatter has `user-invocable: false`"
            } else {
                "a command with that name takes precedence"
            };
            Err((SkipReason::NotUserInvocable, message.to_owned()))
        }
        Some(skill) => Ok(skill),
    }
}

fn invoke(
    view: &View<'_>,
    skill: &Skill,
    named: &Named<'_>,
    request: &TurnRequest,
    host: &Opencode,
) -> Invocation {
    let mut invocation = Invocation::by_user(skill, named.arguments, InvocationOutcome::Waits);
    let failed = |problem: &str, help: &str| InvocationOutcome::Failed {
        message: format!("Unable to load skill {:?}: {problem}", skill.name),
        help: help.to_owned(),
    };
    let text = match text_of(view, skill, &host.options) {
        Ok(text) => text,
        Err(problem) => {
            invocation.outcome = failed(problem, "Write the contents of its file.");
            return invocation;
        }
    };
    let content = match host.edition.command {
        Expansion::Whole => Some(skill_content(view.tree, skill, &text, host.edition)),
        Expansion::Template => {
            let text = if skill.scope == Scope::System {
                text
            } else {
                with_directory(&text, skill.directory())
            };
            // The program trims the text when the user types the command (`docs/hosts/opencode.md#typed-commands`).
            let Some(filled) = fill(text.trim(), named.arguments, "") else {
                let help = "Use fewer placeholders or shorter arguments.";
                invocation.outcome = failed("its text grows too long", help);
                return invocation;
            };
            invocation.requests = requests(view, skill, &filled, named.arguments, host.edition);
            if let Some(outcome) = forbidden(&invocation.requests) {
                invocation.outcome = outcome;
                return invocation;
            }
            run(&filled, &invocation.requests, request)
        }
    };
    let Some(content) = content else {
        invocation.outcome = InvocationOutcome::Waits;
        return invocation;
    };
    let message = Message::new(Role::User, content.clone()).about(&skill.path);
    invocation.messages = vec![message];
    invocation.content = Some(content);
    if host.edition.identity == Identity::StrictName {
        invocation.changes = changes(skill, host.edition);
    }
    invocation.events = vec![SkillEvent::invocation(
        &skill.name,
        &skill.path,
        skill.scope,
        true,
    )];
    invocation.outcome = InvocationOutcome::Injected;
    invocation
}

/// Returns the spans of a skill's file that opencode replaces when the user types the skill's
/// command.
pub(super) fn replaces(text: &str) -> Vec<Replaced> {
    let content = content(text);
    if content.is_empty() {
        return Vec::new();
    }
    let start = content.as_ptr().addr() - text.as_ptr().addr();
    let arguments = template::arguments(content).into_iter();
    let arguments = arguments.map(|bytes| (bytes, Replacement::Argument));
    let commands = commands(content).into_iter();
    let commands = commands.map(|bytes| (bytes, Replacement::Command));
    Replaced::in_order(arguments.chain(commands), start)
}

/// The tool that runs shell commands, as written in `allowed-tools`. Case does not matter.
const COMMAND_TOOL: &str = "bash";

/// Returns the reason why a shell command may not run; `None` if it may run. In edition `2026-03`,
/// a skill's `allowed-tools` forbids every command that it does not list
/// (`docs/hosts/opencode.md#typed-commands`).
fn without_shell(skill: &Skill, command: &str, edition: &OpencodeEdition) -> Option<String> {
    let changes = changes(skill, edition)?;
    let runs = |tool: &String| match tool.split_once('(') {
        None => tool.eq_ignore_ascii_case(COMMAND_TOOL),
        Some((name, pattern)) => {
            let pattern = pattern.strip_suffix(')').unwrap_or(pattern);
            let pattern = pattern.replace(":*", " *");
            name.eq_ignore_ascii_case(COMMAND_TOOL) && matches(command, &pattern)
        }
    };
    let is_forbidden = changes.only_allowed_tools && !changes.allowed_tools.iter().any(runs);
    is_forbidden.then(|| format!("allowed-tools: {}", changes.allowed_tools.join(", ")))
}

/// Returns the failure of an invocation with a forbidden shell command; `None` if all commands may
/// run.
fn forbidden(requests: &[InvocationRequest]) -> Option<InvocationOutcome> {
    requests.iter().find_map(|request| match request {
        InvocationRequest::Command {
            command,
            verdict: Verdict::Deny,
            rule: Some(rule),
            ..
        } => Some(InvocationOutcome::Failed {
            message: format!("The command `{command}` does not run: {rule}"),
            help: "Add Bash to the skill's `allowed-tools`, or take the command out.".to_owned(),
        }),
        _ => None,
    })
}

/// Returns a request for each shell command in a skill's text. opencode does not ask the user
/// before a command runs (`docs/hosts/opencode.md#typed-commands`).
fn requests(
    view: &View<'_>,
    skill: &Skill,
    text: &str,
    arguments: &str,
    edition: &OpencodeEdition,
) -> Vec<InvocationRequest> {
    let commands = commands(text);
    if commands.is_empty() {
        return Vec::new();
    }
    let file = view.tree.entry(&skill.path).and_then(Entry::contents);
    let file = file.map(frontmatter::text_of).unwrap_or_default();
    let places = PlaceIndex::new(&file);
    // The commands are in the order of the file, so the search for each command begins after the previous command.
    let mut from = 0;
    let requests = commands.into_iter().enumerate().map(|(index, bytes)| {
        let pattern = &text[bytes];
        let rest = (index < MAX_PLACED).then(|| &file[from..]);
        let found = rest.and_then(|rest| rest.find(pattern)).map(|offset| {
            let start = from + offset;
            from = start + pattern.len();
            places.range(start..from)
        });
        let command = &pattern[2..pattern.len() - 1];
        let rule = without_shell(skill, command, edition);
        InvocationRequest::Command {
            id: InvocationRequest::unique_id(
                &skill.name,
                index,
                &[&skill.path, arguments, SHELL, command],
            ),
            command: command.to_owned(),
            pattern: pattern.to_owned(),
            shell: SHELL.to_owned(),
            range: found,
            verdict: match rule {
                None => Verdict::Allow,
                Some(_) => Verdict::Deny,
            },
            rule,
        }
    });
    requests.collect()
}

/// Replaces the shell commands in a text with their outputs, and removes whitespace at its ends.
/// Exit codes have no effect. Returns `None` if an output is missing.
fn run(text: &str, requests: &[InvocationRequest], request: &TurnRequest) -> Option<String> {
    let mut done = String::with_capacity(text.len());
    let mut at = 0;
    for (bytes, asked) in commands(text).into_iter().zip(requests) {
        let RequestOutput { text: output, .. } = request.outputs.get(asked.id())?;
        done.push_str(&text[at..bytes.start]);
        done.push_str(output);
        at = bytes.end;
    }
    done.push_str(&text[at..]);
    Some(done.trim().to_owned())
}
