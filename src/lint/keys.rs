//! Keys of the frontmatter: those that no host reads, and those that only some do.

use serde_yaml::Value;

use super::diagnostic::{Diagnostic, Fix, Related, Severity};
use super::fix_check::FixCheck;
use super::reading::{MAX_FINDINGS, Reading, TargetHost, labels, named, scalar};
use super::rule::{Rule, RuleGroup};
use super::skill_context::Member;
use crate::model::field::{Field, FieldFile, FieldStatus, plain};

static MISSPELT_FIELD: Rule = Rule::new(
    RuleGroup::Fields,
    "misspelt-field",
    Severity::Warning,
    "a key is nearly one that a host reads",
);
static UNKNOWN_FIELD: Rule = Rule::new(
    RuleGroup::Fields,
    "unknown-field",
    Severity::Info,
    "a key says nothing to the hosts aimed at",
);
static MISPLACED_FIELD: Rule = Rule::new(
    RuleGroup::Fields,
    "misplaced-field",
    Severity::Info,
    "a key belongs below another one, or into another file",
);
static HOST_ONLY_FIELD: Rule = Rule::new(
    RuleGroup::Fields,
    "host-only-field",
    Severity::Info,
    "some of the hosts aimed at act on a key and others do not",
);
static DEPRECATED_FIELD: Rule = Rule::new(
    RuleGroup::Fields,
    "deprecated-field",
    Severity::Info,
    "a host has another field in the place of this one",
);
static FIELD_WITHOUT_EFFECT: Rule = Rule::new(
    RuleGroup::Fields,
    "field-without-effect",
    Severity::Warning,
    "a field counts only together with another that is not there",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[
    &MISSPELT_FIELD,
    &UNKNOWN_FIELD,
    &MISPLACED_FIELD,
    &HOST_ONLY_FIELD,
    &DEPRECATED_FIELD,
    &FIELD_WITHOUT_EFFECT,
];

/// What is to be said of the keys.
pub(super) fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let mut unknown = Vec::new();
    let mut refused = Vec::new();
    let mut fix_check = None;
    for (member, value) in reading.members() {
        let fields = || {
            reading
                .targets
                .iter()
                .filter_map(|target| target.field(member.key))
        };
        if fields().next().is_none() {
            match misspelt(reading, member, value, &mut fix_check)
                .or_else(|| misplaced(reading, member, value))
            {
                Some(says) => found.push(says),
                None => unknown.push(member),
            }
        } else if fields().any(Field::is_read) {
            found.extend(host_only(reading, member, value));
            found.extend(without_effect(reading, member));
        } else if reading
            .targets
            .iter()
            .any(|target| refuses(target, member.key))
        {
            refused.push(member);
        }
    }
    found.extend(unread(reading, &unknown, |_| true));
    found.extend(unread(reading, &refused, |target| {
        refused.iter().any(|member| refuses(target, member.key))
    }));
    deprecated(reading, found);
}

/// Whether somebody takes a key for a fault.
fn refuses(target: &TargetHost<'_>, key: &str) -> bool {
    target.host().format().refuses_unknown_fields() && target.field(key).is_none()
}

