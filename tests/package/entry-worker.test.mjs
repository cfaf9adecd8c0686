// `skillglass/worker`: the same workspace behind promises. Questions can be dropped, and a worker that stops is followed by another
// with the same files.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

import { freshProject, run, scenario } from "./project.mjs";

const SKILL = "/repo/.agents/skills/pdf/SKILL.md";
const TEXT = "---\nname: pdf\ndescription: Fill in PDF forms.\n---\nUse the script.\n";
const OPTIONS = { host: "codex", cwd: "/repo", home: "/home/me" };

const project = freshProject();
const entry = await project.load("skillglass/worker");
const { openWorkspace, ...errors } = entry;
const skillglass = await project.load("skillglass");
await skillglass.default();
// The module of the package, whose `search` stops as a trap would; the tree gives way to `remove` of /trap.
project.write(
  "fragile.mjs",
  `import { parentPort } from "node:worker_threads";
import * as skillglass from "skillglass";
import { serve } from "skillglass/worker/serve";

const unreachable = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 97, 0, 0, 10, 5, 1, 3, 0, 0, 11);
const { a: trap } = new WebAssembly.Instance(new WebAssembly.Module(unreachable)).exports;
class Workspace extends skillglass.Workspace {
search(request) {
  if (request === "deep") return this.search(request);
  if (request === "exit") process.exit(3);
  if (request === "long") for (;;);
  trap();
}
}
const count = (workspace, more) => workspace.catalog().skills.length + more;
const refuse = async () => {
throw new RangeError("too much");
};
const exit = () => void setTimeout(() => process.exit(3));
serve({ ...skillglass, default: skillglass.default, Workspace }, parentPort, { count, refuse, exit });
`,
);

/** Opens a workspace with one skill, and closes it. */
async function inWorker(act, setup) {
  const workspace = openWorkspace(OPTIONS, setup);
  try {
    void workspace.write(SKILL, TEXT);
    await act(workspace);
  } finally {
    workspace.close();
  }
}

const fragile = { worker: () => new Worker(pathToFileURL(join(project.folder, "fragile.mjs"))) };

const names = async (workspace) => (await workspace.catalog()).skills.map(({ name }) => name);

describe("a workspace in a worker", () => {
  test("answers as one beside it does", () =>
    inWorker(async (workspace) => {
      const beside = new skillglass.Workspace(OPTIONS);
      beside.write(SKILL, TEXT);
      assert.deepEqual(await workspace.catalog(), beside.catalog());
      assert.deepEqual(await workspace.turn("Use $pdf"), beside.turn("Use $pdf"));
      assert.deepEqual(await workspace.lint({ hosts: ["codex", "pi"] }), beside.lint({ hosts: ["codex", "pi"] }));
      assert.deepEqual(await workspace.search("forms", { limit: 3 }), beside.search("forms", { limit: 3 }));
      assert.deepEqual(await workspace.codex.listSkills({}), beside.codex.listSkills({}));
      assert.deepEqual(await workspace.module.hosts(), skillglass.hosts());
      assert.equal(await workspace.skill("/none"), null);
      beside.free();
    }));

  test("has every method of a workspace and of a session", () =>
    inWorker(async (workspace) => {
      const methods = ({ prototype }) =>
        Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) => (value ? name : []));
      const own = ["constructor", "free", "__destroy_into_raw"];
      const session = await workspace.startSession();
      for (const name of methods(skillglass.Workspace)) if (!own.includes(name)) assert.equal(typeof workspace[name], "function", name);
      for (const name of methods(skillglass.Session)) if (!own.includes(name)) assert.equal(typeof session[name], "function", name);
    }));

  test("holds conversations", () =>
    inWorker(async (workspace) => {
      const session = await workspace.startSession();
      assert.equal((await session.turn("Use $pdf")).messages.length, 1);
      session.free();
      await assert.rejects(session.turn("Use $pdf"), /session has ended/);
    }));

  test("throws what the module throws", () =>
    inWorker(async (workspace) => {
      await assert.rejects(workspace.compare({ hosts: ["vi"] }), (error) => {
        assert.ok(error instanceof errors.ArgumentError);
        assert.equal(error.argument, "hosts[0].host");
        return error.message.startsWith('hosts[0].host: there is no host "vi"');
      });
      await assert.rejects(workspace.write(SKILL, 3), { name: "ArgumentError", argument: "contents" });
      assert.deepEqual(await names(workspace), ["pdf"]);
    }));

  test("with a wrong option is never ready, and says why", async () => {
    const workspace = openWorkspace({ ...OPTIONS, cwd: 3 });
    await assert.rejects(workspace.ready, { name: "ArgumentError", argument: "cwd" });
    await assert.rejects(workspace.catalog(), { argument: "cwd" });
    assert.equal(workspace.state, "failed");
    workspace.close();
  });

  test("has methods of one's own beside those of the workspace", () =>
    inWorker(async (workspace) => {
      assert.equal(await workspace.call("count", [2]), 3);
      await assert.rejects(workspace.call("refuse"), { name: "RangeError", message: "too much" });
      await assert.rejects(workspace.call("missing"), /no missing\(\)/);
    }, fragile));

  test("that stops while it has no question is reported, and with no other worker has failed", async () => {
    let onFailure;
    const failed = new Promise((resolve) => (onFailure = resolve));
    const workspace = openWorkspace(OPTIONS, { ...fragile, restarts: false, onFailure });
    // A worker that waits keeps no program alive.
    const alive = setInterval(() => {}, 1_000);
    await workspace.call("exit");
    assert.equal((await failed).reason, "exit");
    clearInterval(alive);
    assert.deepEqual([workspace.state, workspace.restarts], ["failed", 0]);
    await assert.rejects(workspace.catalog(), errors.WorkerStopped);
    workspace.close();
  });

  test("keeps the order of changes and questions", () =>
    inWorker(async (workspace) => {
      const before = names(workspace);
      void workspace.remove(SKILL);
      const between = names(workspace);
      void workspace.writeAll({ [SKILL]: TEXT });
      assert.deepEqual(await Promise.all([before, between, names(workspace)]), [["pdf"], [], ["pdf"]]);
    }));

  test("takes the sources of skillglass/sources", () =>
    inWorker(async (workspace) => {
      const { fromFileList, mount } = await project.load("skillglass/sources");
      const tree = fromFileList([new File([TEXT.replace("pdf", "csv")], "SKILL.md")]);
      await mount(workspace, tree, { at: "/repo/.agents/skills/csv" });
      assert.deepEqual(await names(workspace), ["csv", "pdf"]);
    }));

  test("does not keep a program alive that waits for nothing", () => {
    project.write(
      "main.mjs",
      `import { openWorkspace } from "skillglass/worker";
const workspace = openWorkspace(${JSON.stringify(OPTIONS)});
console.log((await workspace.catalog()).skills.length);`,
    );
    assert.equal(run(process.execPath, ["main.mjs"], project.folder), "0\n");
  });
});

