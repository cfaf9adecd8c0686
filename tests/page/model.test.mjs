// Model's view: the list, who takes what of its budget, and what was cut.
import assert from "node:assert/strict";
import { expectNothingSerious } from "./axe.mjs";
import {
  chooseHost,
  drop,
  expectAttribute,
  expectCount,
  expectCounts,
  expectSoon,
  expectText,
  expectValue,
  journey,
  showView,
  skill,
  zip,
} from "./page.mjs";

const bar = (page) => page.getByRole("toolbar", { name: "Each skill’s share of the budget" });
const text = (page) => page.getByLabel("Text of the message");
const figures = (page) => page.getByRole("spinbutton", { name: "Context window in tokens" });

journey("the list and its budget", async (page, step) => {
  await showView(page, "Model’s view");

  await step("each skill of the list has its share in the bar", async () => {
    const shares = bar(page).getByRole("button");
    await shares.first().waitFor();
    await expectCount(shares, 4);
    await expectAttribute(shares.first(), "aria-label", /^[\w-]+: \d+ tokens$/);
  });

  await step("the bar and the text point at each other", async () => {
    await bar(page)
      .getByRole("button", { name: /^release-notes/ })
      .hover();
    await expectText(text(page).locator(".pointed"), /^- release-notes/);
    await text(page).locator(".listed-skill", { hasText: "- incident-report" }).hover();
    await expectAttribute(bar(page).locator(".pointed"), "aria-label", /^incident-report/);
  });

  await step("the keyboard walks the bar", async () => {
    await bar(page).getByRole("button").first().focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement === document.querySelector(".budget-bar button:last-of-type"));
    await expectCount(text(page).locator(".pointed"), 1);
  });

  await step("a window that is no number is refused with a reason, and the slider stays where it was", async () => {
    const slider = page.getByRole("slider", { name: "Context window" });
    const before = await slider.inputValue();
    await page.getByRole("textbox", { name: "Window" }).fill("many");
    await page.keyboard.press("Enter");
    await page.locator(".environment .problem", { hasText: /contextWindow/ }).waitFor();
    await expectValue(slider, before);
  });

  await step("the slider moves the window, in steps of its logarithm", async () => {
    const slider = page.getByRole("slider", { name: "Context window" });
    await slider.fill("0");
    await expectValue(figures(page), "4000");
    await slider.focus();
    await page.keyboard.press("End");
    await expectValue(figures(page), "2050000");
    await expectText(page.locator(".report"), /of 41,000 tokens/);
  });

  await step("an emptied window is an unknown one", async () => {
    await figures(page).fill("");
    await expectText(page.locator(".report"), /of 8,000 characters/);
    await expectAttribute(page.getByRole("slider", { name: "Context window" }), "aria-valuetext", "unknown");
  });

  await step("a list without a limit says so", async () => {
    await chooseHost(page, "opencode");
    await page.getByText("this host’s list has no limit").waitFor();
    await expectCount(page.locator(".used"), 0);
  });
});

journey("a list that does not fit", async (page, step) => {
  const long = "Explains at length and in many words what it is good for, and when to use it rather than another one.";
  await drop(page, {
    "many.zip": zip(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`skills/many-${n}/SKILL.md`, skill(`many-${n}`, long)]))),
  });
  await expectCounts(page, { found: 40 });
  await showView(page, "Model’s view");

  await step("a smaller window cuts descriptions, which stand there struck out and are not copied", async () => {
    await text(page).locator(".listed-skill").first().waitFor();
    assert.equal(await text(page).locator("del").count(), 0);
    await figures(page).fill("40000");
    // The plan above the text may move it out of view, and only what is in view is struck out.
    await page.locator(".budget-plan li").first().waitFor();
    await text(page).evaluate((text) => text.scrollIntoView());
    const struckOut = text(page).locator("del").first();
    await expectSoon(() => struckOut.evaluate((rest) => getComputedStyle(rest).userSelect), "none");
    await page.getByLabel("Show what was cut").uncheck();
    await expectCount(text(page).locator("del"), 0);
    await page.getByLabel("Show what was cut").check();
  });

  await step("skills that have no room are told by name", async () => {
    await figures(page).fill("10000");
    await page.getByText(/skills not shown to the model:/).waitFor();
    await page.locator(".omitted del").first().waitFor();
  });

  await step("axe finds nothing serious", () => expectNothingSerious(page));

  await step("the tree says which skills the list cuts and which it drops", async () => {
    await page.locator('[role="treeitem"][aria-label$=", cut"], [role="treeitem"][aria-label$=", not listed"]').first().waitFor();
    await page.getByRole("textbox", { name: "Window" }).fill("10000000");
    await page.keyboard.press("Enter");
    await page.locator('[role="treeitem"][aria-label="SKILL.md, loaded"]').first().waitFor();
    await expectCount(page.locator('[role="treeitem"][aria-label$=", cut"]'), 0);
  });
});
