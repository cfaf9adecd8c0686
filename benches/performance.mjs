// Measures every figure of docs/performance.md in one run, for Skillglass and for other programs,
// and prints the tables of that page.
//
//   node benches/performance.mjs [ROUNDS] [SKILLS]
//
// Real skills are taken from corpus/skills.jsonl in $SKILLGLASS_SHARED or ../shared, whose lines
// have `folder` and `text`. The rows of the native core need `cargo build --release --example
// load`, and those of the page need `make page`. Without these, the rows are left out.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { lint as skillmds } from "@skillmds/core";
import matter from "gray-matter";
import jsYaml from "js-yaml";
import { parse as yaml } from "yaml";
import init, { lint, Workspace } from "../pkg/node.js";
import { launch, serve } from "../tests/browser.mjs";
import { firstView } from "./first-view.mjs";
import { following } from "./follow.mjs";
import { project, rounds } from "./measure.mjs";
import { texts } from "./texts.mjs";

const ROUNDS = Number(process.argv[2] ?? 9);
const SKILLS = Number(process.argv[3] ?? 3000);
const USUAL = [{ host: "codex" }, { host: "claude-code" }, { host: "opencode" }, { host: "standard" }];

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const all = texts().slice(0, SKILLS);
const { files, options, edited } = project(all, SKILLS);
const bytes = new Map([...files].map(([path, text]) => [path, new TextEncoder().encode(text)]));
const unread = new Map([...files.keys()].map((path) => [path, null]));
const frontmatters = all.map((text) => /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1]).filter((text) => text !== undefined);
const encoder = new TextEncoder();
const buffer = new Uint8Array(1 << 22);

await init();

const workspace = (settings = {}) => new Workspace({ ...options, ...settings });
/**
 * Returns a function that runs a parser over texts.
 * A text that does not parse counts as well: other parsers throw an error where ours returns one.
 */
const each = (texts, parse) => () => {
  for (const text of texts) {
    try {
      parse(text);
    } catch {
      // The text does not parse, so the next one follows.
    }
  }
};
const perFile = (milliseconds) => (milliseconds * 1000) / SKILLS;

table("Loading, µs a file", await loading());
table("After an edit", await editing());
table("Diagnostics", await diagnostics());
table("Several hosts", await comparing());
table("A folder that changes", await following(ROUNDS));
table("The native core, µs a file", native());
table("Weight and start", await starting());

async function loading() {
  const time = await rounds(ROUNDS, {
    texts: () => {
      const made = workspace();
      made.writeAll(files);
      return made;
    },
    // Asks for only one skill: the catalog is computed, but little data crosses to JavaScript.
    made: ({ texts }) => void texts.skill(edited),
    out: ({ texts }) => void texts.catalog(),
    bytes: () => {
      const made = workspace();
      made.writeAll(bytes);
      return made;
    },
    unread: () => {
      const made = workspace();
      made.writeAll(unread);
      return made;
    },
    discovered: ({ unread }) => void unread.catalog(),
    encoded: () => each(all, (text) => encoder.encodeInto(text, buffer))(),
    matter: each(all, (text) => matter(text, {})),
    jsYaml: each(frontmatters, jsYaml.safeLoad),
    yaml: each(frontmatters, yaml),
  });
  const { texts, made, out, discovered } = time;
  const row = (what, value, goal) => [what, perFile(value).toFixed(1), (value / time.jsYaml).toFixed(2), goal];
  return [
    ["work", "µs a file", "of js-yaml's time", "goal"],
    row("load all, get the catalog (one host, boundary included)", texts + made + out, "1.00"),
    row("of that: texts in", texts, "4 µs"),
    row("of that: discovery", discovered, "1 µs"),
    row("of that: parsing and assembling", made - discovered, "3 µs"),
    row("of that: results out", out, "2 µs"),
    row("the same texts as `Uint8Array`, in", time.bytes),
    row("only `TextEncoder.encodeInto`", time.encoded),
    row("gray-matter 4, each text", time.matter),
    row("js-yaml 3, only the frontmatter", time.jsYaml),
    row("yaml 2, only the frontmatter", time.yaml),
  ];
}

