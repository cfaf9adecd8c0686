//! A rule of the linter: its metadata, and the functions that run for it.

use std::collections::BTreeSet;
use std::ops::Deref;

use super::catalogs::Catalogs;
use super::checked_skill::CheckedSkill;
use super::diagnostic::{Diagnostic, Severity};
use super::fixes::Fix;
use super::helpers::roots::Roots;
use super::helpers::unreadable::Unreadable;
use super::reading::Reading;
use super::rule::{Rule, RuleGroup};
use super::skill_context::SkillContext;
use super::texts::SkillText;
use super::verdict::{HostEdition, Verdict, labels};
use crate::model::catalog::{FaultCode, LeftOutReason};
use crate::tree::{Tree, path};

/// A rule. Each is the static `RULE` of its file in `rules/<group>/`, and a row of that group's list.
pub(super) struct LintRule {
    rule: Rule,
    pub runs: &'static [Run],
}

/// An entry point of a rule. Its function adds findings, or returns one.
pub(super) enum Run {
    /// Checks a skill's file, which may have no text.
    File(fn(&SkillContext<'_>, &mut Vec<Diagnostic>)),
    /// Returns why no host can read the file, or its frontmatter. No other rule checks the file then.
    Unreadable(fn(&SkillContext<'_>) -> Option<Unreadable>),
    /// Returns why hosts leave out the skill. Rules with the same reason run in their order.
    LeftOut(
        &'static [LeftOutReason],
        fn(&Dropped<'_, '_>) -> Option<Diagnostic>,
    ),
    /// Returns why hosts refuse the skill after they read it.
    Fault(FaultCode, fn(&Dropped<'_, '_>) -> Diagnostic),
    /// Checks the frontmatter as a text.
    Frontmatter(fn(&SkillContext<'_>, &mut Vec<Diagnostic>)),
    /// Checks the values of the frontmatter as the target hosts read them, if it is YAML.
    Values(fn(&Reading<'_, '_>, &mut Vec<Diagnostic>)),
    /// Checks a skill that a host loads, or would load.
    Skill(fn(&CheckedSkill<'_, '_>, &mut Vec<Diagnostic>)),
    /// Checks each text of such a skill: its own file and the files beside it.
    #[allow(
        dead_code,
        reason = "the rules on safety are run by their own list so far"
    )]
    Text(fn(&CheckedSkill<'_, '_>, &SkillText<'_>, &mut Vec<Diagnostic>)),
    /// Checks those texts that the model reads or runs; documents for people are skipped.
    ReadText(fn(&CheckedSkill<'_, '_>, &SkillText<'_>, &mut Vec<Diagnostic>)),
    /// Checks all catalogs together.
    Catalogs(fn(&Survey<'_>, &mut Vec<Diagnostic>)),
    /// A search that several rules share reports the finding.
    Search(
        #[allow(
            dead_code,
            reason = "tells readers and a test where the rule is called"
        )]
        Search,
    ),
}

/// A search with several outcomes, each of which is the finding of a different rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// `drops.rs`: reasons of hosts that no rule covers.
    OtherDrops,
    /// `searches/no_frontmatter.rs`: why hosts find no frontmatter.
    NoFrontmatter,
    /// `searches/yaml/`: why hosts cannot read the frontmatter.
    Yaml,
    /// `searches/keys.rs`: keys that hosts do not know.
    Keys,
    /// `searches/openai_yaml.rs`: the file beside the skill that Codex reads.
    OpenaiYaml,
    /// `rules/safety/mod.rs`: invisible characters.
    Unseen,
    /// `rules/safety/mod.rs`: the effects of the commands and the sentences of a text.
    #[cfg(feature = "safety")]
    Deeds,
    /// `add_near_duplicates` of `mod.rs`: similar descriptions.
    NearDuplicates,
    /// `ignore.rs`: comments that ignore rules.
    Comments,
    /// `config.rs`: the settings of the rules.
    Settings,
}

impl LintRule {
    pub const fn new(
        group: RuleGroup,
        code: &'static str,
        severity: Severity,
        summary: &'static str,
        runs: &'static [Run],
    ) -> Self {
        Self {
            rule: Rule::new(group, code, severity, summary),
            runs,
        }
    }

    /// Returns true if the rule has reported one of these findings.
    pub fn is_among(&self, found: &[Diagnostic]) -> bool {
        found.iter().any(|one| one.code == self.code)
    }
}

impl Deref for LintRule {
    type Target = Rule;

    fn deref(&self) -> &Rule {
        &self.rule
    }
}

/// A skill that hosts drop for one reason.
pub(super) struct Dropped<'d, 'a> {
    /// The rule that reports the finding.
    pub rule: &'static Rule,
    pub context: &'d SkillContext<'a>,
    /// The views of these hosts, at least one.
    pub dropping: &'d [Verdict<'a>],
    pub catalogs: &'d Catalogs<'a>,
    /// The reason, if the hosts left out the skill.
    pub left_out: Option<LeftOutReason>,
}

impl<'a> Dropped<'_, 'a> {
    /// Returns the path and the root of the file that the first host left out. The path is the one that the host
    /// reached the file by.
    pub fn passed_over(&self) -> Option<(&'a str, Option<&'a str>)> {
        let hosts = self.dropping.first()?.host_edition();
        let SkillContext { tree, path, .. } = self.context;
        self.catalogs.passed_over(tree, hosts, path, self.left_out?)
    }

    /// Returns the message and help of the first host.
    pub fn words(&self) -> (&str, &str) {
        let no = self.dropping.iter().find_map(Verdict::dropped);
        no.map_or(("", ""), |no| (&no.message, &no.change))
    }

    /// Returns a fix that moves the skill's folder directly below the root, unless the destination exists. The fix is
    /// unsafe, because paths to the skill change.
    pub fn moved_up(&self) -> Option<Fix> {
        let (_, root) = self.passed_over()?;
        let folder = path::parent(self.context.path)?;
        let wanted = path::join(root?, path::file_name(folder));
        let is_free = self.context.tree.entry(&wanted).is_none() && path::is_within(folder, root?);
        is_free.then(|| Fix::unsafe_(format!("Move the folder to {wanted}")).rename(folder, wanted))
    }
}

/// Returns a finding with the distinct messages of the hosts, and the help of the first. If the messages differ, each
/// names its hosts.
pub(super) fn in_host_words(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let mut messages: Vec<(&str, &str, Vec<HostEdition<'_>>)> = Vec::new();
    for verdict in dropped.dropping {
        let Some(no) = verdict.dropped() else {
            continue;
        };
        match messages.iter_mut().find(|(known, ..)| *known == no.message) {
            Some((.., hosts)) => hosts.push(verdict.host_edition()),
            None => messages.push((&no.message, &no.change, vec![verdict.host_edition()])),
        }
    }
    let (_, help, _) = messages.first()?;
    let is_only = messages.len() == 1;
    let each = messages.iter().map(|(message, _, hosts)| {
        let names = labels(hosts.iter().copied());
        if is_only || message.contains(&names) {
            (*message).to_owned()
        } else {
            format!("{names}: {message}")
        }
    });
    let message = each.collect::<Vec<_>>().join("; ");
    Some(
        dropped
            .context
            .report(dropped.rule, 0..0, message)
            .help(*help),
    )
}

/// The catalogs of the target hosts.
pub(super) struct Survey<'c> {
    pub catalogs: &'c Catalogs<'c>,
    pub tree: &'c Tree,
    pub roots: Roots<'c>,
    /// The skills of the request; all skills if it is empty.
    pub asked: BTreeSet<&'c str>,
}

impl Survey<'_> {
    /// Returns true if the request includes the findings in a file.
    pub fn is_asked(&self, path: &str) -> bool {
        self.asked.is_empty() || self.asked.contains(path)
    }
}
