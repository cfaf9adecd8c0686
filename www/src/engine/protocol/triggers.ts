/**
 * This module has the types of two kinds of questions. Which skill does a prompt trigger? Which
 * request does a host send to its model?
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
  /**
   * The API format of the request, such as the format of Anthropic's Messages API. Null for the
   * host's usual format.
   */
  format: RequestFormat | null;
  /** The model that gets the request; null for the model of the workspace's options. */
  model: string | null;
}
