//! Finds the faults that make frontmatter unreadable for some parsers. For each fault, chooses a repair that all
//! parsers understand.

use std::ops;

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::fence;
use crate::lint::helpers::yaml::parser::FrontmatterParser;
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;
use crate::lint::rules::yaml::{duplicate_key, line_without_key, missing_blank};
use crate::lint::searches::yaml::member::fault;
use crate::lint::skill_context::members;
use crate::sort;

/// The maximum number of fields of a frontmatter that are parsed separately. The number is limited,
/// because each field is parsed once with the parser of each host. No host has this limit.
const MAX_MEMBERS: usize = 128;

/// A fault in the frontmatter, with the parsers that cannot read the frontmatter because of this
/// fault, and with the chosen repair.
pub struct Cause {
    pub fault: YamlFault,
    /// The parsers that cannot read the frontmatter because of the fault, as indices in the list
    /// that [`causes`] gets.
    pub parsers: Vec<usize>,
    /// The lines with the fault. After the repair, each affected parser must accept frontmatter
    /// that contains only these lines, without the other lines of the frontmatter. `None` if this
    /// is not checked.
    pub part: Option<ops::Range<usize>>,
    pub repair: Option<Repair>,
    /// True if the chosen repair changes nothing for the hosts that load the skill.
    pub keeps: bool,
}

impl Cause {
    fn new(fault: YamlFault, parsers: Vec<usize>, part: Option<ops::Range<usize>>) -> Self {
        Self {
            fault,
            parsers,
            part,
            repair: None,
            keeps: false,
        }
    }
}

/// Chooses one of the repairs of a fault. The affected parsers must understand the repaired text.
/// The best repair is one that the author certainly meant and that changes nothing for hosts that
/// load the skill. If there is none, the first repair is chosen.
pub fn choose(
    context: &SkillContext<'_>,
    parsers: &[FrontmatterParser<'_>],
    cause: &mut Cause,
    fix_check: &mut FixCheck<'_, '_>,
) {
    for repair in std::mem::take(&mut cause.fault.repairs) {
        if let Some(part) = &cause.part {
            let inside = repair.edits.iter().map(|(bytes, text)| {
                let bytes = bytes.start - part.start..bytes.end - part.start;
                (bytes, text.clone())
            });
            let fixed = edited(context.slice(part), &inside.collect::<Vec<_>>());
            let is_read = fixed.is_some_and(|fixed| {
                (cause.parsers.iter()).all(|parser| parsers[*parser].parses(&fixed))
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

/// Returns the faults that make the frontmatter unreadable for some parsers, in the order of the
/// text. Each fault has the list of the parsers that fail because of this fault.
pub fn causes(context: &SkillContext<'_>, parsers: &[FrontmatterParser<'_>]) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    let failing = |part: &str| -> Vec<usize> {
        let all = parsers.iter().enumerate();
        all.filter(|(_, parser)| !parser.parses(part))
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
        causes.push(Cause::new(fault, (0..parsers.len()).collect(), None));
    }
    if let Some(fence) = &fence {
        causes.push(Cause::new(
            line_without_key::of_fence(fence),
            (0..parsers.len()).collect(),
            None,
        ));
    } else if !context.slice(&before).trim().is_empty() {
        let parsers = failing(context.slice(&before));
        if !parsers.is_empty() {
            let fault = line_without_key::fault(context, &before);
            causes.push(Cause::new(fault, parsers, Some(before)));
        }
    }
    for member in members.iter().take(MAX_MEMBERS) {
        let parsers = failing(context.slice(&member.bytes));
        if !parsers.is_empty()
            && let Some(fault) = fault(context, member)
        {
            causes.push(Cause::new(fault, parsers, Some(member.bytes.clone())));
        }
    }
    // Some hosts repair lines before they parse the frontmatter, and may break other lines. So for these hosts, the
    // YAML parser parses each member separately.
    let explained: Vec<_> = causes
        .iter()
        .flat_map(|cause| &cause.parsers)
        .copied()
        .collect();
    let unexplained: Vec<_> = (0..parsers.len())
        .filter(|parser| !explained.contains(parser))
        .collect();
    for member in members.iter().take(MAX_MEMBERS) {
        let part = context.slice(&member.bytes);
        if !unexplained.is_empty() && !FrontmatterParser::Yaml.parses(part) {
            match causes
                .iter_mut()
                .find(|cause| cause.part.as_ref() == Some(&member.bytes))
            {
                Some(cause) => cause.parsers.extend(&unexplained),
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
        let parsers = failing(&both.join("\n"));
        if !parsers.is_empty() {
            let same = context.slice(&first.value_bytes) == context.slice(&member.value_bytes);
            let fault = duplicate_key::fault(first, member, same);
            causes.push(Cause::new(fault, parsers, None));
        }
    }
    sort::by_key(&mut causes, |cause| cause.fault.bytes.start);
    causes
}

/// Returns the byte range before the first field, and the fields. Lines of prose that only look
/// like fields belong to the field before them. If a position of `ends` is inside a field, the
/// field ends there.
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

/// Returns true if the text before a colon is probably the beginning of a sentence, not a key.
fn is_prose(key: &str) -> bool {
    let is_of_a_key = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.' | ' ')
    };
    !key.chars().all(is_of_a_key) || key.split(' ').count() > 3
}
