// Generates workspaces: a tree of skills in folders that a host reads, and in others that it should
// not read.
import { Random } from "./random.mjs";
import { skillText, slug } from "./skills.mjs";

/**
 * A tree of files, folders and links under construction. Each path can be added only once, and not
 * below a file or a link.
 */
export class Tree {
  entries = [];
  #kinds = new Map();

  /** Adds an entry, and returns true, unless the path is taken or is below a file or a link. */
  put(path, entry) {
    if (this.#kinds.has(path)) return false;
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      if ((this.#kinds.get(path.slice(0, end)) ?? "dir") !== "dir") return false;
    }
    if (entry.type !== "dir" && [...this.#kinds.keys()].some((known) => known.startsWith(`${path}/`))) return false;
    this.#kinds.set(path, entry.type);
    this.entries.push({ path, ...entry });
    return true;
  }

  folder = (path) => this.put(path, { type: "dir" });
  file = (path, text) => this.put(path, { type: "file", text });
  link = (path, target) => this.put(path, { type: "symlink", target });
}

/**
 * Functions that write a skill at different places below a root, each with its weight. `f` is the
 * skill's usual folder.
 */
const PLACES = [
  [(f, _root, text, tree) => tree.file(`${f}/SKILL.md`, text), 70],
  [(_f, root, text, tree) => tree.file(`${root}/SKILL.md`, text), 2],
  [(f, _root, text, tree) => tree.file(`${f}/deep/SKILL.md`, text), 4],
  [(f, _root, text, tree) => tree.file(`${f}/a/b/c/d/e/SKILL.md`, text), 2],
  [(f, root, text, tree) => tree.file(`${root}/.${f.split("/").at(-1)}/SKILL.md`, text), 3],
  [(f, root, text, tree) => tree.file(`${root}/node_modules/${f.split("/").at(-1)}/SKILL.md`, text), 2],
  [(f, _root, text, tree, random) => tree.file(`${f}/${random.pick(["skill.md", "Skill.md", "SKILL.MD", "README.md"])}`, text), 3],
  [(f, _root, text, tree) => linked(f, `/outside/${f.split("/").at(-1)}`, text, tree), 5],
  [
    (f, _root, text, tree) => {
      const target = `/outside/${f.split("/").at(-1)}/SKILL.md`;
      return tree.file(target, text) && tree.link(`${f}/SKILL.md`, target);
    },
    3,
  ],
  [(f, _root, _text, tree) => tree.folder(`${f}/SKILL.md`), 1],
  [(f, _root, _text, tree) => tree.link(f, "/nowhere"), 1],
  [(f, _root, text, tree) => tree.file(`${f} with space/SKILL.md`, text), 2],
  [(f, _root, text, tree) => tree.file(`${f}.md`, text), 2],
];

/** Writes a skill outside of all roots, and a symbolic link to its folder at `path`. */
function linked(path, target, text, tree) {
  return tree.file(`${target}/SKILL.md`, text) && tree.link(path, target);
}

/**
 * Returns a random workspace for a host. `layout` describes what the host needs:
 *
 * - `home`: the home directory.
 * - `directories`: the possible working directories. The first is the project's root.
 * - `roots(cwd, random)`: the roots of skills as `[folder, weight]` pairs.
 * - `slug(random, number)`: optional, returns the name of a skill's folder.
 * - `text(random, name, number)`: optional, returns the text of a skill.
 * - `places`: optional, replaces `PLACES`.
 * - `sameName`: the probability that a skill gets the name of another.
 * - `finish(tree, {random, cwd, names, folders})`: adds the host's own files, and returns further
 *   fields of the case.
 */
export function workspace(seed, layout) {
  const random = new Random(seed);
  const tree = new Tree();
  const cwd = random.pick(layout.directories);
  tree.folder(cwd);
  tree.folder(layout.home);
  const roots = layout.roots(cwd, random);
  const names = Array.from({ length: random.integer(3, 12) }, (_, number) => (layout.slug ?? slug)(random, number));
  const folders = [];
  for (const [number, folder] of names.entries()) {
    const root = random.weighted(roots);
    const name = random.chance(layout.sameName ?? 0.15) ? random.pick(names) : folder;
    const text = layout.text?.(random, name, number) ?? skillText(random, name, number).text;
    const path = `${root}/${folder}`;
    if (random.weighted(layout.places ?? PLACES)(path, root, text, tree, random)) {
      folders.push(path);
    }
    if (random.chance(0.2)) {
      for (const extra of ["scripts/run.sh", "b.txt", "A.md", ".hidden", "references/deep/r.md"]) tree.file(`${path}/${extra}`, "x\n");
    }
  }
  const more = layout.finish?.(tree, { random, cwd, names, folders }) ?? {};
  return { cwd, home: layout.home, ...more, tree: tree.entries };
}
