// Prints the cases about hooks of Claude Code, one on each line. These two commands record them:
//
//   node recorders/hooks.mjs > hooks.jsonl
//   node recorders/record.mjs claude-code --version V --cases hooks.jsonl \
//     --out conformance/hooks-claude-code.jsonl.br

const REPOSITORY = "/repo";
const PORT = 8765;

/** Returns a hook's command. It stores its input, and prints the case's answer for this key. */
const command = (key, more = {}) => ({ type: "command", command: `/hook/run ${key}`, ...more });
const hook = (event, more = {}) => ({ [event]: [{ hooks: [command(event)], ...more }] });
const json = (value, more = {}) => ({ stdout: JSON.stringify(value), ...more });
const specific = (hookEventName, fields, more) => json({ hookSpecificOutput: { hookEventName, ...fields } }, more);

const call = (tool, input) => ({ tool, input });
const BASH = call("Bash", { command: "echo hi", description: "Say hi" });
const WRITE = call("Write", { file_path: `${REPOSITORY}/new.txt`, content: "n" });
const FAILS = call("Bash", { command: "cat missing" });
const TASK = call("TaskCreate", { subject: "S", description: "D" });
const AGENT = call("Agent", { description: "d", prompt: "Look", subagent_type: "general-purpose", run_in_background: false });

const TREE = [
  { path: `${REPOSITORY}/x.txt`, type: "file", text: "x\n" },
  { path: `${REPOSITORY}/sub/CLAUDE.md`, type: "file", text: "Rules of sub.\n" },
  { path: `${REPOSITORY}/sub/a.txt`, type: "file", text: "a\n" },
];

/** Returns the placeholder of a variable, such as `${NAME}`, as the program replaces it. */
const variable = (name) => ["$", "{", name, "}"].join("");

/** Answers that a hook may give to any event, by name. */
const ANSWERS = {
  silent: {},
  text: { stdout: "plain words\n" },
  "exit-1": { exit_code: 1, stderr: "went wrong\nsecond line\n" },
  "exit-1-silent": { exit_code: 1 },
  "exit-2": { exit_code: 2, stderr: "not now\n" },
  "exit-2-silent": { exit_code: 2 },
  "exit-2-stdout": { exit_code: 2, stdout: "only stdout\n" },
  block: json({ decision: "block", reason: "because" }),
  "block-no-reason": json({ decision: "block" }),
  approve: json({ decision: "approve", reason: "fine" }),
  stop: json({ continue: false, stopReason: "enough" }),
  "stop-no-reason": json({ continue: false }),
  "system-message": json({ systemMessage: "look here" }),
  broken: { stdout: "{oops" },
  array: { stdout: '["a"]' },
  unknown: json({ other: 1 }),
  "wrong-type": json({ decision: 5 }),
  "exit-1-block": json({ decision: "block", reason: "because" }, { exit_code: 1, stderr: "err\n" }),
  "exit-2-block": json({ decision: "block", reason: "because" }, { exit_code: 2, stderr: "err\n" }),
  "exit-2-wrong-type": json({ decision: 5 }, { exit_code: 2, stderr: "err\n" }),
};

