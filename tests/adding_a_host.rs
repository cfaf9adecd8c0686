//! Adds the toy of `docs/adding-a-host.md` to a copy of the crate: one folder and one line, and everything knows it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGE: &str = include_str!("../docs/adding-a-host.md");

/// What the copy is asked for.
const TEST: &str = r##"
use skillglass::compare::CompareRequest;
use skillglass::model::turn::{TurnInput, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

#[test]
fn the_toy_is_a_host_like_any_other() {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some("notebook".to_owned()),
        cwd: "/repo".to_owned(),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.write("/repo/notes/pdf/SKILL.md", "Fill in forms.\nUse the script.\n").unwrap();
    workspace.write("/repo/notes/empty/SKILL.md", "").unwrap();
    let catalog = workspace.catalog();
    assert_eq!((catalog.skills.len(), catalog.errors.len()), (1, 1));
    assert_eq!(workspace.listing().message.unwrap().text, "pdf: Fill in forms.");
    let request = TurnRequest {
        inputs: vec![TurnInput::Text { text: "Use @pdf".to_owned() }],
        ..TurnRequest::default()
    };
    assert_eq!(workspace.turn(&request).messages[0].text, "Fill in forms.\nUse the script.\n");
    let compared = workspace.compare(&CompareRequest::default()).unwrap();
    let toy = compared.hosts.iter().find(|host| host.host == "notebook").unwrap();
    assert_eq!((toy.label.as_str(), toy.loaded, toy.listed), ("Notebook", 1, 1));
}
"##;

#[test]
fn a_host_is_one_folder_and_one_line() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("adding-a-host");
    let _ = fs::remove_dir_all(&copy);
    copy_folder(&crate_folder.join("src"), &copy.join("src"));
    fs::copy(crate_folder.join("Cargo.lock"), copy.join("Cargo.lock")).unwrap();
    // The crate alone: without the members of its workspace and what only its own tests need.
    let manifest = fs::read_to_string(crate_folder.join("Cargo.toml"))
        .unwrap()
        .replace("proptest = \"1\"\n", "");
    fs::write(
        copy.join("Cargo.toml"),
        manifest.replace("members = [\"wasm\"]", "members = []"),
    )
    .unwrap();

    fs::create_dir_all(copy.join("src/host/notebook")).unwrap();
    fs::write(copy.join("src/host/notebook/mod.rs"), block("```rust\n")).unwrap();
    let list = copy.join("src/host/mod.rs");
    let text = fs::read_to_string(&list).unwrap();
    fs::write(&list, with_line(&text, block("```diff\n"))).unwrap();
    fs::create_dir_all(copy.join("tests")).unwrap();
    fs::write(copy.join("tests/toy.rs"), TEST).unwrap();

    // Not the crate's own: the copy bears its name, and what was built of one would be taken for the other.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("adding-a-host-target");
    let output = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--test", "toy"])
        .current_dir(&copy)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The page's block that begins so.
fn block(fence: &str) -> &'static str {
    let start = PAGE.find(fence).unwrap() + fence.len();
    let end = PAGE[start..].find("```").unwrap();
    &PAGE[start..start + end]
}

/// The text with the one line that the diff adds, behind the one that the diff shows before it.
fn with_line(text: &str, diff: &str) -> String {
    let added: Vec<_> = diff
        .lines()
        .filter_map(|line| line.strip_prefix('+'))
        .collect();
    assert_eq!(added.len(), 1, "one line");
    let lines: Vec<_> = diff.lines().collect();
    let at = lines.iter().position(|line| line.starts_with('+')).unwrap();
    let before = format!("{}\n", &lines[at - 1][1..]);
    let list = text.find("hosts! {\n    ").unwrap();
    let place = list
        + text[list..]
            .find(&before)
            .expect("the page shows the list as it is")
        + before.len();
    format!("{}{}\n{}", &text[..place], added[0], &text[place..])
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
