//! The linter: reports problems of skills, with their places, the hosts that they concern, and
//! fixes.
//!
//! Only hosts decide whether there is an error. An error names each host that drops a skill; if no
//! host drops the skill, there is no error. All other findings of the rules are warnings,
//! information or hints. Each rule has a page in `docs/rules`.

mod cache;
mod catalogs;
mod checked_skill;
mod checks;
mod comments;
mod config;
mod diagnostic;
mod drops;
mod file_index;
mod fix;
mod fixes;
mod helpers;
mod host_files;
mod ignore;
pub mod lsp;
mod nearest;
mod places;
mod plan;
mod prelude;
mod quoting;
mod reading;
mod registry;
mod repeats;
mod request;
mod rule;
mod rules;
mod run;
mod samples;
pub mod sarif;
pub mod schema;
mod searches;
mod skill_context;
mod texts;
mod trigger_words;
mod unread;
mod uri;
mod verdict;

use std::cmp::Ordering;
use std::rc::Rc;

pub(crate) use cache::LintCache;
use cache::{AllSkillFindings, CacheKey, Choice, Found, PreviousRun, Results, SkillFindings};
pub(crate) use config::Settings;
pub use config::{CONFIG_FILE, LintConfig};
pub use diagnostic::{ConcernedHost, Diagnostic, Related, Severity};
pub(crate) use fix::fix;
pub use fix::{FixRequest, Fixed};
pub use fixes::{Applied, FileRename, Fix, TextEdit, apply};
pub(crate) use plan::plan;
pub use registry::rules;
pub use request::{FoundInSkill, Level, LintRequest};
pub(crate) use rule::RuleCodes;
pub use rule::{Rule, RuleGroup};
#[cfg(feature = "health")]
pub(crate) use skill_context::{frontmatter_keys, frontmatter_value};
pub use uri::ConvertOptions;
pub(crate) use uri::address as docs_address;

use crate::compare::{self, CompareCache, Facts, SkillVerdicts, Verdicts};
use crate::hashing::{HashMap, HashSet};
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;
use catalogs::Catalogs;
use file_index::FileIndex;
use helpers::roots::Roots;
use helpers::side_file;
use places::Places;
use reading::TargetHost;
use rules::description::{description_over_budget, near_duplicate_description};
use run::{Run, Survey};
use searches::plugins;
use skill_context::SkillContext;
use verdict::{FileKind, HostEdition, Verdict, hosts_and_verb};

/// The skills of a request.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'l> {
    /// The paths of the skills to check. Empty if all skills of the tree are checked.
    pub skills: &'l [String],
    /// The skills whose findings are known, so that these skills are not checked again.
    pub known: &'l [FoundInSkill],
}

/// Calls `run` with a linter for the requested skills, or for the whole tree if no skill is
/// requested.
pub(crate) fn with_linter<T>(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    asked: Asked<'_>,
    settings: &Settings,
    cache: &LintCache,
    compared: &CompareCache,
    run: impl FnOnce(&Linter<'_>) -> T,
) -> T {
    // Only checks that run together with all other rules need to know how hosts list a skill.
    let facts = match settings.only {
        None => Facts::Verdict,
        Some(_) => Facts::Loading,
    };
    let verdicts = compare::verdicts(pipelines, inputs, asked.skills, facts, compared);
    let all: Vec<_> = pipelines
        .iter()
        .map(|pipeline| pipeline.catalog(inputs))
        .collect();
    let assembled = pipelines.iter().map(|pipeline| pipeline.assembled(inputs));
    let assembled: Vec<_> = assembled.collect();
    let choice = Choice {
        hosts: verdicts.hosts.clone(),
        fixes: settings.fixes,
        only: settings.only,
    };
    let linter = Linter {
        pipelines,
        inputs,
        asked: asked.skills,
        known: asked.known,
        settings,
        cache,
        catalogs: Catalogs::new(&all, &assembled, &cache.names),
        targets: TargetHost::all(pipelines),
        round: cache.round(&choice, asked.skills),
        choice,
        verdicts,
    };
    run(&linter)
}

/// One run of the linter: the inputs of the rules, and the caches of previous runs.
pub(crate) struct Linter<'l> {
    pipelines: &'l [&'l HostPipeline],
    inputs: Inputs<'l>,
    asked: &'l [String],
    known: &'l [FoundInSkill],
    settings: &'l Settings,
    cache: &'l LintCache,
    verdicts: Rc<Verdicts>,
    catalogs: Catalogs<'l>,
    targets: Vec<TargetHost<'l>>,
    choice: Choice,
    round: Rc<PreviousRun>,
}

