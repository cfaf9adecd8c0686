/** The ranks of skills for prompts, and the requests of hosts. */
import type { HostEdition, RequestFormat, TriggerPrompt } from "skillglass";

export interface TriggersAsk {
  /** Null for those of the files in the folders `evals`. */
  prompts: TriggerPrompt[] | null;
}

export interface RequestAsk {
  prompt: string;
  /** Null for the chosen host. */
  host: HostEdition | null;
  /** Null for the host's usual interface. */
  format: RequestFormat | null;
  /** The model that gets the request; null for the model of the workspace's options. */
  model: string | null;
}
