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

/// A rule with the functions by which it checks skills. Each rule is a static called `RULE` in its
/// own file, `rules/<group>/<rule>.rs`. The list `RULES` in the group's `mod.rs` contains the rule.
pub(super) struct LintRule {
    rule: Rule,
    pub runs: &'static [Run],
}

/// A function of a rule. The variant determines when the linter calls the function, and with which
/// inputs. Each function returns a finding or adds findings to a list.
pub(super) enum Run {
    /// Checks a skill's file, even if the file is not text or its contents have not been given.
    File(fn(&SkillContext<'_>, &mut Vec<Diagnostic>)),
    /// Returns a finding if no host can read the file or its frontmatter. The other rules then do
    /// not check the file.
    Unreadable(fn(&SkillContext<'_>) -> Option<Unreadable>),
    /// A function that explains why hosts leave out a skill. The linter calls the function if the
    /// hosts' reason is in the variant's list of reasons. If several rules have the reason in their
    /// lists, the linter calls their functions in order until a function returns a finding.
    LeftOut(
        &'static [LeftOutReason],
        fn(&Dropped<'_, '_>) -> Option<Diagnostic>,
    ),
    /// A function that explains why hosts refuse a skill whose file they can read. The linter calls
    /// the function if the hosts report a fault with the given code.
    Fault(FaultCode, fn(&Dropped<'_, '_>) -> Diagnostic),
    /// Checks the text of the frontmatter, before it is parsed as YAML.
    Frontmatter(fn(&SkillContext<'_>, &mut Vec<Diagnostic>)),
    /// Checks the values of the frontmatter as the target hosts read them, if the frontmatter is YAML.
    Values(fn(&Reading<'_, '_>, &mut Vec<Diagnostic>)),
    /// Checks a skill that a host loads, or would load from another location.
    Skill(fn(&CheckedSkill<'_, '_>, &mut Vec<Diagnostic>)),
    /// Checks each text of a skill that a host loads: the skill's own file and the files beside it.
    #[allow(
        dead_code,
        reason = "the rules on safety are run by their own list so far"
    )]
    Text(fn(&CheckedSkill<'_, '_>, &SkillText<'_>, &mut Vec<Diagnostic>)),
    /// Checks each text of a skill that the model reads or runs. Documents for people are skipped.
    ReadText(fn(&CheckedSkill<'_, '_>, &SkillText<'_>, &mut Vec<Diagnostic>)),
    /// Checks the catalogs of all target hosts together.
    Catalogs(fn(&Survey<'_>, &mut Vec<Diagnostic>)),
    /// The rule has no function. A search that is shared by several rules reports the rule's
    /// findings.
    Search(
        #[allow(
            dead_code,
            reason = "tells readers and a test where the rule is called"
        )]
        Search,
    ),
}

/// A search that several rules share. Each possible outcome of a search is the finding of a
/// different rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// The search in `drops.rs` for the reason why hosts drop a skill. It runs if no other rule
    /// explains the drop.
    OtherDrops,
    /// The search in `searches/no_frontmatter.rs` for the reason why hosts find no frontmatter.
    NoFrontmatter,
    /// The search in `searches/yaml/` for the reason why hosts cannot read the frontmatter.
    Yaml,
    /// The search in `searches/keys.rs` for keys that hosts do not know.
    Keys,
    /// The search in `searches/openai_yaml.rs` for faults of `agents/openai.yaml`, which Codex reads.
    OpenaiYaml,
    /// The search in `searches/plugins.rs` for plugins and skills that clients of Agent Plugins reject or skip.
    Plugins,
    /// The search in `searches/locks.rs` for lock files that do not match the installed skills.
    #[cfg(feature = "locks")]
    Locks,
    /// The search in `rules/safety/mod.rs` for invisible characters.
    Unseen,
    /// The search in `rules/safety/mod.rs` for harmful commands and sentences.
    #[cfg(feature = "safety")]
    Deeds,
    /// The search by `add_near_duplicates` in `mod.rs` for similar descriptions.
    NearDuplicates,
    /// The search in `ignore.rs` for ignore comments that ignore nothing.
    Comments,
    /// The search in `config.rs` for faults of the linter's settings.
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

    /// Returns true if `found` contains a finding of this rule.
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

/// A skill that some hosts drop for the same reason, with the verdicts of these hosts.
pub(super) struct Dropped<'d, 'a> {
    /// The rule that reports the finding.
    pub rule: &'static Rule,
    pub context: &'d SkillContext<'a>,
    /// The verdicts of the hosts that drop the skill. The list is not empty.
    pub dropping: &'d [Verdict<'a>],
    pub catalogs: &'d Catalogs<'a>,
    /// The reason why the hosts' searches leave out the skill; `None` if the hosts find the skill
    /// but refuse it.
    pub left_out: Option<LeftOutReason>,
}

impl<'a> Dropped<'_, 'a> {
    /// Searches for the skill's file among the files that the first host in `dropping` left out.
    /// Returns the path at which this host found the file, and the folder in which the host's
    /// search began. The path may contain links. Returns `None` if this host did not leave out the
    /// file, for example because it loaded the file but refused the skill.
    pub fn passed_over(&self) -> Option<(&'a str, Option<&'a str>)> {
        let hosts = self.dropping.first()?.host_edition();
        let SkillContext { tree, path, .. } = self.context;
        self.catalogs.passed_over(tree, hosts, path, self.left_out?)
    }

    /// Returns the message and the help of the first host that drops the skill.
    pub fn words(&self) -> (&str, &str) {
        let no = self.dropping.iter().find_map(Verdict::dropped);
        no.map_or(("", ""), |no| (&no.message, &no.change))
    }

    /// Returns a fix that moves the skill's folder directly below the folder that the host
    /// searches. The fix is unsafe, because paths to the skill change. Returns `None` if the
    /// destination exists.
    pub fn moved_up(&self) -> Option<Fix> {
        let (_, root) = self.passed_over()?;
        let folder = path::parent(self.context.path)?;
        let wanted = path::join(root?, path::file_name(folder));
        let is_free = self.context.tree.entry(&wanted).is_none() && path::is_within(folder, root?);
        is_free.then(|| Fix::unsafe_(format!("Move the folder to {wanted}")).rename(folder, wanted))
    }
}

/// Returns a finding with the messages of the hosts that drop the skill. If the messages differ,
/// each message follows the names of its hosts. The finding's advice is from the first host in
/// `dropped.dropping`. Returns `None` if no host drops the skill.
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
    /// The paths of the skills that the request names. Empty if the request includes all skills.
    pub asked: BTreeSet<&'c str>,
}

impl Survey<'_> {
    /// Returns true if the request asks for the findings in a file.
    pub fn is_asked(&self, path: &str) -> bool {
        self.asked.is_empty() || self.asked.contains(path)
    }
}
