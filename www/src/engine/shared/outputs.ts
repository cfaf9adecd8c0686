/**
 * This module finds recorded outputs of shell commands and of server prompts. The visitor enters
 * these outputs, because the page does not run commands.
 */
import type { InvocationRequest, RequestOutput } from "skillglass";
import type { RecordedOutput } from "../protocol/outputs.ts";

/**
 * Returns the text that identifies the source of an output: a command, or a server's prompt with
 * its arguments.
 */
export function runOf(request: InvocationRequest): string {
  return request.type === "command" ? request.command : JSON.stringify([request.server, request.prompt, request.arguments]);
}

/**
 * Returns the recorded outputs that belong to these requests, by the request's id; null if no
 * recorded output belongs to a request.
 */
export function fitting(requests: readonly InvocationRequest[], recorded: readonly RecordedOutput[]): Record<string, RequestOutput> | null {
  const fit = requests.flatMap((request) => {
    const one = recorded.find(({ id, run }) => id === request.id && run === runOf(request));
    return one ? [[request.id, one.output] as const] : [];
  });
  return fit.length > 0 ? Object.fromEntries(fit) : null;
}