describe("a question", () => {
  test("rejects at once when its signal ends it, and the next one is answered", () =>
    inWorker(async (workspace) => {
      const ending = new AbortController();
      const reason = new Error("enough");
      const asked = workspace.catalog({ signal: ending.signal });
      ending.abort(reason);
      await assert.rejects(asked, reason);
      await assert.rejects(workspace.catalog({ signal: ending.signal }), reason);
      assert.deepEqual(await names(workspace), ["pdf"]);
      const inTime = new AbortController();
      await workspace.catalog({ signal: inTime.signal });
      inTime.abort();
    }));

  test("is dropped by a newer one of its kind, if both say so", () =>
    inWorker(async (workspace) => {
      const asked = ["$a", "$b", "Use $pdf"].map((text) => workspace.turn(text, { latest: true }));
      const others = [workspace.turn("$a"), workspace.turn("$b", { latest: "other" }), workspace.skill(SKILL, { latest: true })];
      for (const dropped of asked.slice(0, 2)) await assert.rejects(dropped, { name: "AbortError" });
      assert.equal((await asked[2]).messages.length, 1);
      assert.equal((await Promise.all(others)).length, 3);
    }));

  test("over many skills says how far it is, and ends between two steps", () =>
    inWorker(async (workspace) => {
      const files = Array.from({ length: 120 }, (_, index) => [SKILL.replace("pdf", `s${index}`), TEXT.replace("pdf", `s${index}`)]);
      await workspace.writeAll(new Map(files));
      const heard = [];
      await workspace.lint({ hosts: ["codex"] }, { onProgress: (progress) => heard.push(progress) });
      assert.deepEqual(
        heard.map(({ done }) => done),
        [0, 50, 100, 121],
      );
      const ending = new AbortController();
      const seen = [];
      const compared = workspace.compare(
        {},
        {
          signal: ending.signal,
          onProgress({ done }) {
            seen.push(done);
            ending.abort();
          },
        },
      );
      await assert.rejects(compared, { name: "AbortError" });
      await workspace.catalog();
      assert.ok(!seen.includes(121), `${seen}`);
    }));
});

