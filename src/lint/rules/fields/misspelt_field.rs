//! `misspelt-field`: a key is similar to a key that a host reads.
//!
//! Fix: corrects the key. The fix is safe if no host that loads the skill acts on the field or sees
//! a difference. It is unsafe otherwise.

use serde_yaml::Value;

use crate::lint::prelude::*;
use crate::model::field::{Field, FieldStatus, plain};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "misspelt-field",
    Severity::Warning,
    "a key is similar to one that a host reads",
    &[Run::Search(Search::Keys)],
);

/// Returns the finding about an unknown key that is similar to the key of a field that a host
/// reads; `None` if there is no such field.
pub fn find<'s, 'a>(
    reading: &Reading<'s, 'a>,
    member: &Member<'_>,
    value: &Value,
    fix_check: &mut Option<FixCheck<'s, 'a>>,
) -> Option<Diagnostic> {
    let key = member.key;
    let meant = misspelling(reading, key, value);
    let Some(meant) = meant else {
        return beside(reading, member, value);
    };
    let knows = |target: &TargetHost<'_>| {
        let field = target.field(meant);
        field.is_some_and(|field| field.status != FieldStatus::Ignored)
    };
    let message = format!("`{key}` is an unknown field; `{meant}` exists");
    let mut diagnostic = (reading.context)
        .report(&RULE, member.key_bytes.clone(), message)
        .help(format!("Write `{meant}`, or take the line out."))
        .concerning(reading.hosts_where(knows))
        .fix(respelt(reading, member, meant, fix_check));
    // `argument` may mean the names of the arguments, or the hint about them.
    if key == "argument" || changes_nothing(reading, meant, value) {
        diagnostic.severity = Severity::Info;
    }
    Some(diagnostic)
}

/// Returns true if correcting the key would change nothing in any host. This is so if no host acts
/// on the field, or if the value is the default. Returns false if a host refuses unknown fields,
/// because that host accepts only the correct key.
fn changes_nothing(reading: &Reading<'_, '_>, meant: &str, value: &Value) -> bool {
    let word = scalar(value);
    let is_default = |field: &Field| word.as_deref().is_some_and(|word| field.is_default(word));
    let mut fields = reading.targets.iter().filter_map(|target| {
        let refuses = target.host().format().refuses_unknown_fields();
        Some((target.field(meant)?, refuses))
    });
    fields.all(|(field, refuses)| !refuses && (!field.is_read() || is_default(field)))
}

/// Returns the finding about a key that is similar to another key in the same frontmatter; `None`
/// if there is no such key. The finding has no fix, because only the author knows which of the two
/// values is right.
fn beside(reading: &Reading<'_, '_>, member: &Member<'_>, value: &Value) -> Option<Diagnostic> {
    let context = reading.context;
    // The key may be the field of another host. If no host acts on the field, it is not reported.
    let folded = plain(member.key);
    let fields = fields(reading, value).filter(|field| {
        field.is_read() && plain(field.key) != folded && reading.value(field.key).is_some()
    });
    let meant = nearest(member.key, fields)?;
    let key = member.key;
    let message = format!("`{key}` is an unknown field; `{meant}` exists and is here, too");
    let reads = |target: &TargetHost<'_>| target.field(meant).is_some_and(Field::is_read);
    let diagnostic = context
        .report(&RULE, member.key_bytes.clone(), message)
        .help(format!("Remove the line, or move its value to `{meant}`."))
        .concerning(reading.hosts_where(reads));
    let other = context.member(meant)?;
    let range = context.range(other.key_bytes.clone());
    Some(diagnostic.related(format!("`{meant}`"), context.path, range))
}

/// Returns the key of the field that an unknown key most likely means; `None` if no field is
/// similar enough. A target host must know the field, and the frontmatter must not have it already.
fn misspelling(reading: &Reading<'_, '_>, key: &str, value: &Value) -> Option<&'static str> {
    let known = || fields(reading, value).filter(|field| reading.value(field.key).is_none());
    let folded = plain(key);
    if let Some(same) = known().find(|field| plain(field.key) == folded) {
        return Some(same.key);
    }
    let nearest = nearest(key, known())?;
    let hint = known().find(|field| field.key == "argument-hint" && is_hint(value));
    Some(match hint {
        Some(hint) if nearest == "arguments" => hint.key,
        _ => nearest,
    })
}

/// Returns true if a value is a hint about arguments for users, such as `<file>` or `[issue]`. Such
/// a value is not a list of argument names, because these names have no brackets.
fn is_hint(value: &Value) -> bool {
    let value = value.as_str().map(str::trim);
    value.is_some_and(|value| value.starts_with(['<', '[']))
}

/// Returns the top-level fields of the frontmatter that target hosts read and that may have the
/// value `value`.
fn fields<'r>(reading: &'r Reading<'_, '_>, value: &'r Value) -> impl Iterator<Item = &'r Field> {
    let fields = reading.targets.iter().flat_map(TargetHost::frontmatter);
    fields.filter(|field| {
        field.status != FieldStatus::Ignored && !field.key.contains('.') && field.fits(value)
    })
}

/// Returns the key of the field that is most similar to `key`; `None` if no key is similar enough.
fn nearest<'r>(key: &str, fields: impl Iterator<Item = &'r Field>) -> Option<&'static str> {
    /// The maximum length of a key. The limit exists because comparing two keys takes time
    /// proportional to the product of their lengths.
    const LONGEST: usize = 64;
    /// The minimum length of a key that is compared with field names. Shorter keys are similar to
    /// too many names.
    const SHORTEST: usize = 5;
    let length = key.chars().count();
    if key.len() > LONGEST || length < SHORTEST {
        return None;
    }
    let scored = fields.map(|field| (strsim::osa_distance(key, field.key), field.key));
    let (distance, nearest) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= (length / 6).max(1)).then_some(nearest)
}

/// Returns a fix that corrects the key of a field. The fix is safe if the correction changes
/// nothing in hosts that load the skill.
fn respelt<'s, 'a>(
    reading: &Reading<'s, 'a>,
    member: &Member<'_>,
    key: &str,
    fix_check: &mut Option<FixCheck<'s, 'a>>,
) -> Fix {
    let fix_check = fix_check.get_or_insert_with(|| FixCheck::new(reading.context));
    let edits = [(member.key_bytes.clone(), key.to_owned())];
    // If a host begins to act on a field, the skill behaves differently even if the host's list does not change.
    let acts = reading.targets.iter().any(|target| {
        reading
            .context
            .loading()
            .any(|hosts| hosts == target.host_edition())
            && target.field(key).is_some_and(Field::is_read)
            && !matches!(key, "name" | "description")
    });
    let safe = !acts && fix_check.run(&edits).keeps;
    let fix = fix_check.fix(format!("Write `{key}`"), safe, &[]);
    fix_check.with(fix, &edits, Some(Loss::KeySpelling))
}
