/**
 * This module places another version of the workspace's files where most of its paths are the same
 * as in the workspace.
 */
import { isSkillFile, join, parent } from "../../lib/paths.ts";
import type { Placement } from "./placement.ts";
import { commonFolder, renamed } from "./placement.ts";

/**
 * The maximum number of imported paths that are compared for each possible folder, and the maximum
 * number of skill folders that are tried.
 */
const MOST = { paths: 300, folders: 500 };

/**
 * Returns the place at which most of `paths` also exist in `present`. Tries the usual place, the
 * mount points, and the folders of existing skills. Tries each place with and without the single
 * top folder of the paths.
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
