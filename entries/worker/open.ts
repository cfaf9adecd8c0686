/**
 * `skillglass/worker/open`: a workspace in a worker of your own. If a program imports only this entry, bundlers leave out the package's own
 * worker.
 */

import type { SessionOptions, WorkspaceOptions } from "../../skillglass.js";
import type { Start } from "./client.js";
import { Client } from "./client.js";
import { CODEX, MODULE, SESSION, WORKSPACE } from "./methods.js";
import type { Target } from "./protocol.js";
import type { AskOptions, WorkerSession, WorkerSetup, WorkerWorkspace } from "./surface.js";
import { WorkerStopped } from "./surface.js";

export type { WorkerSetup, WorkerWorkspace } from "./surface.js";

/** Opens a workspace in a worker. `start` starts the worker, which has to call `serve`. */
export function openWith(start: Start, options: WorkspaceOptions, setup: WorkerSetup = {}): WorkerWorkspace {
  const client = new Client(options, setup.worker ?? start, setup);
  const methods = (on: Target, table: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(table).map(([method, count]) => [
        method,
        (...all: unknown[]) => client.ask(on, method, all.slice(0, count), all[count] as AskOptions | undefined),
      ]),
    );
  let sessions = 0;
  const workspace = {
    ...methods("workspace", WORKSPACE),
    codex: methods("codex", CODEX),
    module: methods("module", MODULE),
    call: (method: string, values: readonly unknown[] = [], ask?: AskOptions) => client.ask("own", method, values, ask),
    async startSession(given?: SessionOptions, ask?: AskOptions) {
      const session = sessions++;
      await client.ask("workspace", "startSession", [], ask, (id) => ({
        type: "start-session",
        id,
        session,
        values: given ? [given] : [],
      }));
      const start = client.restarts;
      const free = () => client.isOf(start) && client.tell({ type: "end-session", session });
      const own = Object.fromEntries(
        Object.entries(SESSION).map(([method, count]) => [
          method,
          (...all: unknown[]) =>
            client.isOf(start)
              ? client.ask(session, method, all.slice(0, count), all[count] as AskOptions | undefined)
              : Promise.reject(new WorkerStopped("restart", "this session ended with its worker: start another")),
        ]),
      );
      return { ...own, free, [Symbol.dispose]: free } as unknown as WorkerSession;
    },
    get state() {
      return client.state;
    },
    get ready() {
      return client.ready;
    },
    get restarts() {
      return client.restarts;
    },
    restart: () => client.restart(),
    close: () => client.close(),
    [Symbol.dispose]: () => client.close(),
  };
  return workspace as unknown as WorkerWorkspace;
}
