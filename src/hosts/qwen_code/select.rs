//! Stage Select: invokes a skill if the user's text starts with `/` and the skill's name
//! (`docs/hosts/qwen-code.md#typed-names`).

use super::body::injected;
use super::editions::QwenCode;
use super::names::FOLDER;
use crate::host::Select;
use crate::host::stages::View;
use crate::model::invocation::{Invocation, InvocationOutcome, InvokedBy};
use crate::model::message::{Message, Role};
use crate::model::shared_list::SharedList;
use crate::model::skill::Skill;
use crate::model::turn::{Mention, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::document::PlaceIndex;
use crate::text::js::trim;
use crate::text::mention;

impl Select for QwenCode {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        let why = "Qwen Code has no menu that chooses skills; type a slash and the name";
        for (input, given) in request.inputs.iter().enumerate() {
            let text = turn.text_of(input, given, |_| why.to_owned());
            let Some((text, slash)) = text.and_then(|text| Some((text, mention::slash(text)?)))
            else {
                continue;
            };
            let skill = if text.starts_with('/') {
                choose(&view.catalog.skills, slash.name)
            } else {
                Err((
                    SkipReason::NotAtStart,
                    "a command begins with the first character of the text".to_owned(),
                ))
            };
            let outcome = match skill {
                Err((reason, message)) => Outcome::skipped(reason, message),
                Ok(skill) => {
                    let invocation = self.invoke_typed(view, skill, text, trim(slash.rest));
                    turn.take(skill, invocation);
                    Outcome::selected(skill)
                }
            };
            let range = PlaceIndex::new(text).range(slash.bytes);
            turn.mentions
                .push(Mention::slash(input, slash.name, range, outcome));
        }
        turn
    }
}

fn choose<'s>(
    skills: &'s SharedList<Skill>,
    name: &str,
) -> Result<&'s Skill, (SkipReason, String)> {
    match skills.iter().find(|skill| skill.name == name) {
        None => Err((
            SkipReason::Unknown,
            format!("no loaded skill is run by /{name}"),
        )),
        Some(skill) if !skill.enabled => Err((
            SkipReason::Disabled,
            "the settings switch the skill off".to_owned(),
        )),
        Some(skill) if !skill.user_invocable => {
            let fields = skill.frontmatter.as_deref();
            let message = match fields.and_then(|fields| fields.user_invocable) {
                Some(false) => format!("The command \"/{name}\" is not supported in this mode."),
                _ => "a command in a file has the same name and takes precedence".to_owned(),
            };
            Err((SkipReason::NotUserInvocable, message))
        }
        Some(skill) => Ok(skill),
    }
}

impl QwenCode {
    /// Invokes a skill whose command the user typed. The message for the model has the skill's
    /// text. If the command has arguments, the message ends with the arguments and the command
    /// exactly as typed.
    fn invoke_typed(
        &self,
        view: &View<'_>,
        skill: &Skill,
        typed: &str,
        arguments: &str,
    ) -> Invocation {
        let (name, user) = (&skill.name, InvokedBy::User);
        let outcome = InvocationOutcome::Injected;
        let mut invocation = Invocation::new(user, name, arguments, outcome);
        invocation.path = Some(skill.path.clone());
        let mut text = match injected(view, skill) {
            Ok(text) => text,
            Err(problem) => {
                invocation.outcome = InvocationOutcome::Failed {
                    message: format!("The skill {name:?} cannot be read: {problem}"),
                    help: "Write the contents of its file.".to_owned(),
                };
                return invocation;
            }
        };
        if !arguments.is_empty() {
            let is_of_file = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
            let file: String = (name.chars())
                .map(|c| if is_of_file(c) { c } else { '_' })
                .collect();
            let session = self.options.session_id.as_deref().unwrap_or("<session>");
            let path = format!("{FOLDER}/tmp/s-{session}/qwen-skill-args-{file}.txt");
            text.push_str(&format!(
                "\n\n{}\n\nYour invocation arguments have been written verbatim to a session-private file. Its exact path is below — use it wherever these instructions say to read the args file (e.g. `< '{path}'`), and do not retype the arguments, which is how they get mistyped.\n<skill-args-file>{path}</skill-args-file>\n<skill-args>{arguments}</skill-args>\n",
                trim(typed)
            ));
        }
        invocation.messages = vec![Message::new(Role::User, text.clone()).about(&skill.path)];
        invocation.content = Some(text);
        invocation
    }
}
