// What the surface promises of arguments, errors, options and sessions, asked of the package itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { run, startPackage } from "./project.mjs";

const PDF = "/repo/.agents/skills/pdf/SKILL.md";
const FILES = {
  "/repo/.git/HEAD": "",
  [PDF]: "---\nname: pdf\ndescription: Fill in PDF forms.\n---\nUse the script.\n",
  "/repo/.claude/skills/fix/SKILL.md": "---\ndescription: Fix an issue.\n---\nIssue: !`gh issue view $0`\n",
  "/repo/.claude/skills/review/SKILL.md": "---\ndescription: Review.\ncontext: fork\n---\nLook.\n",
  "/home/me/.codex/skills/csv/SKILL.md": "---\nname: csv\ndescription: Clean up tables.\n---\nClean up.\n",
  "/home/me/.codex/config.toml": '[[skills.config]]\npath = "/home/me/.codex/skills/csv/SKILL.md"\nenabled = false\n',
  "/repo/web/.agents/skills/web/SKILL.md": "---\nname: web\ndescription: Make a page.\n---\nMake it.\n",
};

const { project, skillglass } = await startPackage();

/** Calls `act` with a workspace that has these files, and frees it. */
function inWorkspace(options, act) {
  const workspace = new skillglass.Workspace({ cwd: "/repo", home: "/home/me", ...options });
  workspace.writeAll(FILES);
  try {
    return act(workspace);
  } finally {
    workspace.free();
  }
}

/** The argument that `act` throws an ArgumentError for. */
function wrong(act) {
  let argument;
  assert.throws(act, (error) => {
    argument = error.argument;
    assert.ok(error instanceof skillglass.ArgumentError && error instanceof Error, String(error));
    assert.equal(error.name, "ArgumentError");
    return error.message.startsWith(`${argument}: `);
  });
  return argument;
}

describe("nothing misspelt passes", () => {
  const typed = { inputs: [{ type: "text", text: "Use $pdf" }] };
  const CASES = [
    ["hosts[0].editon", (w) => w.compare({ hosts: [{ host: "codex", editon: "2026-02" }] })],
    ["hosts[1].editon", (w) => w.lint({ hosts: ["codex", { host: "codex", editon: "2026-02" }] })],
    ["hosts[0].editon", (w) => w.turns(typed, [{ host: "codex", editon: "2026-02" }])],
    ["host.editon", (w) => w.setOptions({ host: { host: "codex", editon: "2026-02" } })],
    ["client.firstparty", (w) => w.turn({ ...typed, client: { firstparty: true } })],
    ["client.variables", (w) => w.turn({ ...typed, client: { variables: "TOKEN" } })],
    ["client.variables.TOKEN", (w) => w.turn({ ...typed, client: { variables: { TOKEN: 3 } } })],
    ["client.variables[0]", (w) => w.turn({ ...typed, client: { variables: [3] } })],
    ["servers[0].ulr", (w) => w.codex.installServers([{ type: "mcp", value: "a", ulr: "https://a.invalid" }])],
    ["servers[0].type", (w) => w.codex.installServers([{ type: "cli", value: "gh" }])],
    ['embedded["a"]', (w) => w.codex.systemSkills({ a: null })],
    ["embedded", (w) => w.codex.systemSkills(["a"])],
    ["inputs[0].txt", (w) => w.turn({ inputs: [{ type: "text", txt: "Use $pdf" }] })],
    ["inputs[0].path", (w) => w.turn({ inputs: [{ type: "text", text: "", path: "/a" }] })],
    ["inputs[0].path", (w) => w.turn({ inputs: [{ type: "skill", name: "pdf" }] })],
    ["inputs[0].type", (w) => w.turn({ inputs: [{ type: "txt", text: "" }] })],
    ["inputs[0].type", (w) => w.turn({ inputs: [{ text: "" }] })],
    ["inputs[0]", (w) => w.turn({ inputs: ["Use $pdf"] })],
    ['outputs["a"].exitcode', (w) => w.turn({ ...typed, outputs: { a: { text: "", exitcode: 1 } } })],
    ["claudeCode.sdk.skill", (w) => w.setOptions({ claudeCode: { sdk: { skill: [] } } })],
    ["codex.layers[0].kid", (w) => w.setOptions({ codex: { layers: [{ kid: "user" }] } })],
    ["plugins[0].rot", (w) => w.setOptions({ plugins: [{ id: "a@b", rot: "/a" }] })],
    ['rules["no-frontmater"]', (w) => w.lint({ rules: { "no-frontmater": "off" } })],
    ["variabels", (w) => w.startSession({ variabels: {} })],
    ["stict", (w) => w.write("/a", "", { stict: true })],
    ["host", (w) => w.plan({ host: ["codex"] })],
    ["for", (w) => w.plan({ for: "fun" })],
  ];
  for (const [argument, act] of CASES) {
    test(`${argument} in ${String(act).slice(7)}`, () =>
      inWorkspace({}, (w) =>
        assert.equal(
          wrong(() => act(w)),
          argument,
        ),
      ));
  }

  test("a member that is undefined is absent, and a Map, an array or an object of a class is no record", () =>
    inWorkspace({}, (w) => {
      assert.equal(w.compare({ hosts: ["codex"], skills: undefined }).hosts.length, 1);
      class Request {
        inputs = [];
      }
      for (const request of [new Map(), [], new Request(), new Uint8Array(2), () => {}, w])
        assert.match(String(thrownBy(() => w.turn(request))), /request: must be an object, not /);
      assert.equal(
        wrong(() => w.turn({ inputs: [], connectors: new Map() })),
        "connectors",
      );
      assert.equal(
        wrong(() => w.turn({ inputs: new Uint8Array(1) })),
        "inputs",
      );
    }));

  test("a getter may use the workspace that it is an argument of", () =>
    inWorkspace({}, (w) => {
      const request = {
        get inputs() {
          w.write("/repo/b", "");
          return [];
        },
      };
      assert.deepEqual(w.turn(request).mentions, []);
    }));
});