/** Further answers that a hook may give to one event only. */
const OF_EVENT = {
  PreToolUse: {
    allow: specific("PreToolUse", { permissionDecision: "allow", permissionDecisionReason: "fine" }),
    deny: specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no writing" }),
    "deny-no-reason": specific("PreToolUse", { permissionDecision: "deny" }),
    ask: specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
    defer: specific("PreToolUse", { permissionDecision: "defer" }),
    maybe: specific("PreToolUse", { permissionDecision: "maybe" }),
    "allow-other-input": specific("PreToolUse", {
      permissionDecision: "allow",
      updatedInput: { file_path: `${REPOSITORY}/other.txt`, content: "o" },
    }),
    "other-input": specific("PreToolUse", { updatedInput: { file_path: `${REPOSITORY}/other.txt`, content: "o" } }),
    context: specific("PreToolUse", { additionalContext: "added words" }),
    "deny-context": json({
      systemMessage: "shown",
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "no",
        additionalContext: "added words",
      },
    }),
    "other-event": specific("PostToolUse", { additionalContext: "added words" }),
    "no-event": json({ hookSpecificOutput: { permissionDecision: "deny" } }),
    "exit-2-allow": specific("PreToolUse", { permissionDecision: "allow" }, { exit_code: 2, stderr: "no\n" }),
    "exit-2-deny": specific(
      "PreToolUse",
      { permissionDecision: "deny", permissionDecisionReason: "json" },
      { exit_code: 2, stderr: "err\n" },
    ),
    "exit-1-deny": specific(
      "PreToolUse",
      { permissionDecision: "deny", permissionDecisionReason: "json" },
      { exit_code: 1, stderr: "err\n" },
    ),
    "deny-stop": json({
      continue: false,
      stopReason: "enough",
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" },
    }),
  },
  PostToolUse: {
    context: specific("PostToolUse", { additionalContext: "added words" }),
    "other-output": specific("PostToolUse", { updatedToolOutput: { stdout: "new", stderr: "", interrupted: false, isImage: false } }),
    "wrong-output": specific("PostToolUse", { updatedToolOutput: "text" }),
    "block-context": json({
      decision: "block",
      reason: "because",
      hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "added words" },
    }),
  },
  PostToolUseFailure: { context: specific("PostToolUseFailure", { additionalContext: "added words" }) },
  PostToolBatch: { context: specific("PostToolBatch", { additionalContext: "added words" }) },
  PermissionRequest: {
    allow: specific("PermissionRequest", { decision: { behavior: "allow" } }),
    deny: specific("PermissionRequest", { decision: { behavior: "deny", message: "no writing" } }),
    "deny-no-message": specific("PermissionRequest", { decision: { behavior: "deny" } }),
    interrupt: specific("PermissionRequest", { decision: { behavior: "deny", message: "no", interrupt: true } }),
    "allow-other-input": specific("PermissionRequest", {
      decision: { behavior: "allow", updatedInput: { file_path: `${REPOSITORY}/other.txt`, content: "o" } },
    }),
    "allow-rules": specific("PermissionRequest", {
      decision: { behavior: "allow", updatedPermissions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }] },
    }),
  },
  UserPromptSubmit: {
    context: specific("UserPromptSubmit", { additionalContext: "added words" }),
    "block-hidden": json({
      decision: "block",
      reason: "because",
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", suppressOriginalPrompt: true },
    }),
    "block-hidden-top": json({ decision: "block", reason: "because", suppressOriginalPrompt: true }),
    "block-context": json({
      decision: "block",
      reason: "because",
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "added words" },
    }),
  },
  UserPromptExpansion: { context: specific("UserPromptExpansion", { additionalContext: "added words" }) },
  Stop: { context: specific("Stop", { additionalContext: "added words" }) },
  SubagentStart: { context: specific("SubagentStart", { additionalContext: "added words" }) },
  SubagentStop: { context: specific("SubagentStop", { additionalContext: "added words" }) },
  MessageDisplay: { display: specific("MessageDisplay", { displayContent: "other" }) },
  SessionStart: { context: specific("SessionStart", { additionalContext: "added words", initialUserMessage: "first" }) },
  Setup: { context: specific("Setup", { additionalContext: "added words" }) },
};

/**
 * What has to happen in a conversation for each event.
 * `settings` is true for events whose hooks the program runs only from settings, not from a skill.
 */
const OCCURS = {
  PreToolUse: { script: [WRITE] },
  PostToolUse: { script: [BASH] },
  PostToolUseFailure: { script: [FAILS], mode: "acceptEdits" },
  PostToolBatch: { script: [BASH, FAILS] },
  PermissionRequest: { script: [WRITE] },
  UserPromptSubmit: { prompts: ["hello there"] },
  UserPromptExpansion: { prompts: ["/h again"] },
  Stop: {},
  SubagentStart: { script: [AGENT] },
  TaskCreated: { script: [TASK] },
  TaskCompleted: { script: [TASK, call("TaskUpdate", { taskId: "1", status: "completed" })] },
  MessageDisplay: {},
  SubagentStop: { script: [AGENT], settings: true },
  SessionStart: { settings: true },
  Setup: { settings: true, args: ["--init"] },
  PreCompact: { settings: true, prompts: ["/compact keep it"] },
  PostCompact: { settings: true, prompts: ["/compact"] },
  SessionEnd: { settings: true },
  CwdChanged: { settings: true, script: [call("Bash", { command: "cd sub && pwd" })] },
  InstructionsLoaded: { settings: true, script: [call("Read", { file_path: `${REPOSITORY}/sub/a.txt` })] },
  StopFailure: { settings: true, script: [{ status: 400, error: { type: "invalid_request_error", message: "bad" } }] },
};

