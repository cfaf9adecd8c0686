// The recipes of docs/guides/recipes: their files in a project, and what their pages say that they print.
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { blocksOf } from "../pages.mjs";
import { repository } from "./project.mjs";

const pageOf = (name) => `docs/guides/recipes/${name}.md`;

/** Writes the files of a recipe into a folder of the project's; gives the folder, in which the package is installed, too. */
export function putRecipe(project, name) {
  const files = blocksOf(pageOf(name)).filter(({ file }) => file !== null);
  if (files.length === 0) throw new Error(`${pageOf(name)} has no file`);
  for (const { file, body } of files) project.write(`${name}/${file}`, body);
  const folder = join(project.folder, name);
  symlinkSync(join(project.folder, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** What the page says that the recipe prints; with `UPDATE_PAGE=1` it says what was `printed` from now on. */
export function printedBy(name, printed) {
  const [output] = blocksOf(pageOf(name)).filter(({ language }) => language === "text");
  if (output === undefined) throw new Error(`${pageOf(name)} does not say what is printed`);
  if (process.env.UPDATE_PAGE) {
    const path = join(repository, pageOf(name));
    const old = `\`\`\`text\n${output.body}\`\`\``;
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(old, () => `\`\`\`text\n${printed}\`\`\``),
    );
    return printed;
  }
  return output.body;
}
