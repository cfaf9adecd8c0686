//! The tool `activate_skill`, with which the model loads a skill
//! (`docs/hosts/gemini-cli.md#the-tool`).

use super::body::body_of;
use super::editions::GeminiCli;
use super::folder;
use super::names::{ACTIVATE, TAG, is_built_in};
use super::options::{ApprovalMode, GeminiCliOptions};
use super::settings::refuses;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{Invocation, InvocationOutcome, RefusalReason, SkillCall};
use crate::model::listing;
use crate::model::permission::{Permission, Verdict};
use crate::model::shared_list::SharedList;
use crate::model::skill::Skill;
use crate::tree::Tree;

/// The name of the only parameter of the tool `activate_skill`. Its value is the skill's name.
const INPUT: &str = "name";

/// The message of the tool `activate_skill` about a name that is not in the list of skills.
const NOT_ALLOWED: &str = "params/name must be equal to one of the allowed values";

/// Returns the declaration of the tool `activate_skill`, as the model sees it. `names` are the
/// skills that it can load.
pub(super) fn declaration(names: &[&str]) -> listing::SkillTool {
    let available = match names {
        [] => String::new(),
        names => format!(" (Available: '{}')", names.join("', '")),
    };
    listing::SkillTool {
        name: ACTIVATE.to_owned(),
        description: format!(
            "Activates a specialized agent skill by name{available}. Returns the skill's instructions wrapped in `<{TAG}>` tags. These provide specialized guidance for the current task. Use this when you identify a task that matches a skill's description. ONLY use names exactly as they appear in the `<available_skills>` section."
        ),
        inputs: vec![INPUT.to_owned()],
        schema: Some(schema(names)),
    }
}

/// Returns the JSON schema of the parameters of `activate_skill`, as recorded from Gemini CLI. If
/// there are skills, the schema lists their names.
fn schema(names: &[&str]) -> serde_json::Value {
    let name = if names.is_empty() {
        serde_json::json!({ "type": "string", "description": "No skills are currently available." })
    } else {
        serde_json::json!({
            "type": "string",
            "enum": names,
            "description": "The name of the skill to activate.",
        })
    };
    serde_json::json!({
        "type": "object",
        "properties": { INPUT: name },
        "required": [INPUT],
        "additionalProperties": false,
        "$schema": "http://json-schema.org/draft-07/schema#",
    })
}

impl SkillTool for GeminiCli {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        if refuses(view.environment, self) {
            return None;
        }
        let mut invocation = Invocation::by_model(call, InvocationOutcome::Injected);
        let skill = match look_up(&view.catalog.skills, &call.skill) {
            Ok(skill) => skill,
            Err(message) => {
                invocation.messages = vec![call.answer(message.clone())];
                invocation.outcome = InvocationOutcome::refused(
                    RefusalReason::Unknown,
                    message,
                    "Call it by one of the names of the list.",
                );
                return Some(invocation);
            }
        };
        invocation.path = Some(skill.path.clone());
        let permission = permission(skill, &self.options);
        let verdict = permission.verdict;
        invocation.permission = Some(permission);
        if verdict == Verdict::Ask && !call.approved {
            invocation.outcome = if self.options.headless {
                InvocationOutcome::refused(
                    RefusalReason::NobodyToAsk,
                    "The program would ask before it activates the skill, and there is no user."
                        .to_owned(),
                    "Run with `--yolo`, or allow `activate_skill` by a policy.",
                )
            } else {
                InvocationOutcome::Asks
            };
            return Some(invocation);
        }
        match body_of(view, skill) {
            Ok(text) => {
                let text = activation(view.tree, skill, &call.skill, &text);
                invocation.messages = vec![call.answer(text.clone()).about(&skill.path)];
                invocation.content = Some(text);
            }
            Err(problem) => {
                invocation.outcome = InvocationOutcome::Failed {
                    message: format!("The skill {:?} cannot be read: {problem}", skill.name),
                    help: "Write the contents of its file.".to_owned(),
                };
            }
        }
        Some(invocation)
    }
}

/// Returns the skill that a call of the tool activates, or Gemini CLI's error message. If any skill
/// is enabled, `name` must be exactly the name of an enabled skill. Gemini CLI then activates the
/// first skill whose name is the same as `name` when uppercase and lowercase are ignored. So the
/// call `pdf` can activate a disabled skill `PDF`.
fn look_up<'s>(skills: &'s SharedList<Skill>, name: &str) -> Result<&'s Skill, String> {
    let mut enabled = skills.iter().filter(|skill| skill.enabled).peekable();
    if enabled.peek().is_some() && !enabled.any(|skill| skill.name == name) {
        return Err(NOT_ALLOWED.to_owned());
    }
    let wanted = name.to_lowercase();
    let skill = skills
        .iter()
        .find(|skill| skill.name.to_lowercase() == wanted);
    skill.ok_or_else(|| format!("Skill \"{name}\" not found. Available skills are: "))
}

fn permission(skill: &Skill, options: &GeminiCliOptions) -> Permission {
    let (verdict, reason) = if is_built_in(skill) {
        (Verdict::Allow, "the program brings the skill along")
    } else if options.approval_mode == Some(ApprovalMode::Yolo) {
        (Verdict::Allow, "the session asks nothing (yolo)")
    } else {
        (Verdict::Ask, "the program asks before it activates a skill")
    };
    Permission {
        verdict,
        rule: None,
        reason: reason.to_owned(),
        suggestions: Vec::new(),
    }
}

/// Returns the result of the tool `activate_skill`: the skill's text, and the printed directory
/// tree of the skill's folder.
pub(super) fn activation(tree: &Tree, skill: &Skill, name: &str, text: &str) -> String {
    let folder = folder::structure(tree, skill.directory());
    format!(
        "<{TAG} name=\"{name}\">\n  <instructions>\n    {text}\n  </instructions>\n\n  <available_resources>\n    {folder}\n  </available_resources>\n</{TAG}>"
    )
}