/** The names of the answers that are tried for these events. All other events get every answer. */
const FEW = {
  PostToolUseFailure: ["silent", "exit-1", "exit-2", "exit-2-silent", "block", "stop", "text", "system-message"],
  PostToolBatch: ["silent", "exit-1", "exit-2", "block", "block-no-reason", "stop", "text", "system-message"],
  UserPromptExpansion: ["silent", "exit-1", "exit-2", "exit-2-silent", "block", "block-no-reason", "stop", "text", "array"],
  PostToolUse: [
    "silent",
    "text",
    "exit-1",
    "exit-2",
    "exit-2-silent",
    "exit-2-stdout",
    "block",
    "block-no-reason",
    "stop",
    "system-message",
    "broken",
    "wrong-type",
    "exit-2-block",
    "exit-2-wrong-type",
    "exit-1-block",
  ],
  Stop: [
    "silent",
    "text",
    "exit-1",
    "exit-2",
    "exit-2-silent",
    "block",
    "block-no-reason",
    "approve",
    "stop",
    "system-message",
    "broken",
    "wrong-type",
    "exit-2-block",
  ],
  MessageDisplay: ["silent", "exit-2", "system-message"],
  SubagentStart: ["silent", "exit-2", "exit-1", "block", "stop", "system-message", "text"],
  SubagentStop: ["silent", "exit-2", "block", "stop", "exit-1"],
  TaskCompleted: ["silent", "exit-2", "exit-2-silent", "block", "stop", "exit-1", "text"],
  TaskCreated: ["silent", "exit-2", "exit-2-silent", "block", "stop", "exit-1", "text"],
  PermissionRequest: ["silent", "exit-2", "block", "approve", "stop", "exit-1", "text", "wrong-type"],
  SessionStart: ["silent", "text", "exit-2", "stop", "block", "system-message", "exit-1"],
  Setup: ["silent", "text", "exit-2"],
  PreCompact: ["silent", "exit-2", "exit-2-silent", "block", "stop", "text", "exit-1"],
  PostCompact: ["silent", "exit-2", "system-message"],
  SessionEnd: ["silent", "exit-2"],
  CwdChanged: ["silent", "exit-2", "system-message"],
  InstructionsLoaded: ["silent", "exit-2"],
  StopFailure: ["silent", "exit-2"],
};

function question(id, more) {
  return {
    id: `claude-code/hooks/${id}`,
    host: "claude-code",
    mode: "hooks",
    cwd: REPOSITORY,
    home: "/home/me",
    git: REPOSITORY,
    env: {},
    model: "claude-sonnet-4-5",
    plugins: [],
    args: [],
    script: [],
    prompts: [],
    answers: {},
    hooks: {},
    settings: {},
    tree: TREE,
    ...more,
  };
}

function ofEvent(event, name, answer) {
  const { settings, mode, args = [], ...occurs } = OCCURS[event];
  return question(`${event}/${name}`, {
    ...occurs,
    args: mode ? [...args, "--permission-mode", mode] : args,
    [settings ? "settings" : "hooks"]: hook(event),
    answers: { [event]: answer },
  });
}

