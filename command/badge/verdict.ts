// The verdict on a badge and a card: which hosts load the skills of a project.
import type { HostEdition, SkillComparison } from "skillglass";
import type { Taken } from "../print/cell.ts";
import { takenOf } from "../print/cell.ts";
import { labelOf } from "../print/hosts.ts";
import { grouped, listed, plainLine } from "../print/text.ts";

/** The overall verdict on the skills of a project. */
export type Standing =
  /** All hosts load all skills. */
  | "good"
  /** At least one host drops a skill. */
  | "mixed"
  /** At least one skill is dropped by all hosts. */
  | "bad"
  /** The project has no skills. */
  | "none";

export interface Row {
  readonly name: string;
  readonly cells: readonly Taken[];
  /**
   * Sentences that name the hosts that drop the skill or show only a part of it; empty if all hosts
   * load the whole skill.
   */
  readonly remarks: readonly string[];
}

export interface Verdict {
  readonly standing: Standing;
  readonly hosts: readonly HostEdition[];
  /** One row for each skill, sorted by name. */
  readonly rows: readonly Row[];
  /**
   * A short summary. For example, `all 7 load in 9 of 9 hosts, 1 in part` means that 9 of 9 hosts
   * load all 7 skills. The model of one of these hosts sees only a part of some description.
   */
  readonly message: string;
  /**
   * True if at least one host does not search the folder of a skill. Such a skill is the only one in the
   * host's list, so the verdict does not count what the host cuts for lack of room.
   */
  readonly isOnItsOwn: boolean;
}

/** Summarizes how these hosts load the skills, for a badge. */
export function verdictOn(hosts: readonly HostEdition[], skills: readonly SkillComparison[]): Verdict {
  const rows = skills.map((skill) => rowOf(hosts, skill)).sort((one, other) => (one.name < other.name ? -1 : 1));
  const all = hosts.filter((_, index) => rows.every(({ cells }) => cells[index] !== "dropped")).length;
  const isInPart = (index: number) => {
    const cells = rows.map(({ cells }) => cells[index]);
    return cells.includes("partly") && !cells.includes("dropped");
  };
  const inPart = hosts.filter((_, index) => isInPart(index)).length;
  const isOnItsOwn = skills.some(({ cells }) => cells.some(({ loaded, discovered }) => loaded && !discovered));
  return { standing: standingOf(hosts, rows, all), hosts, rows, message: messageOf(hosts, rows, { all, inPart }), isOnItsOwn };
}

function messageOf(hosts: readonly HostEdition[], rows: readonly Row[], { all, inPart }: { all: number; inPart: number }): string {
  if (rows.length === 0) return "none";
  const skills = rows.length === 1 ? "1 loads" : `all ${grouped(rows.length)} load`;
  const message = `${skills} in ${all} of ${hosts.length} ${hosts.length === 1 ? "host" : "hosts"}`;
  return inPart > 0 ? `${message}, ${inPart} in part` : message;
}

function standingOf(hosts: readonly HostEdition[], rows: readonly Row[], all: number): Standing {
  if (rows.length === 0) return "none";
  if (all === hosts.length) return "good";
  return rows.some(({ cells }) => cells.every((cell) => cell === "dropped")) ? "bad" : "mixed";
}

function rowOf(hosts: readonly HostEdition[], { cells, folder }: SkillComparison): Row {
  const taken = cells.map(takenOf);
  const named = (wanted: Taken) => hosts.filter((_, index) => taken[index] === wanted).map(({ host }) => labelOf(host));
  const dropped = named("dropped");
  const partly = named("partly");
  return {
    name: plainLine(cells.find(({ name }) => name !== null)?.name ?? folder),
    cells: taken,
    remarks: [
      dropped.length > 0 ? `dropped by ${listed(dropped)}` : "",
      partly.length > 0 ? `the model of ${listed(partly)} sees less than all of it` : "",
    ].filter((words) => words !== ""),
  };
}
