/** This module has the types of comparisons: of two editions of a host, and of two file trees. */
import type { HostEdition, HostId, TreeDiff } from "skillglass";

export interface EditionsAsk {
  from: Required<HostEdition>;
  to: Required<HostEdition>;
}

export interface SinceAsk {
  skill: string;
  host: Required<HostEdition>;
}

export interface ChangelogAsk {
  host: HostId;
}

export interface TreesAsk {
  /** The number of the earlier tree, as in `EarlierPaths.id`. */
  earlier: number;
  hosts: HostEdition[];
}

export interface TreesAnswer {
  /**
   * The progress of checking the skills for the first time, from 0 to 1; null when all are checked.
   */
  progress: number | null;
  /**
   * The differences between the earlier tree and the workspace; null while the skills are checked
   * for the first time.
   */
  diff: TreeDiff | null;
}

/**
 * The paths of an earlier tree. If there are many, they are sent in several messages. `id` is the
 * same in all messages about one tree.
 */
export interface EarlierPaths {
  id: number;
  files: readonly string[];
  folders: readonly string[];
}