/** What `act` throws. */
function thrownBy(act) {
  try {
    act();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
}

describe("errors", () => {
  test("are in the caller's terms", () =>
    inWorkspace({}, (w) => {
      const CASES = [
        [() => w.setOptions({ contextWindow: -1 }), "contextWindow: is -1; it must be a whole number from 1, or absent"],
        [() => w.setOptions({ contextWindow: 0 }), "contextWindow: is 0; it must be a whole number from 1, or absent"],
        [() => w.setOptions({ contextWindow: "big" }), "contextWindow: must be a whole number, null or absent, not a string"],
        [() => w.setOptions({ contextWindow: 1.5 }), "contextWindow: must be a whole number, null or absent, not 1.5"],
        [() => w.turn({ inputs: 3 }), "inputs: must be an array, not 3"],
        [() => w.turn({}), "inputs: is missing"],
        [() => new skillglass.Workspace({}), "cwd: is missing"],
        [() => w.turn({ inputs: [{ type: "video" }] }), 'inputs[0].type: must be text, skill, mention or image, not "video"'],
        [() => w.turn({ inputs: [], scheduled: "yes" }), "scheduled: must be a boolean, not a string"],
        [() => w.compare({ hosts: [3] }), /^hosts\[0\]: must be a host such as "codex" or "codex@2026-02", .*, not a number$/],
        [() => w.compare({ hosts: ["vi"] }), /^hosts\[0\]\.host: there is no host "vi"; there is codex, /],
        [() => w.compare({ hosts: ["codex@1"] }), /^hosts\[0\]\.edition: codex has no edition "1"; it has /],
        [() => w.codex.systemSkills({ "/a/SKILL.md": "" }), /^embedded\["\/a\/SKILL.md"\]: begins with a slash/],
        [
          () => skillglass.schema("frontmater", "codex"),
          /^kind: must be frontmatter, agents\/openai.yaml or configuration, not "frontmater"$/,
        ],
      ];
      for (const [act, message] of CASES) {
        const said = thrownBy(act).message;
        if (typeof message === "string") assert.equal(said, message);
        else assert.match(said, message);
      }
    }));

  test("a freed workspace or session says that it was freed, and so do a freed workspace's sessions and groups", () => {
    const workspace = new skillglass.Workspace({ cwd: "/repo" });
    const [session, other, { codex }] = [workspace.startSession(), workspace.startSession(), workspace];
    session.free();
    assert.throws(() => session.plan(), /^Error: this Session was freed$/);
    workspace.free();
    for (const act of [() => workspace.plan(), () => workspace.revision, () => other.plan(), () => codex.listCounts()])
      assert.throws(act, /^Error: this Workspace was freed$/);
    workspace.free();
    other.free();
  });

  test("a refused path is reported, and thrown when that is asked for", () =>
    inWorkspace({}, (w) => {
      assert.equal(w.write("/a/../b", "").refused.length, 1);
      assert.equal(
        wrong(() => w.write("/a/../b", "", { strict: true })),
        "path",
      );
      assert.equal(
        wrong(() => w.symlink("/a//b", "/c", { strict: true })),
        "path",
      );
      assert.equal(
        wrong(() => w.writeAll({ "/a/../b": "" }, { strict: true })),
        'files["/a/../b"]',
      );
      assert.deepEqual(w.writeAll({ "/x": "" }, { strict: true }).refused, []);
    }));
});

describe("a host", () => {
  test("is named in the same ways everywhere", () => {
    const choices = ["codex@2026-02", { host: "codex", edition: "2026-02" }];
    const [one, two] = choices.map((choice) =>
      inWorkspace({ host: choice }, (w) => ({
        catalog: w.catalog(),
        compared: w.compare({ hosts: [choice] }),
        found: w.lint({ hosts: [choice] }),
        turns: w.turns("Use $pdf", [choice]),
        planned: w.plan({ hosts: [choice] }),
        fields: skillglass.fields(choice),
        schema: skillglass.schema("frontmatter", choice),
      })),
    );
    assert.deepEqual(one, two);
    assert.equal(one.catalog.edition, "2026-02");
    inWorkspace({}, (w) => {
      w.write("/repo/skillglass.json", '{ "hosts": ["codex@2026-02", "codex@1999-01"] }');
      const found = w.lint();
      assert.ok(found.some(({ hosts }) => hosts.some(({ editions }) => editions.includes("2026-02"))));
      assert.match(found.find(({ code }) => code === "configuration").message, /no host "codex@1999-01"/);
    });
  });

  test("has one edition", () => {
    new skillglass.Workspace({ cwd: "/", host: "codex@2026-02", edition: "2026-02" }).free();
    assert.equal(
      wrong(() => new skillglass.Workspace({ cwd: "/", host: "codex@2026-02", edition: "2026-05" })),
      "edition",
    );
  });

  test("that is not Codex has nothing of Codex's", () =>
    inWorkspace({ host: "opencode" }, (w) =>
      assert.equal(
        wrong(() => w.codex.listCounts()),
        "host",
      ),
    ));
});

describe("setOptions()", () => {
  const answers = (w) => [
    w.catalog(),
    w.listing(),
    w.turn("Use $pdf and /fix 3"),
    w.lint(),
    w.compare(),
    w.plan(),
    w.search("fill in forms"),
    w.startSession().listing(),
  ];

  test("leaves a workspace as a new one with the options is, one after another", () => {
    const CHANGES = [
      { host: "claude-code" },
      { contextWindow: 1000 },
      { host: "codex@2026-02", cwd: "/repo/web" },
      { edition: "2026-05" },
      { home: null },
      { host: "opencode", home: "/home/me" },
      { codex: { home: "/home/me/.codex" }, host: "codex" },
      { variables: { TOKEN: "x" }, cwd: "/repo" },
      { host: "standard", contextWindow: null, touched: ["/repo/web/a.ts"] },
      { host: null, edition: null, variables: null, touched: null, codex: null },
    ];
    inWorkspace({}, (w) => {
      let options = {};
      answers(w);
      for (const change of CHANGES) {
        w.setOptions(change);
        const edition = "host" in change && !("edition" in change) ? { edition: null } : {};
        options = { ...options, ...edition, ...change };
        // A host that was named with its edition, and then has another.
        if ("edition" in change && !("host" in change)) options.host = options.host.split("@")[0];
        assert.deepEqual(answers(w), inWorkspace(options, answers), JSON.stringify(change));
      }
    });
  });

  test("parses no file again for another directory, window or host that was there before", () =>
    inWorkspace({}, (w) => {
      w.catalog();
      const before = w.filesParsed;
      w.setOptions({ contextWindow: 5000, touched: ["/repo/a"] });
      w.catalog();
      assert.equal(w.filesParsed, before);
      w.setOptions({ host: "claude-code" });
      w.catalog();
      w.setOptions({ host: "codex" });
      w.catalog();
      assert.equal(w.filesParsed, before);
    }));

  test("changes nothing when an option is wrong", () =>
    inWorkspace({ host: "opencode" }, (w) => {
      const before = w.catalog();
      assert.equal(
        wrong(() => w.setOptions({ host: "codex", cwd: "repo" })),
        "cwd",
      );
      assert.equal(
        wrong(() => w.setOptions({ cwd: null })),
        "cwd",
      );
      assert.equal(
        wrong(() => w.setOptions({ contextwindow: 5 })),
        "contextwindow",
      );
      assert.deepEqual(w.catalog(), before);
    }));
});

describe("one of many", () => {
  test("skill() gives one skill, or null", () =>
    inWorkspace({}, (w) => {
      assert.deepEqual(
        w.skill(PDF),
        w.catalog().skills.find(({ path }) => path === PDF),
      );
      assert.equal(w.skill("/nowhere"), null);
    }));

  test("plan() of several hosts is what any of them would read", () =>
    inWorkspace({}, (w) => {
      const unread = ["/repo/.agents/skills/a/SKILL.md", "/repo/.claude/skills/b/SKILL.md"];
      for (const path of unread) w.write(path, null);
      assert.deepEqual(w.plan(), [unread[0]]);
      assert.deepEqual(w.plan({ hosts: ["codex", "claude-code"] }), unread);
      assert.deepEqual(w.plan({}), unread);
    }));
});

describe("a turn", () => {
  test("of a text alone is that text", () =>
    inWorkspace({}, (w) => assert.deepEqual(w.turn("Use $pdf"), w.turn({ inputs: [{ type: "text", text: "Use $pdf" }] }))));

  test("takes images, which choose nothing, and mentions, which choose as links do", () =>
    inWorkspace({}, (w) => {
      const inputs = [
        { type: "image", path: "/a.png" },
        { type: "image", url: "https://example.org/a.png" },
        { type: "mention", name: "pdf", path: PDF },
        { type: "mention", name: "calendar", path: "app://calendar" },
      ];
      const { mentions, selected, warnings } = w.turn({ inputs });
      assert.deepEqual(
        mentions.map(({ input, kind, target, outcome }) => [input, kind, target, outcome.status]),
        [
          [2, "link", "skill", "selected"],
          [3, "link", "app", "skipped"],
        ],
      );
      assert.deepEqual([selected.map(({ name, by }) => [name, by]), warnings], [[["pdf", "path"]], []]);
    }));

  test("names the file that a skill would be in, and what keeps it out", () =>
    inWorkspace({}, (w) => {
      w.write("/repo/.agents/skills/api-review/SKILL.md", "---\nname: api-review\n---\n");
      w.write("/repo/.agents/skills/notes/skill.md", "---\nname: notes\ndescription: Notes.\n---\n");
      const message = (text) => w.turn(text).mentions[0].outcome.message;
      assert.match(message("Use $api-review"), /; \/repo\/.agents\/skills\/api-review\/SKILL.md.* is refused: .*description/);
      assert.match(message("Use $notes"), /; \/repo\/.agents\/skills\/notes\/skill.md is left out: .*Rename it to SKILL.md/);
      assert.doesNotMatch(message("Use $nothing"), /SKILL/);
    }));

  test("refuses outputs that nothing asked for", () =>
    inWorkspace({ host: "claude-code" }, (w) => {
      const request = (id) => ({ inputs: [{ type: "text", text: "/fix 3" }], outputs: { [id]: { text: "x" } } });
      const session = w.startSession();
      assert.equal(
        wrong(() => w.turn(request("9.9"))),
        'outputs["9.9"]',
      );
      assert.equal(
        wrong(() => session.turn(request("9.9"))),
        'outputs["9.9"]',
      );
      assert.equal(
        wrong(() => w.turns(request("9.9"), ["codex", "claude-code"])),
        'outputs["9.9"]',
      );
      const { id } = w.turn("/fix 3").invocations[0].requests[0];
      assert.equal(w.turns(request(id), ["codex", "claude-code"]).length, 2);
      assert.deepEqual(session.usage(), {});
      session.turn(request(id));
      session.free();
    }));
});

describe("a session", () => {
  const NEEDS = "dependencies:\n  tools:\n    - type: env_var\n      value: TOKEN\n";
  const withNeeds = (options, act) =>
    inWorkspace(options, (w) => {
      w.write("/repo/.agents/skills/pdf/agents/openai.yaml", NEEDS);
      return act(w);
    });
  const asked = (turn) => turn.questions.flatMap(({ questions }) => questions.map(({ id }) => id));

  test("says which answers it took and why not the others", () =>
    withNeeds({}, (w) => {
      const session = w.startSession();
      const answers = { TOKEN: ["user_note: x"] };
      const refused = (reason) => ({ taken: [], refused: [{ id: "TOKEN", reason }], install: null });
      assert.deepEqual(session.answer(answers), refused("not-asked"));
      assert.deepEqual(asked(session.turn("Use $pdf")), ["TOKEN"]);
      for (const answer of ["x", "user_note: ", "user_note:    "])
        assert.deepEqual(session.answer({ TOKEN: [answer] }), refused("no-value"));
      assert.deepEqual(session.answer(answers), { taken: ["TOKEN"], refused: [], install: null });
      assert.deepEqual(asked(session.turn("Use $pdf")), []);
      session.free();
    }));

  test("goes on with the values of before", () =>
    withNeeds({}, (w) => {
      const session = w.startSession({ variables: { TOKEN: "x" } });
      assert.equal(session.variable("TOKEN"), "x");
      assert.deepEqual(asked(session.turn("Use $pdf")), []);
      session.free();
    }));

  test("knows the variables that were set when a skill needed them", () =>
    withNeeds({}, (w) => {
      const session = w.startSession();
      const turn = (text, variables) => asked(session.turn({ inputs: [{ type: "text", text }], client: { variables } }));
      assert.deepEqual(turn("Nothing", { TOKEN: "x" }), []);
      assert.deepEqual(turn("Use $pdf", undefined), ["TOKEN"]);
      assert.deepEqual(turn("Use $pdf", { TOKEN: "x" }), []);
      assert.deepEqual(turn("Use $pdf", undefined), []);
      assert.equal(session.variable("TOKEN"), "x");
      session.free();
      const other = w.startSession();
      assert.deepEqual(asked(other.turn({ inputs: [{ type: "text", text: "Use $pdf" }], client: { variables: ["TOKEN"] } })), []);
      assert.deepEqual(asked(other.turn("Use $pdf")), []);
      assert.equal(other.variable("TOKEN"), null);
      other.free();
    }));

  const SERVERS =
    "dependencies:\n  tools:\n    - { type: mcp, value: docs, url: 'https://docs.invalid/mcp' }\n    - { type: mcp, value: wiki }\n";
  const CONFIG = "/home/me/.codex/config.toml";
  const client = { firstParty: true, installsServers: true };
  const usesPdf = { inputs: [{ type: "text", text: "Use $pdf" }], client };
  const withServers = (act) =>
    inWorkspace({}, (w) => {
      w.write("/repo/.agents/skills/pdf/agents/openai.yaml", SERVERS);
      const session = w.startSession();
      act(w, session);
      session.free();
    });
  const servers = (turn) => turn.questions.flatMap(({ questions }) => questions.flatMap((one) => one.servers.map(({ value }) => value)));

  test("gives the configuration with the servers that the user agreed to, and is silent then", () =>
    withServers((w, session) => {
      const turn = session.turn(usesPdf);
      assert.deepEqual(servers(turn), ["docs", "wiki"]);
      const { taken, refused, install } = session.answer({ install: ["Install"] });
      assert.deepEqual([taken, refused], [["install"], []]);
      assert.deepEqual([install.installed, install.unreachable, install.edit.path], [["docs"], ["wiki"], CONFIG]);
      assert.equal(install.edit.text, `${FILES[CONFIG]}\n[mcp_servers.docs]\nurl = "https://docs.invalid/mcp"\n`);
      assert.deepEqual(servers(session.turn(usesPdf)), []);
      assert.deepEqual(w.codex.installServers(turn.questions[0].questions[0].servers), install);
      w.write(install.edit.path, install.edit.text);
      assert.deepEqual(servers(w.turn(usesPdf)), ["wiki"]);
    }));

  test("remembers which servers were declined", () =>
    withServers((w, session) => {
      session.turn(usesPdf);
      assert.deepEqual(session.answer({ install: ["perhaps"] }).refused, [{ id: "install", reason: "not-an-option" }]);
      assert.deepEqual(servers(session.turn(usesPdf)), ["docs", "wiki"]);
      assert.deepEqual(session.answer({ install: ["Continue anyway"] }), { taken: ["install"], refused: [], install: null });
      assert.deepEqual(servers(session.turn(usesPdf)), []);
      const resumed = w.startSession({ declinedServers: ["docs"] });
      assert.deepEqual(servers(resumed.turn(usesPdf)), ["wiki"]);
      resumed.free();
    }));

  test("throws when the configuration cannot be edited, and has taken nothing", () =>
    withServers((w, session) => {
      session.turn(usesPdf);
      w.write(CONFIG, "not toml");
      assert.equal(
        wrong(() => session.answer({ install: ["Install"] })),
        CONFIG,
      );
      w.write(CONFIG, "");
      assert.deepEqual(session.answer({ install: ["Install"] }).taken, ["install"]);
    }));

  test("asks for no variable that the workspace's options have", () =>
    withNeeds({ variables: { TOKEN: "x" } }, (w) => assert.deepEqual(asked(w.turn("Use $pdf")), [])));

  test("counts what Codex injects", () =>
    inWorkspace({}, (w) => {
      const session = w.startSession();
      session.turn("Use $pdf");
      assert.deepEqual(session.usage(), { pdf: 1 });
      assert.deepEqual(
        session.invoked().map(({ name, path }) => [name, path]),
        [["pdf", PDF]],
      );
      session.free();
    }));

  test("lists skills in the caller's order, in a host that has none of its own", () =>
    inWorkspace({ host: "standard" }, (w) => {
      w.write("/repo/.agents/skills/zip/SKILL.md", "---\nname: zip\ndescription: Packs files.\n---\n");
      const session = w.startSession();
      const namesOf = (request) => session.listing(request).entries.map(({ name }) => name);
      const names = namesOf();
      const last = names.at(-1);
      assert.deepEqual(namesOf({ order: [last] }), [last, ...names.slice(0, -1)]);
      assert.deepEqual(namesOf({ agent: "agent-1", order: names.toReversed() }), names.toReversed());
      assert.equal(
        wrong(() => session.listing({ order: [last, "nope"] })),
        "order[1]",
      );
      session.free();
    }));

  test("ends no sub-agent that does not run", () =>
    inWorkspace({ host: "claude-code" }, (w) => {
      const session = w.startSession();
      assert.equal(
        wrong(() => session.finishFork("nope", "r")),
        "fork",
      );
      session.invoke({ skill: "review", approved: true });
      assert.match(session.finishFork("review", "r").text, /review/);
      assert.equal(
        wrong(() => session.finishFork("review", "r")),
        "fork",
      );
      session.free();
    }));
});

describe("of Codex alone", () => {
  test("bundled files may be bytes, and come back as such", () =>
    inWorkspace({}, (w) => {
      const icon = new Uint8Array([0x89, 0x50, 0, 0xff]);
      for (const files of [
        { "a/SKILL.md": "text", "a/icon.png": icon },
        new Map([
          ["a/SKILL.md", "text"],
          ["a/icon.png", icon],
        ]),
      ]) {
        const { write, needed } = w.codex.systemSkills(files);
        assert.equal(needed, true);
        assert.deepEqual(
          write.slice(0, 2).map(({ text, bytes }) => [text, bytes]),
          [
            ["text", null],
            [null, icon],
          ],
        );
      }
      const files = { "a/icon.png": icon };
      for (const { path, text, bytes } of w.codex.systemSkills(files).write) w.write(path, text ?? bytes);
      assert.equal(w.codex.systemSkills(files).needed, false);
    }));

  test("skills stay until a reload where that is asked for", () =>
    inWorkspace({ codex: { staleUntilReload: true } }, (w) => {
      w.catalog();
      w.remove(PDF);
      w.write("/repo/.agents/skills/new/SKILL.md", "---\nname: new\ndescription: New.\n---\n");
      const { selected, messages, warnings, events } = w.turn("Use $pdf and $new");
      assert.deepEqual([selected.map(({ name }) => name), messages], [["pdf"], []]);
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0].startsWith(`Failed to load skill pdf at ${PDF}: `));
      assert.deepEqual(events, [{ type: "counter", name: "codex.skill.injected", status: "error", skill: "pdf" }]);
      const names = (request) => w.codex.listSkills(request)[0].skills.map(({ name }) => name);
      assert.deepEqual(names({}), ["pdf", "csv"]);
      assert.deepEqual(names({ forceReload: true }), ["new", "csv"]);
      assert.deepEqual(
        w.turn("Use $new").selected.map(({ name }) => name),
        ["new"],
      );
    }));
});

