//! Invoke: a skill put to use, by the Skill tool or by a slash command.

use std::collections::BTreeMap;

use super::expand::{self, Expanded};
use super::list::reminder;
use super::permissions::{self, Rule, SkillNames};
use super::settings::{self, Settings};
use super::{Edition, SKILL_TOOL, catalog};
use crate::host::stages::View;
use crate::model::hook::Hook;
use crate::model::invocation::{
    ContextChanges, Fork, Invocation, InvocationOutcome, InvocationRequest, InvokedBy,
    RefusalReason, RequestOutput, SkillCall,
};
use crate::model::memory::MAIN_AGENT;
use crate::model::message::{Message, Role, SkillEvent};
use crate::model::permission::{Permission, Verdict};
use crate::model::skill::{Frontmatter, Scope, Skill, SkillKind, Visibility};

/// Why the tool refuses a call, with the host's numbers (seed 004 section 5).
mod code {
    pub const EMPTY: u32 = 1;
    pub const UNKNOWN: u32 = 2;
    pub const MODEL_DISABLED: u32 = 4;
    pub const NO_PROMPT: u32 = 5;
    pub const REMOTE_UNKNOWN: u32 = 6;
}

/// Names that begin so are looked for elsewhere (seed 004 section 5).
const REMOTE_PREFIX: &str = "_canonical_";

/// Commands of the program that are no prompts, so that the tool refuses them. The facts name `/compact`; the others
/// are common ones of the same kind.
pub(super) const NO_PROMPTS: [&str; 12] = [
    "agents",
    "clear",
    "compact",
    "config",
    "context",
    "exit",
    "help",
    "login",
    "logout",
    "model",
    "permissions",
    "resume",
];

/// The agent of a forked skill that names none (seed 004 section 6).
const DEFAULT_AGENT: &str = "general-purpose";

/// Agents that do not read the project's memory (host facts A5).
const WITHOUT_MEMORY: [&str; 2] = ["Explore", "Plan"];

/// The model's word for the session's own.
const INHERIT: &str = "inherit";

/// Seed 004 section 10.
const INVOKED: &str = "tengu_skill_tool_invocation";
const SLASH_PREFIX: &str = "tengu_skill_tool_slash_prefix";

/// Who puts a skill to use, and with what.
pub(super) struct Use<'u> {
    pub by: InvokedBy,
    pub arguments: &'u str,
    pub agent: &'u str,
    /// The id of the model's call.
    pub call_id: Option<&'u str>,
    /// What the ids of its requests begin with.
    pub id: String,
    pub outputs: &'u BTreeMap<String, RequestOutput>,
    /// All that the user typed.
    pub prompt: Option<&'u str>,
    /// Whether nobody typed it.
    pub scheduled: bool,
}

/// The model's call of the tool.
pub(super) fn call(view: &View<'_>, call: &SkillCall, edition: &Edition) -> Invocation {
    let settings = settings::read(view.tree, view.environment);
    let written = call.skill.trim();
    let name = written.strip_prefix('/').unwrap_or(written);
    let used = Use {
        by: InvokedBy::Model,
        arguments: call.args.as_deref().unwrap_or_default(),
        agent: call.agent.as_deref().unwrap_or(MAIN_AGENT),
        call_id: call.id.as_deref(),
        id: "0".to_owned(),
        outputs: &call.outputs,
        prompt: None,
        scheduled: false,
    };
    let mut invocation = match validate(view, name, edition) {
        Ok(skill) => {
            let permission = permission(view, skill, &settings, edition);
            match permission.verdict {
                Verdict::Allow => run(view, skill, &used, &settings, edition),
                Verdict::Ask if call.approved => run(view, skill, &used, &settings, edition),
                Verdict::Ask => empty(&skill.name, Some(skill), &used, InvocationOutcome::Asks),
                Verdict::Deny => {
                    let message = "Skill execution blocked by permission rules".to_owned();
                    let help = match &permission.rule {
                        Some(rule) => {
                            format!("The rule {rule} denies it; take it out of the settings.")
                        }
                        None => "Take the rule out of the settings.".to_owned(),
                    };
                    let outcome = refusal(RefusalReason::Denied, None, message, help);
                    empty(&skill.name, Some(skill), &used, outcome)
                }
            }
            .with_permission(permission)
        }
        Err(outcome) => empty(name, None, &used, outcome),
    };
    // An invocation that is to be called again tells it when it comes to its end.
    let is_over = !matches!(
        invocation.outcome,
        InvocationOutcome::Asks | InvocationOutcome::Waits
    );
    if written.starts_with('/') && is_over {
        let event = SkillEvent::Telemetry {
            name: SLASH_PREFIX.to_owned(),
            properties: BTreeMap::new(),
        };
        invocation.events.insert(0, event);
    }
    invocation
}

