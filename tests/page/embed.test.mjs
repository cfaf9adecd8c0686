// The playground within another page: what its address chooses, what a visitor can do there, and what it keeps (nothing).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { inflateSync, strFromU8 } from "fflate";
import { serve } from "../browser.mjs";
import { hostPage } from "./host-page.mjs";
import { BUILT, drop, expectSoon, expectValue, journey, pressAndHear, retype, skill, zip } from "./page.mjs";
import { linkOf, openShare } from "./share.mjs";

const PAGE = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

/** The headers that docs/embedding.md gives for servers. */
const HEADERS = Object.fromEntries(
  /<!-- headers -->\n```http\n(.*?)\n```/s
    .exec(PAGE)[1]
    .split("\n")
    .map((line) => line.split(/: (.*)/s).slice(0, 2)),
);

/** A server with those headers, which let every origin read: a sandboxed frame has none of its own. */
let open;
before(async () => (open = await serve(BUILT, HEADERS)));
after(() => open?.close());

/** Makes a link of one skill on the page. */
async function linkOfOneSkill(page) {
  await drop(page, { "delta.zip": zip({ "delta/SKILL.md": skill("delta", "As it was embedded.") }) });
  await page.locator(".card", { hasText: "delta" }).waitFor();
  return new URL(await linkOf(page));
}

/** Opens a host page with a frame of the playground, runs, and closes it. */
async function embedded(page, { query, hash = "", server = open, ...attributes }, run) {
  const host = await hostPage({ id: "frame", src: `${server.url}?${query}${hash}`, width: 600, height: 400, ...attributes });
  const tab = await page.context().newPage();
  try {
    await tab.goto(host.url);
    const frame = tab.frameLocator("#frame");
    await run(frame, tab);
    assert.deepEqual(await tab.evaluate(() => window.messages), [], "the host page gets no message");
  } finally {
    await tab.close();
    await host.close();
  }
}

/** What a link holds, as JSON. */
const filesOf = (link) => strFromU8(inflateSync(Buffer.from(link.split("#w1.")[1] ?? "", "base64url")));

const settled = (frame) => frame.locator('#host[aria-busy="false"]').waitFor({ state: "attached" });

/** What the playground's origin keeps, as the frame itself sees it. */
const keptIn = (frame) =>
  frame.locator("body").evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));

const NOTHING = { local: [], session: [], databases: [], caches: [], workers: 0 };

test("the headers of the documentation have the policy of the built page, and say who may embed it", () => {
  const html = readFileSync(`${BUILT}/index.html`, "utf8");
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)[1].replaceAll("&#39;", "'");
  assert.equal(HEADERS["Content-Security-Policy"], `${policy}; frame-ancestors *`);
});