/** Cases about how the program runs a hook, such as its arguments and variables. */
const RUNNING = [
  [
    "exec",
    {
      hooks: {
        Stop: [
          { hooks: [{ type: "command", command: "/hook/run", args: ["Stop", `${variable("CLAUDE_PLUGIN_ROOT")}/x`, "$HOME", "a b"] }] },
        ],
      },
    },
  ],
  [
    "exec-placeholders",
    {
      hooks: {
        Stop: [
          {
            hooks: [
              {
                type: "command",
                command: "/hook/run",
                args: [
                  "Stop",
                  variable("CLAUDE_PROJECT_DIR"),
                  variable("CLAUDE_SKILL_DIR"),
                  "$CLAUDE_PLUGIN_ROOT",
                  variable("CLAUDE_PLUGIN_DATA"),
                  variable("CLAUDE_SESSION_ID"),
                ],
              },
            ],
          },
        ],
      },
    },
  ],
  [
    "shell",
    {
      hooks: {
        Stop: [
          {
            hooks: [
              {
                type: "command",
                command: `cd / && /hook/run Stop "${variable("CLAUDE_PLUGIN_ROOT")}" "$CLAUDE_PROJECT_DIR" "${variable("CLAUDE_SKILL_DIR")}" "$0" "$BASH_VERSION$-"`,
              },
            ],
          },
        ],
      },
    },
  ],
  [
    "relative",
    {
      script: [BASH],
      hooks: { PostToolUse: [{ hooks: [{ type: "command", command: "./run.sh" }] }] },
      tree: [
        ...TREE,
        { path: `${REPOSITORY}/.claude/skills/h/run.sh`, type: "file", text: "#!/bin/sh\nexec /hook/run relative\n", executable: true },
      ],
    },
  ],
  ["missing", { script: [BASH], hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "/missing.sh" }] }] } }],
  ["exec-missing", { script: [BASH], hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "/missing.sh", args: [] }] }] } }],
  ["once", { script: [BASH, BASH], hooks: { PostToolUse: [{ hooks: [command("PostToolUse", { once: true })] }] } }],
  [
    "once-fails",
    {
      script: [BASH, BASH, BASH],
      hooks: { PostToolUse: [{ hooks: [command("PostToolUse", { once: true })] }] },
      answers: { PostToolUse: { exit_code: 1, stderr: "no\n" } },
    },
  ],
  [
    "once-blocks",
    {
      script: [BASH, BASH, BASH],
      hooks: { PostToolUse: [{ hooks: [command("PostToolUse", { once: true })] }] },
      answers: { PostToolUse: { exit_code: 2, stderr: "no\n" } },
    },
  ],
  [
    "timeout",
    { script: [BASH], hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "sleep 5; /hook/run PreToolUse", timeout: 1 }] }] } },
  ],
  [
    "async",
    {
      script: [BASH],
      prompts: ["next"],
      hooks: { PostToolUse: [{ hooks: [command("PostToolUse", { async: true })] }] },
      answers: { PostToolUse: specific("PostToolUse", { additionalContext: "added words" }) },
    },
  ],
  [
    "async-blocks",
    {
      script: [BASH],
      prompts: ["next"],
      hooks: { PreToolUse: [{ hooks: [command("PreToolUse", { async: true })] }] },
      answers: { PreToolUse: { exit_code: 2, stderr: "no\n" } },
    },
  ],
  [
    "if",
    {
      script: [BASH, call("Bash", { command: "git status" }), call("Bash", { command: "true && git log" })],
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [command("PreToolUse", { if: "Bash(git *)" })] }] },
    },
  ],
  ["if-stop", { hooks: { Stop: [{ hooks: [command("Stop", { if: "Bash(git *)" })] }] } }],
  [
    "effort",
    {
      model: "claude-opus-5-5",
      script: [BASH],
      prompts: ["next"],
      hooks: { ...hook("PreToolUse"), ...hook("Stop"), ...hook("UserPromptSubmit"), ...hook("PostToolBatch"), ...hook("MessageDisplay") },
    },
  ],
  ["directory", { script: [call("Bash", { command: "cd sub && pwd" }), BASH], hooks: hook("PreToolUse") }],
  [
    "subagent",
    { script: [AGENT, BASH], hooks: { ...hook("PreToolUse"), ...hook("PostToolUse"), ...hook("Stop"), ...hook("SubagentStop") } },
  ],
  [
    "not-of-a-skill",
    {
      prompts: ["/compact"],
      script: [AGENT, call("Bash", { command: "cd sub && pwd" }), call("Read", { file_path: `${REPOSITORY}/sub/a.txt` })],
      hooks: {
        ...hook("SubagentStop"),
        ...hook("SessionStart"),
        ...hook("PreCompact"),
        ...hook("PostCompact"),
        ...hook("SessionEnd"),
        ...hook("CwdChanged"),
        ...hook("InstructionsLoaded"),
      },
    },
  ],
  [
    "failure-of-a-skill",
    {
      prompts: ["next"],
      script: [BASH, { status: 400, error: { type: "invalid_request_error", message: "bad" } }],
      hooks: { ...hook("StopFailure"), ...hook("Stop") },
    },
  ],
  [
    "plugin",
    {
      plugins: [{ id: "office", root: "/plugins/office" }],
      typed: "/office:p",
      script: [BASH],
      tree: [
        ...TREE,
        { path: "/plugins/office/.claude-plugin/plugin.json", type: "file", text: '{"name":"office"}' },
        {
          path: "/plugins/office/skills/p/SKILL.md",
          type: "file",
          text: `---\ndescription: d\nhooks: ${JSON.stringify(hook("PreToolUse"))}\n---\nUse it.\n`,
        },
      ],
    },
  ],
  [
    "user-skill",
    {
      typed: "/u",
      script: [BASH],
      tree: [
        ...TREE,
        {
          path: "/home/me/.claude/skills/u/SKILL.md",
          type: "file",
          text: `---\ndescription: d\nhooks: ${JSON.stringify(hook("PreToolUse"))}\n---\nUse it.\n`,
        },
      ],
    },
  ],
  [
    "http",
    {
      port: PORT,
      env: { TOKEN: "secret", OTHER: "hidden" },
      script: [BASH],
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                type: "http",
                url: `http://127.0.0.1:${PORT}/hook?x=1`,
                headers: { "X-Token": `t $TOKEN ${variable("TOKEN")} $OTHER`, "content-type": "text/x" },
                allowedEnvVars: ["TOKEN"],
              },
            ],
          },
        ],
      },
    },
  ],
  ["prompt", { script: [BASH], hooks: { PreToolUse: [{ hooks: [{ type: "prompt", prompt: "Is it right? $ARGUMENTS" }] }] } }],
  ["prompt-appended", { hooks: { Stop: [{ hooks: [{ type: "prompt", prompt: "Is it right?" }] }] } }],
  [
    "stop-allowed",
    { script: [BASH, BASH], hooks: hook("PreToolUse"), answers: { PreToolUse: json({ continue: false, stopReason: "enough" }) } },
  ],
  [
    "ask-allowed",
    {
      script: [BASH],
      hooks: hook("PreToolUse"),
      answers: { PreToolUse: specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" }) },
    },
  ],
  [
    "once-text",
    {
      script: [BASH, BASH],
      hooks: { PostToolUse: [{ hooks: [command("PostToolUse", { once: true })] }] },
      answers: { PostToolUse: { stdout: "plain words\n" } },
    },
  ],
  ["once-stop", { prompts: ["next"], hooks: { Stop: [{ hooks: [command("Stop", { once: true })] }] } }],
  [
    "bash",
    {
      hooks: {
        Stop: [{ hooks: [{ type: "command", shell: "bash", command: `/hook/run Stop "$0" "${variable("BASH_VERSION:+bash")}" "$-"` }] }],
      },
    },
  ],
  [
    "effort-more",
    {
      model: "claude-opus-5-5",
      script: [BASH, FAILS, WRITE, AGENT, TASK],
      prompts: ["/h again"],
      hooks: {
        ...hook("PostToolUse"),
        ...hook("PostToolUseFailure"),
        ...hook("PermissionRequest"),
        ...hook("SubagentStart"),
        ...hook("TaskCreated"),
        ...hook("UserPromptExpansion"),
      },
    },
  ],
  [
    "two",
    {
      script: [WRITE],
      hooks: { PreToolUse: [{ hooks: [command("first"), command("second")] }] },
      answers: {
        first: specific("PreToolUse", { permissionDecision: "allow" }),
        second: specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" }),
      },
    },
  ],
];