impl Invocation {
    fn with_permission(self, permission: Permission) -> Self {
        Self {
            permission: Some(permission),
            ..self
        }
    }
}

/// The skill of that name for the model, or why it gets none (seed 004 section 5, host facts A4).
fn validate<'v>(
    view: &View<'v>,
    name: &str,
    edition: &Edition,
) -> Result<&'v Skill, InvocationOutcome> {
    if name.is_empty() {
        return Err(refusal(
            RefusalReason::EmptyName,
            Some(code::EMPTY),
            format!("Invalid skill format: {name}"),
            "Give the name of a skill of the list.".to_owned(),
        ));
    }
    if edition.remote_skills && name.starts_with(REMOTE_PREFIX) {
        return Err(refusal(
            RefusalReason::Remote,
            Some(code::REMOTE_UNKNOWN),
            format!("Remote skill {name} was not discovered in this session"),
            "Skillglass knows no remote skills; give a name of the list.".to_owned(),
        ));
    }
    let Some(skill) = find(view, name, edition) else {
        return Err(match NO_PROMPTS.contains(&name) {
            true => refusal(
                RefusalReason::NotAPrompt,
                Some(code::NO_PROMPT),
                format!("Skill {name} is not a prompt-based skill"),
                format!("Only the user can run /{name}."),
            ),
            false => refusal(
                RefusalReason::Unknown,
                Some(code::UNKNOWN),
                format!("Unknown skill: {name}"),
                unknown(view, name),
            ),
        });
    };
    if skill.visibility == Visibility::Off {
        return Err(refusal(
            RefusalReason::Off,
            None,
            format!("Skill {name} is off (skillOverrides)"),
            "Set it to on in the settings' skillOverrides.".to_owned(),
        ));
    }
    if skill.model_invocable {
        return Ok(skill);
    }
    let by_author = (skill.frontmatter.as_ref())
        .is_some_and(|fields| fields.disable_model_invocation == Some(true));
    let (reason, number, mut message, help) = if by_author {
        (
            RefusalReason::DisableModelInvocation,
            Some(code::MODEL_DISABLED),
            format!(
                "Skill {name} cannot be used with {SKILL_TOOL} tool due to disable-model-invocation"
            ),
            "Take disable-model-invocation out of its frontmatter, or type it.".to_owned(),
        )
    } else if skill.visibility == Visibility::UserInvocableOnly {
        (
            RefusalReason::UserOnlyBySettings,
            Some(code::MODEL_DISABLED),
            format!("Skill {name} cannot be used with {SKILL_TOOL} tool due to skillOverrides"),
            "Set it to on in the settings' skillOverrides, or type it.".to_owned(),
        )
    } else if skill.kind == SkillKind::McpPrompt {
        (
            RefusalReason::Unknown,
            Some(code::UNKNOWN),
            format!("Unknown skill: {name}"),
            "In this edition only the user runs prompts of MCP servers.".to_owned(),
        )
    } else {
        (
            RefusalReason::NotInSession,
            None,
            format!("Skill {name} is not among the session's skills"),
            "Add it to the SDK's list of skills.".to_owned(),
        )
    };
    if edition.refusal_asks_user && number == Some(code::MODEL_DISABLED) {
        // Host facts A4, 2.1.222: the sense is documented, the words are ours.
        message.push_str(&format!(
            ". Ask the user to run /{} instead of doing its steps yourself",
            skill.name
        ));
    }
    Err(refusal(reason, number, message, help))
}

