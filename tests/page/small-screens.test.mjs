// Small screens and large type: one pane at a time, and nothing to scroll sideways.
import assert from "node:assert/strict";
import { expectNothingSerious, expectTouchable } from "./axe.mjs";
import { callTool, chooseHost, editor, expectSoon, expectText, journey, openInTree, promptBox, settled, showView } from "./page.mjs";

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const LARGER_PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** 1280 by 800 at 200 %. */
const ZOOMED = { viewport: { width: 640, height: 400 } };

const pane = (page, name) => page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name }).click();

/** What is wider than its place, the page itself among it. */
const wide = (page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("#host, #host .scroller, .explanation-body")]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map(({ className, localName }) => `${localName} ${className}`),
  );

async function expectPanesWithinScreen(page) {
  for (const name of ["Files", "Editor", "Host"]) {
    await pane(page, name);
    const box = await page.locator(`#${name.toLowerCase()}`).boundingBox();
    const { height } = page.viewportSize();
    assert.ok(box.y + box.height <= height, `${name} ends at ${box.y + box.height}`);
    assert.ok(box.height > height / 3, `${name} is ${box.height} high`);
  }
}

async function expectNoneWide(page) {
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await settled(page);
    assert.deepEqual(await wide(page), [], await tab.textContent());
  }
}

journey(
  "a phone",
  async (page, step) => {
    await step("it shows one pane at a time, and what is chosen in one opens the other", async () => {
      const shown = async () => {
        const visible = await Promise.all(["#files", "#editor", "#host"].map((id) => page.locator(id).isVisible()));
        return ["files", "editor", "host"].filter((_, index) => visible[index]);
      };
      await expectSoon(shown, ["host"]);
      await pane(page, "Files");
      await expectSoon(shown, ["files"]);
      await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
      await expectSoon(shown, ["editor"]);
      await expectText(editor(page), /name: api-review/);
      await pane(page, "Host");
      await page.locator(".card .link").first().click();
      await expectSoon(shown, ["editor"]);
    });

    for (const name of ["Files", "Editor", "Host"]) {
      await step(`axe finds nothing serious in the pane ${name}, in both themes`, async () => {
        await pane(page, name);
        await expectNothingSerious(page);
      });
    }

    await step("everything to touch is 24 pixels wide and high, or has that much room, in each pane and view", async () => {
      for (const name of ["Files", "Editor", "Host"]) {
        await pane(page, name);
        await expectTouchable(page, name);
      }
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        await expectTouchable(page, await tab.textContent());
      }
    });

    await step("the tab of the view that is open is in sight, with nothing to scroll sideways", async () => {
      await showView(page, "Problems");
      await page.locator(".problem-row").first().waitFor();
      assert.deepEqual(await wide(page), []);
      await page.waitForFunction(() => {
        const [tab, tabs] = [document.getElementById("tab-problems"), document.querySelector("#host .tabs")].map((element) =>
          element.getBoundingClientRect(),
        );
        return tab.left >= tabs.left && tab.right <= tabs.right + 1;
      });
    });

    await step("Compare has a card for each skill, and nothing to scroll sideways", async () => {
      await showView(page, "Compare");
      const card = page.getByRole("article").filter({ hasText: "release-notes" });
      await card.getByRole("button", { name: /^Codex/ }).click();
      await page.getByRole("region", { name: / through | everywhere$/ }).waitFor();
      assert.deepEqual(await wide(page), []);
      await page.getByRole("button", { name: "Close", exact: true }).click();
    });

    await step("it shows one host at a time: the one that was added, the next, or a chosen one", async () => {
      const shown = page.getByRole("combobox", { name: "Host shown" }).locator("option:checked");
      const statuses = page.locator(".compare-card .cell .unseen");
      await expectText(shown, /^Codex/);
      await page.getByRole("group", { name: "Hosts" }).getByRole("button", { name: "pi", exact: true }).click();
      await expectText(shown, /^pi/);
      await expectText(statuses.first(), /^pi/);
      await page.getByRole("button", { name: "The next host" }).click();
      await expectText(statuses.first(), /^Open standard/);
      await page.getByRole("button", { name: "The next host" }).click();
      await expectText(statuses.first(), /^Codex/);
      await page.getByRole("combobox", { name: "Host shown" }).selectOption({ label: "opencode 1.18" });
      await expectText(statuses.first(), /^opencode/);
      assert.deepEqual(await wide(page), []);
      await expectNothingSerious(page);
    });

    await step("the hint of an option stands below it, and describes it", async () => {
      await chooseHost(page, "claude-code");
      await page.locator(".more > summary").click();
      const described = page.locator(".environment .more [aria-describedby]");
      await described.first().waitFor();
      for (const field of await described.all()) {
        const hint = page.locator(`[id="${await field.getAttribute("aria-describedby")}"]`);
        assert.match(await hint.textContent(), /\w/);
        assert.ok(await hint.isVisible());
      }
      assert.deepEqual(await wide(page), []);
      await expectNothingSerious(page);
      await page.locator(".more > summary").click();
    });

    await step("each pane is within the screen, and no view is to be scrolled sideways", async () => {
      await expectPanesWithinScreen(page);
      await expectNoneWide(page);
    });
  },
  PHONE,
);

