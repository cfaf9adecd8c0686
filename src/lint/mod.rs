//! Diagnostics: faults of skills with their places, the hosts that they concern, and fixes.
//!
//! The hosts are asked first: a skill that one of them drops has an error that names it, and there is no error without
//! a drop. What else the rules find is a warning or less. Each rule has a page in `docs/rules`.

mod apply;
mod cache;
mod catalogs;
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
mod plan;
mod quoting;
mod reading;
mod registry;
mod request;
mod rule;
mod rules;
pub mod sarif;
pub mod schema;
mod skill_context;
mod texts;
mod unread;
mod uri;
mod verdict;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::rc::Rc;

pub use apply::{Applied, apply};
pub(crate) use cache::LintCache;
use cache::{CacheKey, OfSkill};
pub(crate) use config::Settings;
pub use config::{CONFIG_FILE, LintConfig};
pub use diagnostic::{ConcernedHost, Diagnostic, FileRename, Fix, Related, Severity, TextEdit};
pub(crate) use fix::fix;
pub use fix::{FixRequest, Fixed};
pub(crate) use plan::plan;
pub use registry::rules;
pub use request::{Level, LintRequest};
pub use rule::{Rule, RuleGroup};
pub use uri::ConvertOptions;
pub(crate) use uri::address as docs_address;

use crate::compare::{self, CompareCache, SkillVerdicts};
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;
use crate::tree::{Entry, Tree};
use catalogs::Catalogs;
use reading::{Reading, TargetHost};
use rules::configuration::{host_configuration, void_settings};
use rules::description::{description_over_budget, near_duplicate_description};
use rules::fields::side_file;
use rules::{body, description, fields, safety, structure};
use skill_context::SkillContext;
use texts::SkillText;
use verdict::{HostEdition, Kind, Verdict, hosts_and_verb};

/// The findings of the rules in these skills, or in all of the tree, by path and place. Those that did not change since the
/// last time are the same ones.
pub(crate) fn lint(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    asked: &[String],
    settings: &Settings,
    cache: &LintCache,
    compared: &CompareCache,
) -> Vec<Rc<Diagnostic>> {
    let verdicts = compare::verdicts(pipelines, inputs, asked, compared);
    let all: Vec<_> = pipelines
        .iter()
        .map(|pipeline| pipeline.catalog(inputs))
        .collect();
    let catalogs = Catalogs::new(&all, &verdicts.generations, &cache.names);
    let choice = (verdicts.hosts.clone(), settings.fixes);
    let round = cache.round(&choice, asked);
    let targets = TargetHost::all(pipelines);
    let of_catalogs = || of_catalogs(&catalogs, inputs.tree, cache, asked);
    let of_catalogs = (round.of_catalogs).get_or_insert((), verdicts.generations.clone(), || {
        of_catalogs().into_iter().map(Rc::new).collect()
    });
    let mut found: Vec<_> = settings.found.iter().cloned().map(Rc::new).collect();
    found.extend(of_catalogs.iter().cloned());
    let of_skills = (cache).of_skills(
        &round,
        &choice,
        &verdicts,
        (inputs.tree, &catalogs),
        |skill| {
            // A link that leads nowhere is all that there is of its skill.
            let file = inputs.tree.resolve(&skill.path).ok();
            let file = file.or_else(|| inputs.tree.entry(&skill.path))?;
            if settings.ignores(&skill.path) {
                return None;
            }
            let of_hosts = of_hosts(pipelines, &verdicts.hosts, &catalogs, skill);
            let says = (&targets[..], settings.fixes);
            let (mut says, mut key) = look(inputs, file, &skill.path, of_hosts, says, &catalogs);
            let searched = catalogs.take_searched() || side_file::beside(file).is_some();
            key.generations = searched.then(|| verdicts.generations.clone());
            let (has_comments, files) = ignore::may_be_in(inputs.tree, &skill.path);
            let files = files.into_iter();
            key.read
                .extend(files.map(|file| (file.id(), file.revision())));
            // Mostly they are in order then, whatever the settings make of them.
            sort::by(&mut says, |left, right| {
                let key = |one: &Diagnostic| one.range.start.byte;
                (&left.path, key(left), &left.code).cmp(&(&right.path, key(right), &right.code))
            });
            let is_told_apart = |pair: &[Diagnostic]| {
                pair[0].code != pair[1].code || pair[0].severity == pair[1].severity
            };
            if says.windows(2).all(is_told_apart) {
                sort::by(&mut says, in_order);
            }
            Some(OfSkill::new(skill, key, says, has_comments))
        },
    );
    let links = catalogs.links();
    let mut commented = Vec::new();
    for (skill, of_skill) in verdicts.skills.iter().zip(&*of_skills) {
        let Some(of_skill) = of_skill else {
            continue;
        };
        if settings.ignores(&skill.path) {
            continue;
        }
        if of_skill.has_comments {
            commented.push(&*skill.path);
        }
        let start = found.len();
        found.extend(of_skill.found.iter().cloned());
        if let Some(links) = links.get(&*skill.path) {
            point_at(links, &skill.path, &mut found[start..]);
        }
    }
    if settings.asks_for(near_duplicate_description::RULE.code) {
        let known = (&round.neighbours, &cache.duplicates);
        near_duplicate_description::check(pipelines, inputs, &verdicts, known, &mut found);
    }
    found.retain_mut(|one| {
        let severity = settings.severity(&one.code, one.severity);
        let severity = severity.filter(|_| !settings.ignores(&one.path));
        if let Some(severity) = severity.filter(|severity| *severity != one.severity) {
            Rc::make_mut(one).severity = severity;
        }
        severity.is_some()
    });
    let found = ignore::apply(inputs.tree, &commented, settings, found);
    let found = description_over_budget::made_one(found, &verdicts, &round.budgets);
    let mut found = near_duplicate_description::once(found);
    // Findings in the configuration and in comments concern all hosts.
    for one in found.iter_mut().filter(|one| one.hosts.is_empty()) {
        let all = verdicts.hosts.iter().copied();
        *one = Rc::new((**one).clone().concerning(all));
    }
    if !settings.fixes {
        for one in found.iter_mut().filter(|one| !one.fixes.is_empty()) {
            Rc::make_mut(one).fixes.clear();
        }
    }
    sort::by(&mut found, |left, right| in_order(left, right));
    once_each(&mut found);
    found
}