fn refusal(
    reason: RefusalReason,
    code: Option<u32>,
    message: String,
    help: String,
) -> InvocationOutcome {
    InvocationOutcome::Refused {
        reason,
        code,
        message,
        help,
    }
}

fn unknown(view: &View<'_>, name: &str) -> String {
    let skills = &view.catalog.skills;
    if let Some(skill) = skills
        .iter()
        .find(|skill| skill.name == name && !skill.active)
    {
        return format!("{} waits for a file that its paths match.", skill.path);
    }
    let near = skills
        .iter()
        .find(|skill| skill.name.eq_ignore_ascii_case(name));
    match near {
        Some(near) => format!("There is {}; capitals count.", near.name),
        None => "Give the name of a skill of the list.".to_owned(),
    }
}

/// The skill that answers to a name: its own, then an alias, then a plugin's last part when that is free. One that waits
/// for a file is unknown (host facts A4).
pub(super) fn find<'v>(view: &View<'v>, name: &str, edition: &Edition) -> Option<&'v Skill> {
    let skills = view.catalog.skills.iter().filter(|skill| skill.active);
    let mut named = skills.clone().filter(|skill| skill.name == name);
    let mut aliased = skills
        .clone()
        .filter(|skill| skill.aliases.iter().any(|alias| alias == name));
    let by_last_part = || {
        let mut plugins = skills.clone().filter(|skill| {
            skill.plugin_id.is_some()
                && skill.kind == SkillKind::Skill
                && skill.name.rsplit(':').next() == Some(name)
        });
        let first = plugins.next();
        let is_free = plugins.next().is_none() && !NO_PROMPTS.contains(&name);
        first.filter(|_| is_free && !edition.plugin_names_replace)
    };
    named
        .next()
        .or_else(|| aliased.next())
        .or_else(by_last_part)
}

/// Deny, then ask, then allow, then what has only harmless properties, and else the user is asked (seed 004 section 9).
fn permission(
    view: &View<'_>,
    skill: &Skill,
    settings: &Settings,
    edition: &Edition,
) -> Permission {
    let decided = |verdict, rule: Option<&Rule>, reason: &str| Permission {
        verdict,
        rule: rule.map(Rule::to_string),
        reason: reason.to_owned(),
        suggestions: match verdict {
            Verdict::Ask => permissions::suggestions(&skill.name, edition.skill_rules),
            Verdict::Allow | Verdict::Deny => Vec::new(),
        },
    };
    if let Some((verdict, rule)) = by_rule(view, skill, settings, edition) {
        let reason = match verdict {
            Verdict::Deny => "a rule denies it",
            Verdict::Ask => "a rule asks for it",
            Verdict::Allow => "a rule allows it",
        };
        return decided(verdict, Some(rule), reason);
    }
    match asks_for(skill) {
        None => decided(Verdict::Allow, None, "it has only harmless properties"),
        Some(property) => {
            let reason = format!("it has {property}, and no rule is on it");
            decided(Verdict::Ask, None, &reason)
        }
    }
}

/// What the rules say of a skill, and the one that decides.
fn by_rule<'s>(
    view: &View<'_>,
    skill: &Skill,
    settings: &'s Settings,
    edition: &Edition,
) -> Option<(Verdict, &'s Rule)> {
    let names = SkillNames {
        name: &skill.name,
        aliases: &skill.aliases,
        unqualified: catalog::unqualified(skill, view.environment),
    };
    settings.rules.skill(&names, edition.skill_rules)
}

