// The gallery in the page. That each example shows what it says is tested over the package (tests/package/gallery.test.mjs).
import assert from "node:assert/strict";
import {
  chooseEdition,
  counts,
  drop,
  editor,
  expectCounts,
  expectFocus,
  expectText,
  expectValue,
  journey,
  showView,
  skill,
} from "./page.mjs";

const notice = (page) => page.locator(".notice");

async function openExample(page, title) {
  await page.getByRole("button", { name: "Examples…" }).click();
  await page.getByRole("dialog", { name: "Examples" }).getByRole("button", { name: title, exact: true }).click();
}

journey("the examples", async (page, step) => {
  const before = await counts(page);

  await step("the keyboard alone opens an example and gets the focus back after closing", async () => {
    const button = page.getByRole("button", { name: "Examples…" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-example]").first().waitFor();
    await page.keyboard.press("Escape");
    await expectFocus(button);
    await page.keyboard.press("Enter");
    await page.locator("[data-example]").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await notice(page).getByText("Example: A good skill.").waitFor();
    await notice(page).getByRole("button", { name: "Undo" }).click();
    await expectCounts(page, before);
  });

  await step("an example opens with the host that shows its fault, and can be undone", async () => {
    await openExample(page, "A colon without quotes");
    await expectCounts(page, { found: 0, errors: 1 });
    await expectText(editor(page), /name: invoice-check/);
    await expectValue(page.getByRole("combobox", { name: "Edition", exact: true }), "2026-05");
    await chooseEdition(page, "2026-11");
    await expectCounts(page, { found: 1, errors: 0 });
    await notice(page).getByRole("button", { name: "Undo" }).click();
    await expectCounts(page, before);
    await expectValue(page.getByRole("combobox", { name: "Edition", exact: true }), "2026-11");
  });

  await step("an example about a prompt opens the view of the turn", async () => {
    await openExample(page, "Two skills of one name");
    await page.locator(".mentions .skipped, .mentions .tag.skipped").first().waitFor();
    await expectText(page.locator(".mentions"), /deploy/);
  });

  await step("the monorepo has 200 skills and does not fit into the list", async () => {
    await openExample(page, "A monorepo with 200 skills");
    await page
      .getByText(/200 descriptions|\d+ descriptions/)
      .first()
      .waitFor();
    await showView(page, "Skills");
    await expectCounts(page, { found: 200, errors: 0 });
  });

  await step("an example makes room for what is brought in, until it is changed", async () => {
    await openExample(page, "A good skill");
    await expectCounts(page, { found: 1 });
    await drop(page, { "SKILL.md": skill("delta") });
    await notice(page).getByText("The example made room.").waitFor();
    await expectCounts(page, { found: 1 });
    await openExample(page, "A good skill");
    await notice(page).getByText("Example: A good skill.").waitFor();
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("Changed.");
    await drop(page, { "SKILL.md": skill("delta") });
    await expectCounts(page, { found: 2 });
  });

  await step("every example stands in the list with a title and a sentence, in both languages", async () => {
    for (const [language, button, heading] of [
      ["en", "Examples…", "Examples"],
      ["zh", "示例…", "示例"],
    ]) {
      await page.locator(".setting select").first().selectOption(language);
      await page.getByRole("button", { name: button }).click();
      const dialog = page.getByRole("dialog", { name: heading });
      await dialog.locator("[data-example]").first().waitFor();
      const texts = await dialog
        .getByRole("listitem")
        .evaluateAll((items) => items.map((item) => [item.querySelector("button").textContent, item.querySelector("p").textContent]));
      assert.equal(texts.length, 16);
      for (const [title, sentence] of texts) assert.ok(title.length > 2 && sentence.length > 10, `${language}: ${title}`);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
  });
});
