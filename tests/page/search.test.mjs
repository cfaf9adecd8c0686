// Search: which skills fit a request, compete for it, and say the same.
import { expectNothingSerious } from "./axe.mjs";
import {
  drop,
  editor,
  expectCount,
  expectCounts,
  expectText,
  expectTexts,
  expectValue,
  journey,
  promptBox,
  retype,
  settled,
  showView,
  skill,
  zip,
} from "./page.mjs";

const request = (page) => page.getByRole("searchbox", { name: "Request" });
const hits = (page) => page.locator(".search > .hits > li");

journey("requests to the sample", async (page, step) => {
  await step("the turn's prompt can be the request", async () => {
    await showView(page, "Turn");
    await retype(page, promptBox(page), "plan a database migration");
    await showView(page, "Search");
    await page.getByRole("button", { name: "Use the turn’s prompt" }).click();
    await hits(page).first().getByRole("button", { name: "database-migration" }).waitFor();
    await expectValue(request(page), "plan a database migration");
  });

  await step("a request ranks the skills and says which words match", async () => {
    await request(page).fill("notes for a release");
    await hits(page).first().getByRole("button", { name: "release-notes" }).waitFor();
    await expectTexts(hits(page).first().locator(".description mark"), ["release", "notes"]);
    await expectText(hits(page).first().locator(".found-head .figures"), "100 %");
  });

  await step("axe finds nothing serious, with competitors open", async () => {
    await request(page).fill("write a release message");
    await settled(page);
    await hits(page).first().getByRole("button", { name: "Competitors" }).click();
    await page.locator(".rivals .help").first().waitFor();
    await expectNothingSerious(page);
  });

  await step("a hit opens its file", async () => {
    await request(page).fill("incident");
    await hits(page).first().getByRole("button", { name: "incident-report" }).click();
    await expectText(editor(page), /name: incident-report/);
  });
});

journey("skills that are alike", async (page, step) => {
  await drop(page, {
    "five.zip": zip({
      "skills/fanyi/SKILL.md": skill("fanyi", "把文档翻译成中文。"),
      "skills/pdf-fill/SKILL.md": skill("pdf-fill", "Fills in PDF forms from tables."),
      "skills/pdf-forms/SKILL.md": skill("pdf-forms", "Fills in PDF forms from letters."),
      "skills/a/SKILL.md": skill("a", "Keeps a long diary of any voyage in a table of values."),
      "skills/b/SKILL.md": skill("b", "Keeps a long diary of any voyage in a table of numbers."),
    }),
  });
  await expectCounts(page, { found: 5 });
  await showView(page, "Search");

  await step("words of scripts without blanks are found and marked too", async () => {
    await request(page).fill("翻译");
    await expectTexts(hits(page).first().locator(".description mark"), ["翻译"]);
  });

  await step("a skill names its competitors with their share", async () => {
    await request(page).fill("fill in a PDF form");
    const first = hits(page).first();
    await first.getByRole("button", { name: /^pdf-/ }).waitFor();
    await first.getByRole("button", { name: "Competitors" }).click();
    await first.locator(".rivals meter").waitFor();
    await expectCount(first.locator(".rivals li"), 1);
  });

  await step("near-duplicates are told as pairs, down to a similarity", async () => {
    await page.getByLabel("Similar by at least").fill("0.5");
    const pair = page.locator(".pairs li").filter({ has: page.locator("b", { hasText: /^a$/ }) });
    await expectTexts(pair.locator("b"), ["a", "b"]);
  });
});
