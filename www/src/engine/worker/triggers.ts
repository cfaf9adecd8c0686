/**
 * This module ranks skills for prompts, and returns the request that a host would send to its
 * model.
 */
import type { HostRequest, TriggersReport } from "skillglass";
import type { RequestAsk, TriggersAsk } from "../protocol/triggers.ts";
import type { Engine } from "./engine.ts";
import { readForHosts } from "./memo.ts";

export function triggers({ prompts }: TriggersAsk, { workspace, read }: Engine): TriggersReport {
  const report = workspace.triggers(prompts === null ? {} : { prompts });
  read(report.findings.flatMap(({ code, place }) => (code === "unread" && place ? place.path : [])));
  return report;
}

export function hostRequest({ prompt, host, format, model }: RequestAsk, engine: Engine): HostRequest {
  if (host !== null) readForHosts(engine, [host]);
  const { workspace, options } = engine;
  const request = () => workspace.requests(prompt, { ...(host !== null && { host }), ...(format !== null && { format }) });
  // Claude Code writes its list in another form for older models.
  if (host?.host !== "claude-code" || model === null) return request();
  const claudeCode = options.claudeCode ?? null;
  workspace.setOptions({ claudeCode: { ...claudeCode, model } });
  try {
    return request();
  } finally {
    workspace.setOptions({ claudeCode });
  }
}
