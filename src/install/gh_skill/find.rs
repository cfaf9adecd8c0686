//! Searches for skills by the rules of `gh skill` (`docs/gh-skill.md#what-is-found`).

use super::frontmatter::{self, Frontmatter};
use super::names::{is_safe, quoted};
use super::report::{GhConvention, GhPassedOver, GhPassedOverReason, GhSkill, GhSkillRequest};
use crate::sort;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree};

/// The maximum number of folder levels that are searched. No host has this limit.
const MAX_LEVELS: usize = 256;

/// The skills that a search found, and the files that it skipped.
#[derive(Default)]
pub(super) struct Found {
    /// All skills, in the order in which `gh skill` lists them, including skills in hidden folders.
    pub(super) skills: Vec<GhSkill>,
    pub(super) passed_over: Vec<GhPassedOver>,
    /// The error message of `gh skill`. None if the search succeeds.
    pub(super) error: Option<String>,
}

/// Searches a repository for skills. Skills in hidden folders are included.
pub(super) fn find(tree: &Tree, request: &GhSkillRequest) -> Found {
    let source = request.source.as_str();
    let mut found = Found::default();
    let folder = match tree.resolve(source) {
        Ok(entry) if matches!(entry.kind(), EntryKind::Directory) => entry,
        Ok(_) => {
            found.error = Some(format!("{source} is not a directory"));
            return found;
        }
        Err(_) => {
            found.error = Some(format!(
                "could not access {source}: stat {source}: no such file or directory"
            ));
            return found;
        }
    };
    let is_remote = request.remote.is_some();
    let top = folder.child(SKILL_FILE).and_then(|file| file.follow().ok());
    if let Some(file) = top.filter(|_| !is_remote) {
        single(file, source, &mut found);
        pass_over_rest(folder, source, 0, &mut found);
        return found;
    }
    walk(folder, source, &mut Vec::new(), is_remote, &mut found);
    if is_remote {
        sort::by(&mut found.skills, |left, right| {
            left.shown.cmp(&right.shown)
        });
    }
    found
}

/// Returns the children of a folder, sorted by the bytes of their names, like in `gh skill`.
pub(super) fn children(folder: Entry<'_>) -> Vec<Entry<'_>> {
    let mut children: Vec<_> = folder.children().collect();
    sort::by(&mut children, |left, right| left.name().cmp(right.name()));
    children
}

/// Adds the source folder as the only skill, because it has a `SKILL.md` itself.
fn single(file: Entry<'_>, source: &str, found: &mut Found) {
    let path = path::join(source, SKILL_FILE);
    if matches!(file.kind(), EntryKind::Directory) {
        found.error = Some(format!(
            "could not read {path}: read {path}: is a directory"
        ));
        return;
    }
    let (name, description) = local_name(file, path::file_name(source));
    if !is_safe(&name) {
        found.error = Some(format!("invalid skill name {} in {source}", quoted(&name)));
        return;
    }
    found.skills.push(GhSkill {
        shown: name.clone(),
        name,
        namespace: None,
        description,
        convention: GhConvention::Single,
        folder: source.to_owned(),
        path,
        chosen: false,
    });
}

/// Returns the contents of a file. Returns no bytes if the contents are unknown.
pub(super) fn bytes(file: Entry<'_>) -> &[u8] {
    file.contents()
        .map(|contents| contents.bytes())
        .unwrap_or_default()
}

/// Returns the name and the description of a local skill. If the frontmatter gives no name, the
/// folder's name is used.
fn local_name(file: Entry<'_>, folder: &str) -> (String, String) {
    match Frontmatter::read(&frontmatter::split(bytes(file))) {
        Ok(Frontmatter {
            name, description, ..
        }) if name.is_empty() => (folder.to_owned(), description),
        Ok(Frontmatter {
            name, description, ..
        }) => (name, description),
        Err(_) => (folder.to_owned(), String::new()),
    }
}

/// Reports each `SKILL.md` in a subfolder of a skill's folder as skipped.
fn pass_over_rest(folder: Entry<'_>, at: &str, level: usize, found: &mut Found) {
    for child in children(folder) {
        let at = path::join(at, child.name());
        if matches!(child.kind(), EntryKind::Directory) {
            if level < MAX_LEVELS {
                pass_over_rest(child, &at, level + 1, found);
            }
        } else if level > 0 && child.name() == SKILL_FILE {
            found.passed_over.push(GhPassedOver {
                path: at,
                reason: GhPassedOverReason::InsideSkill,
                help: "Move the SKILL.md at the top into a folder of its own in skills.".to_owned(),
            });
        }
    }
}

/// Searches a folder for skills. `parts` has the segments of the folder's path below the source.
fn walk<'t>(
    folder: Entry<'t>,
    at: &str,
    parts: &mut Vec<&'t str>,
    is_remote: bool,
    found: &mut Found,
) {
    for child in children(folder) {
        let here = path::join(at, child.name());
        match child.kind() {
            EntryKind::Directory => {
                if parts.len() < MAX_LEVELS {
                    parts.push(child.name());
                    walk(child, &here, parts, is_remote, found);
                    parts.pop();
                }
            }
            _ if child.name() != SKILL_FILE => {}
            EntryKind::Link(_) if !is_remote => found.passed_over.push(GhPassedOver {
                path: here,
                reason: GhPassedOverReason::Link,
                help: "Replace the link by a copy of the file.".to_owned(),
            }),
            _ => take(child, at, here, parts, is_remote, found),
        }
    }
}

