/**
 * This module checks workspace settings that come from outside the page, such as from a link or a
 * zip.
 */
import type { Edition, HostId } from "skillglass";
import { isRecord, isTextOrNull, isTexts } from "../../lib/json.ts";
import type { Settings } from "../../state/workspace.ts";

/**
 * Returns the settings in a value of unknown origin; null if the value has another shape. The
 * engine checks later whether the host and the edition exist.
 */
export function settingsOf(value: unknown): Settings | null {
  if (!isRecord(value)) return null;
  const { options, connectors, prompt, view, current } = value;
  if (!isRecord(options) || typeof prompt !== "string" || typeof view !== "string" || !isTextOrNull(current)) return null;
  const { host, edition, cwd, home, contextWindow, touched, variables, plugins } = options;
  if (typeof host !== "string" || typeof cwd !== "string" || !isTextOrNull(edition) || !isTextOrNull(home)) return null;
  if (contextWindow !== null && typeof contextWindow !== "number") return null;
  if (!isTexts(touched) || !isTexts(connectors)) return null;
  // The page also shows these settings itself, so they are checked here.
  if (variables != null && !isRecord(variables)) return null;
  if (plugins != null && !(Array.isArray(plugins) && plugins.every(isRecord))) return null;
  // The engine refuses a host or an edition that does not exist.
  const named = { host: host as HostId, edition: edition as Edition | null };
  return { options: { ...options, ...named, cwd, home, contextWindow, touched }, connectors, prompt, view, current };
}
