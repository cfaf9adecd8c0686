// first-view.mjs [folder]: measures what the built page downloads until its first view appears, and
// how long this takes over a connection of 1.6 Mbit/s with 150 ms of latency. The server compresses
// with Brotli. It limits all connections together, because the browser's own throttling leaves out
// workers.
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { launch, listen, TYPES } from "../tests/browser.mjs";

const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY = 150;
const PIECE = 4_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Serves a folder at the given speed. `sent` counts the bytes that were sent of each file. */
async function serveSlowly(folder, bytesPerSecond) {
  const sent = new Map();
  /** The time at which the connection is free again, in milliseconds. */
  let free = 0;
  const server = await listen(async ({ url }, answer) => {
    const path = join(folder, new URL(url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
    await pause(LATENCY);
    if (!existsSync(path) || !statSync(path).isFile()) return answer.writeHead(404).end();
    const body = brotliCompressSync(readFileSync(path));
    answer.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-encoding": "br" });
    for (let at = 0; at < body.length; at += PIECE) {
      const piece = body.subarray(at, at + PIECE);
      const now = performance.now();
      free = Math.max(free, now) + (piece.length / bytesPerSecond) * 1_000;
      if (free > now) await pause(free - now);
      answer.write(piece);
      sent.set(path, (sent.get(path) ?? 0) + piece.length);
    }
    answer.end();
  });
  return { ...server, sent };
}

/**
 * Opens the page for the first time, and waits for its first view.
 * Returns `{ seconds, bytes, files }`: the time, and what was downloaded until then.
 */
export async function firstView(folder, bytesPerSecond = BYTES_PER_SECOND) {
  const [server, browser] = await Promise.all([serveSlowly(folder, bytesPerSecond), launch()]);
  try {
    const page = await browser.newPage();
    const start = performance.now();
    await page.goto(server.url, { waitUntil: "commit" });
    await page.locator(".summary").waitFor({ timeout: 120_000 });
    const seconds = (performance.now() - start) / 1_000;
    const files = [...server.sent].map(([path, bytes]) => ({ file: path.slice(folder.length + 1), bytes }));
    return { seconds, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files };
  } finally {
    await Promise.all([browser.close(), server.close()]);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? fileURLToPath(new URL("../dist/page", import.meta.url));
  const { seconds, bytes, files } = await firstView(folder);
  for (const { file, bytes } of files.toSorted((a, b) => b.bytes - a.bytes)) console.log(`${String(bytes).padStart(8)} ${file}`);
  console.log(`${(bytes / 1_000).toFixed(1)} kB, ${seconds.toFixed(1)} s`);
}
