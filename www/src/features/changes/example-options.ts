import type { Edition, HostId, WorkspaceOptions } from "skillglass";
import { OPTIONS } from "../../state/defaults.ts";
import type { HostOptions } from "../../state/host-options.ts";

/**
 * Returns the options with which the page opens an example. Where the example sets no option, the
 * page's default applies.
 */
export function optionsOf(options: WorkspaceOptions, host: HostId, edition: Edition): HostOptions {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
  return { ...OPTIONS, ...set, host, edition };
}
