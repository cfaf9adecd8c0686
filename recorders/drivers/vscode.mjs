// Records VS Code: runs code-server with its built-in Copilot Chat in a headless Chromium. An
// extension (`recorders/vscode/`) types prompts into the chat, whose model is a local server.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

import { pause } from "../serve.mjs";
import { slug } from "../skills.mjs";
import { workspace } from "../workspaces.mjs";
import { buildSorted } from "../world.mjs";

// code-server's own script would install the dependencies of its copy of VS Code, and build parts that the chat does not need.
export const source = { name: "code-server", within: ["lib/vscode"] };
export const node = 24;

const HOME = "/home/u";
const PROJECT = "/w/project";

const ROOTS = [
  [`${PROJECT}/.github/skills`, 5],
  [`${PROJECT}/.agents/skills`, 4],
  [`${PROJECT}/.claude/skills`, 4],
  [`${HOME}/.copilot/skills`, 3],
  [`${HOME}/.agents/skills`, 2],
  [`${HOME}/.claude/skills`, 2],
  [`${PROJECT}/custom`, 1],
  [`${PROJECT}/.codex/skills`, 0.5],
  [`${PROJECT}/skills`, 0.5],
  [`${PROJECT}/sub/.github/skills`, 0.7],
  ["/w/.github/skills", 0.7],
];

const LOCATIONS = [
  { custom: true },
  { ".github/skills": false },
  { ".claude/skills": false, custom: true },
  { "~/.copilot/skills": false },
  { "~/.claude/skills": false, ".agents/skills": false },
];

export function generate(seed) {
  // VS Code caches a skill by its path, so no two workspaces have a skill at the same path.
  const suffix = seed.split("/").at(-1);
  const known = [];
  return workspace(seed, {
    home: HOME,
    directories: [PROJECT],
    roots: () => ROOTS,
    slug(random, number) {
      if (known.length > 0 && random.chance(0.12)) return random.pick(known);
      const name = random.chance(0.06) ? random.pick(["My Skill", "Skill_1", "ünï", "a.b", "UP"]) : slug(random, number);
      known.push(`${name}-${suffix}`);
      return known.at(-1);
    },
    finish(tree, { random, names, folders }) {
      const kind = random.next();
      if (kind < 0.25) tree.file(`${PROJECT}/.git/HEAD`, "ref: refs/heads/main\n");
      else if (kind < 0.45) tree.file("/w/.git/HEAD", "ref: refs/heads/main\n");
      const settings = {
        ...(random.chance(0.3) && { "chat.agentSkillsLocations": random.pick(LOCATIONS) }),
        ...(random.chance(0.2) && { "chat.useCustomizationsInParentRepositories": true }),
      };
      return {
        host: "vscode",
        settings,
        invoke: [random.chance(0.8) && folders.length > 0 ? basename(random.pick(folders)) : random.pick(names)],
      };
    },
  });
}

/** The folder for the files of code-server and of Chromium. `world.clear` does not remove it. */
const FOLDER = "/exchange/vscode";
const PORT = 4200;
const BROWSER_PORT = 4201;

const BROWSERS = ["/usr/lib/chromium/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/chromium"];

const SETTINGS = {
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.reduceMotion": "on",
  "workbench.startupEditor": "none",
};

/** The keys of the settings that a workspace may have. */
const ASKED = ["chat.agentSkillsLocations", "chat.useCustomizationsInParentRepositories"];

const VENDOR = "customendpoint";

/** Waits until `check` returns a value, and returns the value. Fails after a time limit. */
async function until(what, check, seconds = 900) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(100)) {
    const value = await check().catch(() => undefined);
    if (value) return value;
  }
  throw new Error(`no ${what} after ${seconds} seconds`);
}

/** The chat in a window of VS Code. There is one window at a time. */
class Editor {
  /** The paths of skills that this window of VS Code may have cached. */
  cached = new Set();
  #settings = JSON.stringify({});

