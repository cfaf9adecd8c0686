//! The answers of an SDK's tools, with which a model loads skills and reads their files.

use crate::model::invocation::{Invocation, InvocationOutcome, RefusalReason, SkillCall};
use crate::model::skill::Skill;

/// Returns the answer that contains a skill's text.
pub(crate) fn loaded(call: &SkillCall, skill: &Skill, text: String) -> Invocation {
    let mut invocation = shown(call, text.clone());
    invocation.path = Some(skill.path.clone());
    invocation.messages = vec![call.answer(text).about(&skill.path)];
    invocation
}

/// Returns an answer with a text that is not a skill, such as the contents of another file.
pub(crate) fn shown(call: &SkillCall, text: String) -> Invocation {
    let mut invocation = Invocation::by_model(call, InvocationOutcome::Injected);
    invocation.messages = vec![call.answer(text.clone())];
    invocation.content = Some(text);
    invocation
}

/// Returns the result of a tool call that the SDK refuses. `text` is the message that the model
/// gets, and `why` is the reason in this message. `help` is the advice for the author of the skill.
pub(crate) fn refused(
    call: &SkillCall,
    reason: RefusalReason,
    text: String,
    why: &str,
    help: &str,
) -> Invocation {
    let outcome = InvocationOutcome::refused(reason, why, help);
    let mut invocation = Invocation::by_model(call, outcome);
    invocation.messages = vec![call.answer(text)];
    invocation
}

/// Returns the result of a call that raises an exception, so that the model gets no answer.
pub(crate) fn failed(call: &SkillCall, why: String, help: &str) -> Invocation {
    let outcome = InvocationOutcome::Failed {
        message: why,
        help: help.to_owned(),
    };
    Invocation::by_model(call, outcome)
}
