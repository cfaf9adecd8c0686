// What the tests of the page share: the built page in a real Chromium, watched for errors and foreign requests.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { strToU8, zipSync } from "fflate";
import { launch, problemsOf, serve } from "../browser.mjs";
import { shake } from "./shake.mjs";

export const BUILT = fileURLToPath(new URL("../../dist/page", import.meta.url));

/** In milliseconds: how long a state may take on a machine that has much else to do. Only a test that fails waits so long. */
export const PATIENCE = 60_000;

let browser;
let server;

before(async () => {
  assert.ok(existsSync(`${BUILT}/index.html`), "dist/page is missing: build the page first (npm run build --workspace www)");
  server = await serve(BUILT);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * A test with a fresh page that shows its counts; afterwards nothing may have gone wrong or left the page's origin, unless
 * the test is about that (`expectsProblems`). Other options are the browser context's.
 */
export function pageTest(sentence, run, options) {
  test(sentence, (t) => visit(options, (page) => run(page, t, server)));
}

/**
 * Several behaviours on one page, each a step with a sentence of its own that begins where the one before ends. A step that
 * fails ends the journey: what follows would begin somewhere else.
 */
export function journey(sentence, run, options) {
  test(sentence, (t) => visit(options, (page, expectNoProblems) => run(page, stepsOf(t, expectNoProblems), server)));
}

/** The steps of a test; after each nothing may have gone wrong besides. */
export function stepsOf(t, expectNoProblems = () => {}) {
  return async (sentence, does) => {
    let failure;
    await t.test(sentence, async (t) => {
      try {
        await does(t);
        expectNoProblems();
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    if (failure) throw new Error(`the journey ended at “${sentence}”`);
  };
}

/** Opens the page in a browser context of its own and watches it. */
async function visit({ expectsProblems = false, ...options } = {}, run) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...options });
  context.setDefaultTimeout(PATIENCE);
  await shake(context);
  const page = await context.newPage();
  const problems = problemsOf(page, server.url);
  page.on("requestfailed", (request) => {
    // A page that is left ends its requests.
    if (request.failure().errorText !== "net::ERR_ABORTED") problems.push(`failed request: ${request.url()}`);
  });
  const expectNoProblems = () => expectsProblems || assert.deepEqual(problems, []);
  try {
    await page.goto(server.url);
    await page.locator(".summary").waitFor();
    await run(page, expectNoProblems);
    expectNoProblems();
  } finally {
    await context.close();
  }
}

/** Has the sample in place of all that was brought in. */
export async function reset(page) {
  await page.getByRole("button", { name: "Reset" }).click();
  await page.locator(".notice").getByText("The sample is back.").waitFor();
  await settled(page);
}

/** Waits until the engine has answered all that it was asked. */
export const settled = (page) => page.locator('#host[aria-busy="false"]').waitFor({ state: "attached" });

/** The counts of the catalog as the page shows them. */
export async function counts(page) {
  const read = async (section) => Number((await page.locator(`.summary .${section} b`).textContent()).replaceAll(",", ""));
  return { found: await read("found"), errors: await read("errors"), leftOut: await read("left-out") };
}

/** Waits until the catalog has these counts. */
export function expectCounts(page, expected) {
  const read = async () => {
    const seen = await counts(page);
    return Object.fromEntries(Object.keys(expected).map((key) => [key, seen[key]]));
  };
  return expectSoon(read, expected);
}

/** Waits until an element's text is this one, or matches. */
export const expectText = (locator, expected) => expectSoon(() => locator.textContent(), expected);

/** The same of each of several elements, and of how many there are. */
export const expectTexts = (locator, expected) => expectSoon(() => locator.allTextContents(), expected);
export const expectCount = (locator, expected) => expectSoon(() => locator.count(), expected);

/** The same of a field's value, and of an attribute. */
export const expectValue = (locator, expected) => expectSoon(() => locator.inputValue(), expected);
export const expectAttribute = (locator, name, expected) => expectSoon(() => locator.getAttribute(name), expected);

/** The same of the keyboard's place. */
export const expectFocus = (locator) => expectSoon(() => locator.evaluate((element) => element === document.activeElement), true);

/**
 * The page answers a moment after it was asked: what is read is read again until it is as expected. That something is not there,
 * or as it was before, is read once: here it could be wrong for a moment.
 */
export async function expectSoon(read, expected) {
  const end = Date.now() + PATIENCE;
  const fits = (seen) => (expected instanceof RegExp ? expected.test(seen) : isDeepStrictEqual(seen, expected));
  let seen = await read();
  while (!fits(seen) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    seen = await read();
  }
  if (expected instanceof RegExp) assert.match(seen, expected);
  else assert.deepEqual(seen, expected);
}

/** Waits until the page, or a frame of it, has fetched all that it fetches by itself; `requests` are the addresses so far. */
export async function loaded(page, requests) {
  for (const file of ["language", "assistance", "name-completion", "gallery", "zip.worker", "BudgetPlan", "upkeep", "searches", "changes"])
    await expectSoon(() => requests.some((address) => address.includes(`/assets/${file}-`)), true);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("link[rel=modulepreload]")].every(({ href }) =>
      performance.getEntriesByName(href).some(({ responseEnd }) => responseEnd > 0),
    ),
  );
  await page.waitForLoadState("networkidle");
  // Once all parts of the module are there, workers have no way to the network.
  for (const worker of (page.page?.() ?? page).workers())
    await expectSoon(() => worker.evaluate(() => typeof globalThis.fetch), "undefined");
}

