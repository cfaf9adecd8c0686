//! Arguments and variables that are inserted into the text of a skill, and commands in it that run first.

use skillglass::Session;
use skillglass::hosts::claude_code::{ClaudeCodeOptions, McpPrompt};
use skillglass::model::invocation::{InvocationOutcome, SkillCall};

use crate::checks;
use crate::input::Input;

const WORDS: &[&str] = &[
    "$0",
    "$1",
    "$9",
    "$10",
    "$ARGUMENTS",
    "$ARGUMENTS[0]",
    "$ARGUMENTS[1]",
    "$ARGUMENTS[99999999999]",
    "$name",
    "$é",
    "${CLAUDE_SKILL_DIR}",
    "${CLAUDE_SESSION_ID}",
    "${CLAUDE_PLUGIN_ROOT}",
    "${user_config.x}",
    "!`",
    "`",
    "!`ls`",
    "!`echo $0`",
    "\n```!\n",
    "\n```\n",
    "```",
    "$",
    "!",
    "\\",
    "\\$",
    "\"",
    "'",
    " ",
    "\n",
    "\r\n",
    "@a",
    "@/r/p/x",
    "arguments: name other\n",
    "arguments: [a, b]\n",
    "arguments: ",
    "allowed-tools: Bash\n",
    "allowed-tools: ",
    "Bash(echo *)",
    "context: fork\n",
    "shell: powershell\n",
    "argument-hint: x\n",
    "disable-model-invocation: true\n",
    "user-invocable: false\n",
    "---\n",
    "\n---\n",
    "{{args}}",
    "!{ls}",
    "@{x}",
    "$(x)",
    "${x}",
    "${",
    "}",
    "[",
    "]",
    "#",
    "=",
    "a",
    "b c",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    let choice = input.pick(checks::editions());
    let mut options = checks::options(choice);
    options.claude_code = Some(ClaudeCodeOptions {
        session_id: Some("$0 !`z`".to_owned()),
        mcp_prompts: vec![McpPrompt {
            server: "s".to_owned(),
            name: "q".to_owned(),
            description: None,
            arguments: vec!["one".to_owned()],
        }],
        ..ClaudeCodeOptions::default()
    });
    let (fields, arguments, body) = (input.text(), input.text(), input.contents());
    let mut workspace = checks::workspace(&options);
    let mut text = format!("---\nname: a\ndescription: A.\n{fields}---\n").into_bytes();
    text.extend(body);
    for folder in [".agents", ".claude"] {
        let path = format!("/r/p/{folder}/skills/a/SKILL.md");
        workspace.write(&path, &text).expect("the path is right");
    }
    workspace
        .write("/r/p/x", "X $0 !`y`")
        .expect("the path is right");

    let prompt = format!("/a {arguments}");
    let request = checks::typed(&prompt);
    let mut session = Session::new();
    let turn = session.turn(&workspace, &request);
    checks::turn_holds(&workspace, &prompt, &turn);
    let second = session.turn(&workspace, &checks::answered(request, &turn));
    checks::turn_holds(&workspace, &prompt, &second);
    for (first, second) in turn.invocations.iter().zip(&second.invocations) {
        if first.outcome == InvocationOutcome::Waits {
            assert_eq!(
                first.requests, second.requests,
                "it asks for the same again"
            );
            assert_ne!(
                second.outcome,
                InvocationOutcome::Waits,
                "it waits for outputs that it was given"
            );
        }
    }
    let _ = session.compact(&workspace, None);

    let call = SkillCall {
        skill: "a".to_owned(),
        args: Some(arguments),
        approved: true,
        ..SkillCall::default()
    };
    if let Ok(invocation) = session.invoke(&workspace, &call) {
        // A skill that is already loaded is not injected again.
        let took_effect = invocation.outcome.took_effect();
        assert!(
            took_effect || invocation.content.is_none(),
            "{invocation:#?}"
        );
    }
}
