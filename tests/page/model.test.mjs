// Model's view: the list, who takes what of its budget, and what was cut.
import assert from "node:assert/strict";
import { axeFinds } from "./axe.mjs";
import { chooseHost, drop, expectAttribute, expectCount, expectText, expectValue, pageTest, showView, skill, zip } from "./page.mjs";

const bar = (page) => page.getByRole("toolbar", { name: "Each skill’s share of the budget" });
const text = (page) => page.getByLabel("Text of the message");
const figures = (page) => page.getByRole("spinbutton", { name: "Context window in tokens" });

/** Forty skills with descriptions that no small budget holds. */
async function bringMany(page) {
  const long = "Explains at length and in many words what it is good for, and when to use it rather than another one.";
  await drop(page, { "many.zip": zip(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`skills/many-${n}/SKILL.md`, skill(`many-${n}`, long)]))) });
  await page.locator(".notice").waitFor();
}

pageTest("each skill of the list has its share in the bar", async (page) => {
  await showView(page, "Model’s view");
  const shares = bar(page).getByRole("button");
  await shares.first().waitFor();
  await expectCount(shares, 4);
  await expectAttribute(shares.first(), "aria-label", /^[\w-]+: \d+ tokens$/);
});

pageTest("the bar and the text point at each other", async (page) => {
  await showView(page, "Model’s view");
  await bar(page).getByRole("button", { name: /^release-notes/ }).hover();
  await expectText(text(page).locator(".pointed"), /^- release-notes/);
  await text(page).locator(".listed-skill", { hasText: "- incident-report" }).hover();
  await expectAttribute(bar(page).locator(".pointed"), "aria-label", /^incident-report/);
});

pageTest("the keyboard walks the bar", async (page) => {
  await showView(page, "Model’s view");
  await bar(page).getByRole("button").first().focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.activeElement === document.querySelector(".budget-bar button:last-of-type"));
  await expectCount(text(page).locator(".pointed"), 1);
});

pageTest("a smaller window cuts descriptions, which stand there struck out and are not copied", async (page) => {
  await bringMany(page);
  await showView(page, "Model’s view");
  assert.equal(await text(page).locator("del").count(), 0);
  await figures(page).fill("40000");
  await text(page).locator("del").first().waitFor();
  assert.equal(await text(page).locator("del").first().evaluate((rest) => getComputedStyle(rest).userSelect), "none");
  await page.getByLabel("Show what was cut").uncheck();
  assert.equal(await text(page).locator("del").count(), 0);
});

pageTest("skills that have no room are told by name", async (page) => {
  await bringMany(page);
  await showView(page, "Model’s view");
  await figures(page).fill("10000");
  await page.getByText(/skills not shown to the model:/).waitFor();
  await page.locator(".omitted del").first().waitFor();
});

pageTest("the slider moves the window, in steps of its logarithm", async (page) => {
  await showView(page, "Model’s view");
  const slider = page.getByRole("slider", { name: "Context window" });
  await slider.fill("0");
  await page.waitForFunction(() => document.querySelector('.window input[type="number"]').value === "4000");
  await slider.focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector('.window input[type="number"]').value === "2050000");
  await expectText(page.locator(".report"), /of 41,000 tokens/);
});

pageTest("an emptied window is an unknown one", async (page) => {
  await showView(page, "Model’s view");
  await figures(page).fill("");
  await page.waitForFunction(() => /of 8,000 characters/.test(document.querySelector(".report").textContent));
  await expectAttribute(page.getByRole("slider", { name: "Context window" }), "aria-valuetext", "unknown");
});

pageTest("a window that is no number is refused with a reason, and the slider stays where it was", async (page) => {
  await showView(page, "Model’s view");
  const slider = page.getByRole("slider", { name: "Context window" });
  const before = await slider.inputValue();
  await page.getByRole("textbox", { name: "Window" }).fill("many");
  await page.keyboard.press("Enter");
  await page.locator(".environment .problem", { hasText: /contextWindow/ }).waitFor();
  await expectValue(slider, before);
});

pageTest("a list without a limit says so", async (page) => {
  await chooseHost(page, "opencode");
  await showView(page, "Model’s view");
  await page.getByText("this host’s list has no limit").waitFor();
  assert.equal(await page.locator(".used").count(), 0);
});

axeFinds("Model's view with cut and omitted skills", async (page) => {
  await bringMany(page);
  await showView(page, "Model’s view");
  await figures(page).fill("10000");
  await page.getByText(/skills not shown to the model:/).waitFor();
});
