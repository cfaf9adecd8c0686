//! Diagnostics for some files of a project, without a workspace.

use std::collections::BTreeMap;

use crate::lint::{Diagnostic, LintRequest};
use crate::model::argument::ArgumentError;
use crate::text::document::Document;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Contents, path};
use crate::workspace::Workspace;
use crate::workspace::options::WorkspaceOptions;

/// The folder of the project in the virtual tree. Relative paths start at this folder.
const PROJECT: &str = "/project";

/// Returns the diagnostics of the skills in some files of one project. The paths in the diagnostics
/// are those that the caller gave.
///
/// - Relative paths are relative to the project's folder.
/// - The real name of the project's folder is not known. So for a `SKILL.md` directly in this
///   folder, the folder's name is assumed to be the `name` in the frontmatter.
/// - If a path is absolute, the working directory is the nearest folder that contains all files and
///   is not inside a hidden folder.
/// - There is no home directory, so no files are checked as a user's skills.
///
/// ```
/// use std::collections::BTreeMap;
/// use skillglass::lint::LintRequest;
/// use skillglass::workspace::lint_files;
///
/// let files = BTreeMap::from([("skills/pdf/SKILL.md".to_owned(), Some("no frontmatter".into()))]);
/// let found = lint_files(files, &LintRequest::default())?;
/// assert_eq!(found[0].code, "no-frontmatter");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if a host, edition, file or rule is unknown, or if a path is not valid.
pub fn lint_files(
    files: BTreeMap<String, Option<Contents>>,
    request: &LintRequest,
) -> Result<Vec<Diagnostic>, ArgumentError> {
    let is_absolute = |path: &String| path.starts_with('/');
    if files.keys().any(is_absolute) {
        let cwd = working_directory(files.keys().map(String::as_str));
        return workspace(&cwd, files)?.lint(request);
    }
    relative_files(files, request)
}

fn relative_files(
    files: BTreeMap<String, Option<Contents>>,
    request: &LintRequest,
) -> Result<Vec<Diagnostic>, ArgumentError> {
    let own_name = files.get(SKILL_FILE).map(name_of);
    let root = own_name.map_or_else(|| PROJECT.to_owned(), |name| path::join(PROJECT, &name));
    let files = files.into_iter();
    let placed = files.map(|(path, contents)| (path::join(&root, &path), contents));
    let request = LintRequest {
        skills: (request.skills.iter())
            .map(|path| path::join(&root, path))
            .collect(),
        ..request.clone()
    };
    let found = workspace(&root, placed).and_then(|workspace| workspace.lint(&request));
    let mut found = found.map_err(|error| {
        let inside = format!("{root}/");
        ArgumentError::new(
            error.argument.replace(&inside, ""),
            error.message.replace(&inside, ""),
        )
    })?;
    for one in &mut found {
        relative(one, &root);
    }
    Ok(found)
}

fn workspace(
    cwd: &str,
    files: impl IntoIterator<Item = (String, Option<Contents>)>,
) -> Result<Workspace, ArgumentError> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: cwd.to_owned(),
        ..WorkspaceOptions::default()
    })?;
    let report = workspace.write_all(files);
    if let Some(refused) = report.refused.first() {
        let argument = format!("files[{:?}]", refused.path);
        return Err(ArgumentError::new(argument, &*refused.message));
    }
    Ok(workspace)
}

/// Returns the deepest folder that contains all of these files. If a hidden folder such as
/// `.claude` contains all of the files, returns the folder above the hidden folder.
fn working_directory<'p>(mut files: impl Iterator<Item = &'p str>) -> String {
    let first = files.next().and_then(path::parent).unwrap_or("/");
    let common = files.fold(first, |common, file| {
        let mut above = path::ancestors(common);
        above
            .find(|directory| path::is_within(file, directory))
            .unwrap_or("/")
    });
    let hidden = common.find("/.").unwrap_or(common.len());
    match &common[..hidden] {
        "" => "/".to_owned(),
        directory => directory.to_owned(),
    }
}

/// Returns the name in a skill's frontmatter. If there is no name, or if the name cannot be the
/// name of a folder, returns the word `skill`.
fn name_of(contents: &Option<Contents>) -> String {
    let text = contents.as_ref().and_then(|contents| contents.text().ok());
    let text = text.unwrap_or_default().trim_start_matches('\u{feff}');
    let document = Document::split(text, |line| line.trim_end() == "---").ok();
    let mut lines = document
        .iter()
        .flat_map(|document| document.frontmatter.lines());
    let name = lines.find_map(|line| line.strip_prefix("name:"));
    let name = name.unwrap_or_default().trim().trim_matches(['"', '\'']);
    if path::check(&format!("/{name}")).is_ok() && !name.is_empty() && !name.contains('/') {
        name.to_owned()
    } else {
        "skill".to_owned()
    }
}

/// Removes the folder `root` from the paths in a diagnostic, so that they are relative paths, as
/// the caller of [`lint_files`] gave them. Also removes the fixes that rename this folder.
fn relative(one: &mut Diagnostic, root: &str) {
    let given = |path: &mut String| {
        let inside = path
            .strip_prefix(root)
            .map(|inside| inside.trim_start_matches('/'));
        if let Some(inside) = inside {
            *path = inside.to_owned();
        }
    };
    given(&mut one.path);
    one.related.iter_mut().for_each(|one| given(&mut one.path));
    // Fixes that move or rename the skill's folder are removed, because this folder is the project's folder, whose real
    // name is not known.
    one.fixes
        .retain(|fix| fix.renames.iter().all(|rename| rename.from != root));
    for fix in &mut one.fixes {
        fix.edits.iter_mut().for_each(|edit| given(&mut edit.path));
        for rename in &mut fix.renames {
            given(&mut rename.from);
            given(&mut rename.to);
        }
    }
    let inside = format!("{root}/");
    let related = one.related.iter_mut().map(|related| &mut related.message);
    let titles = one.fixes.iter_mut().map(|fix| &mut fix.title);
    let words = [&mut one.message, &mut one.help].into_iter();
    for text in words.chain(related).chain(titles) {
        *text = text.replace(&inside, "");
    }
}
