// "Can I use": what each host makes of a field, a placeholder, a folder and the like.
import assert from "node:assert/strict";
import { expectNothingSerious } from "./axe.mjs";
import { expectAttribute, expectCount, expectFocus, expectSoon, expectText, journey } from "./page.mjs";

const dialog = (page) => page.getByRole("dialog", { name: "Can I use" });
const row = (page, title) =>
  dialog(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });
const link = (page, title) => dialog(page).getByRole("link", { name: title, exact: true });
const search = (page) => dialog(page).getByRole("searchbox");
const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));

async function open(page) {
  await page.getByRole("button", { name: "Can I use" }).click();
  await link(page, "allowed-tools").waitFor();
}

journey("what each host makes of what authors write", async (page, step) => {
  await step("opens from the header, with the hosts that the visitor compares", async () => {
    await open(page);
    await expectCount(dialog(page).getByRole("columnheader"), 5);
    await expectSoon(() => hash(page), "#can-i-use");
    await expectNothingSerious(page, "the table");
  });

  await step("a host that is added is a column", async () => {
    await dialog(page).getByRole("button", { name: "pi", exact: true }).click();
    await expectCount(dialog(page).getByRole("columnheader"), 6);
  });

  await step("an edition is a column on demand, and Escape closes the choice alone", async () => {
    await dialog(page).getByText("Editions").click();
    await dialog(page).getByRole("group", { name: "Codex" }).getByLabel("2026-02").check();
    await expectCount(dialog(page).getByRole("columnheader"), 7);
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("group", { name: "Codex" }).waitFor({ state: "hidden" });
    assert.equal(await dialog(page).isVisible(), true);
  });

  await step("is searched by every word, within a group", async () => {
    await search(page).fill("model invocation");
    await link(page, "disable-model-invocation").waitFor();
    await link(page, "allowed-tools").waitFor({ state: "detached" });
    await dialog(page).getByLabel("Show", { exact: true }).selectOption("behaviours");
    await link(page, "disable-model-invocation").waitFor({ state: "detached" });
    await link(page, "Only the user may use it").waitFor();
    await search(page).fill("nothing is called so");
    await dialog(page).getByText("Nothing of that name.").waitFor();
    await dialog(page).getByLabel("Show", { exact: true }).selectOption("all");
    await search(page).fill("");
  });

  await step("a cell opens its note, with all editions and the page that explains it", async () => {
    const cell = row(page, "A colon in the description").getByRole("button").first();
    await cell.click();
    await expectAttribute(cell, "aria-expanded", "true");
    const note = dialog(page).locator(".note");
    await expectText(note, /Codex 2026-02.*breaks/s);
    await expectText(note, /2026-11/);
    await note.getByText("The page of Codex").click();
    await note.getByRole("heading", { name: "Parsing SKILL.md" }).waitFor();
    await expectNothingSerious(page, "a note");
    await cell.click();
    await expectCount(note, 0);
  });

  await step("a row's link is in the address, and the dialog leaves no trace there", async () => {
    await link(page, "$ARGUMENTS").click();
    await expectSoon(() => hash(page), "#can-i-use=placeholder/$ARGUMENTS");
    await page.keyboard.press("Escape");
    await expectCount(dialog(page), 0);
    await expectSoon(() => hash(page), "");
    await expectFocus(page.getByRole("button", { name: "Can I use" }));
  });
});

journey("a link to a row", async (page, step, server) => {
  await step("opens it, and the keyboard is there", async () => {
    await page.goto("about:blank");
    await page.goto(`${server.url}#can-i-use=placeholder/$ARGUMENTS`);
    await expectFocus(link(page, "$ARGUMENTS"));
    await expectAttribute(row(page, "$ARGUMENTS"), "class", "asked");
  });

  await step("of another row brings that into sight, whatever was searched for", async () => {
    await search(page).fill("hooks");
    await link(page, "$ARGUMENTS").waitFor({ state: "detached" });
    await page.evaluate(() => (location.hash = "#can-i-use=limit/depth"));
    await expectFocus(link(page, "Deep folders"));
  });

  await step("that names no row opens the table", async () => {
    await page.evaluate(() => (location.hash = "#can-i-use=field/%E0%A4%A"));
    await link(page, "allowed-tools").waitFor();
    await page.goBack();
    await expectFocus(link(page, "Deep folders"));
  });
});

journey(
  "on a phone",
  async (page, step) => {
    await step("one host is shown at a time", async () => {
      await open(page);
      await expectCount(dialog(page).getByRole("table"), 0);
      const card = dialog(page)
        .locator(".support-card")
        .filter({ has: page.getByRole("link", { name: "allowed-tools", exact: true }) });
      await expectText(card.getByRole("button"), /Codex.*ignored/);
      await dialog(page).getByLabel("Host shown").selectOption("claude-code 2026-11");
      await expectText(card.getByRole("button"), /Claude Code.*works/);
      await card.getByRole("button").click();
      await expectText(card.locator(".note"), /lets these tools run without a question/);
    });

    await step("nothing is wider than the screen, and axe finds nothing serious", async () => {
      const wide = await page.evaluate(
        () => document.querySelector(".can-i-use").scrollWidth - document.querySelector(".can-i-use").clientWidth,
      );
      assert.equal(wide, 0);
      await expectNothingSerious(page, "the cards");
    });
  },
  { viewport: { width: 390, height: 844 } },
);
