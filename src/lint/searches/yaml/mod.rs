//! Frontmatter that is not valid YAML. This search finds the fields that a host cannot parse, the
//! reasons, and for each reason the repair that the author most likely meant.
//!
//! Hosts use different dialects of YAML, so each host parses each field separately.

mod causes;
mod foreign_lines;
mod member;
mod nested;
mod outcomes;

use super::no_frontmatter;
use crate::hosts;
use crate::lint::helpers::loose_fields;
use crate::lint::helpers::yaml::parser::FrontmatterParser;
use crate::lint::prelude::*;
use crate::lint::rules::yaml::{frontmatter_ignored, invalid_yaml};
use crate::model::catalog::FaultCode;
use causes::{Cause, causes, choose};
use outcomes::outcomes;

/// Reports the faults in the YAML of the frontmatter that at least one host cannot read. Such a
/// host drops the skill, ignores the whole frontmatter, or repairs the frontmatter in its own way.
pub fn check<'a>(
    context: &SkillContext<'a>,
    dropping: &[Verdict<'a>],
    found: &mut Vec<Diagnostic>,
) {
    let ignoring = context.verdicts.iter().copied();
    let ignoring: Vec<_> = ignoring
        .filter(|verdict| verdict.ignores_frontmatter().is_some())
        .collect();
    let parsers = parsers(context, dropping, &ignoring);
    if parsers.is_empty() {
        return;
    }
    let mut fix_check = FixCheck::new(context);
    let mut causes = causes(context, &parsers);
    for cause in causes.iter_mut().filter(|_| context.fixes) {
        choose(context, &parsers, cause, &mut fix_check);
    }
    let fixes = Fixes::new(context, dropping, &causes, fix_check);
    for cause in &causes {
        found.extend(report(context, &parsers, cause, fixes.of(cause)));
    }
    let explained: Vec<_> = (causes.iter())
        .flat_map(|cause| &cause.parsers)
        .filter_map(|parser| parsers[*parser].host_edition())
        .collect();
    for verdict in dropping {
        if explained.contains(&verdict.host_edition()) {
            continue;
        }
        let reason = if is_delimited(context) {
            invalid_yaml::explain(context, verdict).map(|one| one.fix(fixes.loose.clone()))
        } else {
            let one = no_frontmatter::explain(context, &[*verdict]);
            Some(one.concerning([verdict.host_edition()]))
        };
        if let Some(one) = reason {
            add(found, one);
        }
    }
    let fault = causes.first().map(|cause| &cause.fault);
    let fix = fixes.of_all();
    found.extend(frontmatter_ignored::find(context, &ignoring, fault, fix));
}

/// Returns the parsers of the hosts that cannot parse the frontmatter. If all hosts can parse the
/// frontmatter but the plain YAML parser cannot, returns the plain YAML parser.
fn parsers<'a>(
    context: &SkillContext<'a>,
    dropping: &[Verdict<'a>],
    ignoring: &[Verdict<'a>],
) -> Vec<FrontmatterParser<'a>> {
    let hosts = dropping.iter().chain(ignoring);
    let mut parsers: Vec<_> = hosts
        .map(|verdict| FrontmatterParser::Host(*verdict, verdict.pipeline.shared_host()))
        .collect();
    let yaml = context.slice(&context.frontmatter.bytes);
    if parsers.is_empty() && is_delimited(context) && !FrontmatterParser::Yaml.parses(yaml) {
        parsers.push(FrontmatterParser::Yaml);
    }
    parsers
}

/// Returns true if the frontmatter is between two delimiter lines without other text.
fn is_delimited(context: &SkillContext<'_>) -> bool {
    context.frontmatter.delimited.is_ok() && context.glued_delimiter().is_none()
}