journey(
  "a larger phone",
  async (page, step) => {
    await step("a resting finger opens the menu of a row", async () => {
      const row = page.locator('[role="treeitem"][data-path="/repo/.agents/skills/release-notes/SKILL.md"]');
      await pane(page, "Files");
      await row.scrollIntoViewIfNeeded();
      const box = await row.boundingBox();
      const touch = await page.context().newCDPSession(page);
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: box.x + 60, y: box.y + 10 }] });
      await page.getByRole("menu").waitFor();
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await row.waitFor({ state: "detached" });
      await pane(page, "Host");
    });

    await step("a tap on a problem in the text shows it, and its fix mends it", async () => {
      await pane(page, "Files");
      await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
      await page.locator("#editor .cm-lintRange-error").first().tap();
      await page.locator(".problem-card").getByRole("button", { name: "Close the quote" }).tap();
      await page.locator("#editor .fate.loaded").waitFor();
    });

    await step("a tap on a key says what each host does with it", async () => {
      await page.locator("#editor .cm-line span", { hasText: /^description$/ }).tap();
      await page.locator("#editor .field-card .field-name", { hasText: "description" }).waitFor();
      await page.locator("#editor h2").tap();
      await pane(page, "Host");
    });

    await step("a tap on a share of the budget says whose it is", async () => {
      await showView(page, "Model");
      const share = page.getByRole("toolbar", { name: "Each skill’s share of the budget" }).getByRole("button").nth(1);
      await share.tap();
      await expectText(page.locator(".budget-line"), await share.getAttribute("aria-label"));
      await showView(page, "Skills");
    });

    await page.locator(".more > summary").click();
    await step("the own options of each host are accessible, with nothing to scroll sideways", async () => {
      const options = page.getByRole("combobox", { name: "Host", exact: true }).locator("option");
      for (const option of await options.all()) {
        await chooseHost(page, await option.evaluate(({ value }) => value));
        await page.locator(".environment .own h3", { hasText: `${await option.textContent()} only` }).waitFor();
        await expectNothingSerious(page);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      }
    });

    await step("a command that waits and a sub-agent have nothing to scroll sideways", async () => {
      await page.locator(".more > summary").click();
      await chooseHost(page, "claude-code");
      await showView(page, "Turn");
      await page.locator(".invocation.waits").waitFor();
      await callTool(page, "find-callers", "parseDate");
      await page.getByRole("button", { name: "Say yes for the user" }).click();
      await page.locator(".sub-agent").waitFor();
      assert.deepEqual(await wide(page), []);
    });
  },
  LARGER_PHONE,
);

/** What has the keyboard, in an editor its cursor, is within the screen, and nothing lies over it. */
const isInSight = () => {
  const focused = document.activeElement;
  const cursor = focused.matches(".cm-content") && focused.closest(".cm-editor").querySelector(".cm-cursor-primary");
  const { left, width, top, bottom } = (cursor || focused).getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => focused.contains(document.elementFromPoint(left + width / 2, y)));
};

