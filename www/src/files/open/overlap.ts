/** Finds the place of a second version of files: the place where most of its paths are also in the first version. */
import { isSkillFile, join, parent } from "../../lib/paths.ts";
import type { Placement } from "./placement.ts";
import { commonFolder, renamed } from "./placement.ts";

/** The maximum number of paths that are compared at each place, and the maximum number of folders of skills that are tested as places. */
const MOST = { paths: 300, folders: 500 };

/**
 * Returns the best place. It tests the usual place, the mount points and the folders of skills, each with and without the top folder of the
 * paths.
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
