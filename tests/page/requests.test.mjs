// What goes out of the page once it has loaded: nothing. Counted by a proxy that all of the browser goes through, workers included.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import { test } from "node:test";
import { launch, serve } from "../browser.mjs";
import { hostPage } from "./host-page.mjs";
import { BUILT, drop, editor, expectSoon, loaded, PATIENCE, promptBox, retype, settled, showView, skill, stepsOf, zip } from "./page.mjs";
import { shake } from "./shake.mjs";
import { openShare } from "./share.mjs";

/** What Chromium asks its maker, whatever page is open. */
const BROWSERS_OWN = /^(?:http:\/\/)?[\w.-]+\.(?:google|googleapis|gvt1)\.com(?::443$|\/)/;

/** A proxy that notes each request: `{ address, seen, close }`. What is encrypted is noted by its host and refused. */
async function proxy() {
  const seen = [];
  const server = createServer((asked, answer) => {
    if (!BROWSERS_OWN.test(asked.url)) seen.push(asked.url);
    const { method, headers } = asked;
    const passed = forward(asked.url, { method, headers }, (came) => {
      answer.writeHead(came.statusCode, came.headers);
      came.pipe(answer);
    });
    passed.on("error", () => answer.writeHead(502).end());
    asked.pipe(passed);
  });
  for (const event of ["connect", "upgrade"])
    server.on(event, ({ url }, socket) => {
      if (!BROWSERS_OWN.test(url)) seen.push(url);
      socket.end("HTTP/1.1 502 Refused\r\n\r\n");
    });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** A test in a browser whose requests go through a proxy: it gets a step, a page, the page's server and the addresses that the proxy notes. */
function proxied(sentence, serviceWorkers, run) {
  test(sentence, async (t) => {
    const server = await serve(BUILT);
    const through = await proxy();
    const browser = await launch();
    try {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        proxy: { server: through.address, bypass: "<-loopback>" },
        serviceWorkers,
      });
      context.setDefaultTimeout(PATIENCE);
      await shake(context);
      await run(stepsOf(t), await context.newPage(), server, through);
    } finally {
      await browser.close();
      await Promise.all([server.close(), through.close()]);
    }
  });
}

proxied("no request after load", "allow", async (step, page, server, through) => {
  const none = async () => {
    await settled(page);
    assert.deepEqual(through.seen, []);
  };

  await step("the proxy sees what the page, its workers and its service worker load, all of it of one origin", async () => {
    await page.goto(server.url);
    await page.locator(".summary").waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await loaded(page, through.seen);
    for (const file of ["worker-", "zip.worker-", ".wasm", "service-worker.js"])
      assert.ok(
        through.seen.some((url) => url.includes(file)),
        file,
      );
    assert.deepEqual(
      through.seen.filter((url) => !url.startsWith(server.url)),
      [],
    );
    through.seen.length = 0;
  });

  await step("nothing goes out while a zip is opened that names other sites in every field", async () => {
    const site = "https://skills.example/x";
    await drop(page, {
      "mine.zip": zip({
        "alpha/SKILL.md": `---\nname: alpha\ndescription: See ${site} ![](${site}.png)\nlicense: ${site}\n---\n\n<img src=${site}>\n@import url(${site})\n`,
        "alpha/page.html": `<script src=${site}></script><link rel=stylesheet href=${site}>`,
        "alpha/agents/openai.yaml": `interface:\n  icon_small: ${site}\ndependencies:\n  tools:\n    - type: mcp\n      value: x\n      transport: streamable_http\n      url: ${site}\n`,
      }),
    });
    await page.locator(".card", { hasText: "alpha" }).first().waitFor();
    for (const path of ["page.html", "agents/openai.yaml", "SKILL.md"]) {
      await page.locator(`[role="treeitem"][data-path="/repo/.agents/skills/alpha/${path}"]`).click();
      await page.locator(`#editor h2[title$="${path}"]`).waitFor();
    }
    await none();
  });

  await step("nor in any view, of any host", async () => {
    const hosts = page.getByRole("combobox", { name: "Host", exact: true });
    for (const host of await hosts.locator("option").evaluateAll((options) => options.map(({ value }) => value))) {
      await hosts.selectOption(host);
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        for (const choice of await page.locator(".choices input").all()) await choice.check();
      }
      await none();
    }
  });

  await step("nor at typing, completing, asking, sharing and resetting", async () => {
    await retype(page, editor(page), skill("alpha", "Typed."));
    await showView(page, "Turn");
    await retype(page, promptBox(page), "$alpha https://skills.example/");
    const dialog = await openShare(page);
    await dialog.getByLabel("Address of the workspace").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Can I use" }).click();
    await page.getByRole("dialog", { name: "Can I use" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Examples…" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByLabel("Language").selectOption("zh");
    await page.getByLabel("主题").selectOption("dark");
    await none();
  });

  await step("nor by workers: they are asked to, and cannot", async () => {
    for (const worker of page.workers())
      await worker.evaluate(async (url) => {
        await globalThis.fetch?.(url).catch(() => {});
      }, "https://skills.example/from-a-worker");
    await none();
  });
});

proxied("no request in a frame after load", "block", async (step, page, server, through) => {
  const host = await hostPage({ id: "frame", src: `${server.url}?embed=edit`, width: 1_200, height: 700 });
  try {
    await step("the frame loads everything once, without a service worker", async () => {
      await page.goto(host.url);
      await page.frameLocator("#frame").locator(".summary").waitFor();
      await loaded(
        page.frames().find((one) => one.url().startsWith(server.url)),
        through.seen,
      );
      through.seen.length = 0;
    });

    await step("nothing goes out in any view, with any choice, nor when a plan makes the list fit", async () => {
      const frame = page.frameLocator("#frame");
      for (const view of await frame.getByRole("tab").all()) {
        await view.click();
        for (const choice of await frame.locator("#view .choices input").all()) {
          await choice.check();
          await expectSoon(
            () =>
              frame
                .locator("#view > div > :not(.choices)")
                .count()
                .then((count) => count > 0),
            true,
          );
        }
      }
      await frame.locator("#tab-model").click();
      await frame.locator(".window input[type=number]").fill("4000");
      await frame.locator(".budget-plan li").first().waitFor();
      await settled(frame);
      assert.deepEqual(through.seen, []);
    });
  } finally {
    await host.close();
  }
});
