//! The causes that keep readers from the frontmatter, and which of their repairs all of them understand.

use std::ops;

use super::fault::Fault;
use super::faults::fault;
use super::missing_blank;
use super::reader::Reader;
use super::repairs::Repair;
use super::{duplicate_key, fence, line_without_key};
use crate::lint::fix_check::{FixCheck, edited};
use crate::lint::skill_context::{Member, SkillContext, members};
use crate::sort;

/// Members that are looked at by themselves at most. The limit is ours: each is put before every host.
const MAX_MEMBERS: usize = 128;

/// A fault with the readers that it keeps from the frontmatter, and the repair that is chosen.
pub(super) struct Cause {
    pub fault: Fault,
    /// Indices of the readers.
    pub readers: Vec<usize>,
    /// The lines that the readers must be able to read by themselves once they are mended.
    pub part: Option<ops::Range<usize>>,
    pub repair: Option<Repair>,
    /// Whether the repair changes nothing for hosts that have the skill.
    pub keeps: bool,
}

impl Cause {
    fn new(fault: Fault, readers: Vec<usize>, part: Option<ops::Range<usize>>) -> Self {
        Self {
            fault,
            readers,
            part,
            repair: None,
            keeps: false,
        }
    }
}

/// Chooses the first repair that all readers understand and that changes nothing for a host that has the skill; without
/// one, the first that they understand.
pub(super) fn choose(
    context: &SkillContext<'_>,
    readers: &[Reader<'_>],
    cause: &mut Cause,
    fix_check: &mut FixCheck<'_, '_>,
) {
    for repair in std::mem::take(&mut cause.fault.repairs) {
        if let Some(part) = &cause.part {
            let inside = repair.edits.iter().map(|(bytes, text)| {
                let bytes = bytes.start - part.start..bytes.end - part.start;
                (bytes, text.clone())
            });
            let mended = edited(context.slice(part), &inside.collect::<Vec<_>>());
            let is_read = mended.is_some_and(|mended| {
                (cause.readers.iter()).all(|reader| readers[*reader].reads(&mended))
            });
            if !is_read {
                continue;
            }
        }
        let keeps = fix_check.run(&repair.edits).keeps;
        let is_safe = keeps && repair.is_meant;
        if is_safe || cause.repair.is_none() {
            cause.repair = Some(repair);
            cause.keeps = keeps;
        }
        if is_safe {
            return;
        }
    }
}

/// The causes in the text's order.
pub(super) fn causes(context: &SkillContext<'_>, readers: &[Reader<'_>]) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    let failing = |part: &str| -> Vec<usize> {
        let all = readers.iter().enumerate();
        all.filter(|(_, reader)| !reader.reads(part))
            .map(|(index, _)| index)
            .collect()
    };
    let almost = missing_blank::almost_keys(context);
    let fence = fence::find(context);
    let close = fence.as_ref().and_then(|fence| fence.close.as_ref());
    let ends = almost.iter().map(|key| key.key.start);
    let ends: Vec<usize> = ends.chain(close.map(|line| line.start)).collect();
    let (before, members) = blocks(context, &ends);
    if !almost.is_empty() {
        let fault = missing_blank::fault(context, &almost);
        causes.push(Cause::new(fault, (0..readers.len()).collect(), None));
    }
    if let Some(fence) = &fence {
        causes.push(Cause::new(
            fence::fault(fence),
            (0..readers.len()).collect(),
            None,
        ));
    } else if !context.slice(&before).trim().is_empty() {
        let readers = failing(context.slice(&before));
        if !readers.is_empty() {
            let fault = line_without_key::fault(context, &before);
            causes.push(Cause::new(fault, readers, Some(before)));
        }
    }
    for member in members.iter().take(MAX_MEMBERS) {
        let readers = failing(context.slice(&member.bytes));
        if !readers.is_empty()
            && let Some(fault) = fault(context, member)
        {
            causes.push(Cause::new(fault, readers, Some(member.bytes.clone())));
        }
    }
    // A host that mends some lines before it reads may break others by that, and takes each by itself.
    let explained: Vec<_> = causes
        .iter()
        .flat_map(|cause| &cause.readers)
        .copied()
        .collect();
    let unexplained: Vec<_> = (0..readers.len())
        .filter(|reader| !explained.contains(reader))
        .collect();
    for member in members.iter().take(MAX_MEMBERS) {
        let part = context.slice(&member.bytes);
        if !unexplained.is_empty() && !Reader::Parser.reads(part) {
            match causes
                .iter_mut()
                .find(|cause| cause.part.as_ref() == Some(&member.bytes))
            {
                Some(cause) => cause.readers.extend(&unexplained),
                None => causes.extend(fault(context, member).map(|fault| {
                    Cause::new(fault, unexplained.clone(), Some(member.bytes.clone()))
                })),
            }
        }
    }
    for (index, member) in members.iter().enumerate().take(MAX_MEMBERS) {
        let first = members[..index]
            .iter()
            .find(|other| other.key == member.key);
        let Some(first) = first else {
            continue;
        };
        let both = [first, member].map(|member| context.slice(&member.bytes).trim_end());
        let readers = failing(&both.join("\n"));
        if !readers.is_empty() {
            let same = context.slice(&first.value_bytes) == context.slice(&member.value_bytes);
            let fault = duplicate_key::fault(first, member, same);
            causes.push(Cause::new(fault, readers, None));
        }
    }
    sort::by_key(&mut causes, |cause| cause.fault.bytes.start);
    causes
}

/// The bytes before the first member, and the members, each with the lines of prose behind it that only look like keys,
/// and without what begins at one of these places.
fn blocks<'a>(context: &SkillContext<'a>, ends: &[usize]) -> (ops::Range<usize>, Vec<Member<'a>>) {
    let mut bytes = context.frontmatter.bytes.clone();
    if let Some(glued) = context.glued_delimiter() {
        bytes.end = glued.start;
    }
    let members = members(context.text, &bytes);
    let mut blocks: Vec<Member<'a>> = Vec::new();
    for member in &members {
        match blocks.last_mut() {
            Some(last) if is_prose(member.key) => {
                last.bytes.end = member.bytes.end;
                last.value_bytes.end = member.value_bytes.end;
            }
            None if is_prose(member.key) => {}
            _ => blocks.push(member.clone()),
        }
    }
    for block in &mut blocks {
        let mut inside = ends.iter().copied().filter(|end| block.bytes.contains(end));
        if let Some(end) = inside.next() {
            block.bytes.end = end;
            let value = &mut block.value_bytes;
            let kept = &context.text[value.start.min(end)..value.end.min(end)];
            *value = value.start..value.start + kept.trim_end().len();
        }
    }
    let first = blocks.first().map_or(bytes.end, |first| first.bytes.start);
    let first = ends.iter().fold(first, |first, end| first.min(*end));
    (bytes.start..first, blocks)
}

/// Whether the text before a colon is more likely the beginning of a sentence than a key.
fn is_prose(key: &str) -> bool {
    let is_of_a_key = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.' | ' ')
    };
    !key.chars().all(is_of_a_key) || key.split(' ').count() > 3
}
