// Explain: any "no" opens its reason, its rule and its source.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import init, { hosts } from "../../pkg/node.js";
import { axeFinds } from "./axe.mjs";
import { chooseHost, drop, expectCounts, expectFocus, expectText, pageTest, promptBox, retype, showView, skill } from "./page.mjs";

const panel = (page) => page.locator(".explanation");
const why = (scope) => scope.getByRole("button", { name: /^Why\?/ });

pageTest("a file that was left out says why, and how the host looks for skills", async (page) => {
  await why(page.locator(".card.left-out", { hasText: "skill.md" }).first()).click();
  await panel(page).getByText("How Codex does it: Discovery").click();
  await panel(page).locator(".markdown").getByRole("heading", { name: "Discovery" }).waitFor();
});

pageTest("an error brings the diagnostics of its file", async (page) => {
  await why(page.locator(".card.error").first()).click();
  await panel(page).locator(".problem-detail code", { hasText: "unclosed-quote" }).waitFor();
  await panel(page).getByText("The rule unclosed-quote").click();
  await panel(page).locator(".markdown").getByText("A value begins with a quote that nothing closes", { exact: false }).waitFor();
});

pageTest("a mention that chose nothing says why", async (page) => {
  await showView(page, "Turn");
  await why(page.locator(".mentions .skipped").first()).click();
  await expectText(panel(page).locator("h3"), /chose nothing$/);
  await panel(page).getByText("How Codex does it: Mentions and selection").waitFor();
});

pageTest("what a host ignores says why", async (page) => {
  await drop(page, { "SKILL.md": skill("iconic") });
  await expectCounts(page, { found: 1 });
  await page.getByRole("button", { name: "New file…" }).click();
  await page.getByLabel("Path").fill("/repo/.agents/skills/iconic/agents/openai.yaml");
  await page.getByLabel("Contents, for example a pasted SKILL.md").fill("interface:\n  brand_color: red\n");
  await page.getByRole("button", { name: "Create" }).click();
  await why(page.locator(".card", { hasText: "brand_color" })).click();
  await panel(page).getByText("brand_color", { exact: false }).first().waitFor();
});

pageTest("the panel follows an edit: what was mended is gone", async (page) => {
  await showView(page, "Problems");
  await page.locator(".problem-row", { hasText: "unclosed-quote" }).getByRole("button", { name: /^Why/ }).click();
  await panel(page).locator(".problem-detail").waitFor();
  await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/api-review/SKILL.md"]').click();
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(skill("api-review"));
  await panel(page).getByText("This problem is gone.").waitFor();
});

pageTest("the panel has the keyboard, and gives it back", async (page) => {
  const button = why(page.locator(".card.error").first());
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator("#explanation-heading:focus").waitFor();
  await page.keyboard.press("Tab");
  await expectText(page.locator(":focus"), "Close");
  await page.keyboard.press("Enter");
  await panel(page).waitFor({ state: "detached" });
  await expectFocus(button);
});

pageTest("in Chinese the panel speaks Chinese, and the host's words stay as they are", async (page) => {
  await page.locator(".card.error .why-button").first().click();
  await panel(page).getByRole("heading", { name: "文件中的问题" }).waitFor();
  await expectText(panel(page).locator(".reason"), /invalid YAML/);
}, { locale: "zh-CN" });

axeFinds("an explanation with a host's page", async (page) => {
  await chooseHost(page, "claude-code");
  await why(page.locator(".card.left-out").first()).click();
  await panel(page).getByText(/^How Claude Code does it/).first().click();
  await panel(page).locator(".markdown").waitFor();
});

await init();

const ROOT = new URL("../../", import.meta.url);
const text = (path) => readFileSync(new URL(path, ROOT), "utf8");
const HEADINGS = JSON.parse(text("www/src/features/explain/headings.json"));
const TYPINGS = text("pkg/skillglass.d.ts");

/** What a type of the package can be, as its typings name it. */
const codesOf = (type) => Array.from(new RegExp(`^export type ${type} = (.*);$`, "m").exec(TYPINGS)[1].matchAll(/"([\w-]+)"/g), ([, code]) => code);

/** Each reason that the core gives, with the stage at which it does. */
const REASONS = [
  ...codesOf("CompareStage").map((stage) => [stage, stage]),
  ...codesOf("FaultCode").map((reason) => [reason, "parse"]),
  ...codesOf("LeftOutReason").map((reason) => [reason, "discover"]),
  ...codesOf("SkipReason").map((reason) => [reason, "user"]),
  ["ignored", "ignored"],
];

/** The headings of a host's pages. */
const headingsOf = (host) => readdirSync(new URL("docs/hosts", ROOT))
  .filter((page) => page === `${host}.md` || page.startsWith(`${host}-`))
  .flatMap((page) => Array.from(text(`docs/hosts/${page}`).replace(/^```.*?^```/gms, "").matchAll(/^#+ (.+)$/gm), ([, heading]) => heading));

test("every reason of the core has a section in the pages of every host", () => {
  for (const { host } of hosts()) {
    const there = headingsOf(host);
    for (const [reason, stage] of REASONS) {
      const heading = HEADINGS[host]?.[reason] ?? HEADINGS[host]?.[stage];
      assert.equal(there.filter((one) => one === heading).length, 1, `${host}: ${reason} leads to “${heading}”, which must stand in docs/hosts once`);
    }
  }
});

test("no section is named for a host or a reason that is not there", () => {
  const sources = readdirSync(new URL("src", ROOT), { recursive: true }).filter((path) => path.endsWith(".rs")).map((path) => text(`src/${path}`)).join("\n");
  const known = new Set(REASONS.map(([reason]) => reason));
  assert.deepEqual(Object.keys(HEADINGS).sort(), hosts().map(({ host }) => host).sort());
  for (const [host, headings] of Object.entries(HEADINGS)) {
    const there = headingsOf(host);
    for (const [reason, heading] of Object.entries(headings)) {
      assert.ok(known.has(reason) || sources.includes(`"${reason}"`), `${host}: nothing gives the reason ${reason}`);
      assert.ok(there.includes(heading), `${host}: ${reason} leads to “${heading}”, which is not in docs/hosts`);
    }
  }
});

pageTest("a reason that a section of its own is about leads there", async (page) => {
  await why(page.locator(".card.left-out", { hasText: "docs-style" }).first()).click();
  await panel(page).getByText("How Codex does it: Roots and configuration").click();
  await panel(page).locator(".markdown").getByRole("heading", { name: "Roots and configuration" }).waitFor();
});

pageTest("a section of a host's second page is found, too", async (page) => {
  await chooseHost(page, "claude-code");
  await drop(page, { "SKILL.md": skill("quiet").replace("---\n\n", "user-invocable: false\n---\n\n") });
  await expectCounts(page, { found: 1 });
  await showView(page, "Turn");
  await retype(page, promptBox(page), "/quiet ");
  await why(page.locator(".mentions .skipped").first()).click();
  await panel(page).getByText("How Claude Code does it: Invoking").click();
  await panel(page).locator(".markdown").getByRole("heading", { name: "Invoking" }).waitFor();
});
