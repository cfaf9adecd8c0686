/**
 * This module adds imported files to the workspace at a mount point, and moves them to another
 * mount point.
 */
import { batch } from "@preact/signals";
import type { RefusedPath } from "skillglass";
import { isSkillFile, join } from "../lib/paths.ts";
import type { Change } from "./changes.ts";
import type { DiskMount } from "./disks.ts";
import { disks } from "./disks.ts";
import { files, paths, store } from "./files.ts";
import type { Mounted } from "./mounted.ts";
import type { Notice } from "./notice.ts";
import { notice } from "./notice.ts";
import type { Origin } from "./origin.ts";
import { origin } from "./origin.ts";
import { REPOSITORY_MARKER } from "./sample.ts";
import { current, goal } from "./selection.ts";
import { clear, dropRefused, snapshot } from "./workspace.ts";

/** The mount points that a visitor can choose for an import. */
export const MOUNT_POINTS: readonly string[] = [
  "/repo",
  "/repo/.agents/skills",
  "/repo/.claude/skills",
  "/repo/.codex/skills",
  "/repo/.gemini/skills",
  "/repo/.github/skills",
  "/repo/.pi/skills",
  "/repo/skills",
  "/home/me",
  "/home/me/.agents/skills",
  "/home/me/.claude/skills",
  "/home/me/.codex/skills",
  "/home/me/.copilot/skills",
  "/home/me/.gemini/skills",
  "/home/me/.openclaw/skills",
];

/**
 * Adds imported files to the workspace at their mount point. If the workspace is an unchanged
 * sample or an unchanged example from the gallery, the imported files replace it.
 */
export async function mount(mounted: Mounted): Promise<void> {
  const replaced = origin.value === "sample" || origin.value === "example" ? origin.value : null;
  const undo = snapshot();
  const changes = replaced ? clear([REPOSITORY_MARKER]) : [];
  origin.value = null;
  await put(mounted, changes, undo, replaced);
}

/** Moves the last import to another mount point. */
export async function moveMounted(mounted: Mounted, point: string): Promise<void> {
  const undo = notice.value?.undo;
  // The current contents are taken, because in the meantime files may have been read or edited.
  const present = new Map(Array.from(mounted.files, ([path, imported]) => [path, files.get(join(mounted.point, path)) ?? imported]));
  store.forget([...mounted.files.keys(), ...mounted.folders].map((path) => join(mounted.point, path)));
  await put({ ...mounted, point, files: present }, store.everything(), undo, null);
}

/**
 * Adds imported files, and shows them before the workspace has accepted them. If the workspace
 * refuses files, they are removed again.
 */
async function put(mounted: Mounted, before: Change[], undo: (() => void) | undefined, replaced: Origin): Promise<void> {
  const placed = Array.from(mounted.files, ([path, contents]) => [join(mounted.point, path), contents] as const);
  const placedFolders = mounted.folders.map((path) => join(mounted.point, path));
  const changes = before.concat(store.put(placed, placedFolders));
  const report = (refused: RefusedPath[]): Notice => ({
    text: ({ notice, open }) => {
      const put = notice.put(mounted.label, mounted.files.size - refused.length, mounted.point);
      return replaced ? `${put} ${replaced === "example" ? open.exampleMadeRoom : notice.sampleMadeRoom}` : put;
    },
    refused: [...mounted.refused, ...refused],
    mounted,
    ...(undo && { undo }),
  });
  const first = report([]);
  batch(() => {
    if (mounted.disk) {
      const isFormer = ({ disk, point }: DiskMount) => disk === mounted.disk || (point === mounted.point && mounted.former?.includes(disk));
      disks.value = [...disks.value.filter((one) => !isFormer(one)), { disk: mounted.disk, point: mounted.point }];
    }
    paths.value++;
    openFirst(mounted);
    notice.value = first;
  });
  const here = new Set([...placed.map(([path]) => path), ...placedFolders]);
  const refused = (await store.send(changes)).filter(({ path }) => here.has(path));
  if (refused.length === 0) return;
  dropRefused(refused);
  if (notice.value === first) notice.value = report(refused);
}

/** Opens the first SKILL.md of an import, or else its first file. */
function openFirst(mounted: Mounted): void {
  let best: string | null = null;
  for (const path of mounted.files.keys()) {
    if (isSkillFile(path)) {
      best = path;
      break;
    }
  }
  best ??= mounted.files.keys().next().value ?? null;
  const path = best === null ? null : join(mounted.point, best);
  if (path !== null) {
    current.value = path;
    goal.value = null;
  } else if (current.value !== null && !files.has(current.value)) current.value = null;
}
