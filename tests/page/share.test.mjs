// The ways out and back: a link, a zip and a report.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { deflateSync, unzipSync } from "fflate";
import {
  chooseHost,
  counts,
  drop,
  editor,
  expectCounts,
  expectText,
  expectValue,
  journey,
  openInTree,
  pageTest,
  pressAndHear,
  promptBox,
  reset,
  retype,
  showView,
  skill,
  zip,
} from "./page.mjs";
import { append, inTree, linkOf, newTab, notice, openShare } from "./share.mjs";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

async function reportOf(page) {
  const dialog = await openShare(page);
  await pressAndHear(dialog.getByRole("button", { name: "Copy report" }), "Copied");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return page.evaluate(() => navigator.clipboard.readText());
}

pageTest("a link brings files, settings, prompt and view to another tab, and asks no server for them", async (page, t, server) => {
  const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
  await drop(page, { "delta.zip": zip({ "delta/SKILL.md": skill("delta"), "delta/icon.png": bytes }) });
  await expectCounts(page, { found: 1, errors: 0 });
  await chooseHost(page, "opencode", "1.18");
  await append(page, "Ünïcödé 🙂");
  await showView(page, "Turn");
  await retype(page, promptBox(page), "/delta now");
  const link = await linkOf(page);
  assert.match(link, /#w1\.[\w-]+$/);
  t.diagnostic(`a link of one skill has ${link.length} characters`);

  const tab = await page.context().newPage();
  const requested = [];
  tab.on("request", (request) => requested.push(request.url()));
  await tab.goto(link);
  await tab.getByRole("tab", { name: "Turn", selected: true }).waitFor();
  await expectText(promptBox(tab), "/delta now");
  await expectText(editor(tab), /Ünïcödé 🙂/);
  await expectValue(tab.getByRole("combobox", { name: "Host", exact: true }), "opencode");
  await expectValue(tab.getByRole("combobox", { name: "Edition", exact: true }), "1.18");
  await notice(tab).getByText("Opened 3 files from a link.").waitFor();
  for (const url of requested) assert.ok(url.startsWith(server.url) && !url.includes("w1."), url);

  // Bytes that are no text come through as they were.
  await openInTree(tab, "/repo/.agents/skills/delta/icon.png");
  await tab.getByText("A binary file of 8 bytes.").waitFor();
});

/** A link that this page would not make. */
function forged(page, change) {
  const value = {
    options: { host: "codex", edition: null, cwd: "/repo", home: null, contextWindow: null, touched: [] },
    connectors: [],
    prompt: "",
    view: "nothing",
    current: "/no/such",
    folders: [],
    files: [["/repo/.agents/skills/a/SKILL.md", skill("a")]],
    ...change,
  };
  return new URL(`#w1.${Buffer.from(deflateSync(Buffer.from(JSON.stringify(value)))).toString("base64url")}`, page.url()).href;
}

journey("links that are not whole", async (page, step, server) => {
  const sample = await counts(page);

  for (const [what, fragment, said] of [
    ["damaged", "#w1.AAAAgarbage", "The link is damaged or was cut short"],
    ["newer", "#w9.AAAA", "The link was made by a newer version of this page"],
  ]) {
    await step(`a ${what} link is told, and the sample opens`, async () => {
      const tab = await newTab(page, server.url + fragment);
      await notice(tab).getByText(said).waitFor();
      await tab.locator(".summary").waitFor();
      await expectCounts(tab, sample);
      assert.equal(new URL(tab.url()).hash, "");
      await tab.close();
    });
  }

  await step("a link with options that the engine refuses still opens its files", async () => {
    const tab = await newTab(
      page,
      forged(page, { options: { host: "nobody", edition: null, cwd: "/repo", home: null, contextWindow: null, touched: [] } }),
    );
    await expectCounts(tab, { found: 1 });
    await tab
      .getByRole("alert")
      .getByText(/nobody/)
      .waitFor();
    await tab.close();
  });

  await step("paths in a link that the workspace refuses are told, and the rest opens", async () => {
    const tab = await newTab(
      page,
      forged(page, {
        files: [
          ["/repo/.agents/skills/a/SKILL.md", skill("a")],
          ["/a/../b", "refused"],
        ],
      }),
    );
    await expectCounts(tab, { found: 1 });
    await expectText(notice(tab).locator("summary"), "1 path refused");
    await tab.close();
  });
});

journey(
  "the link in its dialog",
  async (page, step) => {
    await step("it is copied to the clipboard", async () => {
      const dialog = await openShare(page);
      await pressAndHear(dialog.getByRole("button", { name: "Copy link" }), "Copied");
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#w1\./);
    });

    await step("it is that of the workspace as it is, also when it changes while the dialog is open", async () => {
      const address = page.getByRole("dialog", { name: "Share" }).getByLabel("Address of the workspace");
      const before = await address.inputValue();
      await drop(page, { "SKILL.md": skill("delta") });
      await expectCounts(page, { found: 1, errors: 0 });
      await page.waitForFunction((before) => document.querySelector(".share .copy input")?.value !== before, before);
      await page.keyboard.press("Escape");
    });

    await step("put into the address of an open page it is opened", async () => {
      const link = await linkOf(page);
      await reset(page);
      await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
      await notice(page)
        .getByText(/from a link/)
        .waitFor();
      await inTree(page, "delta").waitFor();
    });
  },
  CLIPBOARD,
);

journey("workspaces that are too large", async (page, step) => {
  await step("what is too large for a link says by how much, and the zip is there instead", async () => {
    const noise = Array.from({ length: 30_000 }, (_, n) => ((n * 2_654_435_761) % 4_294_967_296).toString(36)).join("\n");
    await drop(page, { "noise.zip": zip({ "alpha/SKILL.md": skill("alpha"), "alpha/noise.txt": noise }) });
    const dialog = await openShare(page);
    await dialog.getByText(/Too large for a link: it would be [\d,]+ characters long, and 32,000 is the most/).waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Copy link" }).count(), 0);
    assert.equal(await dialog.getByRole("button", { name: "Download zip" }).isEnabled(), true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  await drop(page, { "large.zip": zip({ "beta/SKILL.md": skill("beta"), "beta/zeros.bin": new Uint8Array(6_000_000) }) });
  await expectCounts(page, { found: 2 });
  const dialog = await openShare(page);

  await step("a file of more than a link unpacks to is not even read for it", () =>
    dialog.getByText(/Too large for a link: the files are 6\.\d MB/).waitFor(),
  );

  await step("a workspace of more than 5 MB is not kept, and the reason is said", () =>
    dialog.getByText(/^Not kept: the files are 6\.\d MB, and 5\.0 MB is the most\./).waitFor(),
  );
});

pageTest("an exported zip holds every file at its place, and opens as the same workspace", async (page) => {
  const sample = await counts(page);
  await chooseHost(page, "claude-code");
  await page.locator(".card.waiting").waitFor();
  const seen = await counts(page);
  assert.notDeepEqual(seen, sample);
  const dialog = await openShare(page);
  const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Download zip" }).click()]);
  const bytes = readFileSync(await download.path());
  const entries = unzipSync(bytes);
  assert.match(Buffer.from(entries["repo/.agents/skills/release-notes/SKILL.md"]).toString(), /name: release-notes/);
  assert.ok(entries["home/me/.codex/skills/commit-message/SKILL.md"]);
  assert.equal(JSON.parse(Buffer.from(entries["skillglass.json"]).toString()).options.host, "claude-code");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Examples…" }).click();
  await page.locator('[data-example="good"]').click();
  await notice(page).getByText("Example: A good skill.").waitFor();
  await drop(page, { "skillglass.zip": bytes });
  await notice(page)
    .getByText(/skillglass\.zip: opened as a whole workspace/)
    .waitFor();
  await expectCounts(page, seen);
  await expectValue(page.getByRole("combobox", { name: "Host", exact: true }), "claude-code");
});

/** The lines of the report's last section. */
const problemsIn = (report) =>
  report
    .slice(report.indexOf("\n## Problems"))
    .split("\n")
    .filter((line) => line.startsWith("- "));

journey(
  "the report",
  async (page, step) => {
    await step("it says what loads, what does not and why", async () => {
      const report = await reportOf(page);
      const { found, errors } = await counts(page);
      assert.match(report, /^# Skillglass report\n\nCodex 2026-11 · directory `\/repo` · home `\/home\/me` · window of 272,000 tokens\n/);
      assert.ok(report.includes(`## Loaded (${found})`) && report.includes(`## Not loaded (${errors})`), report);
      assert.match(
        report,
        /- \*\*release-notes\*\*: Write release notes from merged changes\..* `\/repo\/\.agents\/skills\/release-notes\/SKILL\.md`/,
      );
      assert.match(report, /## Passed over without a word \(\d+\)\n\n- `/);
      assert.match(report, /The model’s list shows \d+ of \d+ skills, \d+ of 5,440 tokens\./);
    });

    await step("it lists the problems for the hosts aimed at, errors first", async () => {
      const report = await reportOf(page);
      const [, total] = /\n## Problems for Codex, Claude Code, opencode, Open standard \((\d+)\)\n/.exec(report);
      const lines = problemsIn(report);
      assert.equal(lines.length, Number(total));
      assert.equal(
        lines[1],
        "- `/repo/.agents/skills/api-review/SKILL.md:3:14` **error** `unclosed-quote` the quote that the value of \\`description\\` begins with is never closed: Codex, opencode and the open standard drop the skill; Claude Code reads the value as written (Codex, opencode, Open standard)",
      );
      const severities = lines.map((line) => /\*\*(\w+)\*\*/.exec(line)[1]);
      assert.deepEqual(
        severities,
        severities.toSorted(
          (a, b) => ["error", "warning", "information", "hint"].indexOf(a) - ["error", "warning", "information", "hint"].indexOf(b),
        ),
      );
      assert.ok(severities.includes("error") && severities.includes("warning"));
    });

    await step("it says when no host finds a problem", async () => {
      await drop(page, { "SKILL.md": skill("delta", "Reads delta files. Use it when someone asks for what changed in one.") });
      await expectCounts(page, { found: 1, errors: 0 });
      assert.match(await reportOf(page), /\n## Problems for [^\n]* \(0\)\n\nNone\.\n$/);
    });

    await step("text of a skill is no markup in it", async () => {
      await reset(page);
      await drop(page, { "SKILL.md": skill("delta", '"<img src=x> [link](http://x) `code` *stars* # no"') });
      await page.locator(".card .description", { hasText: "<img src=x>" }).waitFor();
      const report = await reportOf(page);
      assert.ok(report.includes("\\<img src=x\\> \\[link\\](http://x) \\`code\\` \\*stars\\* \\# no"), report);
    });

    await step("it shows 200 problems and counts the others", async () => {
      const files = Object.fromEntries(Array.from({ length: 205 }, (_, n) => [`many/s-${n}/SKILL.md`, "# No frontmatter\n"]));
      await reset(page);
      await drop(page, { "many.zip": zip(files) });
      await expectCounts(page, { errors: 205 });
      const report = await reportOf(page);
      const total = Number(/\n## Problems for .* \((\d+)\)\n/.exec(report)[1]);
      const lines = problemsIn(report);
      assert.equal(lines.length, 201);
      assert.equal(lines.at(-1), `- and ${total - 200} more`);
    });
  },
  CLIPBOARD,
);
