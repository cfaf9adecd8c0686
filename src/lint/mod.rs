//! Diagnostics: faults of skills with their places, the hosts that they concern, and fixes.
//!
//! The hosts are asked first: a skill that one of them drops has an error that names it, and there is no error without
//! a drop. What else the rules find is a warning or less. Each rule has a page in `docs/rules`.

mod apply;
mod cache;
mod catalogs;
mod commands;
mod comments;
mod config;
mod diagnostic;
mod drops;
mod fix;
mod fix_check;
mod ignore;
mod kept_words;
pub mod lsp;
mod nearest;
mod quoting;
mod reading;
mod registry;
mod request;
mod rule;
mod rules;
pub mod sarif;
pub mod schema;
mod skill_context;
mod speech;
mod texts;
mod uri;
mod verdict;

use std::collections::HashSet;

pub use apply::{Applied, apply};
use cache::CacheKey;
pub(crate) use cache::LintCache;
pub(crate) use config::Settings;
pub use config::{CONFIG_FILE, LintConfig};
pub use diagnostic::{ConcernedHost, Diagnostic, FileRename, Fix, Related, Severity, TextEdit};
pub(crate) use fix::fix;
pub use fix::{FixRequest, Fixed};
pub use registry::rules;
pub use request::{Level, LintRequest};
pub use rule::{Rule, RuleGroup};
pub use uri::ConvertOptions;
pub(crate) use uri::address as docs_address;

use crate::compare::{self, CompareCache, CompareStage, Comparison};
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;
use crate::tree::Entry;
use catalogs::Catalogs;
use reading::{Reading, TargetHost};
use rules::configuration::{host_configuration, void_settings};
use rules::description::{description_over_budget, near_duplicate_description};
use rules::fields::side_file;
use rules::{body, description, fields, safety, structure};
use skill_context::SkillContext;
use texts::SkillText;
use verdict::{HostEdition, Kind, Verdict, hosts_and_verb};

/// The findings of the rules in these skills, or in all of the tree, by path and place.
pub(crate) fn lint(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    asked: &[String],
    settings: &Settings,
    cache: &LintCache,
    compared: &CompareCache,
) -> Vec<Diagnostic> {
    let comparison = compare::compare(pipelines, inputs, asked, compared);
    let all: Vec<_> = pipelines
        .iter()
        .map(|pipeline| pipeline.catalog(inputs))
        .collect();
    let catalogs = Catalogs::new(&all);
    let only = sort::set(asked.iter().map(String::as_str));
    let is_asked = |path: &str| only.is_empty() || only.contains(path);
    let targets = TargetHost::all(pipelines);
    let mut found = settings.found.clone();
    let mut skills = Vec::new();
    let links = catalogs.links();
    let choice: String = (comparison.hosts.iter())
        .map(|summary| format!("{} {}\n", summary.host, summary.edition))
        .collect();
    structure::check_all(&catalogs, inputs.tree, cache, is_asked, &mut found);
    host_configuration::check(&catalogs, inputs.tree, &mut found);
    void_settings::check(&catalogs, inputs.tree, &mut found);
    for (index, skill) in comparison.skills.iter().enumerate() {
        // A link that leads nowhere is all that there is of its skill.
        let file = inputs.tree.resolve(&skill.path).ok();
        let Some(file) = file.or_else(|| inputs.tree.entry(&skill.path)) else {
            continue;
        };
        if settings.ignores(&skill.path) {
            continue;
        }
        skills.push(skill.path.clone());
        let of_skill = (skill.path.as_str(), &*skill.cells);
        let mut says = cache.found(&choice, of_skill, inputs.tree, &catalogs, || {
            let verdicts = verdicts(pipelines, &comparison, &catalogs, index);
            look(inputs, file, &skill.path, verdicts, &targets, &catalogs)
        });
        if let Some(links) = links.get(&*skill.path) {
            point_at(links, &skill.path, &mut says);
        }
        found.append(&mut says);
    }
    if settings.asks_for(near_duplicate_description::RULE.code) {
        near_duplicate_description::check(pipelines, inputs, &comparison, cache, &mut found);
    }
    let found = found.into_iter().filter_map(|mut one| {
        one.severity = settings.severity(&one.code, one.severity)?;
        (!settings.ignores(&one.path)).then_some(one)
    });
    let found = ignore::apply(inputs.tree, &skills, settings, found.collect());
    let found = description_over_budget::together(found, &comparison);
    let mut found = near_duplicate_description::once(found);
    // Findings in the configuration and in comments concern all hosts.
    for one in found.iter_mut().filter(|one| one.hosts.is_empty()) {
        let hosts = comparison.hosts.iter();
        let all = hosts.map(|summary| (&*summary.host, &*summary.edition));
        *one = one.clone().concerning(all);
    }
    sort::by(&mut found, |left, right| {
        let key = |one: &Diagnostic| (one.range.start.byte, one.severity);
        (&left.path, key(left), &left.code).cmp(&(&right.path, key(right), &right.code))
    });
    // A file may be of two skills: of one in a folder and of one below it.
    let mut told = HashSet::new();
    found.retain(|one| {
        let bytes = one.range.start.byte..one.range.end.byte;
        let (code, path, message) = (one.code.clone(), one.path.clone(), one.message.clone());
        told.insert((path, code, bytes, message, one.hosts.clone()))
    });
    found
}

