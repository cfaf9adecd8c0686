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
  loaded,
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
import { shake } from "./shake.mjs";

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

test("two builds", async (t) => {
  const step = stepsOf(t);
  await withCopy(async ({ directory, page, url }) => {
    /** The build that each script of the page is of, as the tab gets it: the file that this reads is in the list of the service worker. */
    const builds = (tab) =>
      tab.evaluate(async () => {
        const scripts = [...document.querySelectorAll("script[src], link[rel=modulepreload]")]
          .map((one) => one.src || one.href)
          .filter((address) => address.includes("/assets/"));
        const texts = await Promise.all(scripts.map(async (address) => (await fetch(address)).text()));
        const page = document.querySelector('meta[name="build"]')?.content ?? "first";
        return [...new Set([page, ...texts.map((text) => /^\/\* build (\w+) \*\//.exec(text)?.[1] ?? "first")])];
      });
    await page.goto(url);
    await kept(page);
    await page.reload();
    await page.locator(".summary").waitFor();
    rebuilt(directory, "second", true);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 20));
    });

    await step("a page that was open before another one was built has all its files of its own build", async () => {
      assert.deepEqual(await builds(page), ["first"]);
    });

    let second;
    await step("so has a second tab beside it, and each of them after a reload", async () => {
      second = await page.context().newPage();
      second.setDefaultTimeout(PATIENCE);
      await second.goto(url);
      await second.locator(".summary").waitFor();
      for (const tab of [page, second]) {
        await tab.reload();
        await tab.locator(".summary").waitFor();
        assert.deepEqual(await builds(tab), ["first"]);
      }
    });

    await step("the last tab takes the new build as a whole, and a tab that comes then has it, too", async () => {
      await second.close();
      // The worker that waits has no clients.
      const most = async () => Math.max(...(await Promise.all(page.context().serviceWorkers().map(clientsOf))));
      await expectSoon(most, 1);
      // The closed tab may count as a client for a moment longer, so the page is loaded again until it is of the new build.
      // If the workers change while the page loads, the load is interrupted, and only another reload helps.
      const shown = async () => {
        await page.reload();
        await page.locator(".summary").waitFor({ timeout: PATIENCE / 6 });
        return builds(page);
      };
      await expectSoon(async () => {
        const seen = await shown().catch(() => ["interrupted"]);
        assert.equal(seen.length, 1, "a loaded page has files of one build");
        return seen;
      }, ["second"]);
      const third = await page.context().newPage();
      third.setDefaultTimeout(PATIENCE);
      await third.goto(url);
      await third.locator(".summary").waitFor();
      assert.deepEqual(await builds(third), ["second"]);
      await third.close();
    });

    await step("a page whose files are gone, as another was built while it loaded, says that it could not be loaded", async () => {
      const tab = await (await page.context().browser().newContext({ serviceWorkers: "block" })).newPage();
      const [entry] = /assets\/index-[^"]+\.js/.exec(readFileSync(join(directory, "index.html"), "utf8"));
      rmSync(join(directory, entry));
      await tab.goto(url);
      await tab.getByText("This page could not be loaded.").waitFor();
      await tab.context().close();
    });
  });
});

journey("the network", async (page, step, server) => {
  await step("nothing is requested once the page has loaded, whatever one does", async () => {
    await loaded(page, server.requests);
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
  "the policy lets no inline script or style, no evaluation, no text that becomes code, and no other origin in",
  async (page) => {
    const other = await serve(BUILT);
    try {
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
      for (const rule of [
        "default-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types skillglass",
      ])
        assert.ok(policy.split("; ").includes(rule), rule);
      assert.doesNotMatch(policy, /script-src[^;]*'unsafe-(inline|eval)'|https?:|\*/);
      const came = await page.evaluate(async (url) => {
        const blocked = [];
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => blocked.push(effectiveDirective));
        const refused = [];
        const attempt = (what, does) => {
          try {
            does();
          } catch (error) {
            refused.push(`${what}: ${error.name}`);
          }
        };
        const script = document.createElement("script");
        attempt("text of a script", () => (script.textContent = "window.inlined = true"));
        // As a node it takes no text from a string, and the policy has the last word.
        script.append("window.inlined = true");
        document.head.append(script);
        attempt("HTML", () => (document.createElement("div").innerHTML = "<b>x</b>"));
        attempt("a worker of a blob", () => new Worker(URL.createObjectURL(new Blob(["0"]))));
        attempt("another policy", () => trustedTypes.createPolicy("other", {}));
        attempt("the same policy again", () => trustedTypes.createPolicy("skillglass", {}));
        const style = document.createElement("style");
        style.textContent = "body { opacity: 0 }";
        document.head.append(style);
        const evaluated = await new Promise((resolve) =>
          setTimeout(() => {
            try {
              resolve(new Function("return true")());
            } catch {
              resolve(false);
            }
          }),
        );
        const imported = await import(`${url}unloaded.js`).then(
          () => true,
          () => false,
        );
        const image = new Image();
        image.src = `${url}icon.svg`;
        const fetched = await fetch(url, { mode: "no-cors" }).then(
          () => true,
          () => false,
        );
        for (let tries = 0; tries < 100 && new Set(blocked).size < 6; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
        const styled = getComputedStyle(document.body).opacity === "0";
        return { inlined: "inlined" in window, styled, evaluated, imported, fetched, refused, blocked: [...new Set(blocked)].sort() };
      }, other.url);
      assert.deepEqual(came, {
        inlined: false,
        styled: false,
        evaluated: false,
        imported: false,
        fetched: false,
        refused: [
          "text of a script: TypeError",
          "HTML: TypeError",
          "a worker of a blob: TypeError",
          "another policy: TypeError",
          "the same policy again: TypeError",
        ],
        blocked: ["connect-src", "img-src", "require-trusted-types-for", "script-src-elem", "style-src-elem", "trusted-types"],
      });
      assert.deepEqual(other.requests, []);
    } finally {
      await other.close();
    }
  },
  { expectsProblems: true },
);

/** A build whose page differs by a word, and each of its scripts on demand, with a service worker to match. */
function rebuilt(directory, build, scripts = false) {
  const page = join(directory, "index.html");
  const html = readFileSync(page, "utf8").replace(
    '<meta charset="utf-8" />',
    `<meta charset="utf-8" />\n    <meta name="build" content="${build}" />`,
  );
  writeFileSync(page, html);
  const worker = join(directory, "service-worker.js");
  if (scripts) {
    for (const name of readdirSync(join(directory, "assets")).filter((name) => name.endsWith(".js"))) {
      const path = join(directory, "assets", name);
      const text = `/* build ${build} */${readFileSync(path, "utf8")}`;
      writeFileSync(path, text);
      const listed = readFileSync(worker, "utf8");
      const next = listed.replace(new RegExp(`("assets/${name.replaceAll(".", "\\.")}"): "[^"]+"`), `$1: "sha256-${hashOf(text)}"`);
      assert.notEqual(next, listed, name);
      writeFileSync(worker, next);
    }
  }
  const integrity = `sha256-${hashOf(html)}`;
  writeFileSync(
    worker,
    readFileSync(worker, "utf8")
      .replace(/const BUILD = "\w+"/, `const BUILD = "${build}"`)
      .replace(/"\.\/": "[^"]+"/, `"./": "${integrity}"`),
  );
}

const clientsOf = (worker) => worker.evaluate(async () => (await clients.matchAll()).length);

function hashOf(text) {
  return createHash("sha256").update(text).digest("base64");
}

async function withCopy(run) {
  const directory = mkdtempSync(join(tmpdir(), "skillglass-page-"));
  cpSync(BUILT, directory, { recursive: true });
  const server = await serve(directory);
  const browser = await launch();
  try {
    const context = await browser.newContext();
    await shake(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await run({ directory, url: server.url, page });
  } finally {
    await browser.close();
    await server.close();
    rmSync(directory, { recursive: true });
  }
}
