/**
 * This module chooses the folder of the workspace with which imported files are compared. The
 * chosen folder is the folder in which most of the imported paths also exist.
 */
import { isSkillFile, join, parent } from "../../lib/paths.ts";
import type { Placement } from "./placement.ts";
import { commonFolder, renamed } from "./placement.ts";

/**
 * The limits of the search for the folder of the workspace with which imported files are compared.
 * `paths` is the maximum number of imported paths that are looked up in each possible folder.
 * `folders` is the maximum number of skill folders that are tried.
 */
const MOST = { paths: 300, folders: 500 };

/**
 * Chooses the place in the workspace at which most of the imported paths also exist. `paths` has
 * the imported paths, and `present` has the workspace's files. The function tries the default place
 * `usual`, the mount points in `points`, and the folders of the workspace's skills. If all imported
 * files are in one top folder, it tries each place twice: with this top folder and without it.
 */
export function bestPlace(
  paths: readonly string[],
  usual: Placement,
  points: readonly string[],
  present: Pick<ReadonlyMap<string, unknown>, "has" | "keys">,
): Placement {
  const step = Math.max(1, Math.floor(paths.length / MOST.paths));
  const some = paths.filter((_, index) => index % step === 0);
  const top = commonFolder([...paths]);
  const strips = top === null ? [""] : ["", `${top}/`];
  const folders: string[] = [];
  for (const path of present.keys()) if (isSkillFile(path) && folders.push(parent(path)) >= MOST.folders) break;
  const places = [...new Set([usual.point, ...points, ...folders])].flatMap((point) => strips.map((strip) => ({ point, strip, add: "" })));
  const shared = (place: Placement) => some.filter((path) => present.has(join(place.point, renamed(place, path)))).length;
  let [best, most] = [usual, shared(usual)];
  for (const place of places) {
    const count = shared(place);
    if (count > most) [best, most] = [place, count];
  }
  return best;
}