impl Linter<'_> {
    /// Returns the findings in the requested skills and the findings that concern several skills,
    /// sorted by path and place. A finding that has not changed since the previous call is the same
    /// object.
    pub fn run(&self) -> Vec<Rc<Diagnostic>> {
        let (settings, inputs) = (self.settings, self.inputs);
        let mut found: Vec<_> = settings.found.iter().cloned().map(Rc::new).collect();
        if settings.only.is_none() {
            found.extend(self.of_catalogs().iter().cloned());
            self.add_plugins(&mut found);
            #[cfg(feature = "locks")]
            self.add_locks(&mut found);
        }
        let commented = self.add_findings_of_skills(&mut found);
        self.add_near_duplicates(&mut found);
        let key = settings.key(inputs.environment.context_window);
        let has_budget = found.iter().any(description_over_budget::is_part);
        let before = self.round.results.get(&(), &());
        if let Some(before) = &before
            && commented.is_empty()
            && before.are_of(&found, &key, &self.verdicts, has_budget)
        {
            return before.found.clone();
        }
        let collected = found.clone();
        let before = before.as_ref().map_or(&[][..], |before| &before.found);
        let found = self.finished(found, &commented, before);
        let results = Results {
            collected,
            settings: key,
            verdicts: Rc::clone(&self.verdicts),
            has_comments: !commented.is_empty(),
            found: found.clone(),
        };
        self.round.results.insert((), (), Rc::new(results));
        found
    }

    /// Returns the collected findings with their final severities and in their final order. Findings
    /// that are equal to one in `before`, the result of the previous run, are the same object.
    fn finished(
        &self,
        mut found: Vec<Rc<Diagnostic>>,
        commented: &[&str],
        before: &[Rc<Diagnostic>],
    ) -> Vec<Rc<Diagnostic>> {
        let (settings, inputs) = (self.settings, self.inputs);
        self.set_severities(&mut found);
        let found = ignore::apply(inputs.tree, commented, settings, found);
        let round = &self.round;
        let has_window = inputs.environment.context_window.is_some();
        let is_guess = !has_window && !settings.has_level(description_over_budget::RULE.code);
        let found = description_over_budget::merge(found, &self.verdicts, is_guess, &round.budgets);
        let mut found = near_duplicate_description::once(found);
        self.add_all_hosts(&mut found);
        if settings.only.is_none() && settings.lowers_repeats {
            let skills = self.verdicts.skills.iter().map(|skill| &*skill.path);
            repeats::lower(&mut found, skills, settings);
        }
        if !settings.fixes {
            remove_fixes(&mut found);
        }
        sort::by(&mut found, |left, right| in_order(left, right));
        remove_repeated(&mut found);
        reuse_equal(&mut found, before);
        found
    }

    /// Returns the findings in each requested skill, without the findings that depend on all skills.
    /// Skills that the settings ignore are left out.
    pub fn of_each_skill(&self) -> Vec<FoundInSkill> {
        let of_skills = self.of_skills();
        let skills = self.verdicts.skills.iter().zip(&*of_skills);
        let skills = skills.filter_map(|(skill, of_skill)| Some((skill, of_skill.as_ref()?)));
        let each = skills.map(|(skill, of_skill)| FoundInSkill {
            skill: skill.path.to_string(),
            found: of_skill.found.iter().map(|one| (**one).clone()).collect(),
            has_comments: of_skill.has_comments,
        });
        each.collect()
    }

    /// Returns the findings of each skill, in the order of the skills in `verdicts`.
    fn of_skills(&self) -> AllSkillFindings {
        let known = self.known.iter();
        let known: HashMap<&str, &FoundInSkill> = known.map(|one| (&*one.skill, one)).collect();
        self.cache.of_skills(
            &self.round,
            &self.choice,
            &self.verdicts,
            (self.inputs.tree, &self.catalogs),
            |skill| match known.get(&*skill.path) {
                Some(known) => Some(SkillFindings::known(skill, known)),
                None => self.of_skill(skill),
            },
        )
    }

    /// Returns the findings of rules that check the whole catalogs of the hosts, not one skill at a
    /// time. Examples are findings about several skills, or about a folder without a skill.
    fn of_catalogs(&self) -> Found {
        let generations = self.verdicts.generations.clone();
        self.round.of_catalogs.get_or_insert((), generations, || {
            let tree = self.inputs.tree;
            let survey = Survey {
                catalogs: &self.catalogs,
                tree,
                roots: Roots::new(&self.catalogs, tree, self.cache),
                asked: sort::collect_set(self.asked.iter().map(String::as_str)),
            };
            let mut found = Vec::new();
            for (_, run) in registry::runs() {
                if let Run::Catalogs(check) = run {
                    check(&survey, &mut found);
                }
            }
            found.into_iter().map(Rc::new).collect()
        })
    }

    /// Adds the findings in Agent Plugins.
    fn add_plugins(&self, found: &mut Vec<Rc<Diagnostic>>) {
        let tree = self.inputs.tree;
        let files = FileIndex::of(tree, &self.cache.files);
        let mut of_plugins = Vec::new();
        plugins::check(tree, &files, &self.catalogs, &mut of_plugins);
        of_plugins.retain(|one| self.asked.is_empty() || self.asked.contains(&one.path));
        found.extend(of_plugins.into_iter().map(Rc::new));
    }

    /// Adds the findings in lock files. If the request names skills, no such findings are added.
    #[cfg(feature = "locks")]
    fn add_locks(&self, found: &mut Vec<Rc<Diagnostic>>) {
        if self.asked.is_empty() {
            found.extend(
                searches::locks::found(
                    self.inputs,
                    (&self.cache.locks, &self.cache.files_without_origin),
                )
                .iter()
                .cloned(),
            );
        }
    }

    /// Adds the findings of each skill. Returns the paths of the skills that have ignore comments in their files.
    fn add_findings_of_skills(&self, found: &mut Vec<Rc<Diagnostic>>) -> Vec<&str> {
        let of_skills = self.of_skills();
        let links = self.catalogs.links();
        let places = Places::new(self.inputs, &self.verdicts, self.settings.hosts.is_empty());
        let mut commented = Vec::new();
        for (skill, of_skill) in self.verdicts.skills.iter().zip(&*of_skills) {
            let Some(of_skill) = of_skill else {
                continue;
            };
            if self.settings.ignores(&skill.path) {
                continue;
            }
            if of_skill.has_comments {
                commented.push(&*skill.path);
            }
            let start = found.len();
            found.extend(of_skill.found.iter().cloned());
            places.lower(skill, &mut found[start..]);
            if let Some(links) = links.get(&*skill.path) {
                add_links(links, &skill.path, &mut found[start..]);
            }
        }
        commented
    }

    /// Returns the findings of one skill with the inputs that they depend on; `None` if the settings ignore the skill.
    fn of_skill(&self, skill: &SkillVerdicts) -> Option<SkillFindings> {
        let tree = self.inputs.tree;
        // If the skill is a broken link, there is no file, and the only finding is about the link.
        let file = tree.resolve(&skill.path).ok();
        let file = file.or_else(|| tree.entry(&skill.path))?;
        if self.settings.ignores(&skill.path) {
            return None;
        }
        let verdicts = self.of_hosts(skill);
        let mut context =
            SkillContext::new(self.inputs, file, &skill.path, verdicts, &self.cache.files);
        context.fixes = self.settings.fixes;
        let mut found = checks::check(
            &mut context,
            self.inputs,
            &self.targets,
            &self.catalogs,
            self.settings.only,
        );
        if !context.fixes {
            found.iter_mut().for_each(|one| one.fixes.clear());
        }
        sort_for_any_settings(&mut found);
        let (key, has_comments) = self.cache_key(&context);
        Some(SkillFindings::new(skill, key, found, has_comments))
    }

    /// Returns the verdict of each host on a skill.
    fn of_hosts<'v>(&'v self, skill: &'v SkillVerdicts) -> Vec<Verdict<'v>> {
        let hosts = self.verdicts.hosts.iter().zip(&*skill.cells);
        let hosts = hosts.zip(self.pipelines).enumerate();
        hosts
            .map(|(index, (((host, edition), cell), pipeline))| Verdict {
                host,
                edition,
                cell,
                by_name: self.catalogs.by_name(index),
                file: FileKind::Skill,
                has_copy: false,
                pipeline,
            })
            .collect()
    }

    /// Returns the inputs that the findings in a skill depend on, and true if the skill's files contain ignore
    /// comments.
    fn cache_key(&self, context: &SkillContext<'_>) -> (CacheKey, bool) {
        let tree = self.inputs.tree;
        let names = self.catalogs.take_asked();
        let beside = context.resources.files.iter();
        let beside = beside.filter_map(|beside| tree.resolve(&beside.path).ok());
        let same_named = names.iter().filter_map(|asked| asked.skill.as_deref());
        let same_named = same_named.filter_map(|skill| tree.entry(skill));
        let (has_comments, commented) = ignore::may_be_in(tree, context.path);
        let read = std::iter::once(context.file)
            .chain(beside)
            .chain(same_named);
        let read = read.chain(commented);
        let read = read.map(|entry| (entry.id(), entry.revision()));
        let read = read.chain(context.also_read.take()).collect();
        let searched = self.catalogs.take_searched()
            || side_file::beside(context.file).is_some()
            || context.is_spelt_otherwise();
        let generations = searched.then(|| self.verdicts.generations.clone());
        let key = CacheKey {
            read,
            names,
            generations,
        };
        (key, has_comments)
    }

    /// Adds the findings about descriptions that are nearly the same. If the rule for these findings is off, nothing is
    /// added.
    fn add_near_duplicates(&self, found: &mut Vec<Rc<Diagnostic>>) {
        if self
            .settings
            .asks_for(near_duplicate_description::RULE.code)
        {
            let known = (&self.round.neighbours, &self.cache.duplicates);
            let (pipelines, inputs) = (self.pipelines, self.inputs);
            near_duplicate_description::check(pipelines, inputs, &self.verdicts, known, found);
        }
    }

    /// Sets the severity of each finding to the severity in the settings, and removes the findings of rules that are
    /// off.
    fn set_severities(&self, found: &mut Vec<Rc<Diagnostic>>) {
        found.retain_mut(|one| {
            let severity = self.settings.severity(&one.code, one.severity);
            let severity = severity.filter(|_| !self.settings.ignores(&one.path));
            if let Some(severity) = severity.filter(|severity| *severity != one.severity) {
                Rc::make_mut(one).severity = severity;
            }
            severity.is_some()
        });
    }

    /// Adds all target hosts to each finding without hosts. Such findings are about the
    /// configuration file or about ignore comments.
    fn add_all_hosts(&self, found: &mut [Rc<Diagnostic>]) {
        for one in found.iter_mut().filter(|one| one.hosts.is_empty()) {
            let all = self.verdicts.hosts.iter().copied();
            *one = Rc::new((**one).clone().concerning(all));
        }
    }
}

