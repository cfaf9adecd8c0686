//! Findings and fixes of one skill: ranges are in their files, a safe fix loses no word, and a fixed skill stays fixed.

use std::collections::BTreeMap;

use skillglass::Workspace;
use skillglass::lint::{ConvertOptions, Diagnostic, FixRequest, Fixed, LintRequest, lsp, sarif};
use skillglass::tree::EntryKind;

use crate::checks;
use crate::input::Input;
use crate::lost_words::lost_words;
use crate::targets::frontmatter;

/// The paths of the skill. Its folder has a name that fixes may give it.
const PATHS: &[&str] = &[
    "/r/p/.agents/skills/a/SKILL.md",
    "/r/p/.claude/skills/pdf-tools/SKILL.md",
    "/r/p/.opencode/skills/PDF Tools/SKILL.md",
    "/r/p/.agents/skills/a/skill.md",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, frontmatter::WORDS);
    let path = *input.pick(PATHS);
    let hosts = match input.below(4) {
        0 => Vec::new(),
        _ => vec![input.pick(checks::editions()).clone()],
    };
    let unsafe_fixes = input.flag();
    let text = input.contents();
    let files = BTreeMap::from([(path.to_owned(), text)]);
    let before = workspace(&files);
    let request = LintRequest {
        hosts: hosts.clone(),
        ..LintRequest::default()
    };
    let found = before.lint(&request).expect("the request is right");
    for one in &found {
        finding_holds(&before, one);
    }
    let options = ConvertOptions::default();
    let _ = (
        lsp::diagnostics(&found, &options),
        sarif::log(&found, &options),
    );
    let request = FixRequest {
        hosts,
        unsafe_fixes,
        ..FixRequest::default()
    };
    let fixed = before.fix(&request).expect("the request is right");
    assert!(fixed.rounds < 20, "{fixed:#?}");
    let after = workspace(&written(&before, &fixed));
    let again = after.fix(&request).expect("the request is right");
    assert!(
        again.rounds == 0 && again.files.is_empty() && again.renames.is_empty(),
        "{again:#?}"
    );
    assert_eq!(again.left, fixed.left);
}

fn workspace(files: &BTreeMap<String, Vec<u8>>) -> Workspace {
    let mut workspace = checks::workspace(&checks::options(&checks::editions()[0]));
    for (path, text) in files {
        workspace.write(path, text).expect("the path is right");
    }
    workspace
}

fn finding_holds(workspace: &Workspace, one: &Diagnostic) {
    checks::range_holds(&checks::readable(workspace, &one.path), one.range);
    for related in &one.related {
        checks::range_holds(&checks::readable(workspace, &related.path), related.range);
    }
    for edit in one.fixes.iter().flat_map(|fix| &fix.edits) {
        checks::range_holds(&checks::readable(workspace, &edit.path), edit.range);
    }
    assert_eq!(lost_words(workspace, one), None, "{one:#?}");
}

/// Returns all files after fixes.
fn written(workspace: &Workspace, fixed: &Fixed) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in workspace.tree().entries() {
        let EntryKind::File(Some(contents)) = entry.kind() else {
            continue;
        };
        let path = fixed.renames.iter().fold(entry.path(), |path, rename| {
            match path.strip_prefix(&rename.from) {
                Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                    format!("{}{rest}", rename.to)
                }
                _ => path,
            }
        });
        files.insert(path, contents.bytes().to_vec());
    }
    for (path, text) in &fixed.files {
        let before = files.insert(path.clone(), text.clone().into_bytes());
        assert!(before.is_some(), "{path} is no file");
    }
    files
}
