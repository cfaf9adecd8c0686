// Beside the generated code, which throws it.
export class ArgumentError extends Error {
  constructor(argument, message) {
    super(message);
    this.name = "ArgumentError";
    this.argument = argument;
  }
}

export class PartNotLoaded extends Error {
  constructor(part, message) {
    super(message);
    this.name = "PartNotLoaded";
    this.part = part;
  }
}

export class ModuleStopped extends Error {
  constructor(reason, message, cause) {
    super(message, { cause });
    this.name = "ModuleStopped";
    this.reason = reason;
  }
}

/** Why the module stopped; nothing while it runs. */
let stopped = null;
/** The number of the instance that runs, and that of each object: an object ends with its instance. */
let instances = 0;
const instanceOf = new WeakMap();

/** The exports before the module has started: any use of one throws an error with the remedy. */
const NOT_STARTED = new Proxy(Object.create(null), {
  get() {
    throw new Error("the module has not started: await init() first, or call initSync()");
  },
});
wasm = NOT_STARTED;

/** Returns true if the module has started and has not stopped since. */
// biome-ignore lint/correctness/noUnusedVariables: the generated code above calls it.
function isRunning() {
  return wasm !== NOT_STARTED && stopped === null;
}

/**
 * Fetches the module. Bundlers that leave its address as it is build without a word, and servers of one-page applications answer with
 * their page, so a failure says what to do.
 */
// biome-ignore lint/correctness/noUnusedVariables: the generated code above calls it.
async function fetched(address) {
  const failure = (why, cause) =>
    new Error(
      `the module cannot be loaded from ${address.url ?? address} (${why}): with a bundler that does not copy it, such as esbuild or Rollup, import skillglass/inline; else give its address, init({ module_or_path })`,
      { cause },
    );
  let response;
  try {
    response = await fetch(address);
  } catch (cause) {
    throw failure(cause.message, cause);
  }
  if (!response.ok) throw failure(`status ${response.status}`);
  if (response.headers.get("Content-Type")?.startsWith("text/html")) throw failure("a page is there in its place");
  return response;
}

/** Notes an object that was made. */
// biome-ignore lint/correctness/noUnusedVariables: the generated code above calls it.
function made(object) {
  instanceOf.set(object, instances);
}

/** Whether the object is of the instance that runs. */
// biome-ignore lint/correctness/noUnusedVariables: the generated code above calls it.
function isOfThis(object) {
  return stopped === null && instanceOf.get(object) === instances;
}

/** The object's pointer into the module, unless it was freed or its instance stopped. */
// biome-ignore lint/correctness/noUnusedVariables: the generated code above calls it.
function alive(object, name) {
  if (stopped !== null) throw again(stopped);
  if (object.__wbg_ptr === 0) throw new Error(`this ${name} was freed`);
  if (instanceOf.get(object) !== instances)
    throw new ModuleStopped("trap", `the module of this ${name} stopped; another one runs: make another ${name}`);
  return object.__wbg_ptr;
}

/** The module's exports. A call that stops the module says so, and so does every later one. */
// biome-ignore lint/correctness/noUnusedVariables: the generated code above calls it.
function watched(exports) {
  stopped = null;
  instances++;
  const all = Object.create(null);
  for (const [name, value] of Object.entries(exports)) {
    // Values cross by these many times in a call: what stops there, stops the call.
    const isPart = typeof value !== "function" || name.startsWith("__externref") || name.startsWith("__wbindgen_exn");
    all[name] = isPart ? value : watching(value, exports.memory, /^__wbindgen_(m|re)alloc/.test(name));
  }
  return all;
}

function watching(call, memory, isAllocation) {
  return (...values) => {
    let answer;
    try {
      answer = call(...values);
    } catch (error) {
      throw end(error, memory, isAllocation);
    }
    // A getter of an argument may have stopped it.
    if (stopped !== null) throw again(stopped);
    return answer;
  };
}

/** What to throw for an error out of the module: after a trap what it holds is not to be trusted, and it is let go. */
function end(error, memory, isAllocation) {
  if (stopped !== null) return error instanceof ModuleStopped ? error : again(stopped);
  const reason = reasonOf(error, memory, isAllocation);
  if (reason === null) return error;
  stopped = new ModuleStopped(reason, `${messageOf(reason, error, memory)}; ${REMEDY}`, error);
  letGo();
  return stopped;
}

/** Lets the instance go, with all its memory. These are variables of the generated code above. */
function letGo() {
  wasm = ENDED;
  wasmInstance = undefined;
  __wbg_init_promise = undefined;
  cachedDataViewMemory0 = null;
  cachedUint8ArrayMemory0 = null;
}

const REMEDY = "start it again with init() or initSync(), and make new objects";

const ENDED = new Proxy(Object.create(null), {
  get() {
    throw again(stopped);
  },
});

function again({ reason, message, cause }) {
  return new ModuleStopped(reason, message, cause);
}

/** Room that no module without it can do without for long: 64 MiB, in pages. */
const ROOM = 1024;

function reasonOf(error, memory, isAllocation) {
  // In the words of V8, JavaScriptCore and SpiderMonkey.
  if (error instanceof Error && /call stack|too much recursion/i.test(error.message)) return "stack";
  if (!(error instanceof WebAssembly.RuntimeError)) return null;
  return isAllocation || !canGrow(memory) ? "out-of-memory" : "trap";
}

function canGrow(memory) {
  try {
    memory.grow(ROOM);
    return true;
  } catch {
    return false;
  }
}

function messageOf(reason, error, memory) {
  if (reason === "stack") return "the module stopped (its stack is used up)";
  if (reason === "trap") return `the module stopped (${error.message})`;
  return `the module stopped (out of memory: it has ${Math.ceil(memory.buffer.byteLength / 1e6)} MB and gets no more)`;
}