async function editing() {
  const many = project(all, 5000);
  const write = (made, description, body) => made.write(many.edited, `---\nname: edited\ndescription: ${description}\n---\n${body}`);
  const time = await rounds(ROUNDS, {
    made: () => new Workspace(many.options),
    load: ({ made }) => void made.writeAll(many.files),
    first: ({ made }) => void made.catalog(),
    again: ({ made }) => void made.catalog(),
    name: ({ made }) => void write(made, "Edits.", ""),
    afterName: ({ made }) => void made.catalog(),
    description: ({ made, round }) => void write(made, `Edited in round ${round}.`, ""),
    afterDescription: ({ made }) => void made.catalog(),
    body: ({ made, round }) => void write(made, `Edited in round ${round}.`, "More.\n"),
    afterBody: ({ made }) => void made.catalog(),
    oneSkill: ({ made }) => void made.skill(many.edited),
  });
  const row = (what, value, goal) => [what, value.toFixed(2), `${((100 * value) / (time.load + time.first)).toFixed(2)} %`, goal];
  return [
    ["the catalog of 5,000 files", "ms", "of the first", "goal"],
    row("loaded and asked for the first time", time.load + time.first),
    row("after an edit of a name", time.afterName),
    row("after an edit of a description", time.afterDescription, "2 %"),
    row("after an edit of a body", time.afterBody, "2 %"),
    row("with nothing changed", time.again),
    row("one skill of it, `skill(path)`", time.oneSkill),
  ];
}

async function diagnostics() {
  const sample = all.filter((_, index) => index % 10 === 0);
  const alone = (request) => each(sample, (text) => lint({ "SKILL.md": text }, request));
  const write = (made, description, body) => made.write(edited, `---\nname: edited\ndescription: ${description}\n---\n${body}\n`);
  const time = await rounds(Math.max(3, ROUNDS >> 2), {
    fourHosts: alone({ hosts: USUAL }),
    oneHost: alone({ hosts: [{ host: "codex" }] }),
    unfixed: alone({ hosts: USUAL, fixes: false }),
    skillmds: each(sample, (text) => skillmds(text)),
    made: () => {
      const made = workspace();
      made.writeAll(files);
      write(made, "Edited.", "First.");
      return made;
    },
    first: ({ made }) => void made.lint({ hosts: USUAL }),
    again: ({ made }) => void made.lint({ hosts: USUAL }),
    body: ({ made, round }) => void write(made, "Edited.", `Round ${round}.`),
    afterBody: ({ made }) => void made.lint({ hosts: USUAL }),
    description: ({ made, round }) => void write(made, `Edited in round ${round}.`, `Round ${round}.`),
    afterDescription: ({ made }) => void made.lint({ hosts: USUAL }),
    another: ({ made, round }) => void write(made, `Edited in round ${round}.`, `Another ${round}.`),
    oneAfterBody: ({ made }) => void made.lint({ hosts: USUAL, skills: [edited] }),
  });
  const one = (milliseconds) => (milliseconds * 1000) / sample.length;
  const small = (what, value, goal) => [what, `${one(value).toFixed(0)} µs`, (value / time.skillmds).toFixed(2), goal];
  const large = (what, value, goal) => [what, `${value.toFixed(1)} ms`, "", goal];
  return [
    ["lint", "time", "of @skillmds/core's", "goal"],
    small("one skill by `lint(files)`, four hosts", time.fourHosts, "350 µs"),
    small("the same without fixes", time.unfixed),
    small("one skill, one host", time.oneHost, "150 µs"),
    small("@skillmds/core 1, the same texts", time.skillmds),
    large(`${SKILLS} skills in a workspace, four hosts, the first time`, time.first, "1,000 ms"),
    large("all again after an edit of a body", time.afterBody, "10 ms"),
    large("all again after an edit of a description", time.afterDescription, "20 ms"),
    large("all again with nothing changed", time.again),
    large("the one skill after an edit of its body", time.oneAfterBody),
  ];
}

async function comparing() {
  const time = await rounds(Math.max(3, ROUNDS >> 2), {
    made: () => {
      const made = workspace();
      made.writeAll(files);
      return made;
    },
    first: ({ made }) => void made.compare({ hosts: USUAL }),
    again: ({ made }) => void made.compare({ hosts: USUAL }),
  });
  const row = (what, value, goal) => [what, value.toFixed(0), goal];
  return [
    ["`compare()`", "ms", "goal"],
    row(`${SKILLS} skills by four hosts`, time.first, "300"),
    row("again with nothing changed", time.again),
  ];
}

