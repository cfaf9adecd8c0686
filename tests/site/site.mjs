// What the tests of the site share: the built site below a path, in a real Chromium, watched for errors and foreign requests.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, problemsOf, serve } from "../browser.mjs";

export const BUILT = fileURLToPath(new URL("../../dist/site", import.meta.url));

/** In milliseconds, as for the page: only a test that fails waits so long. */
const PATIENCE = 60_000;

/** The path that the site lies below, unless a test asks for the root. */
const BELOW = "glass/";

let browser;
let folder;
const servers = {};

before(async () => {
  assert.ok(existsSync(`${BUILT}/index.html`), "dist/site is missing: build it first (make page)");
  folder = mkdtempSync(join(tmpdir(), "skillglass-site-"));
  symlinkSync(BUILT, join(folder, BELOW.slice(0, -1)));
  servers.root = await serve(BUILT);
  servers.below = await serve(folder);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  for (const server of Object.values(servers)) await server.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/**
 * A test with a fresh window and a verb that opens a page of the site; afterwards nothing may have gone wrong or left the site. With
 * `at: "root"` the site lies at the server's root; problems that fit `brings` are the test's own. Other options are the browser context's.
 */
export function siteTest(sentence, run, { at = "below", brings, ...options } = {}) {
  test(sentence, async () => {
    const root = at === "root" ? servers.root.url : `${servers.below.url}${BELOW}`;
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const problems = problemsOf(page, root);
    page.on("response", (response) => response.status() >= 400 && problems.push(`${response.status()}: ${response.url()}`));
    try {
      await run(page, async (path) => {
        await page.goto(root + path);
        // The theme's script has run once Vue owns the page.
        await page.waitForFunction(() => document.querySelector("#app")?.__vue_app__);
      });
      const others = problems.filter((problem) => !brings?.test(problem));
      assert.deepEqual(others, []);
    } finally {
      await context.close();
    }
  });
}

/** A page of each kind. */
export const KINDS = {
  landing: "index.html",
  "Chinese landing": "zh/index.html",
  host: "hosts/pi.html",
  rule: "rules/almost-a-root.html",
  guide: existsSync(`${BUILT}/guides/authors.html`) ? "guides/authors.html" : "command.html",
  "class of the API": "api/skillglass/classes/Workspace.html",
};