/// Keys that change nothing for those hosts: one finding for all, for what is to be done is one thing.
fn unread(
    reading: &Reading<'_, '_>,
    members: &[&Member<'_>],
    minds: impl Fn(&TargetHost<'_>) -> bool,
) -> Option<Diagnostic> {
    let (first, others) = members.split_first()?;
    let keys = named(members.iter().map(|member| member.key));
    let targets = || reading.targets.iter().filter(|target| minds(target));
    let message = format!("{} does not know {keys}", labels(targets()));
    let related = others.iter().take(MAX_FINDINGS).map(|member| Related {
        message: format!("nor `{}`", member.key),
        path: reading.context.path.to_owned(),
        range: reading.context.range(member.key_bytes.clone()),
    });
    let says = at(&UNKNOWN_FIELD, reading, first, message)
        .help("Put it below `metadata`, where every host leaves it alone, or take it out.")
        .concerning(targets().map(TargetHost::who));
    Some(Diagnostic {
        related: related.collect(),
        ..says
    })
}

fn at(rule: &Rule, reading: &Reading<'_, '_>, member: &Member<'_>, message: String) -> Diagnostic {
    let range = reading.context.range(member.key_bytes.clone());
    Diagnostic::new(rule, reading.context.path, range, message)
}

/// A key that is nearly a field's.
fn misspelt<'s, 'a>(
    reading: &Reading<'s, 'a>,
    member: &Member<'_>,
    value: &Value,
    fix_check: &mut Option<FixCheck<'s, 'a>>,
) -> Option<Diagnostic> {
    let key = member.key;
    let meant = misspelling(reading, key, value)?;
    let knows = |target: &TargetHost<'_>| {
        let field = target.field(meant);
        field.is_some_and(|field| field.status != FieldStatus::Ignored)
    };
    let message = format!("`{key}` is no field; `{meant}` is one");
    Some(
        at(&MISSPELT_FIELD, reading, member, message)
            .help(format!("Write `{meant}`, or take the line out."))
            .concerning(reading.who(knows))
            .fix(respelt(reading, member, meant, fix_check)),
    )
}

/// A key that is a field's in another place.
fn misplaced(reading: &Reading<'_, '_>, member: &Member<'_>, value: &Value) -> Option<Diagnostic> {
    let key = member.key;
    let (target, field) = elsewhere(reading, key, value)?;
    let place = match (field.file, field.parent()) {
        (FieldFile::OpenaiYaml, _) => format!("agents/openai.yaml, as `{}`", field.key),
        (FieldFile::Frontmatter, Some(parent)) => format!("the block `{parent}`"),
        (FieldFile::Frontmatter, None) => return None,
    };
    let host = target.host().id();
    let message = format!("{} does not read `{key}` here", target.label());
    Some(
        at(&MISPLACED_FIELD, reading, member, message)
            .help(format!("Put it into {place}."))
            .concerning(reading.who(|other| other.host().id() == host)),
    )
}

/// The field that a key nearly is, of those that some host aimed at knows.
fn misspelling(reading: &Reading<'_, '_>, key: &str, value: &Value) -> Option<&'static str> {
    /// Comparing takes the product of the lengths.
    const LONGEST: usize = 64;
    /// Shorter ones are near to too many.
    const SHORTEST: usize = 5;
    if key.len() > LONGEST {
        return None;
    }
    let known = || {
        let fields = reading.targets.iter().flat_map(TargetHost::frontmatter);
        // What stands there already is not what was meant by another key.
        fields.filter(|field| {
            field.status != FieldStatus::Ignored
                && !field.key.contains('.')
                && reading.value(field.key).is_none()
                && field.fits(value)
        })
    };
    let folded = plain(key);
    if let Some(same) = known().find(|field| plain(field.key) == folded) {
        return Some(same.key);
    }
    let length = key.chars().count();
    let scored = known().map(|field| (strsim::osa_distance(key, field.key), field.key));
    let (distance, nearest) = scored.min_by_key(|(distance, _)| *distance)?;
    (length >= SHORTEST && distance <= (length / 6).max(1)).then_some(nearest)
}

/// Another key in place of a member's; safe when no host that has the skill sees or does anything else then.
fn respelt<'s, 'a>(
    reading: &Reading<'s, 'a>,
    member: &Member<'_>,
    key: &str,
    fix_check: &mut Option<FixCheck<'s, 'a>>,
) -> Fix {
    let fix_check = fix_check.get_or_insert_with(|| FixCheck::new(reading.context));
    let edits = [(member.key_bytes.clone(), key.to_owned())];
    // What a host begins to act on changes what the skill does, even if the list does not show it.
    let acts = reading.targets.iter().any(|target| {
        reading.context.loading().any(|who| who == target.who())
            && target.field(key).is_some_and(Field::is_read)
            && !matches!(key, "name" | "description")
    });
    let safe = !acts && fix_check.run(&edits).keeps;
    fix_check.fix(format!("Write `{key}`"), safe, &edits)
}

