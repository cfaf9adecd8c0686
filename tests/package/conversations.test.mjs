// Conversations of ten turns in which the caller writes no message of a host: each is the user's, the model's, or comes from the package.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { check } from "./model-server.mjs";
import { startPackage } from "./project.mjs";

const { skillglass } = await startPackage();

/** A program with a conversation. Its only own messages are those of the user and of the model. */
class Caller {
  messages = [];
  #workspace;
  #session;
  #seen = 0;

  constructor(host, files) {
    this.#workspace = new skillglass.Workspace({ host, cwd: "/repo", home: "/home/me" });
    this.#workspace.writeAll(files);
    this.#session = this.#workspace.startSession();
  }

  get session() {
    return this.#session;
  }

  /** Stores the conversation as JSON, and continues from that. */
  resume() {
    const saved = JSON.parse(JSON.stringify(this.#session.save()));
    this.#session.free();
    this.#session = this.#workspace.startSession({ saved });
  }

  list(agent) {
    const listing = this.#session.listing(agent);
    if (listing.message) this.messages.push(listing.message);
    return listing;
  }

  /** A message of the user. `runs` has the outputs of commands, by command. */
  user(text, runs = {}) {
    const inputs = [{ type: "text", text }];
    let turn = this.#session.turn({ inputs });
    const requests = turn.invocations.flatMap((invocation) => (invocation.outcome.status === "waits" ? invocation.requests : []));
    if (requests.length > 0) turn = this.#session.turn({ inputs, outputs: outputsOf(requests, runs) });
    // The messages of a typed skill take the place of its command; a command that was stopped leaves only what the host records of it.
    const isCommand = turn.invocations.length > 0;
    this.messages.push(...(isCommand ? turn.messages : [{ role: "user", text }]));
    return turn;
  }

  /** Calls of the model in one message, each with the answer of the user and the outputs of commands. */
  model(...calls) {
    const results = calls.map(({ yes, runs, ...call }) => this.#use(call, yes, runs));
    this.messages.push({ role: "assistant", text: "", calls: calls.map(({ id }) => ({ id })) });
    const messages = results.flatMap(({ last }) => last.messages);
    this.messages.push(...messages.filter(({ role }) => role === "tool"), ...messages.filter(({ role }) => role !== "tool"));
    return results;
  }

  #use(call, yes, runs) {
    const request = { ...call };
    const statuses = [];
    for (;;) {
      const last = this.#session.invoke(request);
      statuses.push(last.outcome.status);
      if (last.outcome.status === "asks") request[yes ? "approved" : "declined"] = true;
      else if (last.outcome.status === "waits") request.outputs = outputsOf(last.requests, runs);
      else return { statuses, last };
    }
  }

  /** Ends the sub-agent of an invocation with its last text, or with an error. */
  finish({ fork }, text) {
    this.messages.push(this.#session.finishFork(fork.id, text));
  }

  fail({ fork }, error) {
    this.messages.push(this.#session.failFork(fork.id, error));
  }

  /** Adds messages that the package returned. */
  add(...messages) {
    this.messages.push(...messages);
  }

  /** The messages since the last time, except the model's: the role and the text of each, and the call that it belongs to. */
  news() {
    check(this.messages, ["system", "user", "assistant", "developer"]);
    const news = this.messages.slice(this.#seen).filter(({ role }) => role !== "assistant");
    this.#seen = this.messages.length;
    return news.map(({ role, text, callId }) => (callId ? [role, text, callId] : [role, text]));
  }

  free() {
    this.#session.free();
    this.#workspace.free();
  }
}

/** The outputs of commands, all of which the host's rules allow. */
function outputsOf(requests, runs) {
  assert.ok(requests.every(({ verdict }) => verdict === "allow"));
  return Object.fromEntries(requests.map(({ id, command }) => [id, { text: runs[command] }]));
}

/** Seven skills in a folder of the host: a command, two sub-agents, a path, a user's skill, a hook, and a command that nothing allows. */
const skillsIn = (folder) => ({
  "/repo/.git/HEAD": "ref: refs/heads/main\n",
  [`${folder}/fix/SKILL.md`]:
    "---\nname: fix\ndescription: Fixes an issue.\nallowed-tools: Bash\n---\nIssue: !`gh issue view $ARGUMENTS`\n",
  [`${folder}/survey/SKILL.md`]: "---\nname: survey\ndescription: Looks around.\ncontext: fork\nagent: Explore\n---\nLook at $ARGUMENTS.\n",
  [`${folder}/audit/SKILL.md`]: "---\nname: audit\ndescription: Audits code.\ncontext: fork\nbackground: false\n---\nAudit $ARGUMENTS.\n",
  [`${folder}/rust/SKILL.md`]: "---\nname: rust\ndescription: For Rust.\npaths: '**/*.rs'\n---\nRun clippy.\n",
  [`${folder}/ship/SKILL.md`]: "---\nname: ship\ndescription: Ships it.\ndisable-model-invocation: true\n---\nShip $ARGUMENTS.\n",
  [`${folder}/guard/SKILL.md`]:
    "---\nname: guard\ndescription: Guards the shell.\n" +
    "hooks: {PreToolUse: [{matcher: Bash, hooks: [{type: command, command: ./check.sh, once: true}]}]}\n---\nTake care.\n",
  [`${folder}/release/SKILL.md`]: "---\nname: release\ndescription: Releases.\nallowed-tools: Read\n---\n!`make release`\n",
});

const ISSUE = { "gh issue view 7": "It crashes." };

describe("Claude Code", () => {
  const tags = (name, args) =>
    [`<command-message>${name}</command-message>`, `<command-name>/${name}</command-name>`]
      .concat(args ? [`<command-args>${args}</command-args>`] : [])
      .join("\n");
  const textOf = (name, body) => `Base directory for this skill: /repo/.claude/skills/${name}\n\n${body}\n`;
  const ended = (name, how, label, text) => `Skill "${name}" ${how} (forked execution).\n\n${label}:\n${text}`;
  const CAVEAT =
    "<local-command-caveat>The command below was run directly in Claude Code, not sent to you as a request, and its output goes " +
    "straight to the user. It's recorded here as context for later messages.</local-command-caveat>";
  const DENIED = 'Shell command permission check failed for pattern "!`make release`"';
  const LIST = "The following skills are available for use with the Skill tool:\n\n";
  const listOf = (lines) => `${LIST}${lines.join("\n")}`;

  const EDITIONS = {
    "2026-04": {
      list: (lines) => ["user", `<system-reminder>\n${listOf(lines)}\n</system-reminder>`],
      typedFork: [["user", tags("survey", "src")]],
      asksForForks: true,
      modelFork: [["tool", ended("survey", "completed", "Result", "Two uses."), "call-2"]],
      typedFailure: [],
      denied: DENIED,
      refusals: ["Skill ship cannot be used with Skill tool due to disable-model-invocation", "Unknown skill: nope"],
    },
    "2026-11": {
      list: (lines) => ["system", listOf(lines)],
      typedFork: [
        ["user", CAVEAT],
        ["user", "/survey src"],
      ],
      asksForForks: false,
      modelFork: [
        ["tool", 'Skill "survey" launched in the background.', "call-2"],
        ["user", ended("survey", "completed", "Result", "Two uses.")],
      ],
      typedFailure: [
        ["user", CAVEAT],
        [
          "user",
          ["<command-name>/release</command-name>", "<command-message>release</command-message>", "<command-args></command-args>"].join(
            `\n${" ".repeat(12)}`,
          ),
        ],
      ],
      denied: `${DENIED}: This command requires approval`,
      refusals: [
        "<tool_use_error>Skill ship cannot be used with Skill tool due to disable-model-invocation. Ask the user to run /ship themselves — it " +
          "cannot be invoked via the Skill tool. Do not replicate this skill's workflow by other means — it is reserved for explicit user " +
          "invocation.</tool_use_error>",
        "<tool_use_error>Unknown skill: nope</tool_use_error>",
      ],
    },
  };

  const TURNS = [
    {
      what: "the list, and a message without a skill",
      act(caller) {
        const { tool } = caller.list();
        assert.deepEqual([tool.name, tool.inputs], ["Skill", ["skill", "args"]]);
        caller.user("Hello");
      },
      news: ({ list }) => [
        list([
          "- audit: Audits code.",
          "- fix: Fixes an issue.",
          "- guard: Guards the shell.",
          "- release: Releases.",
          "- survey: Looks around.",
        ]),
        ["user", "Hello"],
      ],
    },
    {
      what: "a typed skill with arguments, which only the user may use",
      act: (caller) => caller.user("/ship to production"),
      news: () => [
        ["user", tags("ship", "to production")],
        ["user", textOf("ship", "Ship to production.")],
      ],
    },
    {
      what: "a call of the model with a question and a command",
      act(caller) {
        const [{ statuses }] = caller.model({ skill: "fix", args: "7", id: "call-1", yes: true, runs: ISSUE });
        assert.deepEqual(statuses, ["asks", "waits", "injected"]);
        assert.deepEqual(
          caller.session.changes().map(({ allowedTools }) => allowedTools),
          [["Bash"]],
        );
      },
      news: () => [
        ["tool", "Launching skill: fix", "call-1"],
        ["user", textOf("fix", "Issue: It crashes."), "call-1"],
      ],
    },
    {
      what: "a typed skill in a sub-agent",
      act(caller) {
        const [invocation] = caller.user("/survey src").invocations;
        assert.equal(invocation.fork.prompt, textOf("survey", "Look at src."));
        caller.finish(invocation, "One use.");
        assert.deepEqual(caller.session.changes(), []);
      },
      news: ({ typedFork }) => [...typedFork, ["user", ended("survey", "completed", "Result", "One use.")]],
    },
    {
      what: "a sub-agent of the model's call, with the conversation saved while it runs",
      act(caller, { asksForForks, modelFork }) {
        const [{ statuses, last }] = caller.model({ skill: "survey", args: "tests", id: "call-2", yes: true });
        assert.deepEqual(statuses, asksForForks ? ["asks", "forked"] : ["forked"]);
        assert.equal(last.fork.background, modelFork.length > 1);
        caller.resume();
        caller.finish(last, "Two uses.");
      },
      news: ({ modelFork }) => modelFork,
    },
    {
      what: "a sub-agent that fails, and a command that no rule allows",
      act(caller) {
        const [{ last }] = caller.model({ skill: "audit", args: "keys", id: "call-3", yes: true });
        caller.fail(last, "overloaded");
        assert.throws(() => caller.fail(last, "again"), { argument: "fork" });
        caller.user("/release");
        caller.model({ skill: "release", id: "call-4", yes: true });
      },
      news: ({ typedFailure, denied }) => [
        ["tool", ended("audit", "failed", "Error", "overloaded"), "call-3"],
        ...typedFailure,
        ["tool", denied, "call-4"],
      ],
    },
    {
      what: "a file brings a skill, which the list announces and the model loads",
      act(caller) {
        const touch = caller.session.touch(["/repo/main.rs"]);
        assert.deepEqual(
          touch.added.map(({ name, by }) => [name, by]),
          [["rust", "condition"]],
        );
        caller.add(...touch.messages);
        caller.list();
        caller.model({ skill: "rust", id: "call-5" });
      },
      news: ({ list }) => [
        list(["- rust: For Rust."]),
        ["tool", "Launching skill: rust", "call-5"],
        ["user", textOf("rust", "Run clippy."), "call-5"],
      ],
    },
    {
      what: "refusals of three calls at once: by the skill, of an unknown name, and by the user",
      act(caller) {
        const calls = [{ skill: "ship" }, { skill: "nope" }, { skill: "fix", args: "8", yes: false }];
        const results = caller.model(...calls.map((call, index) => ({ ...call, id: `call-${6 + index}` })));
        assert.deepEqual(
          results.map(({ last }) => last.outcome.reason),
          ["disable-model-invocation", "unknown", "declined"],
        );
      },
      news: ({ refusals }) => [
        ["tool", refusals[0], "call-6"],
        ["tool", refusals[1], "call-7"],
        ["tool", 'The user declined the use of skill "fix".', "call-8"],
      ],
    },
    {
      what: "a hook that runs once",
      act(caller) {
        caller.user("/guard");
        const [{ id, directory, hook }, ...others] = caller.session.hooks("PreToolUse", "Bash");
        assert.deepEqual([directory, hook.handler.command, others], ["/repo/.claude/skills/guard", "./check.sh", []]);
        assert.deepEqual(caller.session.hooks("PreToolUse", "Read"), []);
        assert.equal(caller.session.hookSucceeded(id), true);
        assert.deepEqual(caller.session.hooks(), []);
      },
      news: () => [
        ["user", tags("guard")],
        ["user", textOf("guard", "Take care.")],
      ],
    },
    {
      what: "compaction, after which the list is not repeated",
      act(caller) {
        caller.add(...caller.session.compact());
        assert.equal(caller.list().message, null);
        assert.deepEqual(caller.session.usage(), { audit: 1, fix: 1, guard: 1, rust: 1, ship: 1, survey: 2 });
        caller.user("Thanks");
      },
      news: () => {
        const used = { guard: "Take care.", rust: "Run clippy.", fix: "Issue: It crashes.", ship: "Ship to production." };
        const texts = Object.entries(used).map(
          ([name, body]) => `### Skill: ${name}\nPath: /repo/.claude/skills/${name}/SKILL.md\n\n${textOf(name, body)}`,
        );
        const head = "These skills were used before the summary. Their arguments are no new request.";
        return [
          ["user", `<system-reminder>\n${head}\n\n${texts.join("\n\n---\n\n")}\n</system-reminder>`],
          ["user", "Thanks"],
        ];
      },
    },
  ];

  for (const [edition, words] of Object.entries(EDITIONS)) converse(`claude-code@${edition}`, "/repo/.claude/skills", TURNS, words);
});

describe("opencode", () => {
  const contentOf = (name, body) =>
    [
      `<skill_content name="${name}">`,
      `# Skill: ${name}`,
      "",
      body,
      "",
      `Base directory for this skill: file:///repo/.opencode/skills/${name}`,
      "Relative paths in this skill start at its base directory.",
      "The list of files is a sample.",
      "",
      "<skill_files>",
      "</skill_files>",
      "</skill_content>",
    ].join("\n");
  const typed = (name, body) =>
    [
      body,
      "",
      "",
      `Base directory for this skill: /repo/.opencode/skills/${name}`,
      "Relative paths in this skill (e.g., scripts/, references/) are relative to this base directory.",
    ].join("\n");
  const LISTED = {
    audit: "Audits code.",
    fix: "Fixes an issue.",
    guard: "Guards the shell.",
    release: "Releases.",
    rust: "For Rust.",
    survey: "Looks around.",
  };
  const listed = ([name, description]) => [
    "  <skill>",
    `    <name>${name}</name>`,
    `    <description>${description}</description>`,
    `    <location>file:///repo/.opencode/skills/${name}/SKILL.md</location>`,
    "  </skill>",
  ];
  const LIST = [
    "Skills provide specialized instructions and workflows for specific tasks.",
    "Use the skill tool to load a skill when a task matches its description.",
    "<available_skills>",
    ...Object.entries(LISTED).flatMap(listed),
    "</available_skills>",
  ].join("\n");

  const TURNS = [
    {
      what: "the list, and a message without a skill",
      act(caller) {
        const { tool } = caller.list();
        assert.deepEqual([tool.name, tool.inputs], ["skill", ["name"]]);
        caller.user("Hello");
      },
      news: () => [
        ["system", LIST],
        ["user", "Hello"],
      ],
    },
    {
      what: "a typed skill with arguments, which only the user may use",
      act: (caller) => caller.user("/ship to production"),
      news: () => [["user", typed("ship", "Ship to production.")]],
    },
    {
      what: "a call of the model with a question, and a typed skill with a command",
      act(caller) {
        const [{ statuses }] = caller.model({ skill: "fix", id: "call-1", yes: true });
        assert.deepEqual(statuses, ["asks", "injected"]);
        const [{ allowedTools, onlyAllowedTools }] = caller.session.changes();
        assert.deepEqual([allowedTools, onlyAllowedTools], [["Bash"], true]);
        caller.user("/fix 7", ISSUE);
      },
      news: () => [
        ["tool", contentOf("fix", "Issue: !`gh issue view $ARGUMENTS`"), "call-1"],
        ["user", typed("fix", "Issue: It crashes.")],
      ],
    },
    {
      what: "a typed skill, which has no sub-agent",
      act(caller) {
        assert.deepEqual(
          caller.user("/survey src").invocations.map(({ fork }) => fork),
          [null],
        );
      },
      news: () => [["user", typed("survey", "Look at src.")]],
    },
    {
      what: "a skill of the model's call, before the conversation is saved and resumed",
      act(caller) {
        const [{ last }] = caller.model({ skill: "survey", id: "call-2" });
        assert.equal(last.fork, null);
        caller.resume();
        assert.equal(caller.session.usage().survey, 2);
      },
      news: () => [["tool", contentOf("survey", "Look at $ARGUMENTS."), "call-2"]],
    },
    {
      what: "a command that the skill's tools do not include",
      act(caller) {
        const [{ outcome }] = caller.user("/release").invocations;
        assert.deepEqual([outcome.status, outcome.message], ["failed", "The command `make release` does not run: allowed-tools: Read"]);
      },
      news: () => [],
    },
    {
      what: "a file brings no skill, because paths have no effect",
      act(caller) {
        const touch = caller.session.touch(["/repo/main.rs"]);
        assert.deepEqual([touch.added, touch.messages], [[], []]);
        assert.equal(caller.session.listing().message.text, LIST);
        caller.model({ skill: "rust", id: "call-5" });
      },
      news: () => [["tool", contentOf("rust", "Run clippy."), "call-5"]],
    },
    {
      what: "refusals of three calls at once: by the skill, of an unknown name, and by the user",
      act(caller) {
        caller.model({ skill: "ship", id: "call-6" }, { skill: "nope", id: "call-7" }, { skill: "fix", id: "call-8", yes: false });
      },
      news: () => [
        ["tool", 'Skill "ship" is not the model\'s to use.', "call-6"],
        ["tool", `Skill "nope" not found. Available skills: ${[...Object.keys(LISTED), "ship"].sort().join(", ")}`, "call-7"],
        ["tool", 'The user declined the use of skill "fix".', "call-8"],
      ],
    },
    {
      what: "a skill with a hook, which registers none",
      act(caller) {
        caller.user("/guard");
        assert.deepEqual([caller.session.hooks(), caller.session.hooks("PreToolUse", "Bash")], [[], []]);
      },
      news: () => [["user", typed("guard", "Take care.")]],
    },
    {
      what: "compaction, which restores nothing",
      act(caller) {
        caller.add(...caller.session.compact());
        caller.user("Thanks");
        assert.deepEqual(caller.session.usage(), { fix: 2, guard: 1, rust: 1, ship: 1, survey: 2 });
      },
      news: () => [["user", "Thanks"]],
    },
  ];

  const ASKS = { "/repo/opencode.json": '{ "permission": { "skill": { "fix": "ask" } } }' };
  converse("opencode@2026-03", "/repo/.opencode/skills", TURNS, {}, ASKS);
});

/** Runs a conversation of ten turns, in one go and resumed before each turn. */
function converse(host, folder, turns, words, files = {}) {
  for (const isResumed of [false, true]) {
    test(`${host}, ten turns${isResumed ? ", resumed before each of them" : ""}`, () => {
      assert.equal(turns.length, 10);
      const caller = new Caller(host, { ...skillsIn(folder), ...files });
      for (const [index, { what, act, news }] of turns.entries()) {
        if (isResumed) caller.resume();
        act(caller, words);
        assert.deepEqual(caller.news(), news(words), `${index + 1}. ${what}`);
      }
      caller.free();
    });
  }
}
