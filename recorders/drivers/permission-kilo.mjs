// Records Kilo's permissions: runs `kilo serve` on a workspace with rules.
import { askServer } from "../calls.mjs";
import { permissionCase } from "../permissions.mjs";
import { Random } from "../random.mjs";
import { FOLDER, ownVariables, source, start } from "./kilo.mjs";

export { source, start };

const HOME = "/home/u";
const REPOSITORY = "/w/project";

export function generate(seed) {
  const random = new Random(seed);
  return { cwd: REPOSITORY, home: HOME, git: REPOSITORY, env: {}, ...permissionCase("kilo", random, HOME, REPOSITORY) };
}

export const ask = (question, context) => askServer(question, context, { folder: FOLDER, env: ownVariables(context) });
