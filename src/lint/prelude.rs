//! The imports that most rules need.

pub(super) use super::catalogs::Catalogs;
pub(super) use super::checked_skill::CheckedSkill;
pub(super) use super::diagnostic::{Diagnostic, Related, START, Severity};
pub(super) use super::fixes::Fix;
pub(super) use super::fixes::check::{Edit, FixCheck, edited, tried, tried_losing};
pub(super) use super::fixes::kept_words::Loss;
pub(super) use super::helpers::limits::MAX_FOUND;
pub(super) use super::helpers::phrases::{self, Phrases};
pub(super) use super::reading::{MAX_FINDINGS, Reading, TargetHost, named, scalar};
pub(super) use super::rule::{Rule, RuleGroup};
pub(super) use super::run::{Dropped, LintRule, Run, Search, Survey, in_host_words};
pub(super) use super::skill_context::{Member, SkillContext};
pub(super) use super::texts::SkillText;
pub(super) use super::verdict::{HostEdition, HostNames, Verdict, hosts_and_verb, labels, spoken};
