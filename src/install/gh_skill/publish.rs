//! Emulates the checks of `gh skill publish` (`docs/gh-skill.md#what-is-published`).

use super::agents;
use super::find::bytes;
use super::frontmatter::{self, Frontmatter};
use super::git::Git;
use super::names::{is_standard, quoted};
use super::report::{
    GhConvention, GhFinding, GhFix, GhPublish, GhSeverity, GhSkill, GhSkillRequest,
};
use super::yaml::Yaml;
use crate::sort;
use crate::text::document::Range;
use crate::tree::gitignore::Ignores;
use crate::tree::path;
use crate::tree::{EntryKind, Tree};

/// The maximum length of a description for which `gh skill publish` gives no warning, in bytes.
const MAX_DESCRIPTION: usize = 1024;

/// The maximum length of a skill's body for which `gh skill publish` gives no warning, in lines.
const MAX_LINES: usize = 500;

/// The prefix of the keys that an installation from GitHub adds to `metadata`.
const INSTALL_KEY: &str = "github-";

/// Returns the message of `gh skill` for a source without skills.
pub(super) fn none_found(source: &str) -> String {
    format!(
        "no skills found in {source}\n  Expected SKILL.md in the directory, or skills in skills/*/SKILL.md,\n  \
         skills/{{scope}}/*/SKILL.md, {{prefix}}/skills/*/SKILL.md,\n  {{prefix}}/skills/{{scope}}/*/SKILL.md, */SKILL.md, or\n  \
         plugins/*/skills/*/SKILL.md"
    )
}

/// Returns the error message of `gh skill` for a source whose skills are all in hidden folders.
/// Unlike the message of `none_found`, this message lists no paths with `{prefix}`, such as
/// `{prefix}/skills/*/SKILL.md`.
fn only_hidden(source: &str) -> String {
    format!(
        "no skills found in {source}\n  Expected SKILL.md in the directory, or skills in skills/*/SKILL.md,\n  \
         skills/{{scope}}/*/SKILL.md, */SKILL.md, or plugins/*/skills/*/SKILL.md"
    )
}

/// Returns what `gh skill publish` reports about the skills of the folder `request.source`.
pub(super) fn publish(
    tree: &Tree,
    request: &GhSkillRequest,
    skills: &[GhSkill],
    error: Option<String>,
) -> GhPublish {
    let source = request.source.as_str();
    let git = Git::read(tree, request);
    let visible: Vec<_> = skills
        .iter()
        .filter(|skill| !skill.convention.is_hidden())
        .collect();
    let error = error.or_else(|| match (skills.is_empty(), visible.is_empty()) {
        (true, _) => Some(none_found(source)),
        (false, true) => Some(only_hidden(source)),
        _ => None,
    });
    let mut report = GhPublish {
        repository: git.repository(),
        ..GhPublish::default()
    };
    if error.is_some() {
        report.error = error;
        return report;
    }
    for skill in visible {
        check(tree, skill, &mut report);
    }
    let messages = installed_folders(tree, source, &git)
        .into_iter()
        .chain(missing_repository(&git, &report));
    let about_repository: Vec<_> = messages
        .map(|message| GhFinding {
            severity: GhSeverity::Warning,
            skill: String::new(),
            message,
            path: None,
            range: None,
        })
        .collect();
    report.findings.extend(about_repository);
    let errors = report
        .findings
        .iter()
        .filter(|finding| finding.severity == GhSeverity::Error)
        .count();
    report.accepted = errors == 0;
    if errors > 0 {
        report.error = Some(format!("validation failed with {errors} error(s)"));
    }
    report
}

