// What every browser test needs: a headless Chromium of this machine, and a static server for built files.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

export const ARGUMENTS = [
  "--headless=new",
  "--no-sandbox", // Chromium refuses to run as root with its sandbox
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--no-first-run",
  "--disable-quic",
  "--disable-component-update",
  "--disable-sync",
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const USUAL_PLACES = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** The path of Chromium or Chrome: $CHROME, else from PATH, else a usual place. */
export function chromePath() {
  if (process.env.CHROME) return process.env.CHROME;
  for (const name of NAMES) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // the next name
    }
  }
  const place = USUAL_PLACES.find((path) => existsSync(path));
  if (place) return place;
  throw new Error("no Chromium found: install one, or set CHROME to its path");
}

/** A running headless Chromium; the caller closes it. */
export function launch() {
  return chromium.launch({ executablePath: chromePath(), args: ARGUMENTS });
}

/** The content types of built files, by their extensions. */
export const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/**
 * Serves a folder on a free port of the loopback: `{ url, requests, close }`, `url` ending in a slash, `requests` the paths so far.
 * Every answer has these headers besides.
 */
export async function serve(directory, headers = {}) {
  const requests = [];
  const { url, close } = await listen(async (request, response) => {
    requests.push(request.url);
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = join(directory, normalize(path), path.endsWith("/") ? "index.html" : "");
    try {
      const body = await readFile(file);
      response.writeHead(200, { ...headers, "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return { requests, url, close };
}

/** Serves on a free port of the loopback: `{ url, close }`, `url` ending in a slash. */
export async function listen(answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** Notes what goes wrong on a page, and requests that leave `root`. */
export function problemsOf(page, root) {
  const problems = [];
  page.on("console", (message) => {
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(root) && !request.url().startsWith("data:")) problems.push(`request: ${request.url()}`);
  });
  return problems;
}
