//! Applies fixes in rounds to a copy of the tree, because some problems can be fixed only after
//! others are fixed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::config::unknown_rule;
use super::diagnostic::{Diagnostic, Severity};
use super::fixes::Plan;
use super::fixes::{FileRename, Fix};
use super::registry::rules;
use super::request::{Level, LintRequest};
use crate::compare::HostChoice;
use crate::model::argument::ArgumentError;
use crate::sort;
use crate::tree::path;
use crate::tree::{Contents, EntryKind, Tree};

/// The maximum number of times that fixes are applied and the result is linted again. No host has
/// this limit. It is needed because two fixes could undo each other forever.
const MAX_ROUNDS: usize = 20;

/// A request to fix findings in the files of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FixRequest {
    /// The target hosts; see [`LintRequest::hosts`].
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The skills whose findings are fixed; see [`LintRequest::skills`].
    #[serde(default)]
    pub skills: Vec<String>,
    /// The level of each rule, by the rule's code; see [`LintRequest::rules`].
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Partial<Record<DiagnosticCode, Level>>", optional)
    )]
    pub rules: BTreeMap<String, Level>,
    /// Globs of files whose findings are not fixed; see [`LintRequest::ignore`].
    #[serde(default)]
    pub ignore: Vec<String>,
    /// The address of the folder with the rules' pages; `None` for the address in the project's
    /// repository. See [`LintRequest::docs_base`].
    #[serde(default)]
    pub docs_base: Option<String>,
    /// The codes of the rules whose findings are fixed. If the list is empty, the findings of all rules are fixed.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosticCode[]", optional))]
    pub codes: Vec<String>,
    /// The lowest severity of findings that are fixed. If it is absent, findings of every severity are fixed.
    #[serde(default)]
    pub min_severity: Option<Severity>,
    /// True to also apply unsafe fixes: if a finding has no safe fix, its first fix is applied.
    #[serde(default)]
    pub unsafe_fixes: bool,
}

crate::record! { FixRequest: has(hosts, skills, rules, ignore, docs_base, codes, min_severity, unsafe_fixes) }

/// The result of [`FixRequest`]: the changed files, and the findings that remain. No file is
/// written to the disk.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Fixed {
    /// The renames, in the order in which they must be made. They must be made before the files are written.
    pub renames: Vec<FileRename>,
    /// The complete new texts of the changed files, by path. The paths are those after the renames.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub files: BTreeMap<String, String>,
    /// The number of applied fixes of each rule, by the rule's code.
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Partial<Record<DiagnosticCode, number>>")
    )]
    pub applied: BTreeMap<String, usize>,
    /// The number of rounds in which fixes were applied.
    pub rounds: usize,
    /// The findings that remain after the fixes.
    pub left: Vec<Diagnostic>,
}

impl FixRequest {
    /// Returns the lint request whose findings this request fixes.
    #[must_use]
    pub fn lint(&self) -> LintRequest {
        LintRequest {
            hosts: self.hosts.clone(),
            skills: self.skills.clone(),
            rules: self.rules.clone(),
            ignore: self.ignore.clone(),
            docs_base: self.docs_base.clone(),
            ..LintRequest::default()
        }
    }

    /// Checks the rule codes in the request. Returns an error if a code does not belong to a rule.
    pub(crate) fn check_codes(&self) -> Result<(), ArgumentError> {
        let known = rules();
        for (index, code) in self.codes.iter().enumerate() {
            if !known.iter().any(|rule| rule.code == code) {
                return Err(unknown_rule(&format!("codes[{index}]"), code, &known));
            }
        }
        Ok(())
    }

    /// Returns the fix to apply for a finding; `None` if no fix may be applied.
    fn choose<'d>(&self, one: &'d Diagnostic) -> Option<&'d Fix> {
        let is_named = self.codes.is_empty() || self.codes.contains(&one.code);
        let is_shown = self.min_severity.is_none_or(|least| one.severity <= least);
        if !is_named || !is_shown {
            return None;
        }
        let mut safe = one.fixes.iter().filter(|fix| fix.safe);
        let other = one.fixes.first().filter(|_| self.unsafe_fixes);
        safe.next().or(other)
    }
}

