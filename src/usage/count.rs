//! Groups the events of a log into turns, and counts the outcomes of each skill.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::events::{Event, Listed, Skill};
use super::expected::Expected;
use super::names;
use super::read::Read;
use super::report::{
    ExpectedState, ListSource, LogFormat, LogUsage, SkillUsage, TurnSkill, UsageOutcome, UsageTurn,
};
use crate::tree::path;

/// The usage of each skill over all logs, keyed by the skill's name.
pub(super) type Skills = BTreeMap<String, SkillUsage>;

/// Counts how often each skill in a log was offered to the model, was used or failed. Adds the
/// numbers to `skills`, and returns the usage of the log.
pub(super) fn count(
    name: &str,
    read: Read,
    expected: &Expected,
    all: bool,
    skills: &mut Skills,
) -> LogUsage {
    let has_list = (read.lines.iter().flat_map(|line| &line.events))
        .any(|event| matches!(event, Event::List { .. }));
    let is_emulated =
        read.format.is_some_and(|format| format != LogFormat::Plain) && !expected.skills.is_empty();
    let lists = match (has_list, is_emulated) {
        (true, _) => ListSource::Log,
        (false, true) => ListSource::Emulator,
        (false, false) => ListSource::None,
    };
    let mut counter = Counter {
        expected,
        all,
        skills,
        lists,
        offers: None,
        listed: BTreeMap::new(),
        files: BTreeMap::new(),
        calls: BTreeMap::new(),
        loaded: BTreeSet::new(),
        compacted: None,
        used: BTreeSet::new(),
        turns: Vec::new(),
        is_open: false,
    };
    for line in read.lines {
        for event in line.events {
            counter.take(event, line.number, line.at.as_deref());
        }
    }
    counter.close();
    LogUsage {
        name: name.to_owned(),
        format: read.format,
        host: read.format.and_then(LogFormat::host).map(str::to_owned),
        lists,
        turns: counter.turns,
        problems: read.problems,
        problem_count: read.problem_count,
    }
}

struct Counter<'c> {
    expected: &'c Expected,
    all: bool,
    skills: &'c mut Skills,
    lists: ListSource,
    /// For each skill, the outcome of a turn that does not use the skill: offered, cut or not
    /// found. None if the list of skills has changed, so that the outcomes must be computed again.
    offers: Option<Rc<[(String, UsageOutcome)]>>,
    /// The skills in the latest list that the model was shown. The flag is true if the skill's
    /// description is shortened.
    listed: BTreeMap<String, bool>,
    /// The names of the listed skills, keyed by the path of the skill's file.
    files: BTreeMap<String, String>,
    /// The calls of skills that have no result yet, keyed by the id of the call. The value is the
    /// skill's name, and the line of the call in the log.
    calls: BTreeMap<String, (String, usize)>,
    /// The skills whose texts are in the conversation now.
    loaded: BTreeSet<String>,
    /// The skills whose texts the latest compaction may have removed from the conversation, and the
    /// line of this compaction in the log. None if there was no compaction, or if the skills have
    /// already been counted as lost.
    compacted: Option<(BTreeSet<String>, usize)>,
    /// The skills that were used in the current turn.
    used: BTreeSet<String>,
    turns: Vec<UsageTurn>,
    is_open: bool,
}

