// Search: which skills fit a request, compete for it, and say the same.
import { axeFinds } from "./axe.mjs";
import { drop, editor, expectCount, expectText, expectTexts, expectValue, pageTest, promptBox, retype, showView, skill, zip } from "./page.mjs";

const request = (page) => page.getByRole("searchbox", { name: "Request" });
const hits = (page) => page.locator(".search > .hits > li");

pageTest("a request ranks the skills and says which words match", async (page) => {
  await showView(page, "Search");
  await request(page).fill("notes for a release");
  await hits(page).first().getByRole("button", { name: "release-notes" }).waitFor();
  await expectTexts(hits(page).first().locator(".description mark"), ["release", "notes"]);
  await expectText(hits(page).first().locator(".found-head .figures"), "100 %");
});

pageTest("words of scripts without blanks are found and marked too", async (page) => {
  await drop(page, { "SKILL.md": skill("fanyi", "把文档翻译成中文。") });
  await page.locator(".notice").waitFor();
  await showView(page, "Search");
  await request(page).fill("翻译");
  await expectTexts(hits(page).first().locator(".description mark"), ["翻译"]);
});

pageTest("a skill names its competitors with their share", async (page) => {
  await drop(page, { "two.zip": zip({ "skills/pdf-fill/SKILL.md": skill("pdf-fill", "Fills in PDF forms from tables."), "skills/pdf-forms/SKILL.md": skill("pdf-forms", "Fills in PDF forms from letters.") }) });
  await page.locator(".notice").waitFor();
  await showView(page, "Search");
  await request(page).fill("fill in a PDF form");
  const first = hits(page).first();
  await first.getByRole("button", { name: "Competitors" }).click();
  await first.locator(".rivals meter").waitFor();
  await expectCount(first.locator(".rivals li"), 1);
});

pageTest("near-duplicates are told as pairs, down to a similarity", async (page) => {
  await drop(page, { "two.zip": zip({ "skills/a/SKILL.md": skill("a", "Fills in long PDF forms from any table of values."), "skills/b/SKILL.md": skill("b", "Fills in long PDF forms from any table of numbers.") }) });
  await page.locator(".notice").waitFor();
  await showView(page, "Search");
  await page.getByLabel("Similar by at least").fill("0.5");
  const pair = page.locator(".pairs li");
  await pair.waitFor();
  await expectTexts(pair.locator("b"), ["a", "b"]);
});

pageTest("the turn's prompt can be the request", async (page) => {
  await showView(page, "Turn");
  await retype(page, promptBox(page), "plan a database migration");
  await showView(page, "Search");
  await page.getByRole("button", { name: "Use the turn’s prompt" }).click();
  await hits(page).first().getByRole("button", { name: "database-migration" }).waitFor();
  await expectValue(request(page), "plan a database migration");
});

pageTest("a hit opens its file", async (page) => {
  await showView(page, "Search");
  await request(page).fill("incident");
  await hits(page).first().getByRole("button", { name: "incident-report" }).click();
  await expectText(editor(page), /name: incident-report/);
});

axeFinds("Search with hits and competitors", async (page) => {
  await showView(page, "Search");
  await request(page).fill("write a release message");
  await hits(page).first().getByRole("button", { name: "Competitors" }).click();
  await page.locator(".rivals .help").first().waitFor();
});