describe("after the worker stopped", () => {
  for (const [how, request] of [
    ["by a trap", "trap"],
    ["with its stack used up", "deep"],
    ["by itself", "exit"],
  ]) {
    test(`${how}, another one has the same tree and options`, () =>
      inWorker(async (workspace) => {
        await workspace.mkdir("/repo/.agents/skills/empty");
        await workspace.symlink("/repo/.claude", ".agents");
        await workspace.write("/repo/gone/SKILL.md", TEXT);
        await workspace.remove("/repo/gone");
        await workspace.setOptions({ host: "claude-code" });
        const before = await workspace.catalog();
        assert.equal(before.skills.length, 1);
        const [asked, next] = [workspace.search(request), workspace.catalog()];
        await assert.rejects(asked, (error) => error instanceof errors.WorkerStopped && /search\(\)/.test(error.message));
        // Revisions count from the start of a worker.
        assert.deepEqual({ ...(await next), revision: before.revision }, before);
        assert.equal(workspace.restarts, 1);
        await workspace.ready;
      }, fragile));
  }

  test("a session has ended", () =>
    inWorker(async (workspace) => {
      const session = await workspace.startSession();
      await assert.rejects(workspace.search("trap"), { name: "WorkerStopped" });
      await assert.rejects(session.catalog(), { name: "WorkerStopped" });
      session.free();
      assert.deepEqual(await names(workspace), ["pdf"]);
    }, fragile));

  test("what was written meanwhile is there", () =>
    inWorker(async (workspace) => {
      const asked = workspace.search("trap");
      const written = workspace.write(SKILL, TEXT.replace("pdf", "csv"));
      await assert.rejects(asked, { name: "WorkerStopped" });
      assert.deepEqual((await written).refused, []);
      assert.deepEqual(await names(workspace), ["csv"]);
    }, fragile));

  test("that hung, `restart` brings another", () =>
    inWorker(async (workspace) => {
      await workspace.ready;
      const [asked, next] = [workspace.search("long"), names(workspace)];
      workspace.restart();
      await assert.rejects(asked, { name: "WorkerStopped" });
      assert.deepEqual(await next, ["pdf"]);
    }, fragile));

  test("that hung, a question with a limit says so, and another worker has the files", () =>
    inWorker(async (workspace) => {
      await names(workspace);
      const [asked, next] = [workspace.search("long", {}, { limit: 50 }), names(workspace)];
      await assert.rejects(asked, { name: "WorkerStopped", reason: "time-limit", message: /search\(\).*did not respond for the 50 ms/ });
      assert.deepEqual([await next, workspace.restarts], [["pdf"], 1]);
    }, fragile));

  test("that hung, its silence is told of, and it goes on until the caller ends it", async () => {
    const heard = [];
    const silent = new Promise((resolve) => heard.push(resolve));
    const setup = { ...fragile, silence: 50, onSilence: (silence) => heard[0](silence) };
    await inWorker(async (workspace) => {
      const asked = workspace.search("long");
      const { method, milliseconds } = await silent;
      assert.equal(method, "search");
      assert.ok(milliseconds >= 50);
      assert.deepEqual([workspace.state, workspace.restarts], ["busy", 0]);
      workspace.restart();
      await assert.rejects(asked, { name: "WorkerStopped", reason: "restart" });
      assert.deepEqual(await names(workspace), ["pdf"]);
    }, setup);
  });

  test("three times in a row it is given up, until it is started anew", async () => {
    project.write("broken.mjs", 'throw new Error("no module");');
    let file = "broken.mjs";
    const workspace = openWorkspace(OPTIONS, { worker: () => new Worker(pathToFileURL(join(project.folder, file))) });
    const asked = workspace.catalog();
    await assert.rejects(asked, { name: "WorkerStopped", message: /3 times .*no module/ });
    await assert.rejects(workspace.ready, { name: "WorkerStopped" });
    assert.deepEqual([workspace.state, workspace.restarts], ["failed", 2]);
    file = "fragile.mjs";
    workspace.restart();
    await workspace.write(SKILL, TEXT);
    assert.deepEqual(await names(workspace), ["pdf"]);
    workspace.close();
  });

  test("because it was closed, every question says so", async () => {
    const workspace = openWorkspace(OPTIONS);
    const asked = workspace.catalog();
    workspace.close();
    workspace.close();
    await assert.rejects(asked, { name: "WorkerStopped", message: /closed/ });
    await assert.rejects(workspace.plan(), { name: "WorkerStopped" });
    assert.equal(workspace.state, "closed");
  });
});

describe("the entry with the module inside", () => {
  test("needs no other file", () => {
    project.write(
      "main.mjs",
      `import init, { Workspace } from "skillglass/inline";\nawait init();\n${scenario}\nconsole.log(result.injected.length);`,
    );
    assert.equal(run(process.execPath, ["main.mjs"], project.folder), "1\n");
  });

  test("is served by a worker, too", () => {
    project.write(
      "inside.mjs",
      'import { parentPort } from "node:worker_threads";\nimport * as inside from "skillglass/inline";\nimport { serve } from "skillglass/worker/serve";\nserve(inside, parentPort);',
    );
    return inWorker(
      async (workspace) => {
        assert.deepEqual(await names(workspace), ["pdf"]);
        assert.deepEqual(await workspace.lint({ hosts: ["pi"], skills: [SKILL], rules: { "no-when-to-use": "off" } }), []);
      },
      { worker: () => new Worker(pathToFileURL(join(project.folder, "inside.mjs"))) },
    );
  });
});
