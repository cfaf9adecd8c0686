/** This module has the options of the workspace, and the connected apps. */
import { batch, signal } from "@preact/signals";
import { OPTIONS } from "./defaults.ts";
import { engine } from "./engine-port.ts";
import type { HostOptions } from "./host-options.ts";

export const options = signal<HostOptions>(OPTIONS);
/** The short names of connected apps. In a prompt, such a name selects no skill. */
export const connectors = signal<string[]>([]);

/** The reason why the engine refused the options; null if it accepted them. */
export const optionsProblem = signal<string | null>(null);

/**
 * The options that the engine accepted last. They become the current options again if the engine
 * refuses new ones.
 */
let accepted: HostOptions = options.peek();

/**
 * Changes some options. If the engine refuses them, restores the accepted options, and stores the
 * reason in `optionsProblem`.
 */
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
