// Measures in Chromium how long the page's main thread is busy while someone types with many skills
// open. This needs the built page.
//
//   node benches/page.mjs [skills] [host]
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { strToU8, zipSync } from "fflate";
import { launch, serve } from "../tests/browser.mjs";

const SKILLS = Number(process.argv[2] ?? 3_000);
const HOST = process.argv[3] ?? "claude-code";
const KEYSTROKES = 30;
const BUILT = fileURLToPath(new URL("../dist/page", import.meta.url));

if (!existsSync(`${BUILT}/index.html`)) throw new Error("dist/page is missing: run `make page` first");
const server = await serve(BUILT);
const browser = await launch();
const page = await (
  await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] })
).newPage();
await page.goto(server.url);
await page.locator(".summary").waitFor();
await page.getByRole("combobox", { name: "Host", exact: true }).selectOption(HOST);
await page.locator('#host[aria-busy="false"]').waitFor();

await hold(SKILLS);
report(`bringing in ${SKILLS} skills`, await traced(bringIn));
const found = Number((await page.locator(".summary .found b").textContent()).replaceAll(",", ""));
console.log(`${HOST} finds ${found}`);

for (const view of ["Skills", "Model’s view", "Turn", "Compare", "Problems", "Search"]) {
  report(`opening ${view}`, await traced(() => open(view)));
  await page.locator("#editor .cm-line", { hasText: "description:" }).click();
  await page.keyboard.press("End");
  await page.waitForTimeout(500);
  report(`${KEYSTROKES} keystrokes, ${view}`, await traced(type));
  if (view === "Problems") for (const kind of ["Markdown", "SARIF"]) report(`copying as ${kind}`, await traced(() => copy(kind)));
}
await page.getByRole("tab", { name: "Skills" }).click();
await page.locator(".card .description").first().waitFor();
const verdicts = await page.evaluate(verdictsOf, KEYSTROKES);
console.log(`from a keystroke to its verdict on the page: median ${middle(verdicts)} ms, longest ${Math.max(...verdicts)} ms`);

await browser.close();
await server.close();

/** Gives the page a zip archive with this number of skills, which the page is to import. */
async function hold(skills) {
  const files = {};
  for (let n = 0; n < skills; n++) {
    const name = `skill-${String(n).padStart(4, "0")}`;
    files[`many/${name}/SKILL.md`] = strToU8(
      `---\nname: ${name}\ndescription: Does what ${name} says, when someone asks for it in so many words.\n---\n\n# ${name}\n\n${"A line of instructions.\n".repeat(20)}`,
    );
  }
  const base64 = Buffer.from(zipSync(files)).toString("base64");
  await page.evaluate((base64) => {
    window.held = new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], "many.zip");
  }, base64);
}

async function bringIn() {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(window.held);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => Number(document.querySelector(".summary .found b").textContent.replaceAll(",", "")) > 1_000, null, {
    timeout: 60_000,
  });
  await page.locator('#host[aria-busy="false"]').waitFor();
}

/** Opens a view of the page, and waits until the engine has processed all skills. */
async function open(view) {
  await page.getByRole("tab", { name: view }).click();
  if (view === "Search") await page.locator(".request-box input").fill("what skill-0007 says");
  for (let quiet = 0; quiet < 3; quiet++) {
    await page.waitForTimeout(200);
    await page.locator(".first-look").waitFor({ state: "detached", timeout: 60_000 });
    await page.locator('#host[aria-busy="false"]').waitFor();
  }
}

async function copy(kind) {
  await page.getByRole("button", { name: `Copy as ${kind}` }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: `Copy as ${kind}` }).waitFor();
}

async function type() {
  for (let stroke = 0; stroke < KEYSTROKES; stroke++) {
    await page.keyboard.type("x");
    await page.waitForTimeout(100);
  }
  await page.locator('#host[aria-busy="false"]').waitFor();
}

/**
 * Types into the page's editor. Returns for each stroke how long it takes until the first card
 * shows the new text.
 */
async function verdictsOf(strokes) {
  const times = [];
  document.querySelector("#editor .cm-content").focus();
  for (let stroke = 0; stroke < strokes; stroke++) {
    const said = () => document.querySelector(".card .description").textContent;
    const before = said();
    const begun = performance.now();
    document.execCommand("insertText", false, "y");
    while (said() === before) await new Promise((resolve) => requestAnimationFrame(resolve));
    times.push(Math.round(performance.now() - begun));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return times;
}

/**
 * Records the page's main thread while `act` runs. Returns the three longest tasks, and the longest
 * processor time of a task.
 * A task has its total time and its processor time in milliseconds. The latter does not count other
 * programs.
 */
async function traced(act) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === "RunTask" && main.has(`${pid} ${tid}`));
  const most = Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
  const longest = tasks
    .toSorted((a, b) => b.dur - a.dur)
    .slice(0, 3)
    .map(({ ts, dur, tdur, pid, tid }) => {
      const inside = traceEvents.filter(
        (event) =>
          event.pid === pid &&
          event.tid === tid &&
          event.ts >= ts &&
          event.ts + (event.dur ?? 0) <= ts + dur &&
          event.dur > dur / 4 &&
          event.name !== "RunTask",
      );
      return { ms: dur / 1_000, cpu: (tdur ?? 0) / 1_000, of: [...new Set(inside.map(({ name }) => name))].slice(0, 6).join(", ") };
    });
  return { longest, most };
}

function report(what, { longest, most }) {
  console.log(`${what}: longest task ${longest[0].ms.toFixed(1)} ms, most of the processor ${most.toFixed(1)} ms`);
  for (const { ms, cpu, of } of longest) console.log(`    ${ms.toFixed(1)} ms (${cpu.toFixed(1)} ms of processor)  ${of}`);
}

function middle(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
