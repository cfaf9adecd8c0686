//! Tests that for any edits, an index of passages that was updated gives the same passages as a new
//! index.

use proptest::prelude::*;
use skillglass::passages::PassagesOptions;
use skillglass::{Workspace, WorkspaceOptions};

const PATHS: [&str; 6] = [
    "/r/a/SKILL.md",
    "/r/a/one.md",
    "/r/a/refs/two.md",
    "/r/b/SKILL.md",
    "/r/b/three.txt",
    "/r/b/a/four.md",
];

const TEXTS: [&str; 6] = [
    "",
    "# Alpha\n\nalpha beta\n## Beta\n\ngamma\n",
    "alpha\n\n```\nbeta\n```\n",
    "gamma 表格 pdfFiller\n",
    "---\na: alpha\n---\nbeta gamma delta\n",
    "# Delta\nalpha alpha alpha\n",
];

#[derive(Debug, Clone)]
enum Edit {
    Write(usize, usize),
    Bytes(usize),
    Unread(usize),
    Remove(usize),
    Ask,
}

fn edit() -> impl Strategy<Value = Edit> {
    let path = 0..PATHS.len();
    prop_oneof![
        6 => (path.clone(), 0..TEXTS.len()).prop_map(|(path, text)| Edit::Write(path, text)),
        1 => path.clone().prop_map(Edit::Bytes),
        1 => path.clone().prop_map(Edit::Unread),
        2 => path.prop_map(Edit::Remove),
        3 => Just(Edit::Ask),
    ]
}

fn new() -> Workspace {
    Workspace::new(&WorkspaceOptions::new("/r")).unwrap()
}

fn apply(workspace: &mut Workspace, edit: &Edit) {
    match edit {
        Edit::Write(path, text) => workspace.write(PATHS[*path], TEXTS[*text]).unwrap(),
        Edit::Bytes(path) => workspace.write(PATHS[*path], &b"alpha \xff\0"[..]).unwrap(),
        Edit::Unread(path) => workspace.write_unread(PATHS[*path]).unwrap(),
        Edit::Remove(path) => drop(workspace.remove(PATHS[*path])),
        Edit::Ask => {}
    }
}

proptest! {
    #[test]
    fn a_grown_index_answers_as_a_new_one(
        edits in prop::collection::vec(edit(), 0..40),
        request in "(alpha|beta|gamma|delta|表格|pdf-filler| ){1,6}",
        skill_files in any::<bool>(),
        max_tokens in prop::option::of(0_u64..40),
    ) {
        let options = PassagesOptions { skill_files, max_tokens, ..PassagesOptions::default() };
        let mut grown = new();
        for edit in &edits {
            if matches!(edit, Edit::Ask) {
                let _ = grown.passages(&request, &options);
            }
            apply(&mut grown, edit);
        }
        let mut fresh = new();
        for edit in &edits {
            apply(&mut fresh, edit);
        }
        let found = grown.passages(&request, &options).unwrap();
        prop_assert_eq!(&found, &fresh.passages(&request, &options).unwrap());
        for passage in &found.passages {
            let text = grown.tree().entry(&passage.path).unwrap().contents().unwrap().text().unwrap();
            let range = passage.range.start.byte..passage.range.end.byte;
            prop_assert_eq!(&text[range], &passage.text);
            prop_assert!(passage.score > 0.0 && !passage.matched.is_empty());
        }
        prop_assert!(found.passages.is_sorted_by(|one, next| one.score >= next.score));
        prop_assert_eq!(found.tokens, found.passages.iter().map(|one| one.tokens).sum::<u64>());
        prop_assert!(max_tokens.is_none_or(|most| found.tokens <= most));
    }
}
