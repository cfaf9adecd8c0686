// The reference of the package, made from its types: a page for each entry, and one for each class.
//
// TypeDoc reads types with the compiler's interface in JavaScript, which TypeScript 7 does not have: this workspace has a TypeScript of its own.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Application, ReflectionKind } from "typedoc";
import { CACHE, PACKAGE } from "./places.mjs";

/** The entries with types of their own, as `exports` of the package names them. */
const ENTRIES = [".", "./worker", "./worker/open", "./worker/serve", "./sources", "./sources/node", "./codemirror"];

/** How an entry is imported. */
const nameOf = (entry) => entry.replace(/^\./, "skillglass");

const { exports: exported } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, "utf8"));
const typesOf = (entry) => `${PACKAGE}/${exported[entry].types.slice(2)}`;

/** What TypeDoc calls an entry at first. */
const firstName = (entry) => exported[entry].types.replace(/^\.\/|(\/index)?\.d\.ts$/g, "");

/** Writes the pages into a folder. */
export async function writeApi(folder) {
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    outputs: [{ name: "markdown", path: folder }],
    tsconfig: writeCompilerOptions(),
    entryPoints: ENTRIES.map(typesOf),
    logLevel: "Warn",
    readme: "none",
    disableSources: true,
    excludeExternals: true,
    sort: ["alphabetical"],
    groupOrder: ["Functions", "Classes", "*"],
    // The plugin's.
    router: "member",
    membersWithOwnFile: ["Class"],
    entryFileName: "index",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    pageTitleTemplates: { member: ({ name }) => name },
    // A heading's own fragment is counted otherwise where names differ by capitals alone, as those of a function and its result do.
    useHTMLAnchors: true,
    anchorPrefix: "type-",
    useCodeBlocks: true,
    expandObjects: true,
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    typeAliasPropertiesFormat: "table",
    typeDeclarationFormat: "table",
    tableColumnSettings: { hideInherited: true, hideOverrides: true, hideSources: true, hideModifiers: true, leftAlignHeaders: true },
  });
  const project = await app.convert();
  if (!project || app.logger.hasErrors()) throw new Error("TypeDoc cannot read the types of the package");

  const module = (entry) => project.getChildByName([firstName(entry)]);
  nameDefault(module("."), "init");
  for (const entry of ENTRIES) module(entry).name = nameOf(entry);
  await app.generateOutputs(project);
  writeFileSync(`${folder}/index.md`, overview(project));
}

/** Calls the default export, which has no name of its own, as it is imported. */
function nameDefault(module, name) {
  const init = module.getChildByName(["default"]);
  for (const one of [init, ...init.signatures]) one.name = name;
  for (const { children } of module.groups) children.sort((one, other) => one.name.localeCompare(other.name));
}

function writeCompilerOptions() {
  const path = `${CACHE}/tsconfig.json`;
  const compilerOptions = {
    strict: true,
    target: "ES2023",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: ["ES2023", "ESNext.Disposable", "DOM"],
    types: ["node"],
    typeRoots: [`${dirname(PACKAGE)}/node_modules/@types`],
    skipLibCheck: true,
  };
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(path, JSON.stringify({ compilerOptions, files: ENTRIES.map(typesOf) }));
  return path;
}

/** The first sentence or two of each entry, and what it exports to be called. */
function overview(project) {
  const rows = ENTRIES.map(nameOf).map((name) => {
    const exports = project.getChildByName([name]).children.filter((child) => child.kindOf(ReflectionKind.Function | ReflectionKind.Class));
    return `| [\`${name}\`](${name}/index.md) | ${exports.map((child) => `\`${child.name}\``).join(", ")} |`;
  });
  return [
    "# API",
    "The types of the package, an entry to a page. [The package](../package.md) says what each entry is for and shows how it is used.\n",
    "| entry | classes and functions |\n| --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