/// Whether a rule denies a skill.
pub(super) fn is_denied(
    view: &View<'_>,
    skill: &Skill,
    settings: &Settings,
    edition: &Edition,
) -> bool {
    by_rule(view, skill, settings, edition).is_some_and(|(verdict, _)| verdict == Verdict::Deny)
}

/// The first property of a skill that is not known to be harmless.
fn asks_for(skill: &Skill) -> Option<&'static str> {
    let fields = skill.frontmatter.as_deref()?;
    if !fields.hooks.is_empty() {
        Some("hooks")
    } else if !fields.allowed_tools.is_empty() {
        Some("allowed-tools")
    } else if expand::forks(fields) {
        Some("context: fork")
    } else {
        None
    }
}

fn empty(
    name: &str,
    skill: Option<&Skill>,
    used: &Use<'_>,
    outcome: InvocationOutcome,
) -> Invocation {
    Invocation {
        path: skill.map(|skill| skill.path.clone()),
        ..Invocation::new(used.by, name, used.arguments, outcome)
    }
}

/// The skill put to use, permission granted.
pub(super) fn run(
    view: &View<'_>,
    skill: &Skill,
    used: &Use<'_>,
    settings: &Settings,
    edition: &Edition,
) -> Invocation {
    let call = expand::Call {
        arguments: used.arguments,
        id: &used.id,
        outputs: used.outputs,
    };
    let stopped = |outcome, requests: Vec<InvocationRequest>| Invocation {
        requests,
        ..empty(&skill.name, Some(skill), used, outcome)
    };
    match expand::expand(view, skill, &call, settings, edition) {
        Expanded::Waits(requests) => stopped(InvocationOutcome::Waits, requests),
        Expanded::Failed(message, help, requests) => {
            stopped(InvocationOutcome::Failed { message, help }, requests)
        }
        Expanded::Whole(content, requests) => {
            let mut invocation = stopped(InvocationOutcome::Injected, requests);
            let content = with_variants(view, skill, content, edition);
            let none = Frontmatter::default();
            let fields = skill.frontmatter.as_deref().unwrap_or(&none);
            invocation.hooks = hooks(view, skill, fields);
            invocation.changes = changes(view, skill, fields, settings, edition);
            if !fields.allowed_tools.is_empty() && expand::only_managed_rules(skill, settings) {
                invocation.warnings.push(format!(
                    "allowed-tools of {} counts for nothing: allowManagedPermissionRulesOnly is set",
                    skill.name
                ));
            }
            invocation.events = events(skill, used, expand::forks(fields));
            if used.by == InvokedBy::User {
                invocation.messages.push(command_tags(skill, used));
            }
            if expand::forks(fields) {
                fork(view, skill, fields, content, used, edition, &mut invocation);
            } else {
                inject(view, skill, content, used, edition, &mut invocation);
            }
            invocation
        }
    }
}

/// The text as hidden message, or only a note when the conversation has the same (host facts A5, 2.1.202).
fn inject(
    view: &View<'_>,
    skill: &Skill,
    content: String,
    used: &Use<'_>,
    edition: &Edition,
    invocation: &mut Invocation,
) {
    let known = (view.memory.invoked(used.agent, &skill.path)).filter(|_| edition.notes_repeats);
    let (outcome, text) = match known {
        Some(known) if known.content == content && !known.compacted => (
            InvocationOutcome::AlreadyLoaded,
            // The facts say that there is a short note; the words are ours.
            format!(
                "The skill {} is already loaded with the same text above.",
                skill.name
            ),
        ),
        Some(known) => {
            let note = match known.compacted {
                true => "This is a new invocation of a skill that was used before the summary.",
                false => {
                    "This skill was used before; what follows is its text for this invocation."
                }
            };
            (InvocationOutcome::Injected, format!("{note}\n\n{content}"))
        }
        None => (InvocationOutcome::Injected, content.clone()),
    };
    if used.by == InvokedBy::Model {
        let launching = Message::new(Role::Tool, format!("Launching skill: {}", skill.name));
        invocation.messages.push(called(launching, used));
    }
    let text = match outcome {
        InvocationOutcome::AlreadyLoaded => reminder(&text),
        _ => text,
    };
    let message = Message {
        hidden: true,
        ..Message::new(Role::User, text).about(&skill.path)
    };
    invocation.messages.push(called(message, used));
    invocation.outcome = outcome;
    invocation.content = Some(content);
}

