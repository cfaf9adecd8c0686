//! Computes the changes between two trees for each host.

use std::collections::{BTreeMap, BTreeSet};

use super::between::between;
use super::report::{HostDiff, SkillMove, TreeDiff, TreeDiffRequest};
use super::side::Side;
use crate::lint::{self, Diagnostic, Level, LintRequest, RuleGroup};
use crate::model::argument::ArgumentError;
use crate::pipeline::HostPipeline;
use crate::tree::path;
use crate::tree::skill_file::is_skill_file_name;
use crate::workspace::Workspace;

/// Compares two versions of a project's tree: `base` is the earlier version and `head` is the later
/// version. Returns how each host's treatment of the skills changes, and the new findings of the
/// safety rules: findings in `head` that `base` does not have. Both workspaces must have the same
/// working directory and home directory, so that a file has the same path in both.
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
/// let request = TreeDiffRequest { hosts: vec!["codex".into()], ..TreeDiffRequest::default() };
/// let diff = trees(&base, &head, &request)?;
/// assert!(diff.hosts[0].skills[0].changes[0].drops());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if a host or edition is unknown, or if the workspaces have different
/// directories.
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
    if request.findings && !lint::has_safety() {
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
    let findings = if request.findings {
        findings(base, head, request, &hosts)?
    } else {
        Vec::new()
    };
    Ok(TreeDiff { hosts, findings })
}

/// Returns the findings of the safety rules in the tree `head` that are not in the tree `base`. If
/// a skill moved, a finding that the skill already had before the move is not returned.
fn findings(
    base: &Workspace,
    head: &Workspace,
    request: &TreeDiffRequest,
    hosts: &[HostDiff],
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
    let mut known = Known::default();
    for one in base.lint(&request)? {
        known.add(&one.code, &one.path, &one.message);
    }
    let mut added = head.lint(&request)?;
    // Files with the same path come first, because a file may stay in the folder from which its skill moved.
    added.retain(|one| !known.take(one, &one.path));
    let moves = Moves::of(hosts);
    added.retain(|one| {
        let mut former = moves.former(&one.path);
        !former.any(|path| known.take(one, &path))
    });
    // Hosts report no move of a skill to a place that they do not search, so its folder and file decide.
    let tree = head.inputs().tree;
    let mut gone = Known::default();
    for ((code, path, message), count) in known.0 {
        if tree.entry(&path).is_none() {
            for _ in 0..count {
                gone.add(&code, in_folder(&path), &message);
            }
        }
    }
    added.retain(|one| !gone.take(one, in_folder(&one.path)));
    Ok(added)
}

/// The number of findings for each code, path and message.
#[derive(Default)]
struct Known(BTreeMap<(String, String, String), usize>);

impl Known {
    fn add(&mut self, code: &str, path: &str, message: &str) {
        let key = (code.to_owned(), path.to_owned(), message.to_owned());
        *self.0.entry(key).or_default() += 1;
    }

    /// Removes one recorded finding with the code and the message of the diagnostic `one` in the
    /// file `path`. Returns true if there was such a finding.
    fn take(&mut self, one: &Diagnostic, path: &str) -> bool {
        let key = (one.code.clone(), path.to_owned(), one.message.clone());
        match self.0.get_mut(&key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Returns the last two segments of a path: the name of the folder and the name of the file.
fn in_folder(file: &str) -> &str {
    let folder = path::parent(file).and_then(path::parent).unwrap_or("");
    file[folder.len()..].trim_start_matches('/')
}

/// The former paths of moved files and folders, keyed by the new path.
struct Moves<'d>(BTreeMap<&'d str, BTreeSet<&'d str>>);

impl<'d> Moves<'d> {
    /// Collects the moved files and folders from the reports of all hosts. A move is collected if
    /// at least one host reports the move. If a `SKILL.md` moved, its whole folder moved.
    fn of(hosts: &'d [HostDiff]) -> Self {
        let mut moves: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        let mut add = |to: &'d str, from: &'d str| {
            moves.entry(to).or_default().insert(from);
        };
        for SkillMove { from, to, .. } in hosts.iter().flat_map(|host| &host.moves) {
            add(to, from);
            let is_folder = [from, to]
                .into_iter()
                .all(|file| is_skill_file_name(path::file_name(file)));
            if let (true, Some(from), Some(to)) = (is_folder, path::parent(from), path::parent(to))
            {
                add(to, from);
            }
        }
        Self(moves)
    }

    /// Returns the earlier paths of a file that moved, or that is in a skill's folder that moved.
    /// There are several paths if the hosts report different moves. Returns no paths if the file
    /// did not move.
    fn former(&self, file: &str) -> impl Iterator<Item = String> {
        let mut around = std::iter::successors(Some(file), |inner| path::parent(inner));
        let moved = around.find_map(|above| Some((above, self.0.get(above)?)));
        moved.into_iter().flat_map(move |(above, from)| {
            let inside = &file[above.len()..];
            from.iter().map(move |from| format!("{from}{inside}"))
        })
    }
}
