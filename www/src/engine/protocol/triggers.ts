/**
 * This module has the types of questions about which skill a prompt triggers, and about a host's
 * request to its model.
 */
import type { HostEdition, RequestFormat, TriggerPrompt } from "skillglass";

export interface TriggersAsk {
  /** The prompts to rank; null for the prompts in the `evals` folders of the workspace. */
  prompts: TriggerPrompt[] | null;
}

export interface RequestAsk {
  prompt: string;
  /** The host that sends the request; null for the chosen host of the page. */
  host: HostEdition | null;
  /** The format of the model's interface; null for the format that the host usually sends. */
  format: RequestFormat | null;
  /** The model that gets the request; null for the model of the workspace's options. */
  model: string | null;
}
