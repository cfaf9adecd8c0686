/** The options of the workspace, and the other settings of a turn. */
import { batch, signal } from "@preact/signals";
import { OPTIONS } from "./defaults.ts";
import { engine } from "./engine-port.ts";
import type { HostOptions } from "./host-options.ts";

export const options = signal<HostOptions>(OPTIONS);
/** Slugs of connected apps; a name that is one of them chooses no skill. */
export const connectors = signal<string[]>([]);

/** Why the engine refused the options, if it did. */
export const optionsProblem = signal<string | null>(null);

/** The options that the engine accepted last: those of a moment before can be wrong, too, and on their way. */
let accepted: HostOptions = options.peek();

/** Changes options. Wrong options are restored, and `optionsProblem` has the reason. */
export function setOptions(change: Partial<HostOptions>): Promise<void> {
  return replaceOptions({ ...options.value, ...change });
}

export async function replaceOptions(next: HostOptions): Promise<void> {
  options.value = next;
  const problem = await engine().setOptions(next);
  if (problem === null) accepted = next;
  // A link can bring wrong ones before there are any that the engine could stay with.
  else if (!engine().hasWorkspace()) void engine().setOptions(accepted);
  batch(() => {
    if (problem !== null && options.value === next) options.value = accepted;
    optionsProblem.value = problem;
  });
}