test("every refusal has a reason", () =>
  inWorkspace({ host: "claude-code" }, (w) => {
    w.write("/repo/.claude/settings.json", '{ "permissions": { "deny": ["Skill(fix)"] } }');
    const reason = (skill) => w.invoke({ skill }).outcome.reason;
    assert.deepEqual(["", "nothing", "fix"].map(reason), ["empty-name", "unknown", "denied"]);
    w.setOptions({ host: "opencode" });
    assert.equal(reason("nothing"), "unknown");
    w.setOptions({ host: "standard" });
    assert.equal(reason("nothing"), "unknown");
  }));

test("a diagnostic names a page that can be opened", () =>
  inWorkspace({}, (w) => {
    w.write("/repo/.agents/skills/a/SKILL.md", "# Nothing\n");
    const [one] = w.lint().filter(({ code }) => code === "no-frontmatter");
    const { repository, version } = JSON.parse(readFileSync(`${project.folder}/node_modules/skillglass/package.json`, "utf8"));
    const page = "docs/rules/no-frontmatter.md";
    assert.equal(`git+${one.docs}`, repository.url.replace(/\.git$/, `/blob/v${version}/${page}`));
    project.write("docs.mjs", `process.stdout.write(import.meta.resolve("skillglass/${page}"));`);
    assert.match(readFileSync(fileURLToPath(run(process.execPath, ["docs.mjs"], project.folder)), "utf8"), /no-frontmatter/);
    const [other] = w.lint({ docsBase: "https://docs.example/" }).filter(({ code }) => code === "no-frontmatter");
    assert.equal(other.docs, "https://docs.example/docs/rules/no-frontmatter.md");
    const hrefs = (found) => skillglass.toLsp(found)[0].diagnostics[0].codeDescription?.href;
    assert.deepEqual([hrefs([one]), hrefs([other])], [one.docs, other.docs]);
  }));