/// Returns the finding for a fault. The finding is an error for the hosts that drop the skill, or a
/// warning if only the plain YAML parser cannot parse the frontmatter. Returns `None` if the
/// affected hosts only ignore the frontmatter.
fn report(
    context: &SkillContext<'_>,
    parsers: &[FrontmatterParser<'_>],
    cause: &Cause,
    fix: Option<Fix>,
) -> Option<Diagnostic> {
    let concerned: Vec<_> = (cause.parsers.iter())
        .filter_map(|parser| match &parsers[*parser] {
            FrontmatterParser::Host(verdict, _) if verdict.dropped().is_some() => {
                Some(verdict.host_edition())
            }
            _ => None,
        })
        .collect();
    let is_yaml_alone = matches!(parsers, [FrontmatterParser::Yaml]);
    if concerned.is_empty() && !is_yaml_alone {
        return None;
    }
    let fault = &cause.fault;
    let message = match &*outcomes(context, &fault.bytes, &concerned) {
        "" => fault.message.clone(),
        outcomes if is_yaml_alone => {
            let refusing = match &*older_refusing(context) {
                "" => "other readers of YAML".to_owned(),
                older => format!("{older} and other readers of YAML"),
            };
            format!("{}: {outcomes}; {refusing} refuse it", fault.message)
        }
        outcomes => format!("{}: {outcomes}", fault.message),
    };
    let one = context.report(fault.rule, fault.bytes.clone(), message);
    let related = fault.related.iter().cloned();
    let mut one = related.fold(one.help(fault.help).fix(fix), |one, (bytes, message)| {
        one.related(message, context.path, context.range(bytes))
    });
    if is_yaml_alone {
        return Some(one.concerning(context.loading()));
    }
    one.severity = Severity::Error;
    Some(one.concerning(concerned))
}

/// Returns the older editions of the target hosts that refuse the frontmatter, in words, such as
/// `Codex 2026-02 and 2026-05`; an empty text if no older edition refuses it.
fn older_refusing(context: &SkillContext<'_>) -> String {
    let contents = context.text.into();
    let mut names: Vec<String> = Vec::new();
    for host in hosts::hosts() {
        let current = context
            .verdicts
            .iter()
            .find(|verdict| verdict.host == host.host);
        let Some(current) = current else { continue };
        let older = host
            .editions
            .iter()
            .take_while(|edition| *edition != current.edition);
        let refuses = |edition: &&String| {
            let opened = hosts::open(Some(&host.host), Some(edition), &Default::default());
            let parsed = opened.map(|opened| opened.parse(&contents).outcome);
            let fault = parsed
                .ok()
                .and_then(|outcome| outcome.and_then(|fields| fields.text).err());
            fault.is_some_and(|fault| fault.code == FaultCode::InvalidYaml)
        };
        let refusing: Vec<_> = older.filter(refuses).map(String::as_str).collect();
        if !refusing.is_empty() {
            names.push(format!("{} {}", host.label, refusing.join(" and ")));
        }
    }
    names.join(", ")
}

/// The fixes for all faults in a file.
struct Fixes<'f, 's, 'a> {
    fix_check: FixCheck<'s, 'a>,
    causes: &'f [Cause],
    /// The edits that repair the faults.
    edits: Vec<Edit>,
    /// True if every fault has a repair.
    is_whole: bool,
    /// True if, after all edits, the hosts that load the skill still treat it as before.
    is_safe: bool,
    /// A fix that rewrites all fields together; `None` if it is not needed. This fix replaces the
    /// repairs of single faults, because those repairs are probably not what the author meant.
    loose: Option<Fix>,
}

impl<'f, 's, 'a> Fixes<'f, 's, 'a> {
    fn new(
        context: &'s SkillContext<'a>,
        dropping: &[Verdict<'a>],
        causes: &'f [Cause],
        mut fix_check: FixCheck<'s, 'a>,
    ) -> Self {
        let repairs = causes.iter().filter_map(|cause| cause.repair.as_ref());
        let edits: Vec<_> = repairs.flat_map(|repair| repair.edits.clone()).collect();
        let is_whole = causes.iter().all(|cause| cause.repair.is_some());
        let outcome = fix_check.run(&edits);
        let is_left = |cause: &Cause| (cause.repair.as_ref()).is_none_or(|repair| !repair.is_meant);
        let is_loose = context.fixes && (causes.is_empty() || causes.iter().any(is_left));
        let loose = is_loose
            .then(|| loose_fields::fix(context, dropping))
            .flatten();
        Self {
            fix_check,
            causes,
            edits,
            is_whole,
            is_safe: outcome.keeps && (outcome.resolves(dropping) || !is_whole),
            loose: loose.filter(|fix| fix.safe || !is_whole || causes.is_empty()),
        }
    }

    /// Returns the fix for one fault; `None` if the fault has no repair.
    fn of(&self, cause: &Cause) -> Option<Fix> {
        if self.loose.is_some() {
            return self.loose.clone();
        }
        let repair = cause.repair.as_ref()?;
        let is_safe = self.is_safe && cause.keeps && repair.is_meant;
        let fix = self.fix_check.fix(repair.title, is_safe, &[]);
        Some(self.fix_check.with(fix, &repair.edits, repair.loss))
    }

    /// Returns the fix for all faults together; `None` if a fault has no repair or the repairs
    /// overlap.
    fn of_all(self) -> Option<Fix> {
        if self.loose.is_some() {
            return self.loose;
        }
        let fits = edited(self.fix_check.text(), &self.edits).is_some();
        if !self.is_whole || !fits || self.edits.is_empty() {
            return None;
        }
        let repairs = || self.causes.iter().filter_map(|cause| cause.repair.as_ref());
        let is_safe = self.is_safe && repairs().all(|repair| repair.is_meant);
        let fix = self.fix_check.fix("Fix the frontmatter", is_safe, &[]);
        Some(repairs().fold(fix, |fix, repair| {
            self.fix_check.with(fix, &repair.edits, repair.loss)
        }))
    }
}

/// Adds a diagnostic to the list. If the list already has the same diagnostic for other hosts, only
/// the hosts are added.
fn add(found: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
    let same = found.iter_mut().find(|known| {
        (&known.code, &known.path, &known.message)
            == (&diagnostic.code, &diagnostic.path, &diagnostic.message)
    });
    match same {
        Some(known) => known.hosts.extend(diagnostic.hosts),
        None => found.push(diagnostic),
    }
}