journey(
  "the keyboard of a phone",
  async (page, step) => {
    const SHORT = 420;
    /** Where one types stays in sight when the keyboard takes half of the screen. */
    const expectTypingInSight = async (keys) => {
      const { width, height } = page.viewportSize();
      if (keys) await page.keyboard.press(keys);
      await page.setViewportSize({ width, height: SHORT });
      await page.waitForFunction((short) => innerHeight === short, SHORT);
      await page.waitForFunction(isInSight);
      await page.setViewportSize({ width, height });
      await page.waitForFunction((whole) => innerHeight === whole, height);
    };

    await step("makes the page shorter, and does not lie over it", async () => {
      assert.match(await page.locator('meta[name="viewport"]').getAttribute("content"), /interactive-widget=resizes-content/);
    });

    await step("leaves the last line of a file in sight, below what is said against the file", async () => {
      await pane(page, "Files");
      await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
      await page.locator("#editor .banner").waitFor();
      await editor(page).tap();
      await expectTypingInSight("ControlOrMeta+End");
    });

    await step("leaves the last name of the tree in sight while it is written", async () => {
      await pane(page, "Files");
      await page.locator('[role="treeitem"][tabindex="0"]').focus();
      await page.keyboard.press("End");
      await page.waitForFunction(() => document.activeElement.dataset.path === "/repo/README.md");
      await page.keyboard.press("F2");
      await page.getByRole("textbox", { name: /README\.md/ }).waitFor();
      await expectTypingInSight();
      await page.keyboard.press("Escape");
    });

    await step("leaves the path of a new file in sight", async () => {
      await page.getByRole("button", { name: "New file…" }).tap();
      await page.getByRole("textbox", { name: "Path" }).tap();
      await expectTypingInSight();
      await page.keyboard.press("Escape");
    });

    await step("leaves an option at the end of the environment in sight", async () => {
      await pane(page, "Host");
      await page.locator(".more > summary").tap();
      await page.locator(".more textarea").last().tap();
      await expectTypingInSight();
    });

    for (const [view, field] of [
      ["Model’s view", () => page.getByRole("spinbutton", { name: "Context window in tokens" })],
      ["Turn", () => promptBox(page)],
      ["Compare", () => page.getByRole("searchbox", { name: "Filter by path" })],
      ["Problems", () => page.getByRole("searchbox", { name: "Filter by path, rule or words" })],
      ["Search", () => page.getByRole("searchbox", { name: "Request" })],
    ]) {
      await step(`leaves the field of the view ${view} in sight`, async () => {
        await showView(page, view);
        await field().tap();
        await expectTypingInSight();
      });
    }

    await step("leaves the field in sight beside an explanation, too", async () => {
      await showView(page, "Skills");
      await page.getByRole("button", { name: /^Why\? .*api-review/ }).tap();
      await page.locator(".explanation").waitFor();
      await showView(page, "Search");
      await page.getByRole("searchbox", { name: "Request" }).tap();
      await expectTypingInSight();
    });
  },
  LARGER_PHONE,
);

journey(
  "a zoom of 200 %",
  async (page, step) => {
    await step("the keyboard goes along when the pane changes", async () => {
      await page.locator(".card .link").first().focus();
      await page.keyboard.press("Enter");
      await page.locator("#editor").waitFor();
      assert.ok(await page.evaluate(() => document.activeElement.closest("#editor") !== null));
    });

    await step("each pane is within the screen, and no view is to be scrolled sideways", async () => {
      await pane(page, "Host");
      await chooseHost(page, "claude-code");
      await expectPanesWithinScreen(page);
      await expectNoneWide(page);
    });

    await step("beside an explanation nothing covers what has the keyboard", async () => {
      await showView(page, "Skills");
      await chooseHost(page, "codex");
      await page.getByRole("button", { name: /^Why\? .*api-review/ }).press("Enter");
      await page.locator(".explanation .problem-detail").first().waitFor();
      const reached = new Set();
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press("Tab");
        const what = await page.evaluate(() => {
          const { outerHTML, clientHeight } = document.activeElement;
          // What is scrolled may go on beyond the screen.
          return clientHeight < innerHeight / 3 ? outerHTML.slice(0, 120) : null;
        });
        if (what !== null) await page.waitForFunction(isInSight);
        reached.add(what);
      }
      assert.ok(reached.size > 30, [...reached].join("\n"));
    });
  },
  ZOOMED,
);
