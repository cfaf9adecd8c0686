/** The options of the workspace, and the other settings of a turn. */
import { batch, signal } from "@preact/signals";
import { OPTIONS } from "./defaults.ts";
import { engine } from "./engine-port.ts";
import type { HostOptions } from "./host-options.ts";

export const options = signal<HostOptions>(OPTIONS);
/** Slugs of connected apps. A name that is such a slug chooses no skill. */
export const connectors = signal<string[]>([]);

/** The reason why the engine refused the options; null if it accepted them. */
export const optionsProblem = signal<string | null>(null);

/** The options that the engine accepted last. The preceding options may also be wrong, and may still wait for an answer. */
let accepted: HostOptions = options.peek();

/** Changes options. Wrong options are restored, and `optionsProblem` has the reason. */
export function setOptions(change: Partial<HostOptions>): Promise<void> {
  return replaceOptions({ ...options.value, ...change });
}

export async function replaceOptions(next: HostOptions): Promise<void> {
  options.value = next;
  const problem = await engine().setOptions(next);
  if (problem === null) accepted = next;
  // A link may have wrong options before the engine has accepted any.
  else if (!engine().hasWorkspace()) void engine().setOptions(accepted);
  batch(() => {
    if (problem !== null && options.value === next) options.value = accepted;
    optionsProblem.value = problem;
  });
}
