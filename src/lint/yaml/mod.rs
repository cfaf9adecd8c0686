//! Frontmatter that is no YAML: which of its members a host cannot read, why, and what the author meant.
//!
//! Each member is put before the host by itself, so that a broken one is found whatever dialect the host reads.

mod causes;
mod comments;
mod escapes;
mod faults;
mod nested;
mod quotes;
mod reader;
mod repairs;

pub(super) use comments::check_comments;
pub(super) use quotes::check_quotes;
pub(super) use repairs::in_quotes;

use super::diagnostic::{Diagnostic, Related, Severity};
use super::fix_check::{Edit, FixCheck, edited};
use super::frontmatter;
use super::rule::{Rule, RuleGroup};
use super::skill_context::SkillContext;
use super::verdict::Verdict;
use crate::model::catalog::FaultCode;
use crate::text::document::Range;
use causes::{Cause, causes, choose};
use reader::Reader;

static UNQUOTED_COLON: Rule = Rule::new(
    RuleGroup::Yaml,
    "unquoted-colon",
    Severity::Warning,
    "a value without quotes holds a colon that YAML takes for a key's",
);
static LEADING_INDICATOR: Rule = Rule::new(
    RuleGroup::Yaml,
    "leading-indicator",
    Severity::Warning,
    "a value begins with a character that means something else to YAML",
);
static TAB_INDENTATION: Rule = Rule::new(
    RuleGroup::Yaml,
    "tab-indentation",
    Severity::Warning,
    "a line is indented with tabs",
);
static BAD_ESCAPE: Rule = Rule::new(
    RuleGroup::Yaml,
    "bad-escape",
    Severity::Warning,
    "a backslash in double quotes begins no escape that YAML has",
);
static UNCLOSED_QUOTE: Rule = Rule::new(
    RuleGroup::Yaml,
    "unclosed-quote",
    Severity::Warning,
    "a quote is opened and not closed",
);
static TEXT_BEHIND_QUOTE: Rule = Rule::new(
    RuleGroup::Yaml,
    "text-behind-quote",
    Severity::Warning,
    "text stands behind the quote that ends a value",
);
static DUPLICATE_KEY: Rule = Rule::new(
    RuleGroup::Yaml,
    "duplicate-key",
    Severity::Warning,
    "a key stands twice",
);
static UNINDENTED_LINE: Rule = Rule::new(
    RuleGroup::Yaml,
    "unindented-line",
    Severity::Warning,
    "a line without a key goes on with a value and is not indented",
);
static LINE_WITHOUT_KEY: Rule = Rule::new(
    RuleGroup::Yaml,
    "line-without-key",
    Severity::Warning,
    "the frontmatter begins with a line that has no key",
);
static MISSING_BLANK: Rule = Rule::new(
    RuleGroup::Yaml,
    "missing-blank",
    Severity::Warning,
    "no blank follows a key's colon, so it is no key",
);
static WRONG_TYPE: Rule = Rule::new(
    RuleGroup::Yaml,
    "wrong-type",
    Severity::Warning,
    "a value is of another kind than the host reads",
);
static INVALID_YAML: Rule = Rule::new(
    RuleGroup::Yaml,
    "invalid-yaml",
    Severity::Warning,
    "the frontmatter is no YAML that the host reads, for a cause that no other rule names",
);
static FRONTMATTER_IGNORED: Rule = Rule::new(
    RuleGroup::Yaml,
    "frontmatter-ignored",
    Severity::Warning,
    "a host has the skill without anything that its frontmatter says",
);
static COMMENT_IN_VALUE: Rule = Rule::new(
    RuleGroup::Yaml,
    "comment-in-value",
    Severity::Warning,
    "a # cuts a value off, for YAML takes the rest for a comment",
);

static TYPOGRAPHIC_QUOTES: Rule = Rule::new(
    RuleGroup::Yaml,
    "typographic-quotes",
    Severity::Hint,
    "a value stands in quotes of a text processor, which YAML takes for letters",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[
    &UNQUOTED_COLON,
    &LEADING_INDICATOR,
    &TAB_INDENTATION,
    &BAD_ESCAPE,
    &UNCLOSED_QUOTE,
    &TEXT_BEHIND_QUOTE,
    &DUPLICATE_KEY,
    &UNINDENTED_LINE,
    &LINE_WITHOUT_KEY,
    &MISSING_BLANK,
    &WRONG_TYPE,
    &INVALID_YAML,
    &FRONTMATTER_IGNORED,
    &COMMENT_IN_VALUE,
    &TYPOGRAPHIC_QUOTES,
];

/// What keeps hosts from reading the frontmatter: those that drop the skill for it, those that ignore all of it, and
/// those that mend it each in their own way.
pub(super) fn check<'a>(
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
    for cause in &mut causes {
        choose(context, &readers, cause, &mut fix_check);
    }
    let all: Vec<Edit> = (causes.iter())
        .filter_map(|cause| cause.repair.as_ref())
        .flat_map(|repair| repair.edits.iter().cloned())
        .collect();
    let whole = causes.iter().all(|cause| cause.repair.is_some());
    let outcome = fix_check.run(&all);
    let safe = outcome.keeps && (outcome.mends(dropping) || !whole);
    let fix = |cause: &Cause| {
        let repair = cause.repair.as_ref()?;
        let safe = safe && cause.keeps && repair.lossless;
        Some(fix_check.fix(repair.title, safe, &repair.edits))
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
        let mut diagnostic = Diagnostic::new(
            fault.rule,
            context.path,
            context.range(fault.bytes.clone()),
            &fault.message,
        )
        .help(fault.help)
        .fix(fix(cause));
        diagnostic
            .related
            .extend(fault.related.clone().map(|(bytes, message)| Related {
                message: message.to_owned(),
                path: context.path.to_owned(),
                range: context.range(bytes),
            }));
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
            let diagnostic =
                frontmatter::explain(context, FaultCode::NoFrontmatter.into(), &[*verdict]);
            if let Some(diagnostic) = diagnostic {
                add(found, diagnostic.concerning([verdict.who()]));
            }
        } else if let (false, Some(no)) = (is_explained, verdict.dropped()) {
            let range = no
                .place
                .map_or_else(|| context.start(), |start| Range { start, end: start });
            let mut diagnostic = Diagnostic::new(&INVALID_YAML, context.path, range, &no.message)
                .help(&no.change)
                .concerning([verdict.who()]);
            diagnostic.severity = Severity::Error;
            add(found, diagnostic);
        }
    }
    if let Some(no) = ignoring.first().and_then(Verdict::ignores_frontmatter) {
        let range = match causes.first() {
            Some(cause) => context.range(cause.fault.bytes.clone()),
            None => {
                let start = no.place.unwrap_or_else(|| context.start().start);
                Range { start, end: start }
            }
        };
        let fits = edited(context.text, &all).is_some();
        let fix = (whole && fits && !all.is_empty()).then(|| {
            let mut repairs = causes.iter().filter_map(|cause| cause.repair.as_ref());
            let lossless = repairs.all(|repair| repair.lossless);
            fix_check.fix("Mend the frontmatter", safe && lossless, &all)
        });
        let message = match causes.first() {
            Some(cause) => format!(
                "nothing that the frontmatter says counts, for {}",
                cause.fault.message
            ),
            None => no.message.clone(),
        };
        let help = causes
            .first()
            .map_or(no.change.as_str(), |cause| cause.fault.help);
        found.push(
            Diagnostic::new(&FRONTMATTER_IGNORED, context.path, range, message)
                .help(help)
                .concerning(ignoring.iter().map(Verdict::who))
                .fix(fix),
        );
    }
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
