// Starts the server of a program, such as `opencode serve`, on the workspace on the disk. The
// server's interface holds conversations, and lists the questions about permissions.
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

const PORT = 4100;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Server {
  /**
   * The program's questions about permissions, which were all granted. Each has the patterns that
   * the choice "always" would allow.
   */
  asks = [];
  #closed = false;

  constructor(command, { cwd, env, folder }) {
    this.cwd = cwd;
    this.log = openSync("/exchange/log", "w");
    const args = ["serve", "--port", String(PORT), "--hostname", "127.0.0.1", "--print-logs", "--log-level", "INFO"];
    this.child = spawn(command, args, { env, cwd: folder, detached: true, stdio: ["ignore", this.log, this.log] });
    this.ended = new Promise((resolve) => this.child.on("close", resolve));
  }

  url = (path) => `http://127.0.0.1:${PORT}${path}?directory=${encodeURIComponent(this.cwd)}`;

  /**
   * Sends a request to the server, and returns the JSON of the answer. If the server reports an
   * error, returns `{status, body}`.
   */
  async request(method, path, body) {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(this.url(path), {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(300_000),
    });
    const json = await answer.json().catch(() => null);
    return answer.ok ? json : { status: answer.status, body: json };
  }

  async ready() {
    for (let tries = 0; tries < 1200 && this.child.exitCode === null; tries++) {
      try {
        await fetch(`http://127.0.0.1:${PORT}/global/health`, { signal: AbortSignal.timeout(3_000) });
        return;
      } catch {
        await pause(100);
      }
    }
    throw new Error("the server does not answer");
  }

  /** Grants every permission that the program asks for, until the server is closed. */
  async grant(interval = 200) {
    const known = new Set();
    while (!this.#closed) {
      const open = await this.request("GET", "/permission").catch(() => []);
      for (const { id, permission, patterns, always } of Array.isArray(open) ? open : []) {
        if (!known.has(id)) this.asks.push({ permission, patterns, always });
        known.add(id);
        await this.request("POST", `/permission/${id}/reply`, { reply: "once", interactive: true }).catch(() => {});
      }
      await pause(interval);
    }
  }

  async close() {
    this.#closed = true;
    try {
      process.kill(-this.child.pid, "SIGKILL");
    } catch {
      // The program has ended.
    }
    await this.ended;
    closeSync(this.log);
  }
}