  constructor(model, hub) {
    this.model = model;
    hub.on("request", (request, response) => {
      request.on("data", (part) => {
        this.port = Number(part);
      });
      request.on("end", () => response.end());
    });
  }

  async #act(action, rest) {
    const address = `http://127.0.0.1:${this.port}`;
    const answer = await fetch(address, {
      method: "POST",
      body: JSON.stringify({ action, ...rest }),
      signal: AbortSignal.timeout(300_000),
    });
    const { result, failure } = await answer.json();
    if (failure) throw new Error(failure);
    return result;
  }

  #run = (command, ...args) => this.#act("run", { command, args });

  #browser = (path, method = "GET") => fetch(`http://127.0.0.1:${BROWSER_PORT}/json/${path}`, { method });

  /** Closes the present window and opens a new one. */
  async open() {
    if (this.page) await this.#browser(`close/${this.page}`);
    this.port = undefined;
    this.cached.clear();
    const address = encodeURIComponent(`http://127.0.0.1:${PORT}/?folder=${PROJECT}`);
    const page = await until("browser", async () => (await this.#browser(`new?${address}`, "PUT")).json());
    this.page = page.id;
    await until("window", async () => this.port);
    // Copilot Chat is disabled until somebody signs in. The command has no effect before VS Code knows the extension.
    await until("model", async () => {
      if ((await this.#models()).length > 0) return true;
      await this.#run("workbench.extensions.action.enableAll");
      await pause(5000);
    });
  }

  #models = () => this.#act("models", { vendor: VENDOR });

  async set(settings) {
    const text = JSON.stringify(settings);
    if (text === this.#settings) return;
    await this.#act("set", { settings: Object.fromEntries(ASKED.map((key) => [key, settings[key] ?? null])) });
    this.#settings = text;
  }

  newChat = () => this.#run("workbench.action.chat.newChat");

  /** Types a prompt into the chat, and returns the request that the model got. */
  async prompt(query) {
    this.model.begin();
    await this.#run("workbench.action.chat.open", { query, mode: "agent", blockOnResponse: true });
    return until("request", async () => this.model.requests.find(({ body }) => body?.tools?.length > 0)?.body, 60);
  }
}

export async function start({ program, node: executable, model }) {
  const installed = `${program}/node_modules/code-server/lib/vscode`;
  const browser = BROWSERS.find((path) => existsSync(path));
  if (!browser) throw new Error("VS Code needs Chromium, in /usr");
  for (const folder of ["data/User", "extensions", "tmp", "profile"]) mkdirSync(`${FOLDER}/${folder}`, { recursive: true });
  cpSync("/recorders/vscode", `${FOLDER}/extensions/skillglass.recorder-1.0.0`, { recursive: true });
  const limits = { toolCalling: true, vision: false, maxInputTokens: 128_000, maxOutputTokens: 16_000 };
  const models = [{ id: "mock", name: "Mock", url: `${model.url}/v1/chat/completions`, ...limits }];
  const provider = { name: "Mock", vendor: VENDOR, apiKey: "dummy", apiType: "chat-completions", models };
  writeFileSync(`${FOLDER}/data/User/settings.json`, JSON.stringify(SETTINGS));
  writeFileSync(`${FOLDER}/data/User/chatLanguageModels.json`, JSON.stringify([provider]));
  mkdirSync(PROJECT, { recursive: true });
  mkdirSync(HOME, { recursive: true });

  const hub = createServer();
  await new Promise((resolve) => hub.listen(0, "127.0.0.1", resolve));
  const env = {
    PATH: "/node/bin:/usr/bin:/bin",
    HOME,
    LANG: "C.UTF-8",
    TERM: "dumb",
    TMPDIR: `${FOLDER}/tmp`,
    XDG_DATA_HOME: `${FOLDER}/xdg`,
    XDG_CONFIG_HOME: `${FOLDER}/xdg`,
    XDG_CACHE_HOME: `${FOLDER}/xdg`,
    SKILLGLASS_RECORDER: `http://127.0.0.1:${hub.address().port}`,
  };
  const log = openSync(`${FOLDER}/log`, "w");
  const launch = (command, args) => spawn(command, args, { env, cwd: FOLDER, stdio: ["ignore", log, log] });
  const folders = ["--server-data-dir", FOLDER, "--user-data-dir", `${FOLDER}/data`, "--extensions-dir", `${FOLDER}/extensions`];
  const server = ["--host", "127.0.0.1", "--port", String(PORT), "--without-connection-token", "--accept-server-license-terms"];
  // Starts VS Code's server itself, because code-server's wrapper gives up after ten seconds on a
  // busy machine.
  launch(executable, [`${installed}/out/server-main.js`, ...server, "--telemetry-level", "off", ...folders]);
  const headless = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--force-prefers-reduced-motion",
  ];
  launch(browser, [...headless, `--remote-debugging-port=${BROWSER_PORT}`, `--user-data-dir=${FOLDER}/profile`, "about:blank"]);
  await until("server", async () => (await fetch(`http://127.0.0.1:${PORT}/version`)).ok);
  const editor = new Editor(model, hub);
  await editor.open();
  return { editor, own: `${installed}/extensions/` };
}

const ENTRY = /<skill>\n<name>(.*?)<\/name>\n(?:<description>(.*?)<\/description>\n)?<file>(.*?)<\/file>\n<\/skill>/gs;

const textOf = (content) => (typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join(""));

/**
 * Returns the part of a text from `begin` to `end`, including both. Returns null if `begin` is
 * missing.
 */
function section(text, begin, end) {
  const from = text.indexOf(begin);
  return from < 0 ? null : text.slice(from, text.indexOf(end, from) + end.length);
}

/**
 * Returns the paths in a tree whose contents VS Code may cache: those of skill files in a skill's
 * own folder.
 */
export const cacheable = (tree) =>
  tree.map(({ path }) => path).filter((path) => /\/skill\.md$/i.test(path) && !/\/(skills|custom)\/[^/]*$/.test(path));

/**
 * Types the prompts of a case in a new chat. Returns each prompt with the request that the model
 * got.
 */
async function askChat({ settings, invoke }, paths, editor) {
  if (paths.some((path) => editor.cached.has(path))) await editor.open();
  for (const path of paths) editor.cached.add(path);
  await editor.set(settings);
  await editor.newChat();
  const requests = [];
  for (const name of invoke) requests.push([`/${name} do it now`, await editor.prompt(`/${name} do it now `)]);
  return requests;
}

/**
 * Asks the chat about a case. If this fails, asks once more in a new window: on a busy machine, a
 * window may lose its connection.
 */
export async function askWithRetry(question, paths, editor) {
  try {
    return await askChat(question, paths, editor);
  } catch {
    await editor.open();
    return askChat(question, paths, editor);
  }
}

export async function ask(question, { editor, own }) {
  const tree = buildSorted(question.tree);
  const paths = cacheable(tree);
  const requests = await askWithRetry(question, paths, editor);
  const [[, { messages, tools }]] = requests;
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => textOf(content));
  const list = section(system.join("\n"), "<skills>", "</skills>") ?? "";
  const listing = [...list.matchAll(ENTRY)]
    .map(([, name, description, file]) => ({ name, description, file }))
    .filter(({ file }) => !file.startsWith(own));
  const turns = requests.map(([prompt, body]) => ({
    prompt,
    user_request: section(textOf(body.messages.findLast(({ role }) => role === "user").content), "<userRequest>", "</userRequest>"),
  }));
  const names = tools.map((tool) => tool.function?.name).filter((name) => /skill|read_file/.test(name));
  return { ...question, tree, expect: { header: list.split("<skill>")[0], listing, tools: names, turns } };
}
