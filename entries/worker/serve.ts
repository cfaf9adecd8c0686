/**
 * `skillglass/worker/serve`: the code that runs in the worker. To write a worker of your own,
 * import `skillglass` or `skillglass/inline` in it, and pass the imported module to `serve`.
 */
import type * as skillglass from "../../skillglass.js";
import type { HostChoice, HostId, ModuleStopped, Part, PartNotLoaded, Session, StopReason, Workspace } from "../../skillglass.js";
import type { Call, Fault, FromWorker, ModuleFunction, Port, ToWorker } from "./protocol.js";

/**
 * A module that a worker can serve. `skillglass` loads its parts, such as the code of a host, when
 * they are needed. `skillglass/inline` contains all parts.
 */
export interface Served {
  /**
   * The default export of the served module: its function `init`. The worker calls it with the
   * workspace's first host.
   */
  readonly default: (request: { hosts: HostId[] }) => Promise<unknown>;
  /**
   * The function `load` of the served module, which loads parts of the module, such as `lint`.
   * Before a call, the worker loads the parts that the call needs.
   */
  readonly load: (...parts: Part[]) => Promise<void>;
  readonly Workspace: new (...values: ConstructorParameters<typeof Workspace>) => Workspace;
  readonly hosts: typeof skillglass.hosts;
}

/**
 * Methods of your own, by name. The first argument of each method is the worker's workspace, and
 * the method may return a promise. If a method needs a part of the module that is not loaded, the
 * method is called again from the beginning after the part was loaded.
 */
export type OwnMethods = Readonly<Record<string, (workspace: Workspace, ...values: never[]) => unknown>>;

type Scope = { postMessage(message: unknown): void; addEventListener(type: "message", heard: (event: { data: unknown }) => void): void };

/**
 * Makes this worker answer the calls from its page. In a worker of `node:worker_threads`, pass its
 * `parentPort` as `port`.
 *
 * Without `port`, messages go through the worker's global scope. `methods` are methods of your own.
 * The page calls such a method by its name, with the method `call` of its `WorkerWorkspace`.
 */
export function serve(
  module: Served,
  port?: { postMessage(message: unknown): void; on(type: "message", heard: (data: unknown) => void): unknown },
  methods: OwnMethods = {},
): void {
  const scope = globalThis as unknown as Scope;
  const way: Port<ToWorker, FromWorker> = {
    post: (message) => (port ?? scope).postMessage(message),
    listen(heard) {
      if (port) port.on("message", (data) => heard(data as ToWorker));
      else scope.addEventListener("message", ({ data }) => heard(data as ToWorker));
    },
  };
  new Server(module, methods, way);
}

type Module = Served & Partial<Pick<typeof skillglass, ModuleFunction>>;

/**
 * The number of skills that are checked before the worker reads messages again. A small number lets
 * the worker send progress often, and drop a cancelled request soon.
 */
const STEP = 50;

class Server {
  readonly #module: Module;
  readonly #methods: OwnMethods;
  readonly #port: Port<ToWorker, FromWorker>;
  readonly #sessions = new Map<number, Session>();
  readonly #dropped = new Set<number>();
  #workspace: Workspace | undefined;
  /**
   * Resolves when the last message that was received is answered. Messages are answered one after
   * the other. Only a message that cancels a call is read immediately.
   */
  #last: Promise<void> = Promise.resolve();

  constructor(module: Module, methods: OwnMethods, port: Port<ToWorker, FromWorker>) {
    this.#module = module;
    this.#methods = methods;
    this.#port = port;
    port.listen((message) => {
      if (message.type === "drop") this.#dropped.add(message.id);
      else this.#last = this.#last.then(() => this.#take(message));
    });
  }

