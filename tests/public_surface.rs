//! Checks that the crate's public items are those in `public_surface.txt`, so that a review shows
//! every change of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const LIST: &str = "tests/public_surface.txt";

/// Collects the paths of the public items in a module's file and in the public modules below it.
fn collect(file: &Path, module: &str, items: &mut BTreeSet<String>) {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let mut before = "";
    for line in text.lines() {
        // What is hidden is no part of it.
        let is_hidden = std::mem::replace(&mut before, line) == "#[doc(hidden)]";
        let Some(item) = line.strip_prefix("pub ").filter(|_| !is_hidden) else {
            continue;
        };
        let item = item
            .trim_start_matches("const fn ")
            .trim_start_matches("fn ");
        if let Some(name) = item
            .strip_prefix("mod ")
            .and_then(|item| item.strip_suffix(';'))
        {
            let inner = format!("{module}::{name}");
            items.insert(format!("{inner}::"));
            collect(&submodule(file, name), &inner, items);
        } else if let Some(names) = item.strip_prefix("use ") {
            let start = text.find(line).unwrap();
            let whole: String = text[start..].chars().take_while(|c| *c != ';').collect();
            let names = whole.trim_start_matches("pub use ").to_owned() + &names[names.len()..];
            for name in used(&names) {
                items.insert(format!("{module}::{name}"));
            }
        } else {
            let kinds = ["struct ", "enum ", "trait ", "const ", "type ", "static "];
            let name = kinds
                .iter()
                .find_map(|kind| item.strip_prefix(kind))
                .unwrap_or(item);
            let name: String = (name.chars())
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            items.insert(format!("{module}::{name}"));
        }
    }
}

/// Returns the names that a `pub use` declaration exports.
fn used(path: &str) -> Vec<String> {
    let (_, last) = path.rsplit_once("::{").unwrap_or(("", path));
    let names = last.trim_end_matches('}').split(',');
    names
        .map(|name| name.trim().rsplit("::").next().unwrap().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

fn submodule(file: &Path, name: &str) -> PathBuf {
    let folder = file.parent().unwrap();
    let flat = folder.join(format!("{name}.rs"));
    if flat.exists() {
        flat
    } else {
        folder.join(name).join("mod.rs")
    }
}

#[test]
fn the_public_items_are_those_of_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut items = BTreeSet::new();
    collect(&root.join("src/lib.rs"), "skillglass", &mut items);
    let list = root.join(LIST);
    let text: String = items.iter().map(|item| format!("{item}\n")).collect();
    if std::env::var_os("UPDATE_PUBLIC_SURFACE").is_some() {
        fs::write(&list, &text).unwrap();
    }
    let known = fs::read_to_string(&list).unwrap_or_default();
    let known: BTreeSet<_> = known.lines().map(str::to_owned).collect();
    let added: Vec<_> = items.difference(&known).collect();
    let removed: Vec<_> = known.difference(&items).collect();
    assert!(
        added.is_empty() && removed.is_empty(),
        "added: {added:?}, removed: {removed:?}; UPDATE_PUBLIC_SURFACE=1 writes {LIST}"
    );
}
