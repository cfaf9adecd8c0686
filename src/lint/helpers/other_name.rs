//! Reports and fixes names that hosts refuse.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::fixes::Fix;
use crate::lint::quoting::as_value;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::model::catalog::FaultCode;
use crate::tree::path;

/// Creates the finding for a name that a host refuses. The reason is a character in the name, or a name that differs
/// from the folder's name. The fixes rename the skill or its folder.
pub fn report(
    context: &SkillContext<'_>,
    rule: &Rule,
    (message, help): (&str, &str),
) -> Diagnostic {
    let member = context.member("name");
    let bytes = member.map_or(0..0, |member| member.value_bytes.clone());
    let diagnostic = context.report(rule, bytes.clone(), message).help(help);
    // If the description is on the same line, replacing the name would also remove it.
    if bytes.is_empty() || context.slice(&bytes).contains("description:") {
        return diagnostic;
    }
    let parent = path::parent(context.path).unwrap_or("/");
    let folder = context.skill_folder();
    let written = context.slice(&bytes).trim_matches(['"', '\'']);
    let wanted = plain_name(written);
    // A host may also refuse a word in a name, such as a brand. Only the author knows which word to use instead.
    let is_taken = |name: &str| {
        let file = format!("---\ndescription: x\nname: {}\n---\n", as_value(name));
        let contents = file.as_str().into();
        let refused = FaultCode::NameInvalid.into();
        let dropping = context.verdicts.iter().filter(|verdict| {
            let dropped = verdict.dropped();
            dropped.is_some_and(|no| no.reason == refused)
        });
        (dropping.map(|verdict| verdict.pipeline.host().parse(&contents)))
            .all(|parsed| parsed.outcome.is_ok())
    };
    let is_plain = |name: &str| plain_name(name) == name && !name.is_empty() && is_taken(name);
    // The fix is never safe, because users who call the skill by its name have to learn the new name.
    let renaming = |title: &str, name: &str| {
        let fix = Fix::unsafe_(title);
        fix.replace(context.path, &context.places, bytes.clone(), as_value(name))
    };
    if is_plain(folder) && folder != written {
        let fix = renaming("Give it the folder's name", folder);
        let moved = path::parent(parent).map(|above| path::join(above, written));
        let moved = moved.filter(|moved| is_plain(written) && context.tree.entry(moved).is_none());
        let renamed = moved.map(|moved| {
            Fix::unsafe_(format!("Rename the folder to {written}")).rename(parent, moved)
        });
        return diagnostic.fix(fix).fix(renamed);
    }
    let Some(above) = path::parent(parent).filter(|_| is_plain(&wanted)) else {
        return diagnostic;
    };
    let moved = path::join(above, &wanted);
    if written == wanted {
        let is_free = context.tree.entry(&moved).is_none();
        let title = format!("Rename the folder to {wanted}");
        return diagnostic
            .fix((folder != wanted && is_free).then(|| Fix::unsafe_(title).rename(parent, moved)));
    }
    let title = "Write the name in characters that hosts allow";
    let mut fix = renaming(title, &wanted);
    if folder != wanted {
        fix = fix.rename(parent, moved);
    }
    diagnostic.fix(fix)
}

/// Returns a name in the form that all hosts accept: lowercase letters and digits, with single hyphens between words.
pub fn plain_name(name: &str) -> String {
    let plain: String = (name.chars())
        .map(|character| match character.to_ascii_lowercase() {
            plain if plain.is_ascii_alphanumeric() => plain,
            _ => '-',
        })
        .collect();
    let parts: Vec<_> = plain.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-")
}