/// Adds the skill that a `SKILL.md` defines, or reports why the file is skipped.
fn take(
    file: Entry<'_>,
    at: &str,
    path: String,
    parts: &[&str],
    is_remote: bool,
    found: &mut Found,
) {
    let mut pass_over = |reason, help: &str| {
        found.passed_over.push(GhPassedOver {
            path: path.clone(),
            reason,
            help: help.to_owned(),
        });
    };
    let (convention, namespace) = match layout(parts) {
        Ok(layout) => layout,
        Err(GhPassedOverReason::UnsafeFolder) => {
            pass_over(
                GhPassedOverReason::UnsafeFolder,
                "Name the folder with 1 to 64 letters and digits of ASCII, `.`, `_`, `-` and spaces; begin with a letter or digit.",
            );
            return;
        }
        Err(reason) => {
            pass_over(reason, "Move the skill's folder into `skills`.");
            return;
        }
    };
    let folder_name = parts.last().copied().unwrap_or_default();
    let (local, description) = local_name(file, folder_name);
    let name = if is_remote {
        folder_name.to_owned()
    } else {
        local
    };
    if !is_safe(&name) {
        pass_over(
            GhPassedOverReason::UnsafeName,
            "Set `name` to the name of the folder.",
        );
        return;
    }
    let full = match namespace {
        Some(namespace) => format!("{namespace}/{name}"),
        None => name.clone(),
    };
    let shown = match convention {
        GhConvention::Plugins => format!("[plugins] {full}"),
        GhConvention::Root => format!("[root] {full}"),
        GhConvention::HiddenDir | GhConvention::HiddenDirNamespaced => {
            format!("[hidden-dir] {full}")
        }
        _ => full,
    };
    found.skills.push(GhSkill {
        name,
        namespace: namespace.map(str::to_owned),
        shown,
        description,
        convention,
        folder: at.to_owned(),
        path,
        chosen: false,
    });
}

/// Returns the layout in which `gh skill` finds a skill's folder, and the namespace. The namespace
/// is the plugin's name, or the name of the folder between `skills` and the skill's folder, or
/// none. `parts` has the segments of the folder's path below the source.
///
/// # Errors
/// Returns the reason why the folder fits no layout.
fn layout<'p>(parts: &[&'p str]) -> Result<(GhConvention, Option<&'p str>), GhPassedOverReason> {
    use GhConvention::{HiddenDir, HiddenDirNamespaced, Plugins, Root, Skills, SkillsNamespaced};
    let mut has_unsafe_scope = false;
    let mut scoped = |scope: &'p str| {
        let is_safe = is_safe(scope);
        has_unsafe_scope |= !is_safe;
        is_safe.then_some(scope)
    };
    let is_hidden = |prefix: &[&str]| prefix.iter().any(|part| part.starts_with('.'));
    let is_visible = |prefix: &[&str]| !is_hidden(prefix) && !prefix.contains(&"plugins");
    let Some((name, above)) = parts.split_last() else {
        return Err(GhPassedOverReason::NoLayout);
    };
    let found = match above {
        [] if !matches!(*name, "skills" | "plugins") && !name.starts_with('.') => {
            Some((Root, None))
        }
        ["skills"] => Some((Skills, None)),
        ["skills", scope] => scoped(scope).map(|scope| (SkillsNamespaced, Some(scope))),
        ["plugins", plugin, "skills"] if is_safe(plugin) => Some((Plugins, Some(*plugin))),
        [prefix @ .., "skills"] if is_visible(prefix) => Some((Skills, None)),
        [prefix @ .., "skills"] if is_hidden(prefix) => Some((HiddenDir, None)),
        [prefix @ .., "skills", scope] if is_visible(prefix) => {
            scoped(scope).map(|scope| (SkillsNamespaced, Some(scope)))
        }
        [prefix @ .., "skills", scope] if is_hidden(prefix) => {
            scoped(scope).map(|scope| (HiddenDirNamespaced, Some(scope)))
        }
        _ => None,
    };
    match found {
        Some(_) if !is_safe(name) => Err(GhPassedOverReason::UnsafeFolder),
        Some(found) => Ok(found),
        None if has_unsafe_scope => Err(GhPassedOverReason::UnsafeFolder),
        None => Err(GhPassedOverReason::NoLayout),
    }
}
