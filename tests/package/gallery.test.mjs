// Each example of the playground's gallery shows what it says, asked of the package itself.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { startPackage } from "./project.mjs";

const gallery = fileURLToPath(new URL("../../www/src/files/gallery/index.ts", import.meta.url));
const {
  module: { EXAMPLES },
} = await runnerImport(gallery, { configFile: false, logLevel: "error" });

const { skillglass } = await startPackage();

for (const { id, fault, current, files, prompt, options, shows } of EXAMPLES) {
  describe(`the example "${id}"`, () => {
    test("is taken whole and opens a file that it has", () => {
      const workspace = open(files, options);
      assert.ok(new Map(files()).has(current));
      workspace.free();
    });

    test("opens with a host that shows the matter", () => {
      const own = shows.filter(({ host, edition }) => host === options.host && edition === options.edition);
      assert.ok(own.length > 0, JSON.stringify(options));
      if (fault)
        assert.ok(
          own.some(({ fate }) => fate !== "loaded"),
          "the fault is not one for this host",
        );
    });

    for (const claim of shows) {
      test(sentence(claim), () => {
        const workspace = open(files, claim);
        check(workspace, claim, prompt);
        workspace.free();
      });
    }
  });
}

test("the gallery has a good skill, two views of many skills, and thirteen faults", () => {
  assert.equal(new Set(EXAMPLES.map(({ id }) => id)).size, EXAMPLES.length);
  assert.deepEqual(
    EXAMPLES.filter(({ fault }) => !fault).map(({ id }) => id),
    ["good", "outcomes", "monorepo"],
  );
  assert.equal(EXAMPLES.filter(({ fault }) => fault).length, 13);
});

function open(files, { host, edition }) {
  const workspace = new skillglass.Workspace({ host, edition, cwd: "/repo", home: "/home/me", contextWindow: 272_000 });
  assert.deepEqual(workspace.writeAll(new Map(files())).refused, []);
  return workspace;
}

function sentence({ host, edition = "newest", fate, ...rest }) {
  return `${host} ${edition}: ${fate} ${Object.values(rest).join(" ")}`;
}

function check(workspace, claim, prompt) {
  const catalog = workspace.catalog();
  const turn = () => workspace.turn({ inputs: [{ type: "text", text: prompt }] });
  switch (claim.fate) {
    case "loaded":
      return assert.ok(catalog.skills.some(({ path, enabled }) => path === claim.path && enabled));
    case "named":
      return assert.equal(catalog.skills.find(({ path }) => path === claim.path)?.name, claim.name);
    case "error":
      return assert.equal(catalog.errors.find(({ path }) => path === claim.path)?.code, claim.code);
    case "left-out":
      return assert.equal(catalog.leftOut.find(({ path }) => path === claim.path)?.reason, claim.reason);
    case "skipped":
      return assert.equal(turn().mentions.find(({ name }) => name === claim.name)?.outcome.reason, claim.reason);
    case "injected":
      return assert.ok(turn().messages.some(({ text }) => text.includes(claim.text)));
    case "over-budget": {
      const { report } = workspace.listing();
      assert.equal(report.total, claim.skills);
      return assert.ok(report.cut > 0 || report.omitted > 0, JSON.stringify(report));
    }
    default:
      assert.fail(`no such claim: ${claim.fate}`);
  }
}