/// Applies fixes to a copy of a tree, in several rounds. Each round applies fixes and then lints
/// the changed copy. The last round is the one in which no fix can be applied.
///
/// In a round, each file is changed by the fixes of only one rule, because fixes of two rules may
/// exclude each other. A fix that overlaps with another fix waits for the next round. `before` is
/// the tree without fixes, and `found` has the findings in this tree. `lint` returns the findings
/// in a changed copy, for the skills with the given paths.
pub(crate) fn fix(
    before: &Tree,
    request: &FixRequest,
    found: Vec<Diagnostic>,
    mut lint: impl FnMut(&Tree, &[String]) -> Result<Vec<Diagnostic>, ArgumentError>,
) -> Result<Fixed, ArgumentError> {
    let mut tree = before.clone();
    let mut skills = request.skills.clone();
    let mut fixed = Fixed {
        left: found,
        ..Fixed::default()
    };
    while fixed.rounds < MAX_ROUNDS {
        let revision = tree.revision();
        let left = std::mem::take(&mut fixed.left);
        fixed.round(&mut tree, request, &left, &mut skills);
        if tree.revision() == revision {
            fixed.left = left;
            break;
        }
        fixed.rounds += 1;
        fixed.left = lint(&tree, &skills)?;
    }
    let Fixed { files, renames, .. } = &mut fixed;
    files.retain(|path, text| {
        let was = (renames.iter().rev()).fold(path.clone(), |path, rename| {
            moved(&path, &rename.to, &rename.from)
        });
        self::text(before, &was) != Some(text)
    });
    Ok(fixed)
}

impl Fixed {
    /// Applies those fixes of one round that do not conflict. In a round, only one rule changes
    /// each file, because two fixes may exclude each other: for example, both may add the same key.
    fn round(
        &mut self,
        tree: &mut Tree,
        request: &FixRequest,
        found: &[Diagnostic],
        skills: &mut [String],
    ) {
        let mut plan = Plan::default();
        let mut rule_of: BTreeMap<&str, &str> = BTreeMap::new();
        for one in found {
            let fix = request.choose(one);
            let is_vacant = |rename: &FileRename| tree.entry(&rename.to).is_none();
            let Some(fix) = fix.filter(|fix| fix.renames.iter().all(is_vacant)) else {
                continue;
            };
            let files = fix.edits.iter().map(|edit| &*edit.path);
            let files = sort::collect_set(files.chain([&*one.path]));
            let is_ours = |file: &&str| rule_of.get(file).is_none_or(|rule| *rule == one.code);
            if files.iter().all(is_ours) && plan.add(|path| text(tree, path), fix) {
                rule_of.extend(files.into_iter().map(|file| (file, &*one.code)));
                *self.applied.entry(one.code.clone()).or_default() += 1;
            }
        }
        for (path, text) in plan.files(|path| text(tree, path)) {
            // The path always has a file, because the text of that file was edited.
            let _ = tree.write(&path, Some(text.as_str().into()));
            self.files.insert(path, text);
        }
        for FileRename { from, to } in plan.renames() {
            rename(tree, from, to);
            let files = std::mem::take(&mut self.files).into_iter();
            self.files = files
                .map(|(path, text)| (moved(&path, from, to), text))
                .collect();
            for skill in skills.iter_mut() {
                *skill = moved(skill, from, to);
            }
            self.renames.push(FileRename {
                from: from.clone(),
                to: to.clone(),
            });
        }
    }
}

fn text<'t>(tree: &'t Tree, path: &str) -> Option<&'t str> {
    tree.entry(path)?.contents()?.text().ok()
}

/// Returns the path that a file or folder has after `from` is renamed to `to`. Only `from` and
/// everything below it move.
fn moved(path: &str, from: &str, to: &str) -> String {
    if path::is_within(path, from) {
        format!("{to}{}", &path[from.len()..])
    } else {
        path.to_owned()
    }
}

/// Renames a file or folder of the tree, and everything below it. The targets of links do not
/// change.
fn rename(tree: &mut Tree, from: &str, to: &str) {
    enum Kind {
        Directory,
        File(Option<Contents>),
        Link(String),
    }
    let mut entries = Vec::new();
    let mut pending: Vec<_> = tree.entry(from).into_iter().collect();
    while let Some(entry) = pending.pop() {
        let kind = match entry.kind() {
            EntryKind::Directory => Kind::Directory,
            EntryKind::File(contents) => Kind::File(contents.cloned()),
            EntryKind::Link(target) => Kind::Link(target.to_owned()),
        };
        entries.push((moved(&entry.path(), from, to), kind));
        pending.extend(entry.children());
    }
    tree.remove(from);
    for (path, kind) in entries {
        // The write fails only if the new path is too long. No host could open a file with such a path.
        let _ = match kind {
            Kind::Directory => tree.make_directory(&path),
            Kind::File(contents) => tree.write(&path, contents),
            Kind::Link(target) => tree.link(&path, &target),
        };
    }
}
