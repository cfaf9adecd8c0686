// What an app that only reads catalogs downloads: its page, its script, and the parts of one host. `make size` weighs the same app.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { appFiles } from "../../scripts/app-size.mjs";
import { launch, serve } from "../browser.mjs";

test("an app of catalogs downloads the parts of its host and nothing of the rest", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skillglass-download-"));
  const files = await appFiles();
  const { parts } = JSON.parse(readFileSync(new URL("../../pkg/parts/parts.json", import.meta.url), "utf8"));
  const sample = { "/repo/.agents/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Fill in PDF forms.\n---\n" };
  for (const [name, contents] of files) {
    const isPage = name === "index.html";
    // The script's folder is lost in the list of files.
    const text = isPage
      ? String(contents)
          .replaceAll("./assets/", "./")
          .replace("<body", `<body data-files='${JSON.stringify(sample)}'`)
      : contents;
    writeFileSync(join(folder, name), text);
  }
  const [server, browser] = await Promise.all([serve(folder), launch()]);
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => document.body.textContent.includes("pdf"));
    const kinds = server.requests.map((path) => path.replace(/-[\w-]{8}\./, ".")).filter((path) => path !== "/favicon.ico");
    const wanted = ["main", ...parts.codex].map((file) => `/${file}.wasm`);
    assert.deepEqual(kinds.sort(), ["/", "/index.js", ...wanted].sort());
  } finally {
    await Promise.all([browser.close(), server.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});
