//! Detects shell commands of the model that use a skill which the user did not mention
//! (`docs/hosts/codex.md#implicit-use`). Codex injects nothing for such a use, but counts it.

use crate::hashing::HashMap;
use crate::model::shared_list::SharedList;
use crate::model::skill::Skill;
use crate::tree::{Tree, path};

/// Programs that read files. An argument that is a skill's `SKILL.md` counts as use of the skill
/// (`docs/hosts/codex.md#implicit-use`).
const READERS: [&str; 8] = ["cat", "sed", "head", "tail", "less", "more", "bat", "awk"];

/// Programs that run scripts. If such a program runs a script in a skill's folder `scripts`, Codex
/// counts this as use of the skill (`docs/hosts/codex.md#implicit-use`).
const RUNNERS: [&str; 10] = [
    "python", "python3", "bash", "zsh", "sh", "node", "deno", "ruby", "perl", "pwsh",
];

/// The extensions of script files (`docs/hosts/codex.md#implicit-use`).
const SCRIPT_ENDINGS: [&str; 7] = [".py", ".sh", ".js", ".ts", ".rb", ".pl", ".ps1"];

/// Returns the skill that a shell command in the directory `workdir` uses. None if the command uses
/// no skill. The files in the command need not exist.
pub(super) fn detect<'s>(
    tree: &Tree,
    skills: &'s SharedList<Skill>,
    command: &str,
    workdir: &str,
) -> Option<&'s Skill> {
    let words = shlex::split(command)
        .unwrap_or_else(|| command.split_whitespace().map(str::to_owned).collect());
    let (program, arguments) = words.split_first()?;
    let program = program_name(program);
    let resolve = |argument: &str| canonical(tree, &path::resolve(workdir, argument));
    if RUNNERS.contains(&program.as_str()) {
        let script = arguments.iter().find(|word| !word.starts_with('-'))?;
        let lower = script.to_ascii_lowercase();
        if !SCRIPT_ENDINGS.iter().any(|ending| lower.ends_with(ending)) {
            return None;
        }
        let by_scripts = index(skills, |skill| {
            canonical(
                tree,
                &path::join(path::parent(&skill.path).unwrap_or("/"), "scripts"),
            )
        });
        let script = resolve(script);
        path::ancestors(&script)
            .skip(1)
            .find_map(|directory| by_scripts.get(directory).copied())
    } else if READERS.contains(&program.as_str()) {
        let by_file = index(skills, |skill| skill.path.clone());
        arguments
            .iter()
            .filter(|word| !word.starts_with('-'))
            .find_map(|word| by_file.get(&resolve(word)).copied())
    } else {
        None
    }
}

/// Maps keys to skills. `key` returns the key of a skill. Only enabled skills that the model may
/// choose are included.
fn index(skills: &SharedList<Skill>, key: impl Fn(&Skill) -> String) -> HashMap<String, &Skill> {
    skills
        .iter()
        .filter(|skill| skill.enabled && skill.model_invocable)
        .map(|skill| (key(skill), skill))
        .collect()
}

fn program_name(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.to_ascii_lowercase();
    name.strip_suffix(".exe")
        .map_or(name.clone(), str::to_owned)
}

/// Returns the path with symbolic links resolved. If the path does not exist, it is returned
/// unchanged.
fn canonical(tree: &Tree, path: &str) -> String {
    tree.resolve(path)
        .map_or_else(|_| path.to_owned(), |entry| entry.path())
}
