// A conversation with Claude Code, through the JavaScript surface alone.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { startPackage } from "./project.mjs";

const SKILLS = {
  "/repo/.git/HEAD": "ref: refs/heads/main\n",
  "/repo/.claude/skills/fix/SKILL.md":
    "---\ndescription: Fix an issue.\nallowed-tools: Bash(gh *)\nhooks: {PreToolUse: [{matcher: Bash, hooks: [{type: command, command: check, once: true}]}]}\n---\n" +
    "é🙂 Issue: !`gh issue view $0`\n",
  "/repo/.claude/skills/review/SKILL.md": "---\ndescription: Review.\ncontext: fork\nagent: Explore\n---\nLook at $ARGUMENTS.\n",
  "/repo/.claude/skills/rust/SKILL.md": "---\ndescription: For Rust.\npaths: '**/*.rs'\n---\nUse clippy.\n",
  "/repo/web/.claude/skills/deploy/SKILL.md": "---\ndescription: Deploy the web.\n---\nShip it.\n",
};

const { skillglass } = await startPackage();

/** Calls `act` with a workspace and a session, and frees both. */
function converse(act, options = {}) {
  const workspace = new skillglass.Workspace({ host: "claude-code", cwd: "/repo", home: "/home/me", ...options });
  const session = workspace.startSession();
  workspace.writeAll(SKILLS);
  try {
    return act(workspace, session);
  } finally {
    session.free();
    workspace.free();
  }
}

const typed = (text, outputs = {}) => ({ inputs: [{ type: "text", text }], outputs });

