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

/// A rule with the functions that run it. Each rule is the static `RULE` of its file in `rules/<group>/`, and is listed
/// in the `mod.rs` of the group.
pub(super) struct LintRule {
    rule: Rule,
    pub runs: &'static [Run],
}

/// A function of a rule, by the stage at which the linter calls it. The function adds findings or returns one.
pub(super) enum Run {
    /// Checks a skill's file, even if it is not text or its contents have not been given.
    File(fn(&SkillContext<'_>, &mut Vec<Diagnostic>)),
    /// Returns the reason why no host can read the file, or its frontmatter. If there is one, no other rule checks the
    /// file.
    Unreadable(fn(&SkillContext<'_>) -> Option<Unreadable>),
    /// Explains why hosts leave out the skill. If several rules have the same reason, they run in their order.
    LeftOut(
        &'static [LeftOutReason],
        fn(&Dropped<'_, '_>) -> Option<Diagnostic>,
    ),
    /// Explains why hosts refuse the skill after they have read it.
    Fault(FaultCode, fn(&Dropped<'_, '_>) -> Diagnostic),
    /// Checks the text of the frontmatter, before it is parsed as YAML.
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
    /// Checks the catalogs of all target hosts together.
    Catalogs(fn(&Survey<'_>, &mut Vec<Diagnostic>)),
    /// The rule has no function of its own, because a search that several rules share reports its findings.
    Search(
        #[allow(
            dead_code,
            reason = "tells readers and a test where the rule is called"
        )]
        Search,
    ),
}

/// A search with several possible outcomes. Each outcome is the finding of a different rule.
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
    /// `searches/plugins.rs`: what clients of Agent Plugins reject and skip.
    Plugins,
    /// `searches/locks.rs`: lock files that do not match the installed skills.
    #[cfg(feature = "locks")]
    Locks,
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

    /// Returns true if one of these findings is from this rule.
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

/// A skill that some hosts drop for the same reason.
pub(super) struct Dropped<'d, 'a> {
    /// The rule that reports the finding.
    pub rule: &'static Rule,
    pub context: &'d SkillContext<'a>,
    /// The verdicts of these hosts, at least one.
    pub dropping: &'d [Verdict<'a>],
    pub catalogs: &'d Catalogs<'a>,
    /// The reason, if the hosts left out the skill.
    pub left_out: Option<LeftOutReason>,
}

impl<'a> Dropped<'_, 'a> {
    /// Returns the path and the root of the file that the first host left out. The path is that of the host's search,
    /// which may contain links.
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

/// Returns a finding with the different messages of the hosts, and the help of the first host. If the messages differ,
/// each names its hosts.
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

/// The catalogs of the target hosts, for rules that check the whole tree.
pub(super) struct Survey<'c> {
    pub catalogs: &'c Catalogs<'c>,
    pub tree: &'c Tree,
    pub roots: Roots<'c>,
    /// The paths of the skills that the request names; empty for all skills.
    pub asked: BTreeSet<&'c str>,
}

impl Survey<'_> {
    /// Returns true if the request asks for the findings of a file.
    pub fn is_asked(&self, path: &str) -> bool {
        self.asked.is_empty() || self.asked.contains(path)
    }
}