/** Presses a button that says for a moment what came of it, and hears that, however short the moment is. */
export async function pressAndHear(button, said) {
  await button.evaluate((element, said) => {
    window.heard = false;
    new MutationObserver(() => {
      window.heard ||= element.textContent === said;
    }).observe(element, { subtree: true, childList: true, characterData: true });
  }, said);
  await button.click();
  await button.page().waitForFunction(() => window.heard);
}

/** There is another worker, for zips. */
const isEngine = (url) => /\/assets\/worker-/.test(url);
export const engineOf = (page) => page.workers().find((worker) => isEngine(worker.url()));

/** Has the engine's worker stop with an error, once it has done what it is at. */
export async function stopEngine(page) {
  await engineOf(page).evaluate(
    () =>
      void setTimeout(() => {
        throw new Error("out of memory");
      }),
  );
  await engineFailure(page).waitFor();
}

export const engineFailure = (page) => page.getByRole("alert").filter({ hasText: "The engine stopped" });

/** Has the engine's worker stand still, as at long work; what is returned lets it go on, or stop with that error. */
export async function standStill(page, error) {
  const session = await page.context().newCDPSession(page);
  const attached = new Promise((resolve) =>
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => isEngine(targetInfo.url) && resolve(sessionId)),
  );
  const stands = new Promise((resolve) =>
    session.on("Target.receivedMessageFromTarget", ({ message }) => JSON.parse(message).method === "Debugger.paused" && resolve()),
  );
  // Not flat: Playwright has a session of its own with the worker.
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await attached;
  let id = 0;
  const command = (method, params) =>
    session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id: ++id, method, params }) });
  await command("Debugger.enable");
  const after = error === undefined ? "" : `throw new Error(${JSON.stringify(error)})`;
  await command("Runtime.evaluate", { expression: `setTimeout(() => { debugger; ${after} })` });
  await stands;
  return () => command("Debugger.resume");
}

/** Drops files on the page, or on an element of it: name → bytes or text. */
export async function drop(page, files, selector = "body") {
  const sent = Object.entries(files).map(([name, contents]) => ({
    name,
    base64: Buffer.from(typeof contents === "string" ? strToU8(contents) : contents).toString("base64"),
  }));
  await page.evaluate(
    ({ sent, selector }) => {
      const target = document.querySelector(selector);
      const data = new DataTransfer();
      for (const { name, base64 } of sent) {
        data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name));
      }
      const event = (type) => new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
      target.dispatchEvent(event("dragenter"));
      target.dispatchEvent(event("dragover"));
      target.dispatchEvent(event("drop"));
    },
    { sent, selector },
  );
}

/** A zip of these files: path → bytes or text. */
export function zip(files) {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, contents]) => [path, typeof contents === "string" ? strToU8(contents) : contents]),
    ),
  );
}

export function skill(name, description = `Does what ${name} says.`) {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nThe instructions of ${name}.\n`;
}

export function openInTree(page, path) {
  return page.locator(`[role="treeitem"][data-path="${path}"]`).click();
}

/** The editor of the open file, and the one of the prompt. */
export const editor = (page) => page.locator("#editor .cm-content");
export const promptBox = (page) => page.locator(".prompt .cm-content");

/** Replaces all of an editor's text as a visitor would. */
export async function retype(page, locator, text) {
  await locator.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

export async function showView(page, name) {
  await page.getByRole("tab", { name }).click();
}

/** Looks through another host, in its newest edition or the given one. */
export async function chooseHost(page, host, edition) {
  await page.getByRole("combobox", { name: "Host", exact: true }).selectOption(host);
  if (edition) await chooseEdition(page, edition);
}

export function chooseEdition(page, edition) {
  return page.getByRole("combobox", { name: "Edition", exact: true }).selectOption(edition);
}

/** Calls the host's tool for skills in the Turn view, as the model would. */
export async function callTool(page, skill, args) {
  const form = page.getByRole("form", { name: /^Call of the tool/ });
  await form.getByLabel("skill").fill(skill);
  await form.getByLabel("args").fill(args);
  await form.getByRole("button").click();
}
