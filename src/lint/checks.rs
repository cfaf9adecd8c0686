//! Runs the rules on one skill, in the order of the rules.

use super::catalogs::Catalogs;
use super::checked_skill::CheckedSkill;
use super::diagnostic::{Diagnostic, Severity};
use super::drops;
use super::helpers::elsewhere;
use super::reading::{Reading, TargetHost};
use super::registry::{is_in_group, runs_of};
use super::rule::{RuleCodes, RuleGroup};
use super::rules::safety;
use super::run::Run;
use super::samples;
use super::searches::{keys, openai_yaml};
use super::skill_context::SkillContext;
use super::texts::SkillText;
use super::trigger_words;
use super::verdict::Verdict;
use crate::pipeline::Inputs;
use crate::tree::{Entry, path};

/// Returns the findings in a skill. If `only` has a list of rules, only these rules run, and checks
/// that several rules share do not run.
///
/// A template, a part of another skill or a skill in a project's tests may have faults on purpose.
/// So the findings in such a skill are lowered to information, and their fixes become proposals.
/// Findings of the safety rules keep their severity.
pub(super) fn check<'a>(
    context: &mut SkillContext<'a>,
    inputs: Inputs<'a>,
    targets: &[TargetHost<'_>],
    catalogs: &Catalogs<'a>,
    only: Option<RuleCodes>,
) -> Vec<Diagnostic> {
    let is_sample = context.is_sample() || is_of_tests(context) || is_template_or_part(context);
    let mut found = check_as_meant(context, inputs, targets, catalogs, only);
    if is_sample {
        for one in &mut found {
            for fix in &mut one.fixes {
                fix.safe = false;
            }
            if !is_in_group(&one.code, RuleGroup::Safety) {
                one.severity = one.severity.max(Severity::Info);
            }
        }
    }
    found
}

/// Returns true if a skill belongs to the tests of its project.
fn is_of_tests(context: &SkillContext<'_>) -> bool {
    let project = elsewhere::project(context, context.file).map(|project| project.path());
    let folder = path::parent(context.path).unwrap_or("/");
    let inside = project.and_then(|project| folder.strip_prefix(&*project));
    inside.is_some_and(|inside| samples::is_of_tests(inside.trim_start_matches('/')))
}

/// Returns true if no host finds the file, and it is a template or a part of another skill. A
/// template has a name such as `{skill-name}`. A part is in the folder of another skill, and has
/// neither a name nor a description, because an application reads it by its path. The skill in the
/// project's folder does not count, because other skills of the project are below it.
fn is_template_or_part(context: &SkillContext<'_>) -> bool {
    let mut verdicts = context.verdicts.iter();
    if verdicts.any(|verdict| verdict.cell.discovered) || context.text.trim().is_empty() {
        return false;
    }
    let project = elsewhere::project(context, context.file).map(Entry::id);
    let is_part = || !context.frontmatter.has_names() && context.is_in_a_skill(project);
    context.has_name_to_fill_in() || is_part()
}

/// Returns the findings in a skill with their usual severities. They are not lowered for a sample
/// or for a project's tests.
fn check_as_meant<'a>(
    context: &mut SkillContext<'a>,
    inputs: Inputs<'a>,
    targets: &[TargetHost<'_>],
    catalogs: &Catalogs<'a>,
    only: Option<RuleCodes>,
) -> Vec<Diagnostic> {
    note_kind_and_copies(context);
    let mut found = Vec::new();
    for run in runs_of(only) {
        if let Run::File(check) = run {
            check(context, &mut found);
        }
    }
    let runs_all = only.is_none();
    if runs_all {
        drops::check(context, catalogs, &mut found);
    }
    context.verdicts.retain(Verdict::takes_for_skill);
    if context.verdicts.is_empty() {
        return found;
    }
    let reading = Reading::new(context, inputs, targets);
    check_values(&reading, only, &mut found);
    if runs_all {
        keys::check(&reading, &mut found);
        openai_yaml::check(&reading, &mut found);
    }
    if context.has_text() {
        check_texts(context, only, &mut found);
    }
    found
}

/// Records two facts in the verdict of each host: the kind of the skill's file, and whether the
/// host loads an identical copy of the skill. If the host drops this file but loads a copy, no
/// skill is lost.
fn note_kind_and_copies(context: &mut SkillContext<'_>) {
    let kind = context.kind();
    let names = context.names();
    let (tree, bytes) = (context.tree, context.file.contents());
    for verdict in &mut context.verdicts {
        let winner = (verdict.skill_with_same_name(&names))
            .and_then(|winner| tree.entry(winner)?.contents());
        verdict.file = kind;
        verdict.has_copy =
            winner.is_some_and(|winner| bytes.is_some_and(|bytes| bytes.bytes() == winner.bytes()));
    }
}

/// Checks the values of the fields in the frontmatter. A finding about a value is left out if the
/// same rule already reports an error in the file.
fn check_values(reading: &Reading<'_, '_>, only: Option<RuleCodes>, found: &mut Vec<Diagnostic>) {
    if reading.values.is_none() {
        return;
    }
    let path = reading.context.path;
    let dropping: Vec<_> = (found.iter())
        .filter(|one| one.path == path && one.severity == Severity::Error)
        .map(|one| one.code.clone())
        .collect();
    let mut values = Vec::new();
    for run in runs_of(only) {
        if let Run::Values(check) = run {
            check(reading, &mut values);
        }
    }
    values.retain(|one| !dropping.contains(&one.code));
    found.extend(values);
}

/// Runs the rules on the skill as a whole, and on each of the skill's texts: the skill's main file
/// and the text files beside the main file.
fn check_texts(context: &SkillContext<'_>, only: Option<RuleCodes>, found: &mut Vec<Diagnostic>) {
    let mut texts = SkillText::all(context);
    for text in &mut texts {
        text.triggers = trigger_words::places(text.text);
    }
    let skill = CheckedSkill::new(context, &texts);
    for run in runs_of(only) {
        if let Run::Skill(check) = run {
            check(&skill, found);
        }
    }
    for text in &texts {
        let is_read = !skill.for_people.contains(&*text.path);
        for run in runs_of(only) {
            match run {
                Run::Text(check) => check(&skill, text, found),
                Run::ReadText(check) if is_read => check(&skill, text, found),
                _ => {}
            }
        }
    }
    if only.is_none() {
        safety::check(context, &texts, found);
    }
}
