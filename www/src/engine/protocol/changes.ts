/** Changes between editions of a host, and between two trees. */
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
  /** The number of the earlier tree. */
  earlier: number;
  hosts: HostEdition[];
}

export interface TreesAnswer {
  /** The progress of the first check, from 0 to 1; null when the check is over. */
  progress: number | null;
  /** The differences; null until the first check is over. */
  diff: TreeDiff | null;
}

/** The paths of the earlier tree, or a part of them. */
export interface EarlierPaths {
  id: number;
  files: readonly string[];
  folders: readonly string[];
}
