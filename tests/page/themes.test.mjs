// Colours: both themes, and text that can be read in them.
import assert from "node:assert/strict";
import { callTool, chooseHost, expectSoon, journey, openInTree, pageTest, promptBox, retype, showView } from "./page.mjs";

const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const isLight = (colour) => Number(/\d+/.exec(colour)[0]) > 127;

journey("text has contrast in both themes", async (page, step) => {
  await step("the page follows the system's theme", async () => {
    for (const colorScheme of ["dark", "light"]) {
      await page.emulateMedia({ colorScheme });
      await expectSoon(async () => isLight(await ground(page)), colorScheme === "light");
    }
  });

  await step("in the tree, the editor and the list of skills", async () => {
    // The colours of the text come with its language.
    await page.locator("#editor .cm-line span").first().waitFor();
    await expectContrast(page, [
      ".motto",
      ".count",
      ".tree-row .name",
      ".folder-path",
      ".fate",
      ".summary button",
      ".card h4",
      ".card .description",
      ".card .help",
      ".card .link",
      ".tag",
      ".cm-line span",
      ".cm-gutterElement",
      ".field span",
      "button",
      "select",
      "input",
    ]);
  });

  await step("in the turn, beside a file that is an error", async () => {
    await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
    await page.locator(".banner").waitFor();
    await showView(page, "Turn");
    await page.locator(".mention.skipped").first().waitFor();
    await expectContrast(page, [
      ".banner strong",
      ".banner",
      ".mention",
      ".mentions code",
      ".mentions .why",
      ".mentions .tag",
      ".message pre",
      ".figures",
    ]);
  });

  await step("where skills wait for touched files", async () => {
    await showView(page, "Skills");
    await chooseHost(page, "claude-code");
    await page.locator(".card.waiting").waitFor();
    await page.locator(".touched summary").click();
    await page.getByLabel("Files touched, one in a line").fill("/repo/README.md");
    await expectContrast(page, [
      ".touched summary",
      ".touched .waiting",
      ".touched .help",
      "textarea",
      ".card.waiting .tag",
      ".card .help code",
      ".card.left-out h4",
    ]);
  });

  await step("where a command waits", async () => {
    await showView(page, "Turn");
    await page.locator(".invocation.waits").waitFor();
    await page.locator(".call button").waitFor();
    await expectContrast(page, [
      ".invocation h4",
      ".invocation .tag",
      ".invocation .help",
      ".invocation .link",
      ".facts dt",
      ".facts dd",
      "pre.command",
      ".output .field span",
      ".output button",
      ".call button",
      ".lead",
    ]);
  });

  await step("in calls of the tool that are refused, ask and get a sub-agent", async () => {
    await callTool(page, "nothing-of-that-name", "");
    await page.locator(".invocation.refused").waitFor();
    await expectContrast(page, [".invocation.refused .tag", ".invocation .verdict", ".invocation .verdict strong"]);
    await callTool(page, "find-callers", "parseDate");
    await page.locator(".invocation.asks").waitFor();
    await expectContrast(page, [".invocation.asks .tag", ".invocation.asks button"]);
    await page.getByRole("button", { name: "Say yes for the user" }).click();
    await page.locator(".sub-agent").waitFor();
    await page.locator(".events summary").last().click();
    await expectContrast(page, [
      ".invocation.forked .tag",
      ".sub-agent h5",
      ".sub-agent pre",
      ".events summary",
      ".events code",
      ".events .property",
      ".message .tag",
    ]);
  });

  await step("in completions of the prompt", async () => {
    await retype(page, promptBox(page), "");
    await page.keyboard.type("/");
    await page.locator(".cm-tooltip-autocomplete li[aria-selected]").waitFor();
    await expectContrast(page, [".cm-completionLabel", ".cm-completionDetail"]);
  });
});

pageTest(
  "the chosen theme wins over the system's and is remembered",
  async (page) => {
    const light = await ground(page);
    assert.ok(isLight(light), light);
    await page.getByLabel("Theme").selectOption("dark");
    const dark = await ground(page);
    assert.notEqual(dark, light);
    await page.reload();
    await page.locator(".summary").waitFor();
    await expectSoon(() => ground(page), dark);
  },
  { colorScheme: "light" },
);

/** Each visible text under these selectors has a contrast of at least 4.5 to what is behind it, in both themes. */
async function expectContrast(page, selectors) {
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await lowContrast(page, selectors), [], colorScheme);
  }
}

async function lowContrast(page, selectors) {
  return page.evaluate((selectors) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const layer = (colours) => {
      canvas.globalCompositeOperation = "source-over";
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([red, green, blue]) => {
      const linear = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const low = [];
    for (const selector of selectors) {
      const elements = [...document.querySelectorAll(selector)].filter(
        (element) => element.checkVisibility() && !element.disabled && (element.textContent.trim() || element.value),
      );
      if (elements.length === 0) low.push(`${selector}: nothing to check`);
      for (const element of elements) {
        const grounds = [];
        for (let at = element; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor);
        const behind = luminance(layer(grounds));
        const text = luminance(layer([...grounds, getComputedStyle(element).color]));
        const ratio = (Math.max(behind, text) + 0.05) / (Math.min(behind, text) + 0.05);
        if (ratio < 4.5) low.push(`${selector} "${element.textContent.slice(0, 30)}": ${ratio.toFixed(2)}`);
      }
    }
    return [...new Set(low)];
  }, selectors);
}
