/** Outputs that were handed back, and the requests that they are for. */
import type { InvocationRequest, RequestOutput } from "skillglass";
import type { GivenOutput } from "../protocol/questions.ts";

/** What an output was made by. */
export function runOf(request: InvocationRequest): string {
  return request.type === "command" ? request.command : JSON.stringify([request.server, request.prompt, request.arguments]);
}

/** The outputs that were given for just these requests; null if there is none. */
export function fitting(requests: readonly InvocationRequest[], given: readonly GivenOutput[]): Record<string, RequestOutput> | null {
  const fit = requests.flatMap((request) => {
    const one = given.find(({ id, run }) => id === request.id && run === runOf(request));
    return one ? [[request.id, one.output] as const] : [];
  });
  return fit.length > 0 ? Object.fromEntries(fit) : null;
}
