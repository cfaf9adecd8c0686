/** The changes of a workspace, which a new worker repeats after the earlier worker stopped. */

import type { FileContents, Files } from "../../skillglass.js";

type Change =
  | { method: "write"; values: [string, FileContents] }
  | { method: "mkdir"; values: [string] }
  | { method: "symlink"; values: [string, string] }
  /**
   * A call of a method other than `write`, `mkdir` and `symlink`, such as `takeSite`. The call
   * changes the tree, but the journal does not know which paths are changed.
   */
  | { method: string; values: readonly unknown[]; isOther: true };

/** The changes that rebuild the tree: the latest change of each path. */
export class Journal {
  readonly #changes = new Map<string, Change>();
  #others = 0;

  /**
   * Records a call that changes the tree. A call with wrong arguments is not recorded, because the
   * worker refuses it.
   */
  note(method: string, values: readonly unknown[]): void {
    const [first, second] = values;
    switch (method) {
      case "write":
        this.#write(first, second);
        return;
      case "writeAll": {
        if (first === null || typeof first !== "object") return;
        const files = Array.from(first instanceof Map ? (first as ReadonlyMap<unknown, unknown>) : Object.entries(first as Files));
        // If one entry is wrong, nothing is written.
        if (files.every(([path, contents]) => typeof path === "string" && isContents(contents)))
          for (const [path, contents] of files) this.#write(path, contents);
        return;
      }
      case "mkdir":
        if (typeof first === "string") this.#put(first, { method, values: [first] });
        return;
      case "symlink":
        if (typeof first === "string" && typeof second === "string") this.#put(first, { method, values: [first, second] });
        return;
      case "remove": {
        if (typeof first !== "string") return;
        const below = first === "/" ? "/" : `${first}/`;
        for (const path of this.#changes.keys()) if (path === first || path.startsWith(below)) this.#changes.delete(path);
        if (this.#others > 0) this.#other(method, values);
        return;
      }
      case "putGhSkill":
      case "putInstalled":
      case "takeSite":
      case "takeMcpSkills":
        this.#other(method, values);
    }
  }

  *changes(): Generator<{ method: string; values: readonly unknown[] }> {
    let files = new Map<string, FileContents>();
    for (const change of this.#changes.values()) {
      if (change.method === "write" && !("isOther" in change)) {
        files.set(...change.values);
        continue;
      }
      if (files.size > 0) yield { method: "writeAll", values: [files] };
      files = new Map();
      yield change;
    }
    if (files.size > 0) yield { method: "writeAll", values: [files] };
  }

  #write(path: unknown, contents: unknown): void {
    if (typeof path === "string" && isContents(contents)) this.#put(path, { method: "write", values: [path, contents] });
  }

  /**
   * Records a call of a method that chooses on its own which paths it changes, such as `takeSite`.
   * A call of `takeSite` or `takeMcpSkills` replaces an earlier call with the same request. The
   * earlier call is not needed, because callers pass all files or answers received so far.
   */
  #other(method: string, values: readonly unknown[]): void {
    const key = method === "takeSite" || method === "takeMcpSkills" ? `\0${method} ${JSON.stringify(values[0])}` : `\0${this.#others}`;
    this.#others++;
    this.#changes.delete(key);
    this.#changes.set(key, { method, values, isOther: true });
  }

  /**
   * Records a change of a path. If a change of another kind is recorded for the path, the new
   * change is ignored, because the tree refuses it. For example, a `write` is ignored after a
   * `mkdir` of the same path.
   */
  #put(path: string, change: Change): void {
    const there = this.#changes.get(path);
    if (there && there.method !== change.method) return;
    // The change is moved to the end, after other changes that may concern the same path.
    if (this.#others > 0) this.#changes.delete(path);
    this.#changes.set(path, change);
  }
}

function isContents(value: unknown): value is FileContents {
  return value === null || typeof value === "string" || value instanceof Uint8Array;
}
