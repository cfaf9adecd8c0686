//! Recognizes samples: files in a skill's folder that show or test something and are not meant for
//! a host. Also recognizes files that a build wrote.

use crate::tree::path;

/// Words in the names of files and folders that contain samples.
const WORDS: [&str; 4] = ["template", "example", "fixture", "sample"];

/// Words that name a folder with samples. The folder's name may have several of these words, and
/// words in [`BESIDE`], but no other word.
const FOLDERS: [&str; 19] = [
    "assets",
    // Tasks of benchmarks for agents copy this folder into a container.
    "environment",
    "eval",
    "evals",
    "example",
    "examples",
    "fixture",
    "fixtures",
    "mock",
    "mocks",
    "sample",
    "samples",
    "template",
    "templates",
    "test",
    "testdata",
    "tests",
    "testcase",
    "testcases",
];

/// Words that may occur next to a word of [`FOLDERS`] in a folder's name, as in `mock-skills`.
const BESIDE: [&str; 4] = ["skill", "skills", "data", "files"];

/// Returns true if the path of a file shows that its text is a template, an example or a test.
pub fn is_sample(path: &str) -> bool {
    let lower = path.to_lowercase();
    let mut segments = lower.split('/');
    segments.any(|segment| {
        WORDS.iter().any(|word| segment.contains(word))
            || matches!(segment, "assets" | "test" | "tests" | "evals")
    })
}

/// Returns true if the skill in this folder is a sample that belongs to an outer skill. `folder` is
/// the path from the folder of the outer skill.
///
/// A skill below a folder called `template`, `test` or similar is a sample. A skill whose own
/// folder is called `template` or similar is a sample too. A skill whose own folder is called
/// `test` is not a sample, because it may be a real skill about tests.
pub fn is_sample_skill(folder: &str) -> bool {
    let lower = folder.to_lowercase();
    let (above, own) = lower.rsplit_once('/').unwrap_or(("", &lower));
    above.split('/').any(is_sample_folder)
        || is_sample_folder(own) && WORDS.iter().any(|word| own.starts_with(word))
}

/// Returns true if a skill in this folder belongs to the tests of a project, because a folder above
/// it is called `tests`, `fixtures` or similar. The path starts at the project's folder. Folders
/// below a folder `skills` are not inspected, because there a folder such as `tests` may contain
/// skills about tests.
pub fn is_of_tests(folder: &str) -> bool {
    const TESTS: [&str; 10] = [
        "evals",
        "fixture",
        "fixtures",
        "mock",
        "mocks",
        "test",
        "testcase",
        "testcases",
        "testdata",
        "tests",
    ];
    let lower = folder.to_lowercase();
    let (above, _) = lower.rsplit_once('/').unwrap_or_default();
    let mut above = above.split('/').take_while(|folder| *folder != "skills");
    above.any(|folder| is_named_after(folder, &TESTS))
}

/// Returns true if the path of a file shows that a build wrote the file. Such a file is in a folder
/// such as `node_modules` or `target/release`, or is a source map, a list of dependencies or a lock
/// file.
pub fn is_build_output(path: &str) -> bool {
    const FOLDERS: [&str; 6] = [
        "node_modules",
        "dist",
        "build",
        "__pycache__",
        ".next",
        ".fingerprint",
    ];
    const ENDS: [&str; 6] = [".d", ".map", ".min.js", ".pyc", ".rlib", ".rmeta"];
    let lower = path.to_lowercase();
    let mut folders: Vec<_> = lower.split('/').collect();
    folders.pop();
    let is_target = |pair: &[&str]| pair[0] == "target" && matches!(pair[1], "release" | "debug");
    folders.iter().any(|folder| FOLDERS.contains(folder))
        || folders.windows(2).any(is_target)
        || ENDS.iter().any(|end| lower.ends_with(end))
        || is_lock_file(path::file_name(path))
}

/// Returns true if a file with this name is a lock file, which a package manager writes.
pub fn is_lock_file(name: &str) -> bool {
    const NAMES: [&str; 3] = ["package-lock.json", "pnpm-lock.yaml", "go.sum"];
    let lower = name.to_lowercase();
    lower.ends_with(".lock") || NAMES.contains(&&*lower)
}

fn is_sample_folder(name: &str) -> bool {
    is_named_after(name, &FOLDERS)
}

/// Returns true if a folder's name consists of words in `known` and [`BESIDE`], and at least one
/// word is in `known`. For example, `mock-skills` has the known word `mock`.
fn is_named_after(name: &str, known: &[&str]) -> bool {
    let words = || name.split(|c: char| !c.is_alphanumeric());
    let words = || words().filter(|word| !word.is_empty());
    words().any(|word| known.contains(&word))
        && words().all(|word| known.contains(&word) || BESIDE.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_output_of_a_build_by_its_folder_or_its_ending() {
        for (path, is_output) in [
            ("tool/target/release/deps/tool.d", true),
            ("tool/target/debug/tool.txt", true),
            ("node_modules/pdf/README.md", true),
            ("scripts/dist/fill.js", true),
            ("scripts/fill.js.map", true),
            ("Cargo.lock", true),
            ("package-lock.json", true),
            ("tool/go.sum", true),
            ("target/forms.md", false),
            ("references/target.md", false),
            ("references/build.md", false),
            ("scripts/fill.js", false),
            ("SKILL.md", false),
        ] {
            assert_eq!(is_build_output(path), is_output, "{path}");
        }
    }

    #[test]
    fn a_skill_belongs_to_tests_by_the_folders_above_it() {
        for (folder, is_of_tests) in [
            ("tests/fixtures/pdf", true),
            ("tests/fixtures/project/skills/pdf", true),
            ("evals/pdf", true),
            ("__fixtures__/pdf", true),
            ("src/testcases/pdf", true),
            ("mocks/pdf", true),
            ("test-data/pdf", true),
            ("mock-server/pdf", false),
            ("skills/tests/pdf", false),
            (".agents/skills/tests/pdf", false),
            ("tests", false),
            ("pdf", false),
            ("", false),
        ] {
            assert_eq!(super::is_of_tests(folder), is_of_tests, "{folder}");
        }
    }

    #[test]
    fn a_skill_is_a_sample_by_the_folders_between_it_and_the_skill_around_it() {
        for (folder, is_sample) in [
            ("evals/fixtures/blocked", true),
            ("evals/mock-skills/good", true),
            ("assets/sample-skill", true),
            ("Examples/pdf", true),
            ("__tests__/pdf", true),
            ("examples", true),
            ("tasks/fill/environment/pdf", true),
            ("template", true),
            ("pdf", false),
            ("forms/pdf", false),
            ("test", false),
            ("evals", false),
            ("template-maker", false),
            ("template-maker/pdf", false),
            ("", false),
        ] {
            assert_eq!(is_sample_skill(folder), is_sample, "{folder}");
        }
    }
}
