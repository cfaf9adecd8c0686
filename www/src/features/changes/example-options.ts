import type { Edition, HostId, WorkspaceOptions } from "skillglass";
import { OPTIONS } from "../../state/defaults.ts";
import type { HostOptions } from "../../state/host-options.ts";

/** Returns the options of an example for this page. Options that the example does not set are those of the page. */
export function optionsOf(options: WorkspaceOptions, host: HostId, edition: Edition): HostOptions {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
  return { ...OPTIONS, ...set, host, edition };
}