/**
 * Returns rows with the times that `examples/load.rs` measures without WebAssembly, undefined if
 * the example is not built.
 */
function native() {
  const program = file("target/release/examples/load");
  if (!existsSync(program)) return undefined;
  const [ours, theirs] = JSON.parse(
    execFileSync(program, [String(ROUNDS), String(SKILLS)], { encoding: "utf8" })
      .split("\n")
      .at(-2),
  );
  const row = (what, value, goal) => [what, value.toFixed(1), (value / theirs).toFixed(2), goal];
  return [
    ["work", "µs a file", "of serde_yaml's time", "goal"],
    row("files in, the catalog of Codex", ours, "4 µs"),
    row("serde_yaml, only the frontmatter", theirs),
  ];
}

async function starting() {
  const module = readFileSync(file("pkg/skillglass_bg.wasm"));
  const kB = (...paths) => {
    const loaded = ["skillglass.js", ...paths].map((path) => brotliCompressSync(readFileSync(file(`pkg/${path}`))).length);
    return `${(loaded.reduce((sum, one) => sum + one) / 1000).toFixed(1)} kB`;
  };
  const { parts } = JSON.parse(readFileSync(file("pkg/parts/parts.json"), "utf8"));
  const partsOf = (part) => ["main", ...parts[part]].map((name) => `parts/${name}.wasm`);
  const twenty = Object.fromEntries([...files].slice(0, 20));
  const start = await rounds(ROUNDS, {
    started: () => startInNode(module, twenty),
  });
  const rows = [
    ["", "measured", "goal"],
    ["module and JavaScript, brotli", kB("skillglass_bg.wasm"), "400 kB"],
    ["the same of Codex alone, in parts", kB(...partsOf("codex")), "200 kB"],
    ["compile, instantiate, first catalog of 20, Node", `${start.started.toFixed(1)} ms`, ""],
  ];
  if (existsSync(file("dist/page/index.html"))) rows.push(...(await inChromium(twenty)));
  return rows;
}

/** Compiles and starts the module again, without the copies that Node has cached. */
async function startInNode(module, files) {
  const fresh = await import(`../pkg/skillglass.js?${Math.random()}`);
  fresh.initSync({ module: new WebAssembly.Module(module) });
  const made = new fresh.Workspace(options);
  made.writeAll(files);
  made.catalog();
  made.free();
}

async function inChromium(files) {
  const browser = await launch();
  const server = await serve(file("."));
  const tab = await browser.newPage();
  await tab.goto(`${server.url}www/index.html`);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(
      await tab.evaluate(
        async ({ url, files, options }) => {
          const module = await (await fetch(`${url}pkg/skillglass_bg.wasm`)).arrayBuffer();
          const script = await import(`${url}pkg/skillglass.js?${Math.random()}`);
          const start = performance.now();
          await script.default({ module_or_path: new WebAssembly.Module(module) });
          const made = new script.Workspace(options);
          made.writeAll(files);
          made.catalog();
          return performance.now() - start;
        },
        { url: server.url, files, options },
      ),
    );
  }
  await server.close();
  await browser.close();
  const view = await firstView(file("dist/page"));
  const middle = times.toSorted((a, b) => a - b)[times.length >> 1];
  return [
    ["the same in Chromium", `${middle.toFixed(1)} ms`, "25 ms"],
    [`the page until its first view answers: ${view.files.length} files, brotli`, `${(view.bytes / 1000).toFixed(0)} kB`, "500 kB"],
    ["time to that at 1.6 Mbit/s, 150 ms to an answer", `${view.seconds.toFixed(1)} s`, ""],
  ];
}

function table(title, rows) {
  if (rows === undefined) return console.log(`\n## ${title}\n\nLeft out: what it measures is not built.`);
  const [head, ...body] = rows.map((row) => rows[0].map((_, index) => row[index] ?? ""));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  console.log(`\n## ${title}\n`);
  console.log([line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...body.map(line)].join("\n"));
}
