// Shares the check of many skills among threads.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Diagnostic, FoundInSkill } from "skillglass";
import { compiledModule } from "../start.ts";
import type { Project } from "../tree/load.ts";
import type { Share } from "./findings.ts";
import { found, shareOf, skillsOf } from "./findings.ts";
import type { CheckRequest, Part } from "./parts.ts";

/**
 * The number of skills for which a further thread saves time. A thread reads the project on its
 * own, and finds the skills of each host again.
 */
const SKILLS_OF_A_THREAD = 750;

/** The data that a thread gets from the thread that starts it. */
export interface ThreadData extends Share {
  readonly module: WebAssembly.Module;
  /** The arguments of the command, from which the thread reads the project. */
  readonly args: readonly string[];
  /** The index of the checked part among the parts of the project. */
  readonly part: number;
}

/** How threads read the same part of a project. */
export type Shared = Pick<ThreadData, "args" | "part"> & {
  /** The maximum number of threads; null to use one for each processor. */
  readonly jobs: number | null;
};

/**
 * Returns all findings in a part of a project, like `found`. If the part has many skills, several
 * threads check them. If a thread fails, this thread checks the skills that the thread has taken.
 */
export async function foundInThreads(
  project: Project,
  part: Part,
  request: CheckRequest,
  hasFixes: boolean,
  { args, part: index, jobs }: Shared,
): Promise<Diagnostic[]> {
  const skills = skillsOf(project, part).length;
  const threads = Math.min(jobs ?? availableParallelism(), Math.floor(skills / SKILLS_OF_A_THREAD) + 1);
  const isSplit = threads > 1 || request.progress.isShown;
  if (!isSplit) return found(project, part, hasFixes);
  const taken = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const data: ThreadData = { module: compiledModule(), args, part: index, hasFixes, threads, taken };
  const others = Array.from({ length: threads - 1 }, () => resultOf(data));
  // The workspace of this thread keeps the findings of its own share.
  shareOf(project, part, request, data);
  return found(project, part, hasFixes, (await Promise.all(others)).flat());
}

/** Starts a thread. Returns the findings that it sends; an empty list if it fails. */
async function resultOf(data: ThreadData): Promise<FoundInSkill[]> {
  try {
    const thread = new Worker(new URL("./thread.js", import.meta.url), { workerData: data });
    return await new Promise((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", () => reject(new Error("the thread ended without a message")));
    });
  } catch {
    return [];
  }
}
