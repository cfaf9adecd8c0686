// What the page promises about the network: its own origin, nothing after load, and nothing needed from the second visit on.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { launch, serve } from "../browser.mjs";
import {
  BUILT,
  callTool,
  chooseHost,
  drop,
  editor,
  engineOf,
  expectSoon,
  journey,
  openInTree,
  PATIENCE,
  pageTest,
  promptBox,
  retype,
  settled,
  showView,
  skill,
  stepsOf,
  zip,
} from "./page.mjs";

/** Waits until the service worker has all files. */
const kept = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

journey(
  "from the second visit on",
  async (page, step, server) => {
    await kept(page);

    await step("every built file is kept, and nothing else", async () => {
      const names = await page.evaluate(async () => {
        const [cache] = await caches.keys();
        const requests = await (await caches.open(cache)).keys();
        return requests.map(({ url }) => url.slice(document.baseURI.length));
      });
      const built = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const expected = built
        .map(({ parentPath, name }) => join(parentPath, name).slice(BUILT.length + 1))
        .filter((name) => name !== "service-worker.js");
      assert.deepEqual(names.toSorted(), expected.map((name) => (name === "index.html" ? "" : name)).toSorted());
    });

    await step("the page opens again without a network, and all of it works", async () => {
      server.requests.length = 0;
      await page.context().setOffline(true);
      await page.reload();
      await page.locator(".summary").waitFor();
      await retype(page, editor(page), skill("release-notes", "Typed offline."));
      await page.locator(".card .description", { hasText: "Typed offline." }).waitFor();
      await showView(page, "Turn");
      await retype(page, promptBox(page), "$release-notes");
      await page.locator(".prompt .mention.selected").waitFor();
    });
  },
  { serviceWorkers: "allow" },
);

test("new builds", async (t) => {
  const step = stepsOf(t);
  await withCopy(async ({ directory, page, url }) => {
    await page.goto(url);
    await kept(page);
    await page.reload();
    await page.locator(".summary").waitFor();

    await step("one takes over with a reload of the only tab, and what was kept of the old one goes", async () => {
      const [former] = await page.evaluate(() => caches.keys());
      rebuilt(directory, "another");
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration.update();
        while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 20));
      });
      assert.equal(await page.title(), "Skillglass playground");
      // The page that was before the last load may not be gone yet.
      const [worker] = page.context().serviceWorkers();
      await expectSoon(() => worker.evaluate(async () => (await clients.matchAll()).length), 1);
      await page.reload();
      await page.locator('meta[name="build"][content="another"]').waitFor({ state: "attached" });
      await page.locator(".summary").waitFor();
      const names = await page.evaluate(() => caches.keys());
      assert.equal(names.length, 1);
      assert.notEqual(names[0], former);
    });

    await step("one that is only half there is not kept", async () => {
      const before = await page.evaluate(() => caches.keys());
      rebuilt(directory, "half");
      writeFileSync(join(directory, "index.html"), "<p>of yet another build</p>");
      const state = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration.update().catch(() => {});
        const { installing } = registration;
        if (installing) await new Promise((resolve) => installing.addEventListener("statechange", resolve));
        return installing?.state ?? "none";
      });
      assert.ok(["redundant", "none"].includes(state), state);
      await page.reload();
      await page.locator(".summary").waitFor();
      assert.ok((await page.evaluate(() => caches.keys())).includes(before[0]));
    });
  });
});

journey("the network", async (page, step, server) => {
  await step("nothing is requested once the page has loaded, whatever one does", async () => {
    await page.waitForLoadState("networkidle");
    server.requests.length = 0;
    await drop(page, {
      "mine.zip": zip({
        "alpha/SKILL.md": skill("alpha"),
        "alpha/link.md": "![](https://example.com/x.png)\n<img src=//example.com/y.png>\n",
      }),
    });
    await openInTree(page, "/repo/.agents/skills/alpha/link.md");
    await editor(page).click();
    await page.keyboard.type("More.");
    for (const tab of await page.getByRole("tab").all()) await tab.click();
    await showView(page, "Turn");
    await retype(page, promptBox(page), "$al");
    await page.getByRole("button", { name: "Reset" }).click();
    await chooseHost(page, "claude-code");
    await callTool(page, "find-callers", "x");
    await page.locator(".invocation").last().waitFor();
    await page.getByLabel("Language").selectOption("zh");
    await page.getByRole("tab", { name: "回合" }).waitFor();
    await settled(page);
    assert.deepEqual(server.requests, []);
    await page.getByLabel("语言").selectOption("en");
  });

  await step("the engine's worker has no way to one left", async () => {
    const ways = await engineOf(page).evaluate(() =>
      ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "importScripts", "Worker"].filter(
        (way) => globalThis[way] !== undefined,
      ),
    );
    assert.deepEqual(ways, []);
  });
});

pageTest(
  "the policy lets no inline script, no evaluation and no other origin in",
  async (page) => {
    const other = await serve(BUILT);
    try {
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /script-src[^;]*'unsafe-(inline|eval)'|https?:|\*/);
      const came = await page.evaluate(async (url) => {
        const blocked = [];
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => blocked.push(effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "window.inlined = true";
        document.head.append(script);
        const evaluated = await new Promise((resolve) =>
          setTimeout(() => {
            try {
              resolve(new Function("return true")());
            } catch {
              resolve(false);
            }
          }),
        );
        const image = new Image();
        image.src = `${url}icon.svg`;
        const fetched = await fetch(url, { mode: "no-cors" }).then(
          () => true,
          () => false,
        );
        for (let tries = 0; tries < 100 && new Set(blocked).size < 4; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
        return { inlined: "inlined" in window, evaluated, fetched, blocked: [...new Set(blocked)].sort() };
      }, other.url);
      assert.deepEqual(came, {
        inlined: false,
        evaluated: false,
        fetched: false,
        blocked: ["connect-src", "img-src", "script-src", "script-src-elem"],
      });
      assert.deepEqual(other.requests, []);
    } finally {
      await other.close();
    }
  },
  { expectsProblems: true },
);

/** A build whose page differs by a word, with a service worker to match. */
function rebuilt(directory, build) {
  const page = join(directory, "index.html");
  const html = readFileSync(page, "utf8").replace(
    '<meta charset="utf-8" />',
    `<meta charset="utf-8" />\n    <meta name="build" content="${build}" />`,
  );
  writeFileSync(page, html);
  const worker = join(directory, "service-worker.js");
  const integrity = `sha256-${hashOf(html)}`;
  writeFileSync(
    worker,
    readFileSync(worker, "utf8")
      .replace(/const BUILD = "\w+"/, `const BUILD = "${build}"`)
      .replace(/"\.\/": "[^"]+"/, `"./": "${integrity}"`),
  );
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("base64");
}

async function withCopy(run) {
  const directory = mkdtempSync(join(tmpdir(), "skillglass-page-"));
  cpSync(BUILT, directory, { recursive: true });
  const server = await serve(directory);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    await run({ directory, url: server.url, page });
  } finally {
    await browser.close();
    await server.close();
    rmSync(directory, { recursive: true });
  }
}
