//! `unreadable-program`: the skill contains a compiled program.
//!
//! Fix: none, because the skill does not contain the source of the program.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::run::{LintRule, Run};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::tree::path;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "unreadable-program",
    Severity::Warning,
    "a compiled program that nobody can read",
    &[Run::Skill(|skill, found| check(skill, skill.texts, found))],
);

/// Extensions of compiled programs and libraries, in lowercase.
const COMPILED: &str = "pyc pyo pyd so dylib dll node class jar war exe com scr msi wasm bin elf o a deb rpm dmg pkg apk app";

/// Words in lowercase. A line with one of these words may run or load a file.
const RUNS: &str = "run|python|java|node |./|exec|ld_preload|load|import|require|dotnet|mono |start|chmod|wasmtime|sudo|install|执行";

/// Reports compiled programs beside a skill. The finding is a warning if a text of the skill runs
/// such a program.
pub(super) fn check(
    context: &SkillContext<'_>,
    texts: &[SkillText<'_>],
    found: &mut Vec<Diagnostic>,
) {
    let files = context.resources.files.iter().filter(|file| {
        // `Dockerfile.node` is a text: the extension names what the image is for.
        let name = path::file_name(&file.relative);
        if name.starts_with("Dockerfile") || name.starts_with("Containerfile") {
            return false;
        }
        let ending = file.relative.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| {
            COMPILED
                .split(' ')
                .any(|one| one.eq_ignore_ascii_case(ending))
        })
    });
    for file in files.take(MAX_FOUND) {
        let name = path::file_name(&file.relative);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let runs = texts
            .iter()
            .filter(|text| !text.is_for_people)
            .find_map(|text| {
                let is_name = |at: usize, name: &str| {
                    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
                    !text.text[..at].ends_with(|c| goes_on(c) && c != '.')
                        && !text.text[at + name.len()..].starts_with(|c| goes_on(c) && c != '.')
                };
                // A text may name an `.exe` file without its extension.
                let short = if name.ends_with(".exe") { stem } else { name };
                let mut places = text.text.match_indices(short).take(MAX_FOUND);
                let (at, _) = places.find(|(at, _)| {
                    let line = text.line_at(*at).to_lowercase();
                    let after = text.text[*at + short.len()..].trim_start_matches(['`', '"', '\'']);
                    is_name(*at, short)
                        && !after.starts_with(" not found") // the row of an error
                        && RUNS.split('|').any(|word| line.contains(word))
                })?;
                Some((text, at..at + short.len()))
            });
        let help = "Put its source beside the skill and run that, or install it as a package with a version.";
        found.push(match runs {
            Some((text, bytes)) => {
                let message =
                    format!("runs {name}, a compiled program, and nobody can read what it does");
                text.finding(context, &RULE, bytes, message, help)
            }
            None => {
                let message =
                    format!("{name} is a compiled program, and nobody can read what it does");
                let own = &texts[0];
                let mut one = own.finding(
                    context,
                    &RULE,
                    own.body.start..own.body.start,
                    message,
                    help,
                );
                one.severity = Severity::Info;
                one.related_file("the program", &file.path)
            }
        });
    }
}
