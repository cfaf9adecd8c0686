// The sections of the hosts' pages to which the playground leads for each reason that the package gives.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import init, { hosts } from "../../pkg/node.js";

await init();

const ROOT = new URL("../../", import.meta.url);
const text = (path) => readFileSync(new URL(path, ROOT), "utf8");
const HEADINGS = JSON.parse(text("www/src/features/explain/headings.json"));
const TYPINGS = text("pkg/skillglass.d.ts");

/** What a type of the package can be, as its typings name it. */
const codesOf = (type) =>
  Array.from(new RegExp(`^export type ${type} = (.*);$`, "m").exec(TYPINGS)[1].matchAll(/"([\w-]+)"/g), ([, code]) => code);

/** Each reason that the core gives, with the stage at which it does. */
const REASONS = [
  ...codesOf("CompareStage").map((stage) => [stage, stage]),
  ...codesOf("FaultCode").map((reason) => [reason, "parse"]),
  ...codesOf("LeftOutReason").map((reason) => [reason, "discover"]),
  ...codesOf("SkipReason").map((reason) => [reason, "user"]),
  ["ignored", "ignored"],
];

/** The headings of a host's pages. */
const headingsOf = (host) =>
  readdirSync(new URL("docs/hosts", ROOT))
    .filter((page) => page === `${host}.md` || page.startsWith(`${host}-`))
    .flatMap((page) =>
      Array.from(
        text(`docs/hosts/${page}`)
          .replace(/^```.*?^```/gms, "")
          .matchAll(/^#+ (.+)$/gm),
        ([, heading]) => heading,
      ),
    );

test("every reason of the core has a section in the pages of every host", () => {
  for (const { host } of hosts()) {
    const there = headingsOf(host);
    for (const [reason, stage] of REASONS) {
      const heading = HEADINGS[host]?.[reason] ?? HEADINGS[host]?.[stage];
      assert.equal(
        there.filter((one) => one === heading).length,
        1,
        `${host}: ${reason} leads to “${heading}”, which must stand in docs/hosts once`,
      );
    }
  }
});

test("no section is named for a host or a reason that is not there", () => {
  const sources = readdirSync(new URL("src", ROOT), { recursive: true })
    .filter((path) => path.endsWith(".rs"))
    .map((path) => text(`src/${path}`))
    .join("\n");
  const known = new Set([...REASONS.map(([reason]) => reason), ...codesOf("UseObstacle")]);
  assert.deepEqual(
    Object.keys(HEADINGS).sort(),
    hosts()
      .map(({ host }) => host)
      .sort(),
  );
  for (const [host, headings] of Object.entries(HEADINGS)) {
    const there = headingsOf(host);
    for (const [reason, heading] of Object.entries(headings)) {
      assert.ok(known.has(reason) || sources.includes(`"${reason}"`), `${host}: nothing gives the reason ${reason}`);
      assert.ok(there.includes(heading), `${host}: ${reason} leads to “${heading}”, which is not in docs/hosts`);
    }
  }
});
