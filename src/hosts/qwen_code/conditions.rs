//! Conditional skills, which are active only if a touched file matches a pattern in `paths`
//! (`docs/hosts/qwen-code.md#conditional-skills`).

use crate::model::environment::Environment;
use crate::tree::{Tree, path};

/// Returns true if a touched file matches one of a skill's patterns. The patterns are compared with
/// the file's path and with the same path after links are resolved. Both paths are relative to the
/// working directory.
pub(super) fn is_touched(tree: &Tree, environment: &Environment, patterns: &[String]) -> bool {
    environment.touched.iter().any(|file| {
        let real = tree.resolve(file).map(|entry| entry.path());
        let files = [Some(file.clone()), real.ok()];
        let relative = files.into_iter().flatten().filter_map(|file| {
            let is_inside = path::is_within(&file, &environment.cwd);
            let rest = file.strip_prefix(&environment.cwd).filter(|_| is_inside)?;
            Some(rest.trim_start_matches('/').to_owned())
        });
        let relative: Vec<_> = relative.collect();
        patterns.iter().any(|pattern| {
            let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
            relative
                .iter()
                .any(|file| fast_glob::glob_match(pattern, file))
        })
    })
}

/// Returns Qwen Code's message about an invalid pattern in `paths`; `None` if the pattern is valid.
pub(super) fn fault(pattern: &str) -> Option<String> {
    let drive = matches!(pattern.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if drive || pattern.starts_with(['/', '\\']) {
        return Some(format!(
            "\"paths\" entry \"{pattern}\" looks absolute; patterns are project-root-relative — drop the leading slash / drive letter"
        ));
    }
    let leaves = pattern.split(['/', '\\']).any(|segment| segment == "..");
    leaves.then(|| {
        format!(
            "\"paths\" entry \"{pattern}\" contains a \"..\" segment that escapes the project root; patterns must stay within the project"
        )
    })
}
