/**
 * This module imports files as the earlier tree. The view "Compare" compares the workspace with
 * this tree.
 */
import type { Stored } from "../../lib/text.ts";
import { disks } from "../../state/disks.ts";
import { setEarlier } from "../../state/earlier.ts";
import { files } from "../../state/files.ts";
import { MOUNT_POINTS } from "../../state/mount.ts";
import { notice } from "../../state/notice.ts";
import { fromBundle } from "../snapshot/bundle.ts";
import type { Take } from "./import.ts";
import { isNothing, placeOf } from "./import.ts";
import { bestPlace } from "./overlap.ts";
import { renamed } from "./placement.ts";

/**
 * Imports files as the earlier tree, with which the page compares the workspace. Places the
 * imported files in the folder of the workspace in which most of their paths also exist.
 */
export const takeEarlier: Take = async ({ label, found }) => {
  if (isNothing(label, found)) return;
  if (found.refused.length > 0) notice.value = { text: label, refused: found.refused };
  const bundled = fromBundle(found.files);
  if (bundled) {
    const relative = new Map(Array.from(bundled.files, ([path, contents]) => [path.slice(1), contents] as const));
    setEarlier({ label, point: "/", files: relative, folders: bundled.folders.map((path) => path.slice(1)) });
    return;
  }
  const points = [...disks.peek().map(({ point }) => point), ...MOUNT_POINTS];
  const place = bestPlace([...found.files.keys()], await placeOf(label, found), points, files);
  const placed = new Map(Array.from(found.files, ([path, contents]): [string, Stored] => [renamed(place, path), contents]));
  const folders = Array.from(found.folders, (path) => renamed(place, path)).filter((path) => path !== "");
  setEarlier({ label, point: place.point, files: placed, folders });
};
