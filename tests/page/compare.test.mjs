// Compare: every skill through every host.
import assert from "node:assert/strict";
import { expectNothingSerious } from "./axe.mjs";
import { editor, expectCount, expectFocus, expectSoon, expectText, expectTexts, journey, openInTree, retype, showView } from "./page.mjs";

const row = (page, folder) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${folder} `) }) });
const cells = (page, folder) => row(page, folder).getByRole("gridcell");
const explanation = (page) => page.getByRole("region", { name: / through | everywhere$/ });

async function openCompare(page) {
  await showView(page, "Compare");
  await page.getByRole("grid").waitFor();
}

/** Four hosts and the portability, with no word cut and nothing to scroll sideways. */
async function expectFit(page) {
  await page.locator(".grid .rows .verdict").first().waitFor();
  await expectCount(page.getByRole("columnheader"), 6);
  const grid = page.getByRole("grid");
  assert.deepEqual(await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
  const cut = await grid.evaluate((grid) =>
    [...grid.querySelectorAll("[role=gridcell] > :is(.status, .moved, .verdict)")]
      .filter((words) => words.getBoundingClientRect().right > words.parentElement.getBoundingClientRect().right)
      .map(({ textContent }) => textContent),
  );
  assert.deepEqual(cut, []);
}

journey("the table of skills and hosts", async (page, step) => {
  await openCompare(page);

  await step("four hosts and the portability fit into a window of 1280 pixels", () => expectFit(page));

  await step("a row says what each host makes of the skill, and whether it is portable", async () => {
    const said = await cells(page, "release-notes").allTextContents();
    assert.equal(said[0], "listed");
    assert.match(said[1], /^elsewhere.*if moved: listed$/);
    assert.match(said.at(-1), /portable/);
  });

  await step("the grid is walked by arrow keys, Enter explains, and Escape leads back", async () => {
    const reach = (place) =>
      page.waitForFunction(
        (place) => [document.activeElement.closest("[data-row]")?.dataset.row, document.activeElement.dataset.column].join() === place,
        place,
      );
    await page.locator('[data-row="0"] [data-column="0"]').focus();
    await page.keyboard.press("ArrowDown");
    await reach("1,0");
    await page.keyboard.press("ArrowRight");
    await reach("1,1");
    await page.keyboard.press("Control+End");
    await page.waitForFunction(() => Number(document.activeElement.closest("[data-row]")?.dataset.row) > 5);
    await page.keyboard.press("Control+Home");
    await reach("-1,0");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await reach("0,1");
    await page.keyboard.press("Enter");
    await page.locator("#explanation-heading:focus").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".explanation").waitFor({ state: "detached" });
    await reach("0,1");
  });

  await step("only the problems are left, and of those the ones of a path", async () => {
    const all = await page.getByRole("row").count();
    await page.getByLabel("Filter by path").fill("api-review");
    await page.waitForFunction(() => document.querySelectorAll('.rows [role="row"]').length === 1);
    await page.getByLabel("Filter by path").fill("");
    await expectCount(page.getByRole("row"), all);
    await page.getByLabel("Show", { exact: true }).selectOption("problems");
    await page.getByText(/^\d+ of \d+ skills$/).waitFor();
    assert.ok((await page.getByRole("row").count()) < all);
    await page.getByLabel("Show", { exact: true }).selectOption("all");
    await expectCount(page.getByRole("row"), all);
  });

  await step("a cell explains itself: stage, the host's reason and the smallest change", async () => {
    await cells(page, "release-notes").nth(1).click();
    const said = explanation(page);
    await said.getByText("the host does not look there").waitFor();
    await expectText(said, /finding.*smallest change:.*\.claude\/skills/);
  });

  await step("a skill that only some hosts act on says what binds it", async () => {
    await page.getByRole("gridcell", { name: /bound/ }).first().click();
    await explanation(page).getByText("What only some hosts act on").waitFor();
    await expectText(explanation(page), /Acts: Claude Code/);
    await explanation(page).getByRole("button", { name: "Close", exact: true }).click();
    await explanation(page).waitFor({ state: "detached" });
  });

  await step("axe finds nothing serious, with an explanation and the choice of hosts open", async () => {
    await cells(page, "api-review").first().click();
    await explanation(page).locator(".problem-detail").first().waitFor();
    await page.locator(".aimed summary").click();
    await expectNothingSerious(page);
    await page.getByRole("grid").click({ position: { x: 5, y: 5 } });
    await page.locator(".aimed-hosts").waitFor({ state: "hidden" });
  });

  await step("an edit changes its cell", async () => {
    await openInTree(page, "/repo/.agents/skills/release-notes/SKILL.md");
    await retype(page, editor(page), "# No frontmatter\n");
    await cells(page, "release-notes").first().getByText("dropped").waitFor();
  });

  await step("several editions of one host stand side by side, and a reload keeps them", async () => {
    const summary = page.locator(".aimed summary");
    await summary.click();
    await page.getByRole("group", { name: "Codex" }).getByLabel("2026-02").check();
    await page.keyboard.press("Escape");
    await expectFocus(summary);
    const heads = page.getByRole("columnheader", { name: /^Codex/ });
    await heads.nth(1).waitFor();
    await page.reload();
    await heads.nth(1).waitFor();
    await expectTexts(heads.locator(".edition"), ["2026-02", "2026-11"]);
  });
});

journey("the choice of hosts", async (page, step) => {
  await openCompare(page);
  const hosts = page.getByRole("group", { name: "Hosts" });
  const heads = page.getByRole("columnheader");
  const labels = await page.getByRole("combobox", { name: "Host", exact: true }).locator("option").allTextContents();
  const notShown = page.locator(".aimed [role=status]");

  await step("the usual hosts are shown at first, and the table says how many are not", async () => {
    await expectCount(heads, 6);
    await expectText(notShown, `${labels.length - 4} of ${labels.length} hosts not shown`);
    await expectTexts(hosts.locator('[aria-pressed="true"]'), ["✓ Codex", "✓ Claude Code", "✓ opencode", "✓ Open standard"]);
  });

  await step("one click adds a host, at its place among the others", async () => {
    await hosts.getByRole("button", { name: "Gemini CLI" }).click();
    await expectTexts(heads.locator(".name"), ["Codex", "Claude Code", "opencode", "Gemini CLI", "Open standard"]);
    await expectText(notShown, `${labels.length - 5} of ${labels.length} hosts not shown`);
    await expectText(cells(page, "api-review").nth(3), "listed");
  });

  await step("one click takes it away again, and the keyboard stays", async () => {
    await hosts.getByRole("button", { name: "Codex" }).focus();
    await page.keyboard.press("Enter");
    await expectTexts(heads.locator(".name"), ["Claude Code", "opencode", "Gemini CLI", "Open standard"]);
    await expectFocus(hosts.getByRole("button", { name: "Codex" }));
  });

  await step("Problems speaks for the same hosts, and a reload keeps them", async () => {
    await page.reload();
    await expectTexts(heads.locator(".name"), ["Claude Code", "opencode", "Gemini CLI", "Open standard"]);
    await showView(page, "Problems");
    await page.locator(".problem-row").first().waitFor();
    await expectTexts(page.getByLabel("Host concerned").locator("option"), [
      "Any host",
      "Claude Code",
      "opencode",
      "Gemini CLI",
      "Open standard",
    ]);
    await showView(page, "Compare");
  });

  await step("with all hosts the table is scrolled by host, and the skill stays in sight", async () => {
    await page.locator(".aimed summary").click();
    await page.getByRole("button", { name: "All hosts" }).click();
    await expectText(notShown, "All hosts are shown");
    await expectCount(heads.locator(".name"), labels.length);
    assert.deepEqual((await heads.locator(".name").allTextContents()).toSorted(), labels.toSorted());
    const grid = page.getByRole("grid");
    const left = () =>
      page
        .getByRole("rowheader")
        .first()
        .evaluate((cell) => Math.round(cell.getBoundingClientRect().left));
    const before = await left();
    await page.locator('[data-row="0"] [data-column="0"]').focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector('[role="grid"]').scrollLeft > 0);
    assert.equal(await left(), before);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expectSoon(
      () =>
        grid.evaluate((grid) => {
          const [skill, host] = [0, 1].map((column) => grid.querySelector(`.head [data-column="${column}"]`).getBoundingClientRect());
          return Math.round(host.left - skill.right);
        }),
      0,
    );
    await expectNothingSerious(page);
  });

  await step("a cell of a host that joined explains itself by that host's page", async () => {
    const column = labels.indexOf("Copilot CLI");
    await cells(page, "api-review").nth(column).click();
    await expectText(explanation(page), /api-review through Copilot CLI.*failed to parse YAML frontmatter/);
    await explanation(page).getByText("How Copilot CLI does it: Frontmatter").click();
    await explanation(page).getByText("repairs no YAML").waitFor();
  });
});

journey(
  "the table in windows of other widths and of many skills",
  async (page, step) => {
    await openCompare(page);

    await step("four hosts and the portability fit into a window of 1440 pixels", () => expectFit(page));

    await step("those of the monorepo fit into one of 1280", async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole("button", { name: "Examples…" }).click();
      await page.locator('[data-example="monorepo"]').click();
      await page.locator(".notice").getByText("monorepo").first().waitFor();
      await openCompare(page);
      await page.locator('[role="grid"][aria-rowcount="201"]').waitFor();
      await expectFit(page);
    });
  },
  { viewport: { width: 1440, height: 800 } },
);