/// By file, place, how bad they are, and rule.
fn in_order(left: &Diagnostic, right: &Diagnostic) -> Ordering {
    let key = |one: &Diagnostic| (one.range.start.byte, one.severity);
    (&left.path, key(left), &left.code).cmp(&(&right.path, key(right), &right.code))
}

/// The findings of more than one skill, or of none.
fn of_catalogs(
    catalogs: &Catalogs<'_>,
    tree: &Tree,
    cache: &LintCache,
    asked: &[String],
) -> Vec<Diagnostic> {
    let only = sort::set(asked.iter().map(String::as_str));
    let is_asked = |path: &str| only.is_empty() || only.contains(path);
    let mut found = Vec::new();
    structure::check_all(catalogs, tree, cache, is_asked, &mut found);
    host_configuration::check(catalogs, tree, &mut found);
    void_settings::check(catalogs, tree, &mut found);
    found
}

/// Takes out what is said again of a place. A file may be of two skills: of one in a folder and of one below it.
fn once_each(found: &mut Vec<Rc<Diagnostic>>) {
    let mut kept: Vec<bool> = Vec::with_capacity(found.len());
    let is_same_place = |left: &Diagnostic, right: &Diagnostic| {
        left.range.start.byte == right.range.start.byte && left.path == right.path
    };
    let mut start = 0;
    while start < found.len() {
        let here = &found[start..];
        let count = (here.iter().take_while(|one| is_same_place(one, &here[0]))).count();
        let mut told = HashSet::new();
        for one in &here[..count] {
            let is_new = count == 1
                || told.insert((&one.code, one.range.end.byte, &one.message, &one.hosts));
            kept.push(is_new);
        }
        start += count;
    }
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next().unwrap_or(true));
}

/// Adds the links by which hosts come to a skill to what was found in its file.
fn point_at(links: &[(&str, Vec<HostEdition<'_>>)], file: &str, found: &mut [Rc<Diagnostic>]) {
    for one in found.iter_mut().filter(|one| one.path == file) {
        let known = sort::set(one.related.iter().map(|related| related.path.clone()));
        let further: Vec<_> = (links.iter())
            .filter(|(link, _)| !known.contains(*link))
            .collect();
        if further.is_empty() {
            continue;
        }
        let mut pointed = (**one).clone();
        for (link, hosts) in further {
            let come = hosts_and_verb(hosts.iter().copied(), "comes", "come");
            let come = format!("the link by which {come} to the skill");
            pointed = pointed.related_file(&come, link);
        }
        *one = Rc::new(pointed);
    }
}

/// The findings in a skill, with the inputs that they were found from.
fn look<'a>(
    inputs: Inputs<'a>,
    file: Entry<'a>,
    path: &'a str,
    verdicts: Vec<Verdict<'a>>,
    (targets, fixes): (&[TargetHost<'a>], bool),
    catalogs: &Catalogs<'a>,
) -> (Vec<Diagnostic>, CacheKey) {
    let text = file.contents().and_then(|contents| contents.text().ok());
    let mut context = SkillContext::new(inputs, file, path, text.unwrap_or_default(), verdicts);
    context.fixes = fixes;
    spare(&mut context);
    // Some rules look at what others have said.
    let mut found = Vec::new();
    structure::check_unread(&context, &mut found);
    drops::check(&context, catalogs, &mut found);
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
    if !fixes {
        found.iter_mut().for_each(|one| one.fixes.clear());
    }
    let names = catalogs.take_asked();
    let beside = context.resources.files.iter();
    let beside = beside.filter_map(|beside| inputs.tree.resolve(&beside.path).ok());
    let namesakes = names.iter().filter_map(|asked| asked.skill.as_deref());
    let namesakes = namesakes.filter_map(|skill| inputs.tree.entry(skill));
    let read = std::iter::once(file).chain(beside).chain(namesakes);
    let read = read.map(|entry| (entry.id(), entry.revision()));
    let read = read.chain(context.also_read.take()).collect();
    let generations = None;
    let key = CacheKey {
        read,
        names,
        generations,
    };
    (found, key)
}

/// Each host's view of a skill.
fn of_hosts<'a>(
    pipelines: &[&'a HostPipeline],
    hosts: &'a [HostEdition<'static>],
    catalogs: &'a Catalogs<'a>,
    skill: &'a SkillVerdicts,
) -> Vec<Verdict<'a>> {
    let hosts = hosts.iter().zip(&*skill.cells).zip(pipelines).enumerate();
    hosts
        .map(|(index, (((host, edition), cell), pipeline))| Verdict {
            host,
            edition,
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
