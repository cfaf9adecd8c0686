// The built site in a browser: where it may lie, search, the playground inside, themes, narrow screens.
import assert from "node:assert/strict";
import { expectNothingSerious } from "../page/axe.mjs";
import { KINDS, siteTest } from "./site.mjs";

for (const at of ["root", "below"]) {
  const place = at === "root" ? "at the root of a server" : "below a path";
  siteTest(
    `${place} a click leads from page to page`,
    async (page, open) => {
      await open("hosts/codex.html");
      await page.getByRole("navigation", { name: "Main Navigation" }).getByRole("link", { name: "Rules" }).click();
      await page.getByRole("heading", { level: 1, name: "The rules" }).waitFor();
      await page.getByRole("main").getByRole("link", { name: "almost-a-root" }).first().click();
      await page.getByRole("heading", { level: 1, name: "almost-a-root" }).waitFor();
      await page.getByRole("banner").getByRole("link", { name: "Skillglass" }).click();
      await page.getByRole("heading", { level: 1, name: /See every skill/ }).waitFor();
    },
    { at },
  );

  siteTest(
    `${place} the playground opens and answers`,
    async (page, open) => {
      await open("index.html");
      await page.getByRole("navigation", { name: "Main Navigation" }).getByRole("link", { name: "Playground" }).click();
      await page.locator(".summary .found").waitFor();
      assert.match(page.url(), /\/playground\/(index\.html)?$/);
    },
    { at },
  );
}

siteTest("a row of “Can I use” leads to the same row in the playground", async (page, open) => {
  await open("can-i-use.html");
  await page.getByRole("link", { name: "disable-model-invocation", exact: true }).first().click();
  const row = page.locator("tr.asked");
  await row.waitFor();
  assert.match(await row.textContent(), /disable-model-invocation/);
});

async function search(page, words) {
  await page.keyboard.press("ControlOrMeta+k");
  await page.locator(".VPLocalSearchBox input").fill(words);
  const found = page.locator(".VPLocalSearchBox .result").first();
  await found.waitFor();
  await found.click();
  await page.locator(".VPLocalSearchBox").waitFor({ state: "detached" });
}

siteTest("the search finds an English word and leads to its page", async (page, open) => {
  await open("index.html");
  await search(page, "unquoted-colon");
  await page.getByRole("heading", { level: 1, name: "unquoted-colon" }).waitFor();
});

siteTest("the search finds a Chinese word in the middle of a sentence", async (page, open) => {
  await open("zh/index.html");
  await search(page, "预算");
  await page.locator(".VPDoc", { hasText: "预算" }).waitFor();
});

siteTest("both themes: the system's at first, then the chosen one", async (page, open) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open("hosts/codex.html");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.locator(".VPNavBar .VPSwitchAppearance").click();
  await page.locator("html:not(.dark)").waitFor();
  await page.waitForFunction((dark) => getComputedStyle(document.body).backgroundColor !== dark, dark);
  await open("hosts/pi.html");
  await page.locator("html:not(.dark)").waitFor();
});

siteTest(
  "a page runs the scripts that it was built with, and no other",
  async (page, open) => {
    await open("hosts/codex.html");
    const seen = await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "document.body.dataset.ran = 'it ran'";
          document.body.append(script);
          if (document.body.dataset.ran) resolve(document.body.dataset.ran);
        }),
    );
    assert.equal(seen, "script-src-elem");
  },
  { brings: /Content Security Policy/ },
);

for (const [kind, path] of Object.entries(KINDS)) {
  siteTest(`axe finds nothing serious in a page of the kind “${kind}”`, async (page, open) => {
    await open(path);
    await expectNothingSerious(page, path, () => page.locator("#VPContent").waitFor());
  });
}

siteTest(
  "no page scrolls sideways on a phone",
  async (page, open) => {
    for (const path of [
      ...Object.values(KINDS),
      "can-i-use.html",
      "compare.html",
      "changelog.html",
      "api/skillglass/index.html",
      "package.html",
    ]) {
      await open(path);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, path);
    }
  },
  { viewport: { width: 390, height: 844 } },
);