fn called(message: Message, used: &Use<'_>) -> Message {
    Message {
        call_id: used.call_id.map(str::to_owned),
        ..message
    }
}

/// What a sub-agent gets, and what the conversation is told meanwhile.
fn fork(
    view: &View<'_>,
    skill: &Skill,
    fields: &Frontmatter,
    content: String,
    used: &Use<'_>,
    edition: &Edition,
    invocation: &mut Invocation,
) {
    let options = &view.environment.claude_code;
    let agent = fields
        .agent
        .clone()
        .unwrap_or_else(|| DEFAULT_AGENT.to_owned());
    // Host facts A5: when it waits.
    let waits = !fields.background.unwrap_or(true)
        || options.headless
        || options.sdk.is_some()
        || view
            .environment
            .is_on("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS")
        || view.memory.running.contains_key(&skill.name)
        || used.scheduled;
    let background = edition.forks_in_background && !waits;
    let changes = invocation.changes.take().unwrap_or_default();
    if background {
        // The facts say that there is a notice; the words are ours.
        let notice = format!("Skill \"{}\" launched in the background.", skill.name);
        let role = match used.by {
            InvokedBy::Model => Role::Tool,
            InvokedBy::User => Role::User,
        };
        invocation
            .messages
            .push(called(Message::new(role, notice), used));
    }
    invocation.fork = Some(Fork {
        reads_memory: !WITHOUT_MEMORY.contains(&agent.as_str()),
        agent,
        prompt: content.clone(),
        model: changes.model,
        effort: changes.effort,
        allowed_tools: changes.allowed_tools,
        disallowed_tools: changes.disallowed_tools,
        background,
    });
    invocation.outcome = InvocationOutcome::Forked;
    invocation.content = Some(content);
}

/// What the conversation is told when a sub-agent has ended (host facts A5).
pub(super) fn fork_result(skill: &str, result: &str) -> String {
    format!("Skill \"{skill}\" completed (forked execution).\n\nResult:\n{result}")
}

/// What stands visibly for a typed command (host facts A5).
fn command_tags(skill: &Skill, used: &Use<'_>) -> Message {
    let name = &skill.name;
    let mut text =
        format!("<command-message>{name}</command-message>\n<command-name>/{name}</command-name>");
    if !used.arguments.trim().is_empty() {
        text.push_str(&format!(
            "\n<command-args>{}</command-args>",
            used.arguments
        ));
    }
    Message::new(Role::User, text).about(&skill.path)
}

/// Loading a skill by its bare name lists those of the same name in directories below (host facts A1).
fn with_variants(view: &View<'_>, skill: &Skill, content: String, edition: &Edition) -> String {
    let qualified = |other: &&Skill| {
        other.active
            && other.enabled
            && other.path != skill.path
            && catalog::unqualified(other, view.environment) == Some(skill.name.as_str())
    };
    let variants: Vec<_> = (view.catalog.skills.iter())
        .filter(qualified)
        .map(|other| format!("- {}", other.name))
        .collect();
    // A nested skill that has the bare name to itself has no directories below it.
    let is_nested = catalog::nested_in(&skill.root, &view.environment.cwd).is_some();
    if variants.is_empty() || is_nested || edition.same_name != super::SameName::FirstHides {
        return content;
    }
    // The facts give the sense; the words are ours.
    format!(
        "{content}\n\nThere are skills of the same name for directories below. When you work in one of them, load that one:\n{}",
        variants.join("\n")
    )
}

