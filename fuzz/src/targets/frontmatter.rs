//! The text of a skill, as each edition of each host reads it.

use crate::checks;
use crate::input::Input;

pub const WORDS: &[&str] = &[
    "---\n",
    "---",
    "\n---\n",
    "name: a\n",
    "description: b\n",
    "name: ",
    "description: ",
    "metadata:\n",
    "  short-description: c\n",
    "metadata: {",
    "allowed-tools: Read, Bash(git:*)\n",
    "when_to_use: ",
    "user-invocable: false\n",
    "disable-model-invocation: true\n",
    "argument-hint: [a]\n",
    "arguments: ",
    "context: fork\n",
    "agent: ",
    "model: ",
    "hooks:\n",
    "paths: '*.rs'\n",
    "license: MIT\n",
    "compatibility: ",
    "version: 1.0\n",
    ": ",
    ":\n",
    "\n",
    "\n  ",
    "\n- ",
    "- ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "|\n",
    ">-\n",
    "|+\n",
    "|2\n",
    "&a ",
    "*a",
    "!!str ",
    "!t ",
    "<<: *a\n",
    "# c\n",
    "%YAML 1.2\n",
    "...\n",
    "~",
    "null",
    "true",
    "yes",
    "0x1f",
    "0o17",
    "1e3",
    "1_000",
    ".inf",
    "12:30",
    "2001-12-14 21:59:43",
    "\"\\u00e9\"",
    "\"\\ud83d\\ude00\"",
    "'it''s'",
    "\"a\\\n b\"",
    "openclaw:\n",
    "requires:\n",
    "os: [linux]\n",
    "bins: [git]\n",
    "always: true\n",
];

/// Folders in which some host looks for skills.
const FOLDERS: &[&str] = &[
    "/r/p/.agents/skills/a",
    "/r/p/.claude/skills/a",
    "/r/p/.opencode/skills/a",
    "/r/p/.github/skills/a",
    "/r/p/.gemini/skills/a",
    "/r/p/.pi/skills/a",
    "/r/p/skills/a",
    "/h/.codex/skills/a",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    let choice = input.pick(checks::editions());
    let text = input.contents();
    let mut workspace = checks::workspace(&checks::options(choice));
    for folder in FOLDERS {
        workspace
            .write(&format!("{folder}/SKILL.md"), &text)
            .expect("the path is right");
    }
    let catalog = workspace.catalog();
    checks::catalog_holds(&workspace, &catalog);
    checks::listing_holds(&workspace.listing());
    for skill in catalog.skills.iter().take(1) {
        for prompt in [format!("/{}", skill.name), format!("${} x", skill.name)] {
            checks::turn_holds(
                &workspace,
                &prompt,
                &workspace.turn(&checks::typed(&prompt)),
            );
        }
    }
}