journey(
  "a workspace within another page",
  async (page, step) => {
    const { hash } = await linkOfOneSkill(page);

    await step("the address chooses the view, the host, the edition, the theme and the language", async () => {
      const query = "embed=read&view=model&host=claude-code&theme=dark&language=zh";
      await embedded(page, { query, hash }, async (frame) => {
        await settled(frame);
        await frame.locator('#tab-model[aria-selected="true"]').waitFor();
        await expectValue(frame.locator(".environment select").first(), "claude-code");
        assert.equal(await frame.locator("html").getAttribute("data-theme"), "dark");
        assert.equal(await frame.locator("html").getAttribute("lang"), "zh-Hans");
      });
      await embedded(page, { query: "embed=read&host=codex&edition=2026-05", hash }, (frame) =>
        expectValue(frame.locator(".environment select").nth(1), "2026-05"),
      );
    });

    await step("without choices it is as the link has it, under a header of one line", async () => {
      await embedded(page, { query: "embed=read", hash }, async (frame) => {
        await frame.locator(".card .description", { hasText: "As it was embedded." }).waitFor();
        await frame.locator("header.top").getByText("Read only").waitFor();
        assert.equal(await frame.locator("header.top button, header.top select").count(), 0);
        assert.ok((await frame.locator("header.top").evaluate((header) => header.offsetHeight)) <= 44);
        assert.equal(await frame.locator(".notice").count(), 0);
      });
    });

    for (const [what, query] of [
      ["read-only", "embed=read"],
      ["of a mode that there is not", "embed=1"],
    ]) {
      await step(`a workspace that is ${what} cannot be changed`, async () => {
        await embedded(page, { query, hash, width: 1_200, height: 600 }, async (frame, tab) => {
          await frame.locator("#editor .cm-line", { hasText: "name: delta" }).click();
          await tab.keyboard.type("Typed.");
          assert.equal(
            await frame
              .locator("#editor .cm-content")
              .textContent()
              .then((text) => text.includes("Typed.")),
            false,
          );
          await frame.locator('[role="treeitem"][data-path$="delta/SKILL.md"]').click();
          for (const key of ["Delete", "F2"]) await tab.keyboard.press(key);
          await frame.locator('[role="treeitem"][data-path$="delta/SKILL.md"]').click({ button: "right" });
          assert.deepEqual(await frame.locator(".notice, .name-field, .tree-menu, .actions").count(), 0);
          await frame.locator(".card .description", { hasText: "As it was embedded." }).waitFor();
        });
      });
    }

    await step("nothing is kept, and no service worker is registered", async () => {
      await embedded(page, { query: "embed=edit", hash, width: 1_200, height: 600 }, async (frame, tab) => {
        await retype(tab, frame.locator("#editor .cm-content"), skill("delta", "Not to be kept."));
        await frame.locator(".card .description", { hasText: "Not to be kept." }).waitFor();
        assert.deepEqual(await keptIn(frame), NOTHING);
      });
      await embedded(page, { query: "" }, async (frame) => {
        await settled(frame);
        assert.equal((await keptIn(frame)).workers, 0, "nor by the whole page in a frame");
      });
    });

    await step("one to edit takes what is typed, and the link to the page on its own has it", async () => {
      await embedded(page, { query: "embed=edit&host=opencode", hash, width: 1_200, height: 600 }, async (frame, tab) => {
        await settled(frame);
        const own = frame.getByRole("link", { name: "Open in Skillglass" });
        await retype(tab, frame.locator("#editor .cm-content"), skill("delta", "Edited in the frame."));
        await frame.locator(".card .description", { hasText: "Edited in the frame." }).waitFor();
        await expectSoon(async () => filesOf(await own.getAttribute("href")), /Edited in the frame\./);
        const [alone] = await Promise.all([tab.waitForEvent("popup"), own.click()]);
        await alone.locator(".card .description", { hasText: "Edited in the frame." }).waitFor();
        assert.doesNotMatch(alone.url(), /embed|host=/);
        await expectValue(alone.getByRole("combobox", { name: "Host", exact: true }), "opencode");
        await alone.close();
      });
    });

    await step("a frame reads no logs: files that are dropped on Logs become files of the workspace", async () => {
      await embedded(page, { query: "embed=edit&view=search&search=logs", hash, width: 1_200, height: 600 }, async (frame, tab) => {
        await frame.locator(".usage").getByText("A frame reads no logs.").waitFor();
        await drop(
          tab.frames().find((one) => one.url().includes("embed=edit")),
          { "monday.jsonl": "{}" },
          ".usage",
        );
        await frame.locator('[role="treeitem"][data-path$="/monday.jsonl"]').waitFor();
        await frame.locator(".usage").getByText("A frame reads no logs.").waitFor();
      });
    });

    await step("all of it works in a sandboxed frame without an origin, where nothing can be kept", async () => {
      const sandbox = "allow-scripts";
      await embedded(page, { query: "embed=edit", hash, sandbox, width: 1_200, height: 600 }, async (frame, tab) => {
        assert.equal(await frame.locator("body").evaluate(() => globalThis.origin), "null");
        await retype(tab, frame.locator("#editor .cm-content"), skill("delta", "Typed in a sandbox."));
        await frame.locator(".card .description", { hasText: "Typed in a sandbox." }).waitFor();
        for (const tab of await frame.getByRole("tab").all()) await tab.click();
        await settled(frame);
        assert.equal(await frame.getByRole("alert").count(), 0);
      });
      await embedded(page, { query: "", sandbox }, async (frame) => {
        await frame.locator(".card").first().waitFor();
        assert.equal(await frame.getByRole("alert").count(), 0);
      });
    });

    await step("a damaged link is told within the frame", () =>
      embedded(page, { query: "embed=read", hash: "#w1.AAAAgarbage" }, (frame) =>
        frame.locator(".notice").getByText("The link is damaged").waitFor(),
      ),
    );

    await step("a host that there is not is told, and the workspace is there", () =>
      embedded(page, { query: "embed=read&host=nobody", hash }, async (frame) => {
        await frame
          .getByRole("alert")
          .getByText(/nobody/)
          .waitFor();
        await frame.locator(".card", { hasText: "delta" }).waitFor();
      }),
    );
  },
  { serviceWorkers: "allow", expectsProblems: true },
);

journey(
  "a frame that cannot have the page",
  async (page, step, server) => {
    await step("says so where the server lets only its own origin read, and links to the page", () =>
      embedded(page, { query: "embed=read", server, sandbox: "allow-scripts" }, async (frame) => {
        await frame.getByText("This page could not be loaded.").waitFor();
        assert.equal(await frame.getByRole("link").evaluate((link) => link.href), `${server.url}?embed=read`);
      }),
    );
  },
  { expectsProblems: true },
);

journey(
  "the dialog that shares",
  async (page, step) => {
    await step("gives the frame for a page, which shows the workspace", async () => {
      await drop(page, { "delta.zip": zip({ "delta/SKILL.md": skill("delta", "As it was embedded.") }) });
      await page.locator(".card", { hasText: "delta" }).waitFor();
      const dialog = await openShare(page);
      await pressAndHear(dialog.getByRole("button", { name: "Copy frame" }), "Copied");
      const html = await page.evaluate(() => navigator.clipboard.readText());
      const tab = await page.context().newPage();
      await tab.setContent(html);
      await tab.frameLocator("iframe").locator(".card .description", { hasText: "As it was embedded." }).waitFor();
      await tab.close();
    });

    await step("gives the Markdown of the badge, which leads to the workspace", async () => {
      const dialog = page.getByRole("dialog", { name: "Share" });
      await dialog.getByRole("button", { name: "Copy Markdown" }).click();
      await expectSoon(
        () => page.evaluate(() => navigator.clipboard.readText()),
        /^\[!\[Skills, as agent hosts see them\]\(skillglass\.svg\)\]\(http:\/\/127\.0\.0\.1:\d+\/#w1\.[\w-]+\)$/,
      );
    });
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);