/// Compares findings by file, place, severity and rule.
fn in_order(left: &Diagnostic, right: &Diagnostic) -> Ordering {
    let key = |one: &Diagnostic| (one.range.start.byte, one.severity);
    (&left.path, key(left), &left.code).cmp(&(&right.path, key(right), &right.code))
}

/// Sorts findings before they are cached. The settings can change the severity of a rule, and the
/// final order depends on severities, so the cached findings are sorted again for the current
/// settings. The second sorting is fast, because it reorders only findings at the same place.
fn sort_for_any_settings(found: &mut [Diagnostic]) {
    sort::by(found, |left, right| {
        let key = |one: &Diagnostic| one.range.start.byte;
        (&left.path, key(left), &left.code).cmp(&(&right.path, key(right), &right.code))
    });
    let is_order_clear =
        |pair: &[Diagnostic]| pair[0].code != pair[1].code || pair[0].severity == pair[1].severity;
    if found.windows(2).all(is_order_clear) {
        sort::by(found, in_order);
    }
}

/// Removes the fixes of all findings.
fn remove_fixes(found: &mut [Rc<Diagnostic>]) {
    for one in found.iter_mut().filter(|one| !one.fixes.is_empty()) {
        Rc::make_mut(one).fixes.clear();
    }
}

/// Replaces each new finding by the equal finding of the previous run, so that equal findings are
/// the same object. Both lists are in the order of [`in_order`]. A finding is new if only this list
/// and the list of collected findings own it, not a cache.
fn reuse_equal(found: &mut [Rc<Diagnostic>], mut before: &[Rc<Diagnostic>]) {
    for one in found.iter_mut().filter(|one| Rc::strong_count(one) <= 2) {
        let earlier = before.iter();
        let earlier = earlier.take_while(|old| in_order(old, one) == Ordering::Less);
        before = &before[earlier.count()..];
        let mut alike = before
            .iter()
            .take_while(|old| in_order(old, one) == Ordering::Equal);
        if let Some(old) = alike.find(|old| ***old == **one) {
            *one = Rc::clone(old);
        }
    }
}

