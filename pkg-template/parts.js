// The parts of the module: `init({ hosts })` loads the main module and some of them, `load()` more.

/** The ending of names of files that only conversations need of a host. No caller names them. */
const OF_CONVERSATIONS = /-conversation$/;
/** The parts that run turns. */
const RUN_TURNS = ["conversation", "compare", "support", "change"];
/** The files of parts that are loaded or on their way, and the parts that are open, of the instance in use. */
let files = new Map();
let opened = new Set();
let ofInstance = 0;
/** Where files of parts come from, when the caller says so. */
let source;

export default async function init(input) {
  const request = isRequest(input) ? input : null;
  if (request === null) {
    await __wbg_init(input);
    await load(...NAMES);
    return wasm;
  }
  const { hosts = [], parts = [], from } = request;
  const names = known("hosts", hosts, "parts", parts);
  if (Object.keys(PARTS).length === 0) return __wbg_init();
  if (!isRunning()) {
    source = from;
    await __wbg_init({ module_or_path: part("main") });
  }
  await load(...names);
  return wasm;
}

/** Loads parts of the module, each once: hosts by their ids, and rooms by their names. Without the module, `init()` comes first. */
export async function load(...parts) {
  const names = known("parts", parts);
  if (wasm === NOT_STARTED) throw new Error("init() comes first: load() adds parts to a module that runs");
  if (stopped !== null) throw again(stopped);
  if (!isInParts()) return;
  if (ofInstance !== instances) [files, opened, ofInstance] = [new Map(), new Set(), instances];
  await Promise.all(names.map(loadPart));
  await Promise.all(Object.keys(PARTS).filter(isNeeded).map(loadPart));
}

/** Returns true for a file that only conversations need of a host, when both the host and a part that runs turns are open. */
function isNeeded(name) {
  const host = name.replace(OF_CONVERSATIONS, "");
  return host !== name && opened.has(host) && RUN_TURNS.some((part) => opened.has(part));
}

async function loadPart(name) {
  const instance = instances;
  await Promise.all(PARTS[name].map(loadFile));
  if (instance !== instances || stopped !== null || opened.has(name)) return;
  opened.add(name);
  __enter(name);
}

/** Returns true if the module that runs is the main one of a module in parts. The whole module has everything from its start. */
function isInParts() {
  return "__indirect_function_table" in wasmInstance.exports;
}

/** Loads a file of parts once; one that failed is asked for again by the next call. */
function loadFile(name) {
  const ofThis = files;
  if (!ofThis.has(name)) {
    const loading = instantiate(name);
    ofThis.set(name, loading);
    loading.catch(() => ofThis.delete(name));
  }
  return ofThis.get(name);
}

async function instantiate(name) {
  const instance = instances;
  const module = await compiled(await part(name), name);
  const [build] = WebAssembly.Module.customSections(module, "skillglass build");
  if (build === undefined || new TextDecoder().decode(build) !== BUILD)
    throw new Error(`${name}.wasm is of another build than the module that runs: serve the files of one version of the package`);
  // The module stopped while the file was on its way: its memory is no place for it any more.
  if (instance !== instances) throw again(stopped ?? { reason: "trap", message: "the module stopped while a part was loaded" });
  await WebAssembly.instantiate(module, { __wasm_split: wasmInstance.exports });
}

async function compiled(given, name) {
  if (given instanceof WebAssembly.Module) return given;
  if (typeof given !== "string" && !(given instanceof URL) && !(given instanceof Request) && !(given instanceof Response))
    return WebAssembly.compile(given);
  const response = given instanceof Response ? given : await fetchedPart(given, name);
  // Servers that do not know the type of the file are no reason to fail.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function fetchedPart(address, name) {
  try {
    return await fetched(address);
  } catch (cause) {
    throw new Error(`the part ${name}.wasm was not loaded; the next load() tries again: ${cause.message}`, { cause });
  }
}

/** A file of parts: from the caller's source, or beside this file. */
function part(name) {
  return source === undefined ? FILES[name]() : source(`${name}.wasm`);
}

function isRequest(input) {
  return typeof input === "object" && input !== null && ("hosts" in input || "parts" in input);
}

/** The names of parts among arguments, checked: pairs of an argument's name and its value. */
function known(...given) {
  const names = [];
  for (let at = 0; at < given.length; at += 2) {
    const [argument, value] = [given[at], given[at + 1]];
    if (!Array.isArray(value)) throw new ArgumentError(argument, `${argument}: must be an array of names`);
    for (const [index, name] of value.entries()) {
      const place = `${argument}[${index}]`;
      if (!NAMES.includes(name))
        throw new ArgumentError(place, `${place}: there is no part ${JSON.stringify(name)}; there are ${NAMES.join(", ")}`);
      names.push(name);
    }
  }
  return names;
}

// biome-ignore lint/correctness/noUnusedVariables: the generated code above calls it.
function partNotLoaded(part) {
  return new PartNotLoaded(part, `${part} is not loaded: await load(${JSON.stringify(part)}) first, or start with init() for everything`);
}