impl Counter<'_> {
    fn take(&mut self, event: Event, line: usize, at: Option<&str>) {
        match event {
            Event::Turn => {
                self.close();
                self.open(line, at);
            }
            Event::List { skills, replaces } => self.list(skills, replaces),
            Event::Call { id, skill } => {
                self.settle();
                let name = self.name(skill);
                self.calls.insert(id, (name, line));
            }
            Event::Result { id, failed } => {
                let Some((name, called)) = self.calls.remove(&id) else {
                    return;
                };
                let outcome = if failed {
                    UsageOutcome::Failed
                } else {
                    UsageOutcome::Chosen
                };
                self.happened(name, outcome, called, at);
            }
            Event::Named(skill) => {
                let name = self.name(skill);
                self.happened(name, UsageOutcome::Named, line, at);
            }
            Event::Compacted => {
                self.settle();
                self.compacted = Some((std::mem::take(&mut self.loaded), line));
            }
            Event::Kept(names) => {
                let names = names
                    .iter()
                    .map(|name| names::shown(name, self.knows(name)));
                let names: Vec<_> = names.collect();
                if let Some((gone, _)) = &mut self.compacted {
                    for name in &names {
                        gone.remove(name);
                    }
                }
                self.loaded.extend(names);
            }
            Event::Outcome { name, outcome } => {
                self.open(line, at);
                let name = names::shown(&name, self.knows(&name));
                self.happened(name, outcome, line, at);
                self.is_open = false;
            }
        }
    }

    fn knows(&self, name: &str) -> bool {
        self.expected.skills.contains_key(name) || self.listed.contains_key(name)
    }

    /// Returns the name under which the report lists a skill.
    fn name(&self, skill: Skill) -> String {
        let name = match skill {
            Skill::Name(name) => name,
            Skill::File(file) => {
                let known = self
                    .expected
                    .names
                    .get(&file)
                    .or_else(|| self.files.get(&file));
                let folder = || {
                    path::parent(&file)
                        .map(path::file_name)
                        .unwrap_or_default()
                        .to_owned()
                };
                known.cloned().unwrap_or_else(folder)
            }
        };
        names::shown(&name, self.knows(&name))
    }

    fn list(&mut self, skills: Vec<Listed>, replaces: bool) {
        self.offers = None;
        if replaces {
            self.listed.clear();
        }
        for Listed {
            name,
            description,
            path,
        } in skills
        {
            let known = self.expected.skills.get(&name);
            let is_whole = known.is_some_and(|known| known.state == ExpectedState::Listed);
            let shown: Vec<_> = description.split_whitespace().collect();
            let shown = shown.join(" ");
            let whole = known.map_or("", |known| &known.description);
            let is_beginning = whole.len() > shown.len() && whole.starts_with(&shown);
            let looks_cut = shown.is_empty() || shown.ends_with('…');
            let is_cut = (looks_cut && !is_whole) || (is_beginning && !shown.is_empty());
            let name = names::shown(&name, known.is_some());
            if let Some(path) = path {
                self.files.insert(path, name.clone());
            }
            self.listed.insert(name, is_cut);
        }
    }

    fn open(&mut self, line: usize, at: Option<&str>) {
        self.turns.push(UsageTurn {
            line,
            at: at.map(str::to_owned),
            skills: Vec::new(),
        });
        self.is_open = true;
    }

    /// Adds the outcome of a skill to the current turn, and counts the outcome in the skill's
    /// usage.
    fn add(&mut self, name: String, outcome: UsageOutcome, line: Option<usize>) -> &mut SkillUsage {
        let expected = self.expected.skills.get(&name).map(|known| known.state);
        let is_shown = self.all || line.is_some();
        if let Some(turn) = self.turns.last_mut().filter(|_| is_shown) {
            turn.skills.push(TurnSkill {
                name: name.clone(),
                outcome,
                line,
                expected,
            });
        }
        let skill = (self.skills.entry(name.clone())).or_insert_with(|| SkillUsage {
            name,
            ..SkillUsage::default()
        });
        match outcome {
            UsageOutcome::Chosen => skill.chosen += 1,
            UsageOutcome::Named => skill.named += 1,
            UsageOutcome::Failed => skill.failed += 1,
            UsageOutcome::Lost => skill.lost += 1,
            UsageOutcome::Cut => {
                skill.cut += 1;
                skill.offered += 1;
            }
            UsageOutcome::Offered => skill.offered += 1,
            UsageOutcome::NotFound => skill.not_found += 1,
        }
        skill
    }

    /// Records an outcome of a skill in the log, such as a use by the model or a failed call.
    /// `line` is the line of the log that shows the outcome.
    fn happened(&mut self, name: String, outcome: UsageOutcome, line: usize, at: Option<&str>) {
        if !self.is_open {
            self.open(line, at);
        }
        let is_use = matches!(outcome, UsageOutcome::Chosen | UsageOutcome::Named);
        if is_use {
            self.loaded.insert(name.clone());
        }
        self.used.insert(name.clone());
        let skill = self.add(name, outcome, Some(line));
        if is_use && skill.last.as_deref() < at {
            skill.last = at.map(str::to_owned);
        }
    }

    /// Records the outcome [`Lost`](UsageOutcome::Lost) for each skill whose text a compaction
    /// removed.
    fn settle(&mut self) {
        if let Some((gone, line)) = self.compacted.take() {
            for name in gone {
                self.add(name, UsageOutcome::Lost, Some(line));
            }
        }
    }

    /// Ends the current turn. Records an outcome for each skill that the turn did not use.
    fn close(&mut self) {
        self.settle();
        let used = std::mem::take(&mut self.used);
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        let offers = match &self.offers {
            Some(offers) => Rc::clone(offers),
            None => Rc::from(self.offers()),
        };
        self.offers = Some(Rc::clone(&offers));
        for (name, outcome) in &*offers {
            let outcome = *outcome;
            if used.contains(name) {
                // A used skill also counts as offered. The turn already lists the use.
                if let Some(skill) = self.skills.get_mut(name) {
                    skill.offered += usize::from(outcome != UsageOutcome::NotFound);
                    skill.cut += usize::from(outcome == UsageOutcome::Cut);
                }
            } else {
                self.add(name.clone(), outcome, None);
            }
        }
    }

    /// Returns the skills that the model was offered, and the skills of the tree that the model was not offered.
    fn offers(&self) -> Vec<(String, UsageOutcome)> {
        let known = &self.expected.skills;
        let mut offers = BTreeMap::new();
        match self.lists {
            ListSource::None => {}
            ListSource::Log => {
                for (name, is_cut) in &self.listed {
                    let outcome = if *is_cut {
                        UsageOutcome::Cut
                    } else {
                        UsageOutcome::Offered
                    };
                    offers.insert(name.clone(), outcome);
                }
                for (name, known) in known {
                    if known.state != ExpectedState::Hidden && !self.listed.contains_key(name) {
                        offers.insert(name.clone(), UsageOutcome::NotFound);
                    }
                }
            }
            ListSource::Emulator => {
                for (name, known) in known {
                    let outcome = match known.state {
                        ExpectedState::Listed => UsageOutcome::Offered,
                        ExpectedState::Cut => UsageOutcome::Cut,
                        ExpectedState::Omitted | ExpectedState::NotLoaded => UsageOutcome::NotFound,
                        ExpectedState::Hidden => continue,
                    };
                    offers.insert(name.clone(), outcome);
                }
            }
        }
        offers.into_iter().collect()
    }
}
