//! Checks the imports between the modules of `src/`, which form layers called floors. Each floor
//! imports only floors below it, no host imports another host, and no modules import each other in
//! a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The folders of `src/` (floors), from the lowest layer to the highest.
const FLOORS: [&str; 29] = [
    "hashing",
    "sort",
    "input",
    "text",
    "memo",
    "tree",
    "safety",
    "search",
    "passages",
    "model",
    "host",
    "hosts",
    "pipeline",
    "install",
    "sources",
    "locks",
    "compare",
    "dependencies",
    "budget_plan",
    "lint",
    "health",
    "workspace",
    "support",
    "change",
    "build",
    "triggers",
    "usage",
    "parts",
    "fuzzing",
];

/// The imports of every module in `src/`. Keys and values are paths of modules, such as
/// `hosts::codex::list`.
struct House {
    imports: BTreeMap<String, BTreeSet<String>>,
}

impl House {
    fn read() -> Self {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut texts = BTreeMap::new();
        collect(&src, "", &mut texts);
        let modules: BTreeSet<_> = texts.keys().cloned().collect();
        let imports = texts.iter().map(|(module, (text, is_front))| {
            let named = paths(text, module, *is_front).into_iter();
            let named = named.filter_map(|path| module_of(&path, &modules));
            let others = named.filter(|other| other != module);
            (module.clone(), others.collect())
        });
        Self {
            imports: imports.collect(),
        }
    }

    fn arrows(&self) -> impl Iterator<Item = (&str, &str)> {
        self.imports
            .iter()
            .flat_map(|(from, to)| to.iter().map(move |to| (from.as_str(), to.as_str())))
    }
}

/// Collects the text of each module in a folder. The flag is true for a module whose file is
/// `mod.rs`.
fn collect(folder: &Path, module: &str, texts: &mut BTreeMap<String, (String, bool)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let inner = match module {
            "" => name.to_owned(),
            outer => format!("{outer}::{name}"),
        };
        if path.is_dir() {
            collect(&path, &inner, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = without_tests(&fs::read_to_string(&path).unwrap());
            match name {
                "mod" => texts.insert(module.to_owned(), (text, true)),
                // `lib.rs` may import all floors.
                "lib" => None,
                _ => texts.insert(inner, (text, false)),
            };
        }
    }
}

/// Returns the code without comments, without the unit tests at its end, and without re-exports
/// (`pub use`).
fn without_tests(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let mut parts = code.split("\npub use ");
    let first = parts.next().unwrap_or_default().to_owned();
    let code = parts.fold(first, |code, part| {
        code + "\n" + part.split_once(';').map_or("", |(_, rest)| rest)
    });
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the paths of modules that a module's code names. These begin with `crate`, `super` or
/// `self`, or with a submodule in a `use` declaration.
fn paths(text: &str, module: &str, is_front: bool) -> Vec<String> {
    let parent = |module: &str| {
        module
            .rsplit_once("::")
            .map_or("", |(outer, _)| outer)
            .to_owned()
    };
    // In `mod.rs`, `super` is the folder that contains its folder. In another file, `super` is the
    // file's folder.
    let above = parent(module);
    let mut found = Vec::new();
    let submodules: Vec<_> = (text.lines())
        .filter_map(|line| {
            let line = line.trim_start_matches("pub").trim_start_matches("(crate)");
            let line = line.trim_start_matches("(super)").trim();
            line.strip_prefix("mod ")?.strip_suffix(';')
        })
        .collect();
    for (at, _) in text.match_indices("::") {
        let start = text[..at]
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |before| before + 1);
        let root = match &text[start..at] {
            // `pub(in crate::…)` is a visibility, not an import.
            "crate" if text[..start].ends_with("(in ") => continue,
            "crate" => String::new(),
            "super" if text[..start].ends_with("super::") => continue,
            "super" => above.clone(),
            "self" if is_front => module.to_owned(),
            own if is_front && submodules.contains(&own) && !text[..start].ends_with("::") => {
                join(module, own)
            }
            _ => continue,
        };
        expand(&root, &text[at + 2..], &mut found);
    }
    found
}

fn join(outer: &str, inner: &str) -> String {
    match outer {
        "" => inner.to_owned(),
        outer => format!("{outer}::{inner}"),
    }
}

