//! The tool `skill`, with which the model loads a skill (`docs/hosts/qwen-code.md#the-tool`).

use super::body::injected;
use super::commands;
use super::editions::QwenCode;
use super::list::{entry, visible};
use super::settings::Settings;
use crate::host::session_rules::SessionRules;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::invocation::{Invocation, InvocationOutcome, RefusalReason, SkillCall};
use crate::model::memory::MAIN_AGENT;
use crate::model::message::{Message, Role};
use crate::model::permission::{Permission, Verdict};
use crate::model::skill::Skill;
use crate::model::touch::Touch;
use crate::text::js::trim;
use crate::tree::Entry;

/// The reason why the tool refuses a call, Qwen Code's message, and the remedy.
type Refusal = (RefusalReason, String, &'static str);

impl SkillTool for QwenCode {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let arguments = call.args.as_deref().unwrap_or_default();
        let mut invocation = Invocation::by_model(call, InvocationOutcome::Injected);
        let settings = Settings::read(view.tree, view.environment, self);
        let found = self.look_up(view, &settings, &call.skill);
        let text = match found {
            Err((reason, message, help)) => {
                invocation.outcome = InvocationOutcome::refused(reason, &*message, help);
                invocation.messages = vec![call.answer(message)];
                return Some(invocation);
            }
            Ok(found) => {
                let permission = permission(self.options.yolo);
                let asks = permission.verdict == Verdict::Ask && !call.approved;
                invocation.permission = Some(permission);
                if let Called::Skill(skill) = found {
                    invocation.path = Some(skill.path.clone());
                }
                if asks {
                    invocation.outcome = InvocationOutcome::Asks;
                    return Some(invocation);
                }
                match found {
                    Called::Command(file) => commands::text(file.contents()?, arguments),
                    Called::Skill(skill) => {
                        let agent = call.agent.as_deref().unwrap_or(MAIN_AGENT);
                        if view.memory.invoked(agent, &skill.path).is_some() {
                            let text =
                                format!("Skill \"{}\" is already loaded in context.", skill.name);
                            invocation.outcome = InvocationOutcome::AlreadyLoaded;
                            invocation.messages = vec![call.answer(text).about(&skill.path)];
                            return Some(invocation);
                        }
                        match injected(view, skill) {
                            Ok(text) => text,
                            Err(problem) => {
                                invocation.outcome = InvocationOutcome::Failed {
                                    message: format!("The skill cannot be read: {problem}"),
                                    help: "Write the contents of its file.".to_owned(),
                                };
                                return Some(invocation);
                            }
                        }
                    }
                }
            }
        };
        let message = call.answer(text.clone());
        invocation.messages = vec![match &invocation.path {
            Some(path) => message.about(path),
            None => message,
        }];
        invocation.content = Some(text);
        Some(invocation)
    }
}

/// The skill or command that a call of the tool names.
#[derive(Clone, Copy)]
enum Called<'v> {
    Skill(&'v Skill),
    /// The file of a command.
    Command(Entry<'v>),
}

impl QwenCode {
    fn look_up<'v>(
        &self,
        view: &View<'v>,
        settings: &Settings,
        name: &str,
    ) -> Result<Called<'v>, Refusal> {
        if trim(name).is_empty() {
            let message = "Parameter \"skill\" must be a non-empty string.".to_owned();
            return Err((
                RefusalReason::EmptyName,
                message,
                "Name a skill of the list.",
            ));
        }
        let skills = &view.catalog.skills;
        let skill = skills.iter().find(|skill| skill.name == name);
        let is_off = settings.disabled.contains(&name.to_lowercase());
        if is_off || skill.is_some_and(|skill| !skill.enabled) {
            let message = format!(
                "Skill \"{name}\" is disabled. Re-enable it via /skills or remove it from skills.disabled."
            );
            return Err((
                RefusalReason::Off,
                message,
                "Remove the name from `skills.disabled`.",
            ));
        }
        let skill = skill.filter(|skill| skill.model_invocable);
        if let Some(skill) = skill {
            if skill.active {
                return Ok(Called::Skill(skill));
            }
            let message = format!(
                "Skill \"{name}\" is gated by path-based activation (paths: frontmatter) and is not yet available. Access a file matching its paths patterns first to activate it."
            );
            let help = "Read or write a file that one of its `paths` matches.";
            return Err((RefusalReason::NotInSession, message, help));
        }
        let commands = commands::all(view.tree, view.environment, settings);
        let file = commands.get(name).and_then(|path| view.tree.entry(path));
        if let Some(file) = file {
            return Ok(Called::Command(file));
        }
        let mut names: Vec<_> = visible(skills)
            .iter()
            .map(|skill| skill.name.as_str())
            .collect();
        let others = commands.keys().map(String::as_str);
        let others: Vec<_> = others.filter(|name| !names.contains(name)).collect();
        names.extend(others);
        let available = if names.is_empty() {
            "No skills are currently available.".to_owned()
        } else {
            format!("Available skills: {}", names.join(", "))
        };
        let message = format!("Skill \"{name}\" not found. {available}");
        let help = "Call it by one of the names of the list.";
        Err((RefusalReason::Unknown, message, help))
    }
}

fn permission(is_yolo: bool) -> Permission {
    let (verdict, reason) = if is_yolo {
        (Verdict::Allow, "the session asks nothing (yolo)")
    } else {
        (
            Verdict::Ask,
            "the program asks before its model uses a skill",
        )
    };
    Permission {
        verdict,
        rule: None,
        reason: reason.to_owned(),
        suggestions: Vec::new(),
    }
}

impl SessionRules for QwenCode {
    /// Adds the reminder about skills that became active. Qwen Code adds this reminder to the
    /// result of the tool that read or wrote a file.
    fn skills_added(&self, catalog: &Catalog, _environment: &Environment, touch: &mut Touch) {
        let is_added = |skill: &Skill| touch.added.iter().any(|added| added.path == skill.path);
        let entries: Vec<_> = (visible(&catalog.skills).into_iter())
            .filter(|skill| is_added(skill))
            .map(|skill| entry(skill, false))
            .collect();
        if !entries.is_empty() {
            let text = format!(
                "\n\n<system-reminder>\nThe following skill(s) became available via the Skill tool based on the file you just accessed; invoke a skill by passing its name to the Skill tool:\n<available_skills>\n{}\n</available_skills>\n</system-reminder>",
                entries.join("\n")
            );
            touch.messages.push(Message::new(Role::Tool, text));
        }
    }
}
