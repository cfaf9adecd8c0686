// Explain: any "no" opens its reason, its rule and its source.
import { expectNothingSerious } from "./axe.mjs";
import {
  chooseHost,
  drop,
  expectCounts,
  expectFocus,
  expectText,
  journey,
  openInTree,
  promptBox,
  retype,
  showView,
  skill,
} from "./page.mjs";

const panel = (page) => page.locator(".explanation");
const why = (scope) => scope.getByRole("button", { name: /^Why\?/ });

/** Opens a section of a host's pages in the panel, which is then closed. */
async function expectSection(page, host, section) {
  await panel(page).getByText(`How ${host} does it: ${section}`).click();
  await panel(page).locator(".markdown").getByRole("heading", { name: section }).waitFor();
  await close(page);
}

async function close(page) {
  await panel(page).getByRole("button", { name: "Close", exact: true }).click();
  await panel(page).waitFor({ state: "detached" });
}

journey("explanations of the sample", async (page, step) => {
  await step("a file that was left out says why, and how the host looks for skills", async () => {
    await why(page.locator(".card.left-out", { hasText: "skill.md" }).first()).click();
    await expectSection(page, "Codex", "Discovery");
  });

  await step("a reason that a section of its own is about leads there", async () => {
    await why(page.locator(".card.left-out", { hasText: "docs-style" }).first()).click();
    await expectSection(page, "Codex", "Roots and configuration");
  });

  await step("an error brings the diagnostics of its file", async () => {
    await why(page.locator(".card.error").first()).click();
    await panel(page).locator(".problem-detail code", { hasText: "unclosed-quote" }).waitFor();
    await panel(page).getByText("The rule unclosed-quote").click();
    await panel(page).locator(".markdown").getByText("A value begins with a quote that is never closed", { exact: false }).waitFor();
    await close(page);
  });

  await step("the panel has the keyboard, and gives it back", async () => {
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

  await step("a mention that chose nothing says why", async () => {
    await showView(page, "Turn");
    await why(page.locator(".mentions .skipped").first()).click();
    await expectText(panel(page).locator("h3"), /chose nothing$/);
    await panel(page).getByText("How Codex does it: Mentions and selection").waitFor();
    await close(page);
  });

  await step("axe finds nothing serious, with a host's page open", async () => {
    await showView(page, "Skills");
    await chooseHost(page, "claude-code");
    await page.locator(".card.waiting").waitFor();
    await why(page.locator(".card.left-out").first()).click();
    await panel(page)
      .getByText(/^How Claude Code does it/)
      .first()
      .click();
    await panel(page).locator(".markdown").waitFor();
    await expectNothingSerious(page);
    await close(page);
  });

  await step("the panel follows an edit: what was mended is gone", async () => {
    await chooseHost(page, "codex");
    await showView(page, "Problems");
    await page.locator(".problem-row", { hasText: "unclosed-quote" }).getByRole("button", { name: /^Why/ }).click();
    await panel(page).locator(".problem-detail").waitFor();
    await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
    await retype(page, page.locator("#editor .cm-content"), skill("api-review"));
    await panel(page).getByText("This problem is gone.").waitFor();
  });
});

journey("explanations of what was brought in", async (page, step) => {
  await step("what a host ignores says why", async () => {
    await drop(page, { "SKILL.md": skill("iconic") });
    await expectCounts(page, { found: 1 });
    await page.getByRole("button", { name: "New file…" }).click();
    await page.getByLabel("Path").fill("/repo/.agents/skills/iconic/agents/openai.yaml");
    await page.getByLabel("Contents, for example a pasted SKILL.md").fill("interface:\n  brand_color: red\n");
    await page.getByRole("button", { name: "Create" }).click();
    await why(page.locator(".card", { hasText: "brand_color" })).click();
    await panel(page).getByText("brand_color", { exact: false }).first().waitFor();
    await close(page);
  });

  await step("a section of a host's second page is found, too", async () => {
    await chooseHost(page, "claude-code");
    await expectCounts(page, { found: 0 });
    await drop(page, { "SKILL.md": skill("quiet").replace("---\n\n", "user-invocable: false\n---\n\n") });
    await expectCounts(page, { found: 1 });
    await showView(page, "Turn");
    await retype(page, promptBox(page), "/quiet ");
    await why(page.locator(".mentions .skipped").first()).click();
    await expectSection(page, "Claude Code", "Invoking");
  });
});
