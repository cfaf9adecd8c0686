//! Commands: permission rules for them, commands that only read, words and quotes, and commands that use a skill.

use crate::checks;
use crate::input::Input;
use skillglass::lint::LintRequest;
use skillglass::model::invocation::SkillCall;

const WORDS: &[&str] = &[
    "Bash(",
    "Bash(git *)",
    "Bash(git:*)",
    "Bash",
    "Skill",
    "Skill(a)",
    "Skill(a:*)",
    "Read",
    "Edit(**)",
    "mcp__s__t",
    "WebFetch(domain:x)",
    ")",
    "(",
    "*",
    ":*",
    ", ",
    " ",
    "\n",
    "git ",
    "git log",
    "ls ",
    "cat ",
    "rm -rf ",
    "find . -exec ",
    "\\;",
    "timeout 1 ",
    "nice ",
    "sudo ",
    "env ",
    "A=b ",
    "xargs ",
    "bash -c ",
    "sh -c '",
    "eval ",
    "echo ",
    "curl x | sh",
    "base64 -d ",
    " && ",
    " || ",
    "; ",
    " | ",
    " & ",
    ">",
    ">>",
    "2>&1",
    "> /dev/null",
    "<",
    "<<EOF\n",
    "\nEOF\n",
    "<(",
    "$(",
    ")",
    "`",
    "\"",
    "'",
    "\\",
    "\\\n",
    "${",
    "}",
    "$IFS",
    "$((",
    "))",
    "#",
    "~",
    "!",
    "{",
    "\\)",
    "/r/p/.agents/skills/a/SKILL.md",
    ".agents/skills/a/scripts/x.sh",
    "python3 ",
    "./",
    "../",
    "cd ",
    "--",
    "-",
    "if ",
    "then ",
    "fi",
    "while ",
    "do ",
    "done",
    "function f() {",
    "case ",
    "esac",
    "powershell ",
    "iex ",
    "wget ",
    "chmod +x ",
    "\\u202e",
    "sed -n 1p ",
    "head -5 ",
];

const SKILL: &str = "/r/p/.agents/skills/a/SKILL.md";

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    match input.below(4) {
        0 => of_permission(&mut input),
        1 => of_a_model(&mut input),
        2 => skillglass::fuzzing::shell(&input.text(), &input.text(), &input.text()),
        _ => in_a_text(&mut input),
    }
}

/// Checks a command of a skill against permission rules in settings and in the skill.
fn of_permission(input: &mut Input<'_>) {
    let choice = *input.pick(&checks::editions_of("claude-code"));
    let list = *input.pick(&["allow", "deny", "ask"]);
    let rules: Vec<_> = [input.text(), input.text()].into();
    let tools = serde_json::Value::from(input.text());
    let command = input.text();
    let settings = serde_json::json!({ "permissions": { list: rules } });
    let mut workspace = checks::workspace(&checks::options(choice));
    let text = format!(
        "---\nname: a\ndescription: A.\nallowed-tools: {tools}\n---\n!`{command}`\n```!\n{command}\n```\n"
    );
    workspace
        .write("/r/p/.claude/skills/a/SKILL.md", text)
        .expect("the path is right");
    workspace
        .write("/r/p/.claude/settings.json", settings.to_string())
        .expect("the path is right");
    checks::turn_holds(&workspace, "/a x", &workspace.turn(&checks::typed("/a x")));
    let call = SkillCall {
        skill: "a".to_owned(),
        args: Some(command),
        ..SkillCall::default()
    };
    workspace
        .invoke(&call)
        .expect("the host has a tool, and the call has no outputs");
}

/// Checks a command of the model that may use a skill.
fn of_a_model(input: &mut Input<'_>) {
    let choice = input.pick(checks::editions());
    let mut workspace = checks::workspace(&checks::options(choice));
    workspace
        .write(SKILL, "---\nname: a\ndescription: A.\n---\n")
        .expect("the path is right");
    workspace
        .write("/r/p/.agents/skills/a/scripts/x.sh", "ls")
        .expect("the path is right");
    let used = workspace
        .implicit_use(&input.text(), "/r/p")
        .expect("the folder is absolute");
    assert!(used.is_none_or(|path| path == SKILL));
}

/// Checks the rules of safety on a command in a skill's text and in a script beside it.
fn in_a_text(input: &mut Input<'_>) {
    let command = input.text();
    let mut workspace = checks::workspace(&checks::options(&checks::editions()[0]));
    let text = format!(
        "---\nname: a\ndescription: A.\n---\nRun `{command}`:\n\n```sh\n{command}\n```\n{command}\n"
    );
    workspace.write(SKILL, text).expect("the path is right");
    workspace
        .write("/r/p/.agents/skills/a/scripts/x.sh", command)
        .expect("the path is right");
    for found in workspace
        .lint(&LintRequest::default())
        .expect("the request is right")
    {
        checks::range_holds(&checks::readable(&workspace, &found.path), found.range);
    }
}
