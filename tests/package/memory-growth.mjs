// memory-growth.mjs PACKAGE METHOD: prints the bytes by which the module's memory grows while METHOD follows each of 500 edits,
// when 100 went before. With `free`, by which it grows over twenty workspaces when two went before.
const SKILLS = 20;

const [address, method] = process.argv.slice(2);
const { default: init, Workspace } = await import(address);
const { memory } = await init();

const path = (index) => `/repo/.agents/skills/s${index}/SKILL.md`;
// A name that is not the folder's, a colon that wants quotes: findings with fixes.
const text = (index, edit) =>
  `---\nname: Other ${index}\ndescription: Use when: edit ${String(edit).padStart(4, "0")} matters\n---\nSee <b>this</b>\n`;

function started() {
  const workspace = new Workspace({ cwd: "/repo", home: "/home/me" });
  workspace.writeAll(Object.fromEntries(Array.from({ length: SKILLS }, (_, index) => [path(index), text(index, 0)])));
  return workspace;
}

const ASKED = {
  catalog: (workspace) => workspace.catalog(),
  listing: (workspace) => workspace.listing(),
  lint: (workspace) => workspace.lint(),
  compare: (workspace) => workspace.compare(),
  search: (workspace) => workspace.search("edit"),
};

let workspace = started();
let edit = 0;
const edits = (many) => {
  for (const end = edit + many; edit < end; edit++) {
    workspace.write(path(edit % SKILLS), text(edit % SKILLS, edit));
    ASKED[method](workspace);
  }
};
const workspaces = (many) => {
  for (let times = 0; times < many; times++) {
    workspace.lint();
    workspace.free();
    workspace = started();
  }
};
const [goOn, first, then] = method === "free" ? [workspaces, 2, 20] : [edits, 100, 500];
goOn(first);
const before = memory.buffer.byteLength;
goOn(then);
console.log(memory.buffer.byteLength - before);