/// Adds the findings of `gh skill publish` about one skill to the report.
fn check(tree: &Tree, skill: &GhSkill, report: &mut GhPublish) {
    let Ok(file) = tree.resolve(&skill.path) else {
        return;
    };
    let bytes = bytes(file);
    let text = String::from_utf8_lossy(bytes);
    let mut add = |severity, message: String, range: Option<Range>| {
        report.findings.push(GhFinding {
            severity,
            skill: skill.shown.clone(),
            message,
            path: Some(skill.path.clone()),
            range: Some(range.unwrap_or_else(|| frontmatter::line_range(bytes, &text, None))),
        });
    };
    let parts = frontmatter::split(bytes);
    let fields = match Frontmatter::read(&parts) {
        Ok(fields) => fields,
        Err(message) => {
            let range = frontmatter::line_range(bytes, &text, Some(&message));
            add(
                GhSeverity::Error,
                format!("invalid frontmatter YAML: {message}"),
                Some(range),
            );
            return;
        }
    };
    let range = |key: &str| fields.range(key, &text);
    let folder = match skill.convention {
        GhConvention::Single => ".",
        _ => path::file_name(&skill.folder),
    };
    let Frontmatter {
        name,
        description,
        license,
        ..
    } = &fields;
    if name.is_empty() {
        add(
            GhSeverity::Error,
            "missing required field: name".to_owned(),
            range("name"),
        );
    } else {
        if name != folder {
            let message = format!(
                "name {} does not match directory name {}",
                quoted(name),
                quoted(folder)
            );
            add(GhSeverity::Error, message, range("name"));
        }
        if !is_standard(name) {
            let message = format!(
                "name {} does not follow agentskills.io naming convention (lowercase alphanumeric + hyphens)",
                quoted(name)
            );
            add(GhSeverity::Error, message, range("name"));
        }
    }
    if description.is_empty() {
        add(
            GhSeverity::Error,
            "missing required field: description".to_owned(),
            range("description"),
        );
    } else if description.len() > MAX_DESCRIPTION {
        let message = format!(
            "description is {} chars (recommended max: {MAX_DESCRIPTION})",
            description.len()
        );
        add(GhSeverity::Warning, message, range("description"));
    }
    if matches!(fields.value("allowed-tools"), Some(Yaml::List(_))) {
        let message = "allowed-tools must be a string (space-delimited), not an array".to_owned();
        add(GhSeverity::Error, message, range("allowed-tools"));
    }
    let keys = install_keys(&fields);
    if !keys.is_empty() {
        let keys = keys.join(", ");
        let message =
            format!("contains install metadata that must be stripped: {keys} (use --fix)");
        add(GhSeverity::Error, message, range("metadata"));
        let stripped = frontmatter::with_metadata(bytes, |key| key.starts_with(INSTALL_KEY), &[]);
        if let Ok(fixed) = stripped {
            report.fixes.push(GhFix {
                path: skill.path.clone(),
                message: format!("stripped install metadata: {keys}"),
                text: String::from_utf8_lossy(&fixed).into_owned(),
            });
        }
    }
    let mut add = |message: String| {
        report.findings.push(GhFinding {
            severity: GhSeverity::Warning,
            skill: skill.shown.clone(),
            message,
            path: Some(skill.path.clone()),
            range: Some(frontmatter::line_range(bytes, &text, None)),
        });
    };
    if license.is_empty() && fields.value("license").is_none() {
        add("recommended field missing: license".to_owned());
    }
    let lines = 1 + parts.body.iter().filter(|byte| **byte == b'\n').count();
    if lines > MAX_LINES {
        add(format!(
            "skill body is {lines} lines (recommended max: {MAX_LINES} for efficient context)"
        ));
    }
}

/// Returns the keys in `metadata` that an installation from GitHub added, sorted.
fn install_keys(fields: &Frontmatter) -> Vec<String> {
    let pairs = fields.metadata().unwrap_or_default();
    let mut keys: Vec<_> = (pairs.iter().filter_map(|pair| pair.key.scalar()))
        .filter(|key| key.starts_with(INSTALL_KEY))
        .collect();
    sort::by(&mut keys, Ord::cmp);
    keys
}

/// Returns a warning for each folder of an agent that git does not ignore, because the folder may
/// contain installed skills.
fn installed_folders(tree: &Tree, source: &str, git: &Git) -> Vec<String> {
    let mut ignores = Ignores::new(tree, &git.top);
    let exists = |folder: &str| tree.resolve(&path::join(source, folder)).is_ok();
    let is_beyond_link = |folder: &str| {
        let mut above = path::ancestors(folder).skip(1);
        above.any(|part| {
            let entry = tree.entry(&path::join(source, part));
            entry.is_some_and(|entry| matches!(entry.kind(), EntryKind::Link(_)))
        })
    };
    let folders = agents::hidden_folders()
        .into_iter()
        .filter(|folder| exists(folder));
    let warnings = folders.filter_map(|folder| {
        let unverified = |reason: String| {
            Some(format!(
                "{folder}/ may contain installed skills that are not gitignored (could not verify: failed to run git: fatal: {reason}\n)"
            ))
        };
        if git.is_git == Some(false) {
            return unverified("not a git repository (or any of the parent directories): .git".to_owned());
        }
        if is_beyond_link(folder) {
            return unverified(format!("pathspec '{folder}' is beyond a symbolic link"));
        }
        let is_ignored = ignores.is_ignored(&path::join(source, folder));
        (!is_ignored).then(|| {
            format!("{folder}/ contains installed skills and should be added to .gitignore to avoid publishing other authors' content")
        })
    });
    warnings.collect()
}

/// Returns a warning if the source is not in a repository on GitHub. Returns `None` if the source
/// is in such a repository, or if the remotes of the git repository are unknown.
fn missing_repository(git: &Git, report: &GhPublish) -> Option<String> {
    if report.repository.is_some() {
        return None;
    }
    if git.is_git == Some(false) {
        return Some(
            "not a git repository. Initialize with: git init && gh repo create".to_owned(),
        );
    }
    let remotes = git.remotes.as_deref()?;
    Some(match remotes {
        [] => "no git remote found. Create a GitHub repository with: gh repo create".to_owned(),
        remotes => format!(
            "remote {} is not a GitHub repository. Skills must be hosted on GitHub for discovery",
            quoted(&remotes.join(", "))
        ),
    })
}