/** Rules in a hook's field `if`, for tools other than the shell. */
const IF_TOOLS = [
  "Edit(src/**)",
  "Edit(/src/**)",
  "Edit(//repo/src/**)",
  "Edit",
  "Edit(*.ts)",
  "Edit(new.txt)",
  "Write(src/**)",
  "Write",
  "Write(*.txt)",
  "Read(./sub/**)",
  "Read(sub/**)",
  "Read(*.env)",
  "Read(//repo/x.txt)",
  "Read(~/notes/**)",
  "Read(x.txt)",
  "Read",
  "WebFetch(domain:example.org)",
  "WebFetch(domain:*.example.org)",
  "WebFetch",
  "Skill(lint)",
  "Skill(li*)",
  "Skill(lint:*)",
  "Skill(pdf)",
  "Skill",
  "Web*",
  "TaskCreate(x)",
  "TaskCreate(S)",
  "TaskCreate",
  "Glob(*.ts)",
  "Glob",
  "Grep(x)",
  "Bash",
  "*",
  "NotebookEdit(a.ipynb)",
  "Write(/repo/new.txt)",
  "Edit(~/notes/**)",
  "Agent(Explore)",
  "Agent",
];

/** Patterns of `if` on the tool `Write`. */
const IF_FILES = [
  "/src/**",
  "/new.txt",
  "//repo/**",
  "./new.txt",
  "repo/new.txt",
  "/rep*/new.txt",
  "**/new.txt",
  "new*",
  "src",
  "src/",
  "src/*",
  "../repo/new.txt",
  "~/**",
  "/home/me/**",
  "!new.txt",
  "NEW.TXT",
  "new.txt:*",
  "/repo/*",
  "/**",
  "{new,old}.txt",
  "new.tx?",
  "*/new.ts",
  "deep/*.ts",
  "/repo/src/**",
  "src/**/*.ts",
  "$HOME/**",
  "//home/me/n.txt",
  "*.txt",
  "/repo/src",
  "/repo",
  "//repo",
  "**",
  "src/deep",
  "n*.t*",
  "[n]ew.txt",
  " new.txt",
  "new.txt ",
  "/tmp/**",
  "//tmp/**",
];

