//! Skills that a prompt names in plain words, such as "the pdf skill". No host selects skills in
//! this way. They are candidates, and are added to the conversation only at the caller's request.

use serde::{Deserialize, Serialize};

use crate::hashing::{HashMap, HashSet};
use crate::host::Host;
use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::invocation::SkillCall;
use crate::model::skill::Skill;
use crate::model::turn::{SelectedBy, SelectedSkill, Turn, TurnInput, TurnRequest};
use crate::search::{Strength, named_in};
use crate::text::document::Range;

/// A skill that a text names in plain words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct NamedSkill {
    /// The name, as written in the text: the skill's name or one of its other names.
    pub name: String,
    /// The paths of the usable skills with this name. There are several if the name is ambiguous.
    pub paths: Vec<String>,
    /// The position of the name in the text.
    pub range: Range,
    /// The likelihood that the text refers to the skill.
    pub strength: Strength,
}

/// Returns the usable skills that a text names, in text order.
pub(crate) fn candidates(catalog: &Catalog, text: &str) -> Vec<NamedSkill> {
    let mut by_name: HashMap<&str, Vec<&Skill>> = HashMap::default();
    let usable = (catalog.skills.iter()).filter(|skill| skill.enabled && skill.active);
    for skill in usable.clone() {
        by_name.entry(&skill.name).or_default().push(skill);
    }
    // A skill's own name takes precedence over another skill's alias.
    let own: HashSet<&str> = by_name.keys().copied().collect();
    for skill in usable {
        for alias in skill.names().skip(1).filter(|alias| !own.contains(alias)) {
            by_name.entry(alias).or_default().push(skill);
        }
    }
    named_in(text, by_name.keys().copied())
        .into_iter()
        .map(|found| NamedSkill {
            paths: (by_name.get(found.name.as_str()).into_iter().flatten())
                .map(|skill| skill.path.clone())
                .collect(),
            name: found.name,
            range: found.range,
            strength: found.strength,
        })
        .collect()
}

/// Returns [`turn_with_named`] if the part `search` of the WebAssembly module is loaded. Otherwise,
/// returns a function that does not search for names in plain words.
#[cfg(not(feature = "parts"))]
pub(crate) const fn turn() -> NamedTurn {
    turn_with_named
}

#[cfg(feature = "parts")]
pub(crate) fn turn() -> NamedTurn {
    let loaded = LOADED.get().copied();
    loaded.unwrap_or(|host, view, request, _| host.turn(view, request))
}

/// A function that runs a host's turn, and then adds to the turn the skills that the user's message
/// names in plain words, such as "the pdf skill".
type NamedTurn = fn(&dyn Host, &View<'_>, &TurnRequest, Strength) -> Turn;

#[cfg(feature = "parts")]
static LOADED: std::sync::OnceLock<NamedTurn> = std::sync::OnceLock::new();

/// Makes [`turn_with_named`] available. The part `search` of the WebAssembly module calls this.
#[cfg(feature = "parts")]
pub(crate) fn provide() {
    let _ = LOADED.set(std::hint::black_box(turn_with_named));
}

/// Runs the host's turn. Then adds to the turn the skills that the user's texts name in plain
/// words, such as "the pdf skill". Skills that the host selected are not added again. A name is
/// ignored if several skills have it, or if the text matches the name less exactly than `least`
/// requires.
fn turn_with_named(
    host: &dyn Host,
    view: &View<'_>,
    request: &TurnRequest,
    least: Strength,
) -> Turn {
    let mut turn = host.turn(view, request);
    let texts = request.inputs.iter().filter_map(TurnInput::text);
    let named = texts.flat_map(|text| candidates(view.catalog, text));
    for candidate in named.filter(|candidate| candidate.strength <= least) {
        let [path] = &candidate.paths[..] else {
            continue;
        };
        let skill = view.catalog.skills.iter().find(|skill| skill.path == *path);
        if let Some(skill) = skill
            && !turn.selected.iter().any(|selected| selected.path == *path)
        {
            add(host, view, request, skill, &mut turn);
        }
    }
    turn
}

/// Adds the invocation of a skill to a turn: a call of the host's skill tool, or a structured
/// selection if the host has no such tool.
fn add(host: &dyn Host, view: &View<'_>, request: &TurnRequest, skill: &Skill, turn: &mut Turn) {
    let call = SkillCall {
        skill: skill.name.clone(),
        approved: true,
        outputs: request.outputs.clone(),
        ..SkillCall::default()
    };
    if let Some(used) = host.tool().and_then(|tool| tool.invoke(view, &call)) {
        if used.outcome.took_effect() {
            turn.selected.push(selected(skill));
        }
        turn.messages.extend(used.messages.iter().cloned());
        turn.warnings.extend(used.warnings.iter().cloned());
        turn.events.extend(used.events.iter().cloned());
        turn.invocations.push(used);
        return;
    }
    let chosen = TurnRequest {
        inputs: vec![TurnInput::Skill {
            name: skill.name.clone(),
            path: skill.path.clone(),
        }],
        ..request.clone()
    };
    let chosen = host.turn(view, &chosen);
    if !chosen.selected.is_empty() {
        turn.selected.push(selected(skill));
    }
    turn.questions.extend(chosen.questions);
    turn.messages.extend(chosen.messages);
    turn.warnings.extend(chosen.warnings);
    turn.events.extend(chosen.events);
}

fn selected(skill: &Skill) -> SelectedSkill {
    SelectedSkill {
        name: skill.name.clone(),
        path: skill.path.clone(),
        scope: skill.scope,
        by: SelectedBy::PlainName,
    }
}
