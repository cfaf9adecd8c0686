//! Patterns: `.gitignore` and similar files, `paths` of skills, ignored paths of a configuration, and matchers of
//! hooks.

use skillglass::lint::LintRequest;
use skillglass::{ArgumentError, Session};

use crate::checks;
use crate::input::Input;

const WORDS: &[&str] = &[
    "*",
    "**",
    "**/",
    "/**",
    "?",
    "[a-z]",
    "[!a]",
    "[^a]",
    "[",
    "]",
    "[]]",
    "[[:alpha:]]",
    "{a,b}",
    "{",
    "}",
    ",",
    "!",
    "/",
    "\\",
    "\\*",
    "#",
    " ",
    "\n",
    "\\ ",
    "a",
    "b",
    "SKILL.md",
    "*.md",
    "*.rs",
    "src/",
    "skills/",
    ".agents",
    ".claude",
    "node_modules",
    "..",
    "./",
    "-",
    "(a|b)",
    "(",
    ")",
    "|",
    "+(a)",
    "@(a)",
    "$",
    "^",
    ".*",
    "a{1,3}",
    "(?:a)",
    "\\d",
    "a/**/b",
    "***",
    "x/*/y",
    "[a-",
    "[z-a]",
];

const PATHS: &[&str] = &[
    "/r/p/src/x.rs",
    "/r/p/a/b/c.md",
    "/r/p/sub/y",
    "/r/p/ü/[x].rs",
    "/r/p/.agents/skills/b/z.md",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    let choice = input.pick(checks::editions());
    let ignore_file = *input.pick(&[
        "/r/.gitignore",
        "/r/p/.gitignore",
        "/r/p/.agents/skills/.gitignore",
        "/r/p/.agents/skills/.ignore",
        "/r/p/.agents/skills/b/.fdignore",
    ]);
    let touched = input.pick(PATHS).to_string();
    let (ignored, paths, matcher, path) = (input.text(), input.text(), input.text(), input.text());
    skillglass::fuzzing::globs(&ignored, &path);
    if path.len() % 4 > 0 {
        // A whole workspace takes a hundred times as long.
        return;
    }
    let mut workspace = checks::workspace(&checks::options(choice));
    workspace
        .write(ignore_file, &ignored)
        .expect("the path is right");
    let quoted = serde_json::Value::from(paths.clone());
    let matcher = serde_json::Value::from(matcher);
    let text = format!(
        "---\nname: a\ndescription: A.\npaths: {quoted}\nhooks: {{Stop: [{{matcher: {matcher}, hooks: [{{type: command, command: x}}]}}]}}\n---\n"
    );
    for folder in [
        ".agents/skills/a",
        ".agents/skills/b/c",
        ".claude/skills/a",
        "src/.claude/skills/b",
        "sub/.agents/skills/a",
    ] {
        workspace
            .write(&format!("/r/p/{folder}/SKILL.md"), &text)
            .expect("the path is right");
    }
    checks::catalog_holds(&workspace, &workspace.catalog());
    let mut session = Session::new();
    let _: Result<_, ArgumentError> = session.touch(&workspace, &[touched]);
    checks::catalog_holds(&workspace, &session.catalog(&workspace));
    checks::turn_holds(
        &workspace,
        "/a",
        &session.turn(&workspace, &checks::typed("/a")),
    );
    let request = LintRequest {
        hosts: vec![choice.clone()],
        ignore: vec![paths, ignored],
        fixes: false,
        ..LintRequest::default()
    };
    // An invalid pattern is refused with a message.
    let _ = workspace.lint(&request);
}