/// The hooks that a skill registers: not those that are in force from an earlier use of it, or each would run twice, and
/// none of the project's where the user has not trusted it, unless nobody is there to be asked (host facts A6).
fn hooks(view: &View<'_>, skill: &Skill, fields: &Frontmatter) -> Vec<Hook> {
    let options = &view.environment.claude_code;
    let is_trusted = options.trusted.unwrap_or(true) || options.headless || options.sdk.is_some();
    if skill.scope == Scope::Repo && !is_trusted {
        return Vec::new();
    }
    let in_force = |hook: &&Hook| {
        let mut known = view.memory.hooks.iter();
        known.any(|known| known.skill == skill.name && known.hook == **hook)
    };
    let declared = fields.hooks.iter();
    declared.filter(|hook| !in_force(hook)).cloned().collect()
}

/// The context modifier (seed 004 section 5, host facts A6).
fn changes(
    view: &View<'_>,
    skill: &Skill,
    fields: &Frontmatter,
    settings: &Settings,
    edition: &Edition,
) -> Option<ContextChanges> {
    let allowed = expand::allowed_tools(view, skill, settings, edition);
    let disallowed = fields.disallowed_tools.iter();
    let changes = ContextChanges {
        allowed_tools: allowed.iter().map(Rule::to_string).collect(),
        disallowed_tools: disallowed
            .filter(|_| edition.disallows_tools)
            .cloned()
            .collect(),
        model: fields.model.clone().filter(|model| model != INHERIT),
        effort: fields.effort.clone(),
        until: edition.changes_last,
    };
    let is_nothing = changes.allowed_tools.is_empty()
        && changes.disallowed_tools.is_empty()
        && changes.model.is_none()
        && changes.effort.is_none();
    (!is_nothing).then_some(changes)
}

fn events(skill: &Skill, used: &Use<'_>, forks: bool) -> Vec<SkillEvent> {
    let text = |text: &str| text.to_owned();
    let trigger = match used.by {
        InvokedBy::Model => "model",
        InvokedBy::User => "user",
    };
    let telemetry = SkillEvent::Telemetry {
        name: text(INVOKED),
        properties: BTreeMap::from([
            (text("command_name"), skill.name.clone()),
            (
                text("execution_context"),
                text(if forks { "fork" } else { "inline" }),
            ),
            (text("invocation_trigger"), text(trigger)),
        ]),
    };
    let hook = match used.by {
        InvokedBy::Model => SkillEvent::HookEvent {
            event: text("PreToolUse"),
            input: BTreeMap::from([
                (text("tool_name"), text(SKILL_TOOL)),
                (text("skill"), skill.name.clone()),
                (text("args"), text(used.arguments)),
            ]),
        },
        InvokedBy::User => SkillEvent::HookEvent {
            event: text("UserPromptExpansion"),
            input: BTreeMap::from([
                (
                    text("expansion_type"),
                    text(match skill.kind {
                        SkillKind::McpPrompt => "mcp_prompt",
                        SkillKind::Skill | SkillKind::Command => "slash_command",
                    }),
                ),
                (text("command_name"), skill.name.clone()),
                (text("command_args"), text(used.arguments)),
                (text("command_source"), source(skill)),
                (text("prompt"), text(used.prompt.unwrap_or_default())),
            ]),
        },
    };
    vec![hook, telemetry]
}

/// Where a command comes from. The facts name the field, not its values.
fn source(skill: &Skill) -> String {
    match skill.scope {
        Scope::Admin => "managed",
        Scope::User => "user",
        Scope::Repo => "project",
        Scope::System => "bundled",
        Scope::Plugin => "plugin",
        Scope::Mcp => "mcp",
    }
    .to_owned()
}
