/** Matches outputs that the visitor gave with their requests. */
import type { InvocationRequest, RequestOutput } from "skillglass";
import type { RecordedOutput } from "../protocol/outputs.ts";

/** Returns the source of an output: a command, or a server's prompt. */
export function runOf(request: InvocationRequest): string {
  return request.type === "command" ? request.command : JSON.stringify([request.server, request.prompt, request.arguments]);
}

/** Returns the outputs of these requests; null if there are none. */
export function fitting(requests: readonly InvocationRequest[], recorded: readonly RecordedOutput[]): Record<string, RequestOutput> | null {
  const fit = requests.flatMap((request) => {
    const one = recorded.find(({ id, run }) => id === request.id && run === runOf(request));
    return one ? [[request.id, one.output] as const] : [];
  });
  return fit.length > 0 ? Object.fromEntries(fit) : null;
}
