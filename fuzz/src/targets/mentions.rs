//! Typed texts: marks, links, commands, and names in plain words.

use skillglass::search::{Strength, named_in};

use crate::checks;
use crate::input::Input;

const WORDS: &[&str] = &[
    "$",
    "/",
    "@",
    "[$a](",
    "](skill://",
    "](/r/p/.agents/skills/a/SKILL.md)",
    ")",
    "$a",
    "$pdf",
    "/a",
    "/pdf",
    "$PATH",
    "$x:y",
    "/p:c",
    "skill ",
    "use ",
    "the pdf skill",
    "pdf-tools",
    "PDF tools",
    "\n",
    " ",
    "  ",
    "`",
    "```\n",
    "\\$",
    "app://",
    "mcp://",
    "plugin://",
    "//",
    ":",
    "-",
    "_",
    ".",
    ",",
    "!`ls`",
    "$ARGUMENTS",
    "<skill>",
    "/a/b",
    "/help",
    "/skill:",
    "/compact",
    "#a",
    "技能",
];

const NAMES: &[&str] = &[
    "a",
    "pdf",
    "pdf-tools",
    "x:y",
    "ü",
    "PATH",
    "compact",
    "技能",
    "a.b_c",
    "1",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    let choice = input.pick(checks::editions());
    let which = input.byte();
    let plain = *input.pick(&[None, Some(Strength::Exact), Some(Strength::Weak)]);
    let prompt = input.rest();
    let mut workspace = checks::workspace(&checks::options(choice));
    for (index, name) in NAMES.iter().enumerate() {
        if which & (1 << (index % 8)) != 0 {
            continue;
        }
        for folder in ["/r/p/.agents/skills", "/r/p/.claude/skills"] {
            let text = format!("---\nname: {name}\ndescription: Does {name}.\n---\nBody.\n");
            workspace
                .write(&format!("{folder}/{name}/SKILL.md"), text)
                .expect("the path is right");
        }
    }
    let mut request = checks::typed(&prompt);
    request.plain_names = plain;
    let turn = workspace.turn(&request);
    checks::turn_holds(&workspace, &prompt, &turn);
    checks::turn_holds(
        &workspace,
        &prompt,
        &workspace.turn(&checks::answered(request, &turn)),
    );
    for candidate in workspace.candidates(&prompt) {
        checks::range_holds(&prompt, candidate.range);
    }
    for named in named_in(&prompt, NAMES.iter().copied()) {
        assert!(
            prompt
                .get(named.range.start.byte..named.range.end.byte)
                .is_some(),
            "{named:?}"
        );
    }
}