  async #take(message: Exclude<ToWorker, { type: "drop" }>): Promise<void> {
    const id = "id" in message ? message.id : null;
    try {
      switch (message.type) {
        case "open":
          await this.#begin(message.options.host);
          this.#workspace = await this.#withParts(() => new this.#module.Workspace(message.options));
          await this.#withParts(() => this.#open().setOptions(message.changed));
          this.#port.post({ type: "open" });
          return;
        case "start-session":
          this.#sessions.set(
            message.session,
            await this.#withParts(() => this.#open().startSession(...(message.values as Parameters<Workspace["startSession"]>))),
          );
          this.#port.post({ type: "answer", id: message.id, answer: null });
          return;
        case "end-session":
          this.#sessions.get(message.session)?.free();
          this.#sessions.delete(message.session);
          return;
        case "call":
          await this.#call(message);
      }
    } catch (error) {
      const reason = stopReason(error);
      if (reason) this.#port.post({ type: "trap", id, reason, message: faultOf(error).message });
      else if (id !== null) this.#port.post({ type: "fault", id, fault: faultOf(error) });
      else this.#port.post({ type: "not-open", fault: faultOf(error) });
    } finally {
      if (id !== null) this.#dropped.delete(id);
    }
  }

  async #call({ id, on, method, values }: Call): Promise<void> {
    if (on === "workspace" && (method === "lint" || method === "compare")) await this.#lookFirst(id, method, values[0] as Request);
    if (this.#dropped.has(id)) {
      this.#port.post({ type: "answer", id, answer: null });
      return;
    }
    const holder = this.#holder(on) as Partial<Record<string, (...values: readonly unknown[]) => unknown>>;
    if (typeof holder[method] !== "function") throw new Error(`the module of this worker has no ${method}()`);
    const all = on === "own" ? [this.#open(), ...values] : values;
    const answer = await this.#withParts(() => holder[method]!(...all), values);
    this.#port.post({ type: "answer", id, answer: answer ?? null });
  }

  /**
   * Loads the module and the file of the workspace's first host. Both are fetched at the same time,
   * because fetching one after the other would take longer.
   */
  async #begin(choice: HostChoice | null | undefined): Promise<void> {
    const host = idOf(choice);
    try {
      await this.#module.default({ hosts: typeof host === "string" ? [host as HostId] : [] });
    } catch (error) {
      // If the host does not exist, the workspace reports this, with the name of its own argument.
      if (!(error instanceof Error && error.name === "ArgumentError")) throw error;
      await this.#module.default({ hosts: [] });
    }
  }

  /**
   * Calls a function. If a part of the module is missing, loads the part and calls the function
   * again. A call that needs a missing part throws before it changes anything.
   */
  async #withParts<T>(call: () => T | Promise<T>, values: readonly unknown[] = []): Promise<T> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof Error && error.name === "PartNotLoaded")) throw error;
        const { part } = error as PartNotLoaded;
        await this.#module.load(part, ...this.#besides(part, values));
      }
    }
  }

  /**
   * Returns the parts of the module that a call with these arguments needs besides `part`. All
   * these parts are loaded together, because loading one after the other would wait for the network
   * each time.
   */
  #besides(part: Part, values: readonly unknown[]): Part[] {
    const known = this.#module.hosts();
    const named = values.flatMap((value) => (Array.isArray(value) ? value : ((value as { hosts?: unknown } | null)?.hosts ?? [])));
    const ids = named.map(idOf);
    const asked = known.filter(({ host, usual }) => (named.length > 0 ? ids.includes(host) : usual)).map(({ host }) => host);
    if (part === "lint") return ["safety", "locks", ...asked];
    return part === "compare" || named.length > 0 ? asked : [];
  }

  #holder(on: Call["on"]): unknown {
    if (on === "module") return this.#module;
    if (on === "own") return this.#methods;
    if (on === "workspace") return this.#open();
    if (on === "codex") return this.#open().codex;
    const session = this.#sessions.get(on);
    if (!session) throw new Error("this session has ended");
    return session;
  }

  #open(): Workspace {
    if (!this.#workspace) throw new Error("the workspace is not open");
    return this.#workspace;
  }

  /**
   * Checks many skills in groups before the call of `lint` or `compare` runs. After each group, the
   * worker reports progress and can receive messages, for example that the call is cancelled. The
   * call is then fast, because the workspace has cached the results of the groups.
   */
  async #lookFirst(id: number, method: "lint" | "compare", request: Request = {}): Promise<void> {
    if (request === null || typeof request !== "object" || request.skills || request.rules || request.known) return;
    const workspace = this.#open();
    const skills = [...new Set(workspace.catalog().skills.map(({ path }) => path))];
    if (skills.length <= STEP) return;
    for (let start = 0; start < skills.length; start += STEP) {
      if (this.#dropped.has(id)) return;
      this.#port.post({ type: "progress", id, done: start, total: skills.length });
      const step = { ...request, skills: skills.slice(start, start + STEP) };
      await this.#withParts(() => {
        if (method === "compare") workspace.compare(step);
        // The rule that compares all skills with each other runs only at the end.
        else workspace.lint({ ...step, rules: { "near-duplicate-description": "off" } });
      }, [step]);
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#port.post({ type: "progress", id, done: skills.length, total: skills.length });
  }
}

/**
 * Returns the host's id from a choice of host and edition. The choice may be any value, because
 * nothing has checked it yet.
 */
function idOf(choice: unknown): unknown {
  return typeof choice === "object" ? (choice as { host?: unknown } | null)?.host : choice;
}

type Request = { hosts?: HostChoice[]; skills?: string[]; rules?: Record<string, never>; known?: never[] };

/**
 * Returns the reason if `error` shows that the WebAssembly module failed, for example because of a
 * stack overflow. Returns null for an ordinary error. After such a failure, the data in the
 * module's memory may be wrong.
 */
function stopReason(error: unknown): StopReason | null {
  // Each module has its own class with this name, so the name is compared.
  if (error instanceof Error && error.name === "ModuleStopped") return (error as ModuleStopped).reason;
  if (error instanceof WebAssembly.RuntimeError) return "trap";
  // The messages of V8, JavaScriptCore and SpiderMonkey for a stack overflow.
  const isStack = error instanceof Error && /call stack|too much recursion/i.test(error.message) && error.name !== "ArgumentError";
  return isStack ? "stack" : null;
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message } = error;
  return "argument" in error ? { name, message, argument: String(error.argument) } : { name, message };
}