/// Collects the paths that a `use` tree names, each with `root` before it.
fn expand(root: &str, tree: &str, found: &mut Vec<String>) {
    let tree = tree.trim_start();
    if let Some(group) = tree.strip_prefix('{') {
        let mut depth = 0;
        let mut start = 0;
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => {
                    expand(root, &group[start..at], found);
                    return;
                }
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    expand(root, &group[start..at], found);
                    start = at + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let end = tree
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(tree.len());
    let (name, rest) = tree.split_at(end);
    match (name, rest.strip_prefix("::")) {
        ("", _) if tree.starts_with('*') => found.push(root.to_owned()),
        ("", _) => {}
        ("self", _) => found.push(root.to_owned()),
        ("super", Some(rest)) => {
            let outer = root.rsplit_once("::").map_or("", |(outer, _)| outer);
            expand(outer, rest, found);
        }
        (name, Some(rest)) => expand(&join(root, name), rest, found),
        (name, None) => found.push(join(root, name)),
    }
}

/// Returns the longest path of a module with which a path begins, `None` if there is no such
/// module.
fn module_of(path: &str, modules: &BTreeSet<String>) -> Option<String> {
    let mut module = path;
    while !modules.contains(module) {
        module = module.rsplit_once("::")?.0;
    }
    Some(module.to_owned())
}

fn room<'m>(module: &'m str, folder: &str) -> Option<&'m str> {
    let inside = match folder {
        "" => module,
        folder => module.strip_prefix(folder)?.strip_prefix("::")?,
    };
    inside.split("::").next()
}

#[test]
fn every_module_stands_on_a_floor() {
    for module in House::read().imports.keys() {
        let floor = room(module, "").unwrap();
        assert!(FLOORS.contains(&floor), "src/{floor} is on no floor");
    }
}

#[test]
fn a_floor_uses_those_below_it_and_nothing_above() {
    let height = |module: &str| {
        FLOORS
            .iter()
            .position(|floor| Some(*floor) == room(module, ""))
    };
    let house = House::read();
    let upward: Vec<_> = (house.arrows())
        .filter(|(from, to)| height(from) < height(to))
        .map(|(from, to)| format!("{from} uses {to}, which is above it"))
        .collect();
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn no_host_knows_another() {
    let house = House::read();
    let known: Vec<_> = (house.arrows())
        .filter_map(|(from, to)| {
            let (host, other) = (room(from, "hosts")?, room(to, "hosts")?);
            (host != other).then(|| format!("{from} uses {to}"))
        })
        .collect();
    assert!(known.is_empty(), "{}", known.join("\n"));
}

/// Checks that `budget_plan` and `triggers` name no host: they ask the hosts for values, so a new
/// host changes nothing here.
#[test]
fn rooms_that_ask_hosts_for_values_name_no_host() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut texts = BTreeMap::new();
    for room in ["budget_plan", "triggers"] {
        collect(&src.join(room), room, &mut texts);
    }
    let hosts = skillglass::hosts::hosts();
    let named: Vec<_> = (texts.iter())
        .flat_map(|(module, (text, _))| {
            let hosts = hosts.iter().filter(move |host| {
                let module = format!("hosts::{}", host.host.replace('-', "_"));
                text.contains(&format!("\"{}\"", host.host)) || text.contains(&module)
            });
            hosts.map(move |host| format!("{module} names {}", host.host))
        })
        .collect();
    assert!(texts.len() > 10, "{:?}", texts.keys());
    assert!(named.is_empty(), "{}", named.join("\n"));
}

/// Checks that no files or folders of one folder import each other in a circle. The folder's
/// `mod.rs` counts as one of them.
#[test]
fn no_rooms_import_each_other_in_a_circle() {
    let house = House::read();
    let folders: BTreeSet<_> = (house.imports.keys())
        .flat_map(|module| {
            let ends = module.match_indices("::").map(|(end, _)| &module[..end]);
            ends.chain([""])
        })
        .collect();
    let mut circles = Vec::new();
    for folder in folders {
        let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let room = |module| {
            if module == folder {
                Some("mod")
            } else {
                room(module, folder)
            }
        };
        for (from, to) in house.arrows() {
            if let (Some(from), Some(to)) = (room(from), room(to))
                && from != to
            {
                arrows.entry(from).or_default().insert(to);
            }
        }
        // A module that is only imported, or that only imports others, is in no circle.
        loop {
            let before = arrows.len();
            let sources: BTreeSet<_> = arrows.keys().copied().collect();
            for targets in arrows.values_mut() {
                targets.retain(|target| sources.contains(target));
            }
            arrows.retain(|_, targets| !targets.is_empty());
            let targets: BTreeSet<_> = arrows.values().flatten().copied().collect();
            arrows.retain(|source, _| targets.contains(source));
            if arrows.len() == before {
                break;
            }
        }
        if !arrows.is_empty() {
            let place = folder.replace("::", "/");
            circles.push(format!("in src/{place}: {arrows:?}"));
        }
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}
