//! Computes the changes between two trees for each host.

use std::collections::BTreeMap;

use super::between::between;
use super::report::{HostDiff, TreeDiff, TreeDiffRequest};
use super::side::Side;
use crate::lint::{self, Diagnostic, Level, LintRequest, RuleGroup};
use crate::model::argument::ArgumentError;
use crate::pipeline::HostPipeline;
use crate::tree::path;
use crate::workspace::Workspace;

/// Returns the changes from one tree to another in each host, and the findings of the safety rules that only the second
/// tree has. Both workspaces must contain the same project, so their files have the same paths.
///
/// ```
/// use skillglass::change::{TreeDiffRequest, trees};
/// use skillglass::{Workspace, WorkspaceOptions};
///
/// let path = "/repo/.agents/skills/pdf/SKILL.md";
/// let workspace = |text: &str| -> Result<Workspace, Box<dyn std::error::Error>> {
///     let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
///     workspace.write(path, text)?;
///     Ok(workspace)
/// };
/// let base = workspace("---\nname: pdf\ndescription: Fill in forms.\n---\n")?;
/// let head = workspace("---\nname: pdf\n---\n")?;
///
/// let hosts = vec!["codex".into()];
/// let diff = trees(&base, &head, &TreeDiffRequest { hosts })?;
/// assert!(diff.hosts[0].skills[0].changes[0].drops());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if a host or edition is unknown, or if the workspaces have different directories.
pub fn trees(
    base: &Workspace,
    head: &Workspace,
    request: &TreeDiffRequest,
) -> Result<TreeDiff, ArgumentError> {
    let (was, is) = (base.environment(), head.environment());
    for (name, was, is) in [
        ("cwd", Some(&was.cwd), Some(&is.cwd)),
        ("home", was.home.as_ref(), is.home.as_ref()),
    ] {
        if was != is {
            let [was, is] = [was, is].map(|directory| match directory {
                Some(directory) => format!("{directory:?}"),
                None => "none".to_owned(),
            });
            let message = format!(
                "has the {name} {was}, and the other workspace has {is}; give both the same, and write the files to the same paths"
            );
            return Err(ArgumentError::new("base", message));
        }
    }
    #[cfg(feature = "parts")]
    if !lint::has_safety() {
        return Err(ArgumentError::of_part("request", "safety"));
    }
    let diffs = |before: &[&HostPipeline], after: &[&HostPipeline]| -> Vec<HostDiff> {
        let pairs = before.iter().zip(after);
        let diffs = pairs.map(|(before, after)| {
            let before = Side::new(before, base.inputs());
            let after = Side::new(after, head.inputs());
            between(&before, &after, &[])
        });
        diffs.collect()
    };
    // Both arguments may be the same workspace, but its pipelines can be borrowed only once.
    let hosts = if std::ptr::eq(base, head) {
        head.with_pipelines(&request.hosts, |both| diffs(both, both))?
    } else {
        head.with_pipelines(&request.hosts, |after| {
            base.with_pipelines(&request.hosts, |before| diffs(before, after))
        })??
    };
    Ok(TreeDiff {
        hosts,
        findings: findings(base, head, request)?,
    })
}

/// Returns the findings of the safety rules that only the second tree has.
fn findings(
    base: &Workspace,
    head: &Workspace,
    request: &TreeDiffRequest,
) -> Result<Vec<Diagnostic>, ArgumentError> {
    let others = lint::rules().into_iter();
    let others = others.filter(|rule| rule.group != RuleGroup::Safety);
    let request = LintRequest {
        hosts: request.hosts.clone(),
        rules: others
            .map(|rule| (rule.code.to_owned(), Level::Off))
            .collect(),
        fixes: false,
        ..LintRequest::default()
    };
    let key =
        |one: &Diagnostic, path: &str| (one.code.clone(), path.to_owned(), one.message.clone());
    let tree = head.inputs().tree;
    let mut known: BTreeMap<_, usize> = BTreeMap::new();
    for one in base.lint(&request)? {
        // The findings of a file that was moved are not new, although their path differs.
        let is_there = tree.entry(&one.path).is_some();
        let path = if is_there {
            &*one.path
        } else {
            in_folder(&one.path)
        };
        *known.entry(key(&one, path)).or_default() += 1;
    }
    let mut added = head.lint(&request)?;
    added.retain(|one| {
        let is_known = |path: &str| match known.get_mut(&key(one, path)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        };
        ![&*one.path, in_folder(&one.path)].into_iter().any(is_known)
    });
    Ok(added)
}

/// Returns the last two segments of a path, folder and file. They stay the same if a skill is moved.
fn in_folder(file: &str) -> &str {
    let folder = path::parent(file).and_then(path::parent).unwrap_or("");
    file[folder.len()..].trim_start_matches('/')
}
