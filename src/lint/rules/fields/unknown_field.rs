//! `unknown-field`: the target hosts do not know a key.
//!
//! Fix: none, because only the author knows whether to remove the key or to move it below `metadata`.

use crate::lint::prelude::*;
use crate::model::catalog::FaultCode;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "unknown-field",
    Severity::Info,
    "the target hosts do not know a key",
    &[
        Run::Fault(FaultCode::UnknownField, explain),
        Run::Search(Search::Keys),
    ],
);

/// Returns the finding for hosts that drop the skill because of an unknown field. The finding has
/// the message and help of the first host, and is at the first key that this host does not know.
pub fn explain(dropped: &Dropped<'_, '_>) -> Diagnostic {
    let context = dropped.context;
    let (message, help) = dropped.words();
    let fields =
        (dropped.dropping.first()).map(|verdict| verdict.pipeline.host().format().fields());
    let mut members = context.frontmatter.members.iter();
    let first = members.find(|member| {
        let mut fields = fields.iter().flatten();
        !fields.any(|field| field.is(member.key))
    });
    let bytes = first.map_or(0..0, |member| member.key_bytes.clone());
    context.report(&RULE, bytes, message).help(help)
}

/// Returns one finding for all keys that have no effect in the given hosts. The advice is the same
/// for all of these keys. Returns `None` if there are no such keys or hosts.
pub fn find(
    reading: &Reading<'_, '_>,
    members: &[&Member<'_>],
    is_affected: impl Fn(&TargetHost<'_>) -> bool,
) -> Option<Diagnostic> {
    let (first, others) = members.split_first()?;
    let keys = named(members.iter().map(|member| member.key));
    let targets = || reading.targets.iter().filter(|target| is_affected(target));
    targets().next()?;
    let hosts = targets().map(TargetHost::host_edition);
    let hosts = hosts_and_verb(hosts, "does not know", "do not know");
    let related = others.iter().take(MAX_FINDINGS).map(|member| Related {
        message: format!("nor `{}`", member.key),
        path: reading.context.path.to_owned(),
        range: reading.context.range(member.key_bytes.clone()),
    });
    let found = (reading.context)
        .report(&RULE, first.key_bytes.clone(), format!("{hosts} {keys}"))
        .help("Move it below `metadata`, or remove it.")
        .concerning(targets().map(TargetHost::host_edition));
    Some(Diagnostic {
        related: related.collect(),
        ..found
    })
}