describe("Claude Code", () => {
  test("is among the hosts, with its editions", () => {
    const host = skillglass.hosts().find(({ host }) => host === "claude-code");
    assert.deepEqual(host, {
      host: "claude-code",
      label: "Claude Code",
      editions: ["2026-02", "2026-04", "2026-08", "2026-11"],
      default: "2026-11",
      usual: true,
      skillsFrom: "folders",
    });
  });

  test("lists what is there, and after files were touched only what is new", () =>
    converse((_workspace, session) => {
      assert.deepEqual(session.listing().attachment.names, ["fix", "review"]);
      assert.equal(session.listing().message, null);
      const touch = session.touch(["/repo/web/main.rs"]);
      assert.deepEqual(
        touch.added.map(({ name, by }) => [name, by]),
        [
          ["deploy", "directory"],
          ["rust", "condition"],
        ],
      );
      assert.equal(session.catalog().skills.length, 4);
      assert.deepEqual(session.listing().attachment.names, ["deploy", "rust"]);
      assert.deepEqual(session.listing("agent-1").attachment.names, ["fix", "review", "deploy", "rust"]);
    }));

  test("waits for a command's output and goes on with it", () =>
    converse((_workspace, session) => {
      const waiting = session.turn(typed("/fix 7"));
      const [{ outcome, requests }] = waiting.invocations;
      assert.deepEqual(outcome, { status: "waits" });
      assert.deepEqual([waiting.messages, session.usage(), session.hooks()], [[], {}, []]);
      const [{ type, id, command, verdict, rule, range }] = requests;
      assert.deepEqual(
        { type, command, verdict, rule },
        {
          type: "command",
          command: "gh issue view 7",
          verdict: "allow",
          rule: "Bash(gh *)",
        },
      );
      const file = SKILLS["/repo/.claude/skills/fix/SKILL.md"];
      assert.equal(file.slice(range.start.offset, range.end.offset), "!`gh issue view $0`");

      const turn = session.turn(typed("/fix 7", { [id]: { text: "It crashes.\n" } }));
      assert.deepEqual(
        turn.messages.map(({ role, hidden, text }) => ({ role, hidden, text })),
        [
          {
            role: "user",
            hidden: false,
            text: "<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>7</command-args>",
          },
          {
            role: "user",
            hidden: true,
            text: "Base directory for this skill: /repo/.claude/skills/fix\n\né🙂 Issue: It crashes.\n",
          },
        ],
      );
      assert.deepEqual(session.usage(), { fix: 1 });
      assert.deepEqual(
        session.changes().map(({ allowedTools, until }) => ({ allowedTools, until })),
        [{ allowedTools: ["Bash(gh *)"], until: "next-user-message" }],
      );
      assert.throws(() => session.changes("agent-1"), /agent: no agent/);
      session.turn(typed("Thanks"));
      assert.deepEqual(session.changes(), []);
    }));

  test("ends with the command's failure", () =>
    converse((workspace) => {
      const [{ requests }] = workspace.turn(typed("/fix 7")).invocations;
      const outputs = { [requests[0].id]: { text: "no such issue", exitCode: 1 } };
      const [{ outcome, content }] = workspace.turn(typed("/fix 7", outputs)).invocations;
      assert.equal(outcome.status, "failed");
      assert.equal(outcome.message, 'Shell command failed for pattern "!`gh issue view 7`": no such issue');
      assert.equal(content, null);
    }));

  test("answers the model's call of the tool: asks, refuses, runs", () =>
    converse((workspace, session) => {
      const asks = workspace.invoke({ skill: "fix" });
      assert.equal(asks.outcome.status, "asks");
      assert.deepEqual(
        asks.permission.suggestions.map(({ rule }) => rule),
        ["Skill(fix)", "Skill(fix:*)"],
      );
      assert.deepEqual(
        ["", "nothing", "compact"].map((skill) => workspace.invoke({ skill }).outcome.code),
        [1, 2, 5],
      );
      session.touch(["/repo/main.rs"]);
      const { messages } = session.invoke({ skill: "/rust", id: "toolu_1" });
      assert.deepEqual(
        messages.map(({ role, callId }) => [role, callId]),
        [
          ["tool", "toolu_1"],
          ["user", "toolu_1"],
        ],
      );
      assert.equal(session.invoke({ skill: "rust" }).outcome.status, "already-loaded");
    }));

  test("hands a forked skill to a sub-agent and takes its result", () =>
    converse((_workspace, session) => {
      const { outcome, fork, messages } = session.invoke({ skill: "review", args: "the diff", approved: true });
      assert.equal(outcome.status, "forked");
      assert.deepEqual(fork, {
        id: "fork-1",
        agent: "Explore",
        prompt: "Base directory for this skill: /repo/.claude/skills/review\n\nLook at the diff.\n",
        model: null,
        effort: null,
        allowedTools: [],
        disallowedTools: [],
        background: true,
        readsMemory: false,
      });
      assert.equal(messages.length, 1);
      const result = session.finishFork(fork.id, "Well done.");
      assert.equal(result.text, 'Skill "review" completed (forked execution).\n\nResult:\nWell done.');
      assert.deepEqual([result.role, result.callId], ["user", null]);
      assert.throws(() => session.endAgent(fork.id), /agent: no agent/);
      assert.deepEqual(session.invoked(), []);
    }));

  test("runs a skill's hooks and puts its text back after compaction", () =>
    converse((workspace, session) => {
      const [{ requests }] = workspace.turn(typed("/fix 7")).invocations;
      session.turn(typed("/fix 7", { [requests[0].id]: { text: "It crashes." } }));
      const [{ id, skill, directory }] = session.hooks("PreToolUse", "Bash");
      assert.deepEqual({ skill, directory }, { skill: "fix", directory: "/repo/.claude/skills/fix" });
      assert.deepEqual(session.hooks("PreToolUse", "Read"), []);
      const occurrence = { event: "PreToolUse", sessionId: "s1", tool: "Bash", input: { command: "ls", b: 1, a: [null] } };
      const run = session.hookRun(id, occurrence);
      assert.deepEqual([run.type, run.program, run.cwd], ["command", "/bin/sh", "/repo"]);
      assert.ok(run.stdin.endsWith('"tool_name":"Bash","tool_input":{"command":"ls","b":1,"a":[null]}}\n'));
      const answer = session.hookAnswer(id, occurrence, { exitCode: 2, stderr: "no" });
      assert.deepEqual([answer.outcome, answer.decision], ["blocked", "deny"]);
      assert.throws(() => session.hookRun(id, { event: "Stop", sessionId: "s1" }), /event: the hook waits for PreToolUse/);
      assert.throws(() => session.hookRun(99, occurrence), /id: no hook/);
      assert.equal(session.hookSucceeded(id), true);
      assert.throws(() => session.hookSucceeded(id), /id: no hook/);
      assert.throws(() => session.hooks("Nonsense"), /event: there is no event "Nonsense"/);
      const [{ text }] = session.compact();
      assert.ok(text.includes("### Skill: fix\nPath: /repo/.claude/skills/fix/SKILL.md\n\nBase directory"));
      assert.deepEqual(
        session.invoked().map(({ name, agent, compacted }) => ({ name, agent, compacted })),
        [{ name: "fix", agent: "", compacted: true }],
      );
      assert.deepEqual(session.compact("agent-1"), []);
    }));

  test("takes its own options and says which is wrong", () => {
    const claudeCode = { autoMode: true };
    converse(
      (workspace) => {
        const [{ content }] = workspace.turn(typed("/fix 7")).invocations;
        assert.ok(content.includes("[run this first, its output belongs here: gh issue view 7]"));
      },
      { claudeCode },
    );
    assert.throws(() => converse(() => {}, { claudeCode: { autoMod: true } }), /claudeCode\.autoMod: there is no such option/);
    assert.throws(() => converse(() => {}, { claudeCode: { addDirectories: ["x"] } }), /claudeCode\.addDirectories\[0\]/);
  });

  const WRONG = [
    ["skill", "a call without a skill", (_workspace, session) => session.invoke({})],
    ["call", "a call of the wrong type", (workspace) => workspace.invoke("fix")],
    ["outputs", "outputs of the wrong type", (workspace) => workspace.turn(typed("/fix 7", { "0.0": "text" }))],
    ["paths", "paths of the wrong type", (_workspace, session) => session.touch("/repo/x")],
    ["paths", "a relative path", (_workspace, session) => session.touch(["x"])],
    ["request", "a request of the wrong type", (_workspace, session) => session.listing(3)],
    ["agent", "an agent of the wrong type", (_workspace, session) => session.listing({ agent: 3 })],
    ["order", "an order, because the host orders its list itself", (_workspace, session) => session.listing({ order: ["fix"] })],
    ["declined", "a call both approved and declined", (_, session) => session.invoke({ skill: "fix", approved: true, declined: true })],
    ["agent", "changes of an agent of the wrong type", (_, session) => session.changes(3)],
    ["id", "a hook's id of the wrong type", (_, session) => session.hookSucceeded("1")],
    ["result", "a missing result", (_workspace, session) => session.finishFork("review")],
  ];
  for (const [name, what, act] of WRONG) {
    test(`throws an Error that names \`${name}\` for ${what}`, () =>
      converse((workspace, session) => {
        assert.throws(
          () => act(workspace, session),
          (error) => error instanceof Error && error.message.includes(name),
        );
      }));
  }

  test("has what Codex has not: a tool for skills", () => {
    converse(
      (workspace, session) => {
        assert.throws(() => workspace.invoke({ skill: "fix" }), /host/);
        assert.throws(() => session.invoke({ skill: "fix" }), /host/);
        assert.throws(() => session.finishFork("fix", ""), /fork: no sub-agent/);
      },
      { host: "codex" },
    );
  });
});
