//! Frontmatter that is no YAML: which of its members a host cannot read, why, and what the author meant.
//!
//! Each member is put before the host by itself, so that a broken one is found whatever dialect the host reads.

mod bad_escape;
mod causes;
mod comment_in_value;
mod duplicate_key;
mod fates;
mod fault;
mod faults;
mod fence;
mod frontmatter_ignored;
pub(in crate::lint) mod frontmatter_too_large;
mod invalid_yaml;
mod leading_indicator;
mod line_without_key;
mod lines;
pub(in crate::lint) mod missing_blank;
mod nested;
mod reader;
mod repairs;
pub(in crate::lint) mod strict_yaml;
mod swallowed;
mod tab_indentation;
mod text_behind_quote;
mod typographic_quotes;
mod unclosed_quote;
mod unindented_line;
mod unquoted_colon;
mod wrong_type;

use super::loose_fields;
use super::structure::unfound_frontmatter;
use crate::lint::diagnostic::{Diagnostic, Related, Severity};
use crate::lint::fix_check::{Edit, FixCheck, edited};
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use causes::{Cause, causes, choose};
use fates::fates;
use reader::Reader;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &bad_escape::RULE,
    &comment_in_value::RULE,
    &duplicate_key::RULE,
    &frontmatter_ignored::RULE,
    &frontmatter_too_large::RULE,
    &invalid_yaml::RULE,
    &leading_indicator::RULE,
    &line_without_key::RULE,
    &missing_blank::RULE,
    &strict_yaml::RULE,
    &tab_indentation::RULE,
    &text_behind_quote::RULE,
    &typographic_quotes::RULE,
    &unclosed_quote::RULE,
    &unindented_line::RULE,
    &unquoted_colon::RULE,
    &wrong_type::RULE,
];

/// Finds the faults that keep hosts from reading the frontmatter: those that drop the skill, those that ignore all of it,
/// and those that mend it each in their own way.
pub(in crate::lint) fn check<'a>(
    context: &SkillContext<'a>,
    dropping: &[Verdict<'a>],
    found: &mut Vec<Diagnostic>,
) {
    let ignoring = context.verdicts.iter().copied();
    let ignoring: Vec<_> = ignoring
        .filter(|verdict| verdict.ignores_frontmatter().is_some())
        .collect();
    let mut readers: Vec<_> = (dropping.iter().chain(&ignoring))
        .map(|verdict| Reader::Host(*verdict, verdict.pipeline.shared_host()))
        .collect();
    let yaml = context.slice(&context.frontmatter.bytes);
    let is_whole = context.frontmatter.delimited.is_ok() && context.glued_delimiter().is_none();
    if readers.is_empty() && is_whole && !Reader::Parser.reads(yaml) {
        readers.push(Reader::Parser);
    }
    if readers.is_empty() {
        return;
    }
    let mut fix_check = FixCheck::new(context);
    let mut causes = causes(context, &readers);
    for cause in causes.iter_mut().filter(|_| context.fixes) {
        choose(context, &readers, cause, &mut fix_check);
    }
    let all: Vec<Edit> = (causes.iter())
        .filter_map(|cause| cause.repair.as_ref())
        .flat_map(|repair| repair.edits.iter().cloned())
        .collect();
    let whole = causes.iter().all(|cause| cause.repair.is_some());
    let outcome = fix_check.run(&all);
    let safe = outcome.keeps && (outcome.mends(dropping) || !whole);
    // A repair that nobody meant, or none, gives way to one of all the fields together.
    let is_left = |cause: &Cause| cause.repair.as_ref().is_none_or(|repair| !repair.is_meant);
    let is_loose = context.fixes && (causes.is_empty() || causes.iter().any(is_left));
    let loose = is_loose
        .then(|| loose_fields::fix(context, dropping))
        .flatten();
    let loose = loose.filter(|fix| fix.safe || !whole || causes.is_empty());
    let fix = |cause: &Cause| {
        if let Some(loose) = &loose {
            return Some(loose.clone());
        }
        let repair = cause.repair.as_ref()?;
        let safe = safe && cause.keeps && repair.is_meant;
        let fix = fix_check.fix(repair.title, safe, &[]);
        Some(fix_check.with(fix, &repair.edits, repair.loss))
    };
    for cause in &causes {
        let concerned = cause
            .readers
            .iter()
            .filter_map(|reader| match &readers[*reader] {
                Reader::Host(verdict, _) if verdict.dropped().is_some() => Some(verdict.who()),
                _ => None,
            });
        let concerned: Vec<_> = concerned.collect();
        let with_parser = matches!(readers[..], [Reader::Parser]);
        if concerned.is_empty() && !with_parser {
            continue;
        }
        let fault = &cause.fault;
        let message = match &*fates(context, &fault.bytes, &concerned) {
            "" => fault.message.clone(),
            fates => format!("{}: {fates}", fault.message),
        };
        let mut diagnostic = Diagnostic::new(
            fault.rule,
            context.path,
            context.range(fault.bytes.clone()),
            message,
        )
        .help(fault.help)
        .fix(fix(cause));
        diagnostic.related.extend(
            fault
                .related
                .iter()
                .cloned()
                .map(|(bytes, message)| Related {
                    message: message.to_owned(),
                    path: context.path.to_owned(),
                    range: context.range(bytes),
                }),
        );
        found.push(if with_parser {
            diagnostic.concerning(context.loading())
        } else {
            diagnostic.severity = Severity::Error;
            diagnostic.concerning(concerned)
        });
    }
    for verdict in dropping {
        let is_explained = causes.iter().any(|cause| {
            cause.readers.iter().any(|reader| {
                matches!(&readers[*reader], Reader::Host(known, _) if known.who() == verdict.who())
            })
        });
        let is_delimited =
            context.frontmatter.delimited.is_ok() && context.glued_delimiter().is_none();
        if !is_explained && !is_delimited {
            let diagnostic = unfound_frontmatter::explain(context, &[*verdict]);
            add(found, diagnostic.concerning([verdict.who()]));
        } else if let (false, Some(diagnostic)) =
            (is_explained, invalid_yaml::explain(context, verdict))
        {
            add(found, diagnostic.fix(loose.clone()));
        }
    }
    let fits = edited(context.text, &all).is_some();
    let fix = loose.or((whole && fits && !all.is_empty()).then(|| {
        let repairs = || causes.iter().filter_map(|cause| cause.repair.as_ref());
        let are_meant = repairs().all(|repair| repair.is_meant);
        let fix = fix_check.fix("Mend the frontmatter", safe && are_meant, &[]);
        repairs().fold(fix, |fix, repair| {
            fix_check.with(fix, &repair.edits, repair.loss)
        })
    }));
    let fault = causes.first().map(|cause| &cause.fault);
    found.extend(frontmatter_ignored::find(context, &ignoring, fault, fix));
}

/// Values that YAML reads otherwise than they were meant.
pub(in crate::lint) fn check_values(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    comment_in_value::check(context, found);
    leading_indicator::check(context, found);
    typographic_quotes::check(context, found);
}

/// Adds a diagnostic, or its hosts to one that says the same.
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
