//! The answers of an SDK's tools, with which a model loads skills and reads their files.

use crate::model::invocation::{
    Invocation, InvocationOutcome, InvokedBy, RefusalReason, SkillCall,
};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;

/// Returns the answer that contains a skill's text.
pub(crate) fn loaded(call: &SkillCall, skill: &Skill, text: String) -> Invocation {
    let mut invocation = shown(call, text.clone());
    invocation.path = Some(skill.path.clone());
    invocation.messages = vec![message(call, text).about(&skill.path)];
    invocation
}

/// Returns an answer with a text that is not a skill, such as the contents of another file.
pub(crate) fn shown(call: &SkillCall, text: String) -> Invocation {
    let mut invocation = start(call, InvocationOutcome::Injected);
    invocation.messages = vec![message(call, text.clone())];
    invocation.content = Some(text);
    invocation
}

/// Returns the answer to a call that the tool refuses. `text` is the tool's answer, `why` is the
/// reason in that answer, and `help` is the remedy.
pub(crate) fn refused(
    call: &SkillCall,
    reason: RefusalReason,
    text: String,
    why: &str,
    help: &str,
) -> Invocation {
    let outcome = InvocationOutcome::Refused {
        reason,
        code: None,
        message: why.to_owned(),
        help: help.to_owned(),
    };
    let mut invocation = start(call, outcome);
    invocation.messages = vec![message(call, text)];
    invocation
}

/// Returns the result of a call that raises an exception, so that the model gets no answer.
pub(crate) fn failed(call: &SkillCall, why: String, help: &str) -> Invocation {
    let outcome = InvocationOutcome::Failed {
        message: why,
        help: help.to_owned(),
    };
    start(call, outcome)
}

fn start(call: &SkillCall, outcome: InvocationOutcome) -> Invocation {
    let arguments = call.args.as_deref().unwrap_or_default();
    Invocation::new(InvokedBy::Model, &call.skill, arguments, outcome)
}

fn message(call: &SkillCall, text: String) -> Message {
    Message {
        call_id: call.id.clone(),
        ..Message::new(Role::Tool, text)
    }
}
