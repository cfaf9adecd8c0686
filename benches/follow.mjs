// follow.mjs [ROUNDS]: measures how long a workspace of 20,000 files takes for 100 changes in a
// folder that it follows, and for the catalog after them. The folder is in memory, so no time of a
// disk is included. The changes: 40 skills are modified, 20 are added, 20 are removed, and 20 files
// that no host reads are modified.
import { fileURLToPath } from "node:url";
import { follow } from "../pkg/entries/sources/index.js";
import { openWorkspace } from "../pkg/entries/worker/node.js";
import init, { Workspace } from "../pkg/node.js";
import { rounds } from "./measure.mjs";

const FILES = 20_000;
const OPTIONS = { host: "codex", cwd: "/repo", home: "/home/me" };
const encoder = new TextEncoder();

const numbers = (count, from = 0) => Array.from({ length: count }, (_, index) => from + index);
const skillAt = (index) => `.agents/skills/s${index}/SKILL.md`;
const otherAt = (index) => `src/d${index % 500}/f${index}.ts`;

/** A project with this number of skills. Other files bring the total to `FILES`. */
class Folder {
  version = 0;
  constructor(skills) {
    this.skills = skills;
    this.files = new Map();
    for (const index of numbers(skills)) this.#put(skillAt(index));
    for (const index of numbers(FILES - skills)) this.#put(otherAt(index));
    this.#put(".git/HEAD");
  }

  #put(path) {
    const read = async () => encoder.encode(`---\nname: ${path.split("/")[2]}\ndescription: Version ${this.version}.\n---\nText.\n`);
    this.files.set(path, { size: null, read });
  }

  /**
   * Makes a hundred changes: modified, deleted and new files. Returns them as a file system would
   * report them.
   */
  change() {
    this.version++;
    const gone = numbers(20, this.skills - 20 * this.version).map(skillAt);
    const fresh = numbers(20, this.skills + 20 * this.version).map(skillAt);
    const modified = [...numbers(40).map(skillAt), ...numbers(20).map(otherAt)];
    for (const path of gone) this.files.delete(path);
    for (const path of fresh) this.#put(path);
    const change = (type) => (path) => ({ type, path });
    return [...modified.map(change("modified")), ...gone.map(change("disappeared")), ...fresh.map(change("appeared"))];
  }

  async read(paths) {
    const files = paths.includes("")
      ? this.files
      : new Map(paths.flatMap((path) => (this.files.has(path) ? [[path, this.files.get(path)]] : [])));
    return { label: "", files, folders: new Set(), links: new Map(), refused: [], passedOver: [] };
  }
}

/**
 * Measures how long a workspace takes to follow a hundred changes. Returns the rows of the table.
 */
export async function following(count) {
  const table = [["100 changes in 20,000 files", "ms", "goal"]];
  for (const [where, open] of Object.entries({
    "": () => new Workspace(OPTIONS),
    ", in a worker": () => openWorkspace(OPTIONS),
  })) {
    for (const skills of [300, 1_500]) {
      const folder = new Folder(skills);
      const workspace = open();
      const followed = await follow(workspace, folder, { at: "/repo" });
      const { length } = (await workspace.catalog()).skills;
      if (length !== skills) throw new Error(`${length} of ${skills} skills are loaded`);
      const time = await rounds(count, {
        changes: () => folder.change(),
        batch: ({ changes }) => followed.take(changes),
        catalog: async () => void (await workspace.catalog()),
      });
      followed.stop();
      workspace.free?.();
      workspace.close?.();
      const what = `${skills.toLocaleString("en")} skills${where}`;
      table.push([`${what}: the batch`, time.batch.toFixed(1), "50"], [`${what}: the catalog after it`, time.catalog.toFixed(1)]);
    }
  }
  return table;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await init();
  for (const row of await following(Number(process.argv[2] ?? 9))) console.log(`| ${[...row, ""].slice(0, 3).join(" | ")} |`);
}