/// The nested field, or the one of another file, that a key at the top stands for.
fn elsewhere<'r>(
    reading: &'r Reading<'_, '_>,
    key: &str,
    value: &Value,
) -> Option<(&'r TargetHost<'r>, &'r Field)> {
    let folded = plain(key);
    let mut nested = reading.targets.iter().flat_map(|target| {
        let fields = target
            .frontmatter()
            .filter(|field| field.parent().is_some());
        fields.map(move |field| (target, field))
    });
    if let Some(found) = nested.find(|(_, field)| plain(field.name()) == folded) {
        return Some(found);
    }
    let holds = |target: &TargetHost<'_>, section: &Field| {
        let members = value.as_mapping();
        members.is_some_and(|members| {
            let keys = members.keys().filter_map(Value::as_str);
            let mut keys = keys.map(|nested| format!("{}.{nested}", section.key));
            keys.any(|key| target.side().any(|field| field.key == key))
        })
    };
    let mut side = reading
        .targets
        .iter()
        .flat_map(|target| target.side().map(move |field| (target, field)));
    side.find(|(target, field)| match field.parent() {
        None => field.key == key && holds(target, field),
        // Names of several words mean nothing else; `type` and `command` might.
        Some(_) => field.name().contains('_') && plain(field.name()) == folded,
    })
}

/// A key that some hosts act on and others do not, unless it is one that is meant for all.
fn host_only(reading: &Reading<'_, '_>, member: &Member<'_>, value: &Value) -> Option<Diagnostic> {
    let key = member.key;
    let reads = |target: &TargetHost<'_>| target.field(key).is_some_and(Field::is_read);
    let is_for_all = |target: &TargetHost<'_>| {
        let kept = |field: &Field| field.status == FieldStatus::Kept;
        target.host().format().refuses_unknown_fields() && target.field(key).is_some_and(kept)
    };
    let others = reading.who(|target| !reads(target));
    let says_nothing = |target: &TargetHost<'_>| {
        let word = scalar(value);
        let field = target.field(key);
        field.is_some_and(|field| word.is_some_and(|word| field.is_default(&word)))
    };
    if others.is_empty()
        || reading.targets.iter().any(is_for_all)
        || reading
            .targets
            .iter()
            .filter(|target| reads(target))
            .all(says_nothing)
    {
        return None;
    }
    let readers = labels(reading.targets.iter().filter(|target| reads(target)));
    let field = reading
        .targets
        .iter()
        .find_map(|target| target.field(key).filter(|_| reads(target)))?;
    Some(
        at(
            &HOST_ONLY_FIELD,
            reading,
            member,
            format!("of the hosts aimed at only {readers} acts on `{key}`"),
        )
        .help(format!(
            "See that the skill does without it elsewhere. There: {}.",
            field.summary
        ))
        .concerning(others),
    )
}

/// A field that counts only with another.
fn without_effect(reading: &Reading<'_, '_>, member: &Member<'_>) -> Option<Diagnostic> {
    let lacks = |target: &TargetHost<'_>| {
        let field = target.field(member.key).filter(|field| field.is_read())?;
        let (other, value) = field.with?;
        let is_there = reading.value(other).and_then(Value::as_str) == Some(value);
        (!is_there).then_some((other, value))
    };
    let (other, value) = reading.targets.iter().find_map(lacks)?;
    let message = format!("`{}` has no effect without `{other}: {value}`", member.key);
    Some(
        at(&FIELD_WITHOUT_EFFECT, reading, member, message)
            .help(format!("Add `{other}: {value}`, or take the line out."))
            .concerning(reading.who(|target| lacks(target).is_some())),
    )
}

fn deprecated(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let mut said: Vec<&str> = Vec::new();
    for field in reading.targets.iter().flat_map(TargetHost::frontmatter) {
        let Some(instead) = field.instead else {
            continue;
        };
        if field.status != FieldStatus::Deprecated
            || said.contains(&field.key)
            || reading.value(field.key).is_none()
        {
            continue;
        }
        said.push(field.key);
        let is = |target: &TargetHost<'_>| {
            let known = target.field(field.key);
            known.is_some_and(|known| known.status == FieldStatus::Deprecated)
        };
        let labels = labels(reading.targets.iter().filter(|target| is(target)));
        found.push(
            Diagnostic::new(
                &DEPRECATED_FIELD,
                reading.context.path,
                reading.place(field.key),
                format!("{labels} has `{instead}` in the place of `{}`", field.key),
            )
            .help(format!("Use `{instead}`."))
            .concerning(reading.who(is)),
        );
    }
}