const IF_NOTEBOOK = JSON.stringify({
  cells: [{ id: "c1", cell_type: "code", source: "1", metadata: {}, outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});

const file = (path, text) => ({ path, type: "file", text });

/** Returns a hook for each rule, whose key is the number of the rule. */
const ifHooks = (rules) => ({ PreToolUse: [{ hooks: rules.map((rule, number) => command(`R${number}`, { if: rule })) }] });

/**
 * Cases with many rules of `if` in one conversation. The runs of the hooks show which rules match
 * which call.
 */
const IF = [
  [
    "if-tools",
    {
      script: [
        ...["x.txt", "sub/a.txt", ".env"].map((name) => call("Read", { file_path: `${REPOSITORY}/${name}` })),
        call("Read", { file_path: "/home/me/notes/n.md" }),
        WRITE,
        call("Write", { file_path: `${REPOSITORY}/src/new.ts`, content: "n" }),
        call("Edit", { file_path: `${REPOSITORY}/x.txt`, old_string: "x", new_string: "y" }),
        call("WebFetch", { url: "https://example.org/a", prompt: "p" }),
        call("WebFetch", { url: "https://docs.example.org/a", prompt: "p" }),
        call("Skill", { skill: "lint" }),
        TASK,
        call("Bash", { command: "cat sub/a.txt", description: "d" }),
        { ...AGENT, input: { ...AGENT.input, subagent_type: "Explore" } },
      ],
      hooks: ifHooks(IF_TOOLS),
      tree: [
        ...TREE,
        file(`${REPOSITORY}/.env`, "A=1\n"),
        file("/home/me/notes/n.md", "n\n"),
        file(`${REPOSITORY}/.claude/skills/lint/SKILL.md`, "---\ndescription: Lints.\n---\nLint it.\n"),
      ],
    },
  ],
  [
    "if-files",
    {
      script: [
        ...[`${REPOSITORY}/new.txt`, `${REPOSITORY}/src/new.ts`, `${REPOSITORY}/src/deep/b.ts`, "/home/me/n.txt", "/tmp/t.txt"].map(
          (path) => call("Write", { file_path: path, content: "n" }),
        ),
        call("Write", { file_path: `${REPOSITORY}/sub/new.txt`, content: "n" }),
        call("Read", { file_path: `${REPOSITORY}/src/a.ts` }),
        call("Edit", { file_path: `${REPOSITORY}/src/a.ts`, old_string: "x", new_string: "y" }),
        call("Read", { file_path: `${REPOSITORY}/a.ipynb` }),
        call("NotebookEdit", { notebook_path: `${REPOSITORY}/a.ipynb`, new_source: "1", cell_id: "c1" }),
      ],
      hooks: ifHooks([
        ...IF_FILES.map((pattern) => `Write(${pattern})`),
        "Edit(src/**)",
        "Edit(*.ts)",
        "Edit(/src/a.ts)",
        "NotebookEdit(*.ipynb)",
        "NotebookEdit",
        "Read(src)",
        "Read(/src/)",
        "Read(//repo/src/a.ts)",
      ]),
      tree: [...TREE, file(`${REPOSITORY}/src/a.ts`, "x\n"), file(`${REPOSITORY}/a.ipynb`, IF_NOTEBOOK)],
    },
  ],
];

/** Returns all questions. */
export const questions = () => [
  ...Object.keys(OCCURS).flatMap((event) => {
    const of = Object.entries(ANSWERS).filter(([name]) => FEW[event]?.includes(name) ?? true);
    return [...of, ...Object.entries(OF_EVENT[event] ?? {})].map(([name, answer]) => ofEvent(event, name, answer));
  }),
  ...[...RUNNING, ...IF].map(([name, more]) => question(`run/${name}`, more)),
];

if (process.argv[1] === new URL(import.meta.url).pathname) for (const line of questions()) console.log(JSON.stringify(line));
