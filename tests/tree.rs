//! Tests the virtual tree: the paths that it accepts and refuses, and the targets of symbolic
//! links.

use skillglass::tree::{Contents, EntryKind, RefusedReason, Tree, Unresolved};

fn text(contents: &str) -> Option<Contents> {
    Some(contents.into())
}

fn tree(paths: &[&str]) -> Tree {
    let mut tree = Tree::new();
    for path in paths {
        tree.write(path, text("x")).unwrap();
    }
    tree
}

#[test]
fn a_file_brings_its_directories() {
    let tree = tree(&["/a/b/c.md"]);
    assert_eq!(tree.entry("/a/b").unwrap().kind(), EntryKind::Directory);
    assert_eq!(
        tree.entry("/a/b/c.md").unwrap().kind(),
        EntryKind::File(Some(&"x".into()))
    );
    assert_eq!(tree.entry("/a/b/c.md").unwrap().path(), "/a/b/c.md");
    assert_eq!(tree.entry("/").unwrap().path(), "/");
}

#[test]
fn a_path_that_no_tree_can_hold_is_refused_with_the_reason() {
    let mut tree = tree(&["/file", "/directory/x"]);
    tree.link("/link", "/directory").unwrap();
    let cases = [
        ("relative/x", RefusedReason::NotAbsolute),
        ("", RefusedReason::NotAbsolute),
        ("/a//x", RefusedReason::EmptySegment),
        ("/a/", RefusedReason::EmptySegment),
        ("/a/../x", RefusedReason::DotSegment),
        ("/a\0x", RefusedReason::Nul),
        ("/", RefusedReason::IsADirectory),
        ("/directory", RefusedReason::IsADirectory),
        ("/link", RefusedReason::IsALink),
        ("/file/x", RefusedReason::ParentIsNotADirectory),
        ("/file/x/y", RefusedReason::ParentIsNotADirectory),
        ("/link/x", RefusedReason::ParentIsNotADirectory),
    ];
    let before = tree.revision();
    for (path, reason) in cases {
        let refused = tree.write(path, text("y")).unwrap_err();
        assert_eq!(refused.reason, reason, "{path:?}");
        assert_eq!(refused.path, path);
        assert!(!refused.message.is_empty());
    }
    assert_eq!(tree.revision(), before, "nothing was touched");
}

#[test]
fn a_directory_or_link_does_not_replace_something_else() {
    let mut tree = tree(&["/file", "/directory/x"]);
    tree.link("/link", "/file").unwrap();
    for path in ["/file", "/link"] {
        assert_eq!(
            tree.make_directory(path).unwrap_err().reason,
            RefusedReason::Exists
        );
    }
    for path in ["/file", "/directory"] {
        assert_eq!(
            tree.link(path, "/x").unwrap_err().reason,
            RefusedReason::Exists
        );
    }
    assert_eq!(tree.make_directory("/directory"), Ok(()));
    assert_eq!(tree.link("/link", "/directory"), Ok(()));
    assert_eq!(tree.resolve("/link/x").unwrap().path(), "/directory/x");
}

#[test]
fn a_links_target_is_checked() {
    let mut tree = Tree::new();
    let long = "x".repeat(4097);
    for (target, reason) in [
        ("", RefusedReason::EmptySegment),
        ("a\0", RefusedReason::Nul),
        (long.as_str(), RefusedReason::TooLong),
    ] {
        assert_eq!(tree.link("/l", target).unwrap_err().reason, reason);
    }
}

#[test]
fn links_are_followed_as_a_file_system_would() {
    let mut tree = tree(&["/real/dir/file", "/file"]);
    for (path, target) in [
        ("/absolute", "/real/dir"),
        ("/real/relative", "dir"),
        ("/real/up", "../file"),
        ("/chain", "absolute"),
        ("/beyond-root", "../../file"),
        ("/dangling", "nowhere"),
        ("/through-file", "/file/x"),
        ("/loop/a", "b"),
        ("/loop/b", "a"),
        ("/self", "self"),
    ] {
        tree.link(path, target).unwrap();
    }
    let cases = [
        ("/absolute/file", Ok("/real/dir/file")),
        ("/real/relative/file", Ok("/real/dir/file")),
        ("/real/up", Ok("/file")),
        ("/chain", Ok("/real/dir")),
        ("/beyond-root", Ok("/file")),
        ("/dangling", Err(Unresolved::Missing)),
        ("/through-file", Err(Unresolved::Missing)),
        ("/loop/a", Err(Unresolved::Loop)),
        ("/self", Err(Unresolved::Loop)),
        ("/nothing", Err(Unresolved::Missing)),
    ];
    for (path, expected) in cases {
        let got = tree.resolve(path).map(|entry| entry.path());
        assert_eq!(got.as_deref().map_err(|e| *e), expected, "{path}");
    }
}

#[test]
fn removing_a_directory_takes_all_below_it() {
    let mut tree = tree(&["/a/b/c", "/a/d", "/e"]);
    assert_eq!(tree.remove("/a"), 4);
    assert!(tree.entry("/a/b/c").is_none());
    assert!(tree.entry("/e").is_some());
    assert_eq!(tree.remove("/a"), 0);
    assert_eq!(tree.remove("/"), 1);
    tree.write("/a/b", text("again")).unwrap();
    assert_eq!(tree.entry("/a/b").unwrap().path(), "/a/b");
}

#[test]
fn removing_a_link_leaves_its_target() {
    let mut tree = tree(&["/a/b"]);
    tree.link("/l", "/a").unwrap();
    assert_eq!(tree.remove("/l"), 1);
    assert!(tree.entry("/a/b").is_some());
}

#[test]
fn every_change_bumps_the_revision_and_no_other_call_does() {
    let mut tree = tree(&["/a"]);
    let mut last = tree.revision();
    let mut bumped = |tree: &Tree| {
        let bumped = tree.revision() > last;
        last = tree.revision();
        bumped
    };
    tree.write("/a", text("x")).unwrap();
    assert!(!bumped(&tree), "the same contents");
    tree.write("/a", text("y")).unwrap();
    assert!(bumped(&tree));
    tree.write("/a", None).unwrap();
    assert!(bumped(&tree));
    tree.link("/l", "/a").unwrap();
    assert!(bumped(&tree));
    tree.link("/l", "/a").unwrap();
    assert!(!bumped(&tree), "the same target");
    tree.remove("/nothing");
    assert!(!bumped(&tree));
    tree.remove("/l");
    assert!(bumped(&tree));
}

#[test]
fn contents_alone_do_not_change_the_structure() {
    let mut tree = tree(&["/a"]);
    let structure = tree.structure_revision();
    tree.write("/a", text("y")).unwrap();
    assert_eq!(tree.structure_revision(), structure);
    tree.write("/b", text("y")).unwrap();
    assert!(tree.structure_revision() > structure);
}

#[test]
fn a_deep_path_is_taken_apart_without_recursion() {
    let mut tree = Tree::new();
    let deepest = "/a".repeat(2048);
    tree.write(&deepest, text("x")).unwrap();
    assert_eq!(tree.entry(&deepest).unwrap().path(), deepest);
    assert_eq!(tree.remove("/a"), 2048);
}