/// Removes a finding that is equal to another finding at the same place. Equal findings occur
/// because one file may be in the folders of two skills.
fn remove_repeated(found: &mut Vec<Rc<Diagnostic>>) {
    let mut kept: Vec<bool> = Vec::with_capacity(found.len());
    let is_same_place = |left: &Diagnostic, right: &Diagnostic| {
        left.range.start.byte == right.range.start.byte && left.path == right.path
    };
    let mut start = 0;
    while start < found.len() {
        let here = &found[start..];
        let count = (here.iter().take_while(|one| is_same_place(one, &here[0]))).count();
        let mut known = HashSet::default();
        for one in &here[..count] {
            let is_new = count == 1
                || known.insert((&one.code, one.range.end.byte, &one.message, &one.hosts));
            kept.push(is_new);
        }
        start += count;
    }
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next().unwrap_or(true));
}

/// Adds related places to the findings in a skill's file: the links through which hosts reach the
/// skill.
fn add_links(links: &[(&str, Vec<HostEdition<'_>>)], file: &str, found: &mut [Rc<Diagnostic>]) {
    for one in found.iter_mut().filter(|one| one.path == file) {
        let known = sort::collect_set(one.related.iter().map(|related| related.path.clone()));
        let further: Vec<_> = (links.iter())
            .filter(|(link, _)| !known.contains(*link))
            .collect();
        if further.is_empty() {
            continue;
        }
        let mut with_links = (**one).clone();
        for (link, hosts) in further {
            let come = hosts_and_verb(hosts.iter().copied(), "comes", "come");
            let come = format!("the link by which {come} to the skill");
            with_links = with_links.related_file(&come, link);
        }
        *one = Rc::new(with_links);
    }
}

/// Makes the rules about commands and sentences available. If the WebAssembly module is split into
/// parts, the part `safety` calls this function when it is loaded.
#[cfg(all(feature = "safety", feature = "parts"))]
pub(crate) fn provide_safety() {
    rules::safety::provide();
}

/// Makes the rules about lock files available. If the WebAssembly module is split into parts, the part `locks` calls
/// this function when it is loaded.
#[cfg(all(feature = "locks", feature = "parts"))]
pub(crate) fn provide_locks() {
    searches::locks::provide();
}

/// Returns true if the rules about commands and sentences are available. If the WebAssembly module
/// is split into parts, these rules are available after the part `safety` is loaded.
#[cfg(feature = "parts")]
pub(crate) fn has_safety() -> bool {
    rules::safety::is_provided()
}
