// The tools that check skills and fix them.
import type { Severity } from "skillglass";
import { readHosts } from "../arguments.ts";
import type { PartReport } from "../check/findings.ts";
import { emptyNotes, found, report } from "../check/findings.ts";
import type { Changes } from "../check/mend.ts";
import { fixed, patchOf, writeChanges } from "../check/mend.ts";
import type { CheckRequest, Part } from "../check/parts.ts";
import { load, partsOf } from "../check/parts.ts";
import { levelsOf } from "../check/rules.ts";
import { documentOf } from "../formats/json.ts";
import { SEVERITIES } from "../formats/report.ts";
import { textOf } from "../formats/text.ts";
import { Progress } from "../print/progress.ts";
import { counted, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { toDisk } from "../tree/paths.ts";
import type { Trouble } from "../tree/trouble.ts";
import type { Folders } from "./folders.ts";
import type { Values } from "./parameters.ts";
import type { Reply } from "./tool.ts";
import { CWD, HOST, tool } from "./tool.ts";

const PARAMETERS = {
  paths: {
    type: "texts",
    description:
      "Files and folders to check, absolute or relative to `cwd`; a file or folder of a skill stands for the skill. Without it: the whole project",
  },
  host: HOST,
  cwd: CWD,
  select: { type: "texts", description: 'Only these rules or groups of rules, such as ["unquoted-colon", "safety"]' },
  ignore: { type: "texts", description: "Rules or groups of rules to leave out" },
  min_severity: { type: "text", description: "The lowest severity that counts (warning)", words: SEVERITIES },
} as const;

const FIX_PARAMETERS = {
  ...PARAMETERS,
  unsafe: { type: "flag", description: "true also makes the changes that a person should review" },
  write: { type: "flag", description: "true writes the changes. Without it nothing is written, and the answer is the patch" },
} as const;

const NARROWER = "Ask for some paths with `paths`, for one rule with `select`, or for errors with `min_severity`: error.";

export const check = tool({
  title: "Check skills",
  description:
    "Reports skills that a host drops, truncates or misreads, and unsafe ones: each finding with its place, the hosts that it concerns and the remedy. `rule` explains the code of a finding; `fix` makes the changes.",
  parameters: PARAMETERS,
  narrower: NARROWER,
  run(folders, values) {
    const request = requestOf(folders, values);
    return reportsOf(request, partsOf(request), (reports) => replyWith(folders, request, reports));
  },
});

export const fix = tool({
  title: "Fix skills",
  description:
    "Fixes what `check` finds. Without `write` it changes nothing and returns the changes as a patch; call it again with `write`: true to make them. Safe fixes lose no part of a skill's name, description or text.",
  parameters: FIX_PARAMETERS,
  writes: true,
  narrower: NARROWER,
  async run(folders, values) {
    const request = requestOf(folders, values);
    const chosen = { unsafeFixes: values.unsafe === true, minSeverity: request.least };
    const done: Done = { patch: "", files: [], renames: [], troubles: [], unread: [], isProposed: false };
    for (const part of partsOf(request)) {
      using project = load(part, request);
      done.unread.push(...project.walk.troubles);
      const changes = fixed(project, part, chosen);
      done.patch += await patchOf(project, part, changes);
      if (values.write) await makeChanges(done, project, part, changes);
      done.isProposed ||= !chosen.unsafeFixes && hasMore(project, part, request.least, changes);
    }
    return fixReply(folders, request, done, values.write === true);
  },
});

/**
 * Returns true if the unsafe fixes would make more changes. `safe` has the changes that the safe
 * fixes make.
 */
function hasMore(project: Project, part: Part, minSeverity: Severity, safe: Changes): boolean {
  return JSON.stringify(fixed(project, part, { unsafeFixes: true, minSeverity })) !== JSON.stringify(safe);
}

/**
 * The changes that one call of the tool `fix` has made. If the call fixes several projects, the
 * changes of all these projects are collected here.
 */
interface Done {
  patch: string;
  /** The paths of the written files, in the form of the operating system. */
  readonly files: string[];
  readonly renames: { from: string; to: string }[];
  /** The files that could not be written, with the reasons. */
  readonly troubles: Trouble[];
  /** The files that could not be read, with the reasons. */
  readonly unread: Trouble[];
  /**
   * True if there are unsafe fixes that the caller did not request. The answer proposes them,
   * because a person must review unsafe fixes.
   */
  isProposed: boolean;
}

async function makeChanges(done: Done, project: Project, part: Part, changes: Changes): Promise<void> {
  const { files, renames, troubles } = await writeChanges(project, part, changes);
  done.files.push(...files.map(toDisk));
  done.renames.push(...renames.map(({ from, to }) => ({ from: toDisk(from), to: toDisk(to) })));
  done.troubles.push(...troubles);
}

/**
 * Returns the answer of the tool `fix`. If the changes were written, it includes the findings that
 * are left.
 */
function fixReply(folders: Folders, request: CheckRequest, done: Done, isWritten: boolean): Reply {
  const { patch, files, renames, troubles, isProposed } = done;
  const left = isWritten ? reportsOf(request, leftParts(request, renames), (reports) => replyWith(folders, request, reports)) : null;
  const made = [
    files.length > 0 ? `Fixed ${counted(files.length, "file")}.` : "",
    renames.length > 0 ? `Renamed ${counted(renames.length, "file")}.` : "",
    ...troubles.map(({ path, message }) => `Not fixed: ${plainLine(path)}: ${message}.`),
  ];
  const none =
    patch === "" || isWritten ? "Nothing to fix." : "Nothing is written yet. To make these changes, call fix again with write: true.";
  const parts = [
    patch.trimEnd(),
    made.filter((line) => line !== "").join("\n") || none,
    isProposed ? "Some changes need a review: unsafe: true shows them, too." : "",
    left ? `What is left:\n${left.text}` : "",
  ];
  return {
    text: parts.filter((part) => part !== "").join("\n\n"),
    document: {
      written: isWritten,
      patch,
      files,
      renames,
      notFixed: troubles,
      hasUnsafeFixes: isProposed,
      ...(left ? { left: left.document } : {}),
    },
    troubles: [...(left ? left.troubles : [...folders.above(request.place), ...done.unread]), ...troubles],
  };
}

/**
 * Returns the parts of the project that are checked again after fixes. If a fix renamed a requested
 * path, the new path is used.
 */
function leftParts(request: CheckRequest, renames: readonly { from: string; to: string }[]): Part[] {
  const moved = (path: string) =>
    renames.reduce((at, { from, to }) => (at === from || at.startsWith(`${from}/`) ? to + at.slice(from.length) : at), path);
  return partsOf({ ...request, paths: request.paths.map(moved) });
}

function requestOf(folders: Folders, values: Values<typeof PARAMETERS>): CheckRequest {
  const place = folders.place(values.cwd);
  return {
    place,
    paths: (values.paths ?? []).map((path) => toDisk(folders.within("paths", path, place.cwd))),
    hosts: readHosts(values.host),
    least: (values.min_severity as Severity | undefined) ?? "warning",
    rules: levelsOf(values.select, values.ignore, false),
    lowerRepeats: true,
    progress: new Progress(false),
  };
}

/**
 * Reads and checks the files and folders in `parts`, passes the resulting reports to `use`, and
 * returns the result of `use`. Afterwards, frees the memory of the projects that were read.
 */
function reportsOf<T>(request: CheckRequest, parts: readonly Part[], use: (reports: readonly PartReport[]) => T): T {
  const opened: Project[] = [];
  try {
    const reports = parts.map((part) => {
      const project = load(part, request);
      opened.push(project);
      return report(part, project, request, found(project, part, true));
    });
    return use(reports);
  } finally {
    for (const project of opened) project[Symbol.dispose]();
  }
}

function replyWith(folders: Folders, { place }: CheckRequest, reports: readonly PartReport[]): Reply {
  const troubles = reports.flatMap(({ unread }) => unread);
  return {
    text: [...emptyNotes(reports), textOf(reports)].filter((part) => part !== "").join("\n"),
    document: documentOf(reports),
    troubles: [...folders.above(place), ...troubles],
  };
}