/// Adds the links by which hosts come to a skill to what was found in its file.
fn point_at(links: &[(&str, Vec<HostEdition<'_>>)], file: &str, found: &mut [Diagnostic]) {
    for one in found.iter_mut().filter(|one| one.path == file) {
        for (link, hosts) in links {
            if one.related.iter().any(|related| related.path == *link) {
                continue;
            }
            let come = hosts_and_verb(hosts.iter().copied(), "comes", "come");
            *one =
                (one.clone()).related_file(&format!("the link by which {come} to the skill"), link);
        }
    }
}

/// The findings in a skill, with the inputs that they were found from where those are known.
fn look<'a>(
    inputs: Inputs<'a>,
    file: Entry<'a>,
    path: &'a str,
    verdicts: Vec<Verdict<'a>>,
    targets: &[TargetHost<'a>],
    catalogs: &Catalogs<'a>,
) -> (Vec<Diagnostic>, Option<CacheKey>) {
    let text = file.contents().and_then(|contents| contents.text().ok());
    let mut context = SkillContext::new(inputs, file, path, text.unwrap_or_default(), verdicts);
    spare(&mut context);
    // Some rules look at what others have said.
    let mut found = Vec::new();
    drops::check(&context, catalogs, &mut found);
    // Why a host passes a file over, and what it makes of the file beside it, is looked up in all of its catalog.
    let of_catalog = context.verdicts.iter().any(|verdict| {
        let dropped = verdict.dropped();
        dropped.is_some_and(|no| no.stage != CompareStage::Parse)
    });
    context.verdicts.retain(Verdict::takes_for_skill);
    if !context.verdicts.is_empty() {
        let reading = Reading::new(&context, inputs, targets);
        rules::check_values(&reading, &mut found);
        fields::check_keys(&reading, &mut found);
        if text.is_some() {
            let texts = SkillText::all(&context);
            structure::check(&context, &mut found);
            description::check(&context, &mut found);
            body::check(&context, &texts, &mut found);
            safety::check(&context, &texts, &mut found);
        }
    }
    let names = catalogs.take_asked();
    if of_catalog || side_file::beside(file).is_some() {
        return (found, None);
    }
    let beside = context.resources.files.iter();
    let beside = beside.filter_map(|beside| inputs.tree.resolve(&beside.path).ok());
    let namesakes = names.iter().filter_map(|asked| asked.skill.as_deref());
    let namesakes = namesakes.filter_map(|skill| inputs.tree.entry(skill));
    let read = std::iter::once(file).chain(beside).chain(namesakes);
    let read = read.map(|entry| (entry.id(), entry.revision())).collect();
    (found, Some(CacheKey { read, names }))
}

/// Each host's view of one of the skills that were compared.
fn verdicts<'a>(
    pipelines: &[&'a HostPipeline],
    comparison: &'a Comparison,
    catalogs: &'a Catalogs<'a>,
    skill: usize,
) -> Vec<Verdict<'a>> {
    let cells = &comparison.skills[skill].cells;
    let hosts = comparison
        .hosts
        .iter()
        .zip(cells)
        .zip(pipelines)
        .enumerate();
    hosts
        .map(|(index, ((summary, cell), pipeline))| Verdict {
            host: &summary.host,
            edition: &summary.edition,
            cell,
            by_name: catalogs.by_name(index),
            file: Kind::Skill,
            has_copy: false,
            pipeline,
        })
        .collect()
}

/// Notes what the file is, and which hosts miss nothing by not having it.
fn spare(context: &mut SkillContext<'_>) {
    let kind = context.kind();
    let names = context.names();
    let (tree, bytes) = (context.tree, context.file.contents());
    for verdict in &mut context.verdicts {
        // A copy for another host, which this one finds, too.
        let winner = (verdict.namesake(&names)).and_then(|winner| tree.entry(winner)?.contents());
        verdict.file = kind;
        verdict.has_copy =
            winner.is_some_and(|winner| bytes.is_some_and(|bytes| bytes.bytes() == winner.bytes()));
    }
}
