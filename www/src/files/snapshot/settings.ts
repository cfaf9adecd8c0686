/** A workspace as it leaves the page and comes back: in a link, in a zip, in the browser's own storage. */
import type { HostOptions } from "../../engine/protocol/questions.ts";
import type { Contents } from "../../lib/text.ts";

export interface Workspace<C = Contents> {
  files: Map<string, C>;
  /** Folders that were given as such. */
  folders: string[];
  options: HostOptions;
  /** Slugs of connected apps. */
  connectors: string[];
  prompt: string;
  view: string;
  current: string | null;
}

/** All of it but the files, as JSON holds it. */
export type Settings = Omit<Workspace, "files" | "folders">;

/** The settings in a value of unknown origin; null if it is none. What only the engine can judge is left to the engine. */
export function settingsOf(value: unknown): Settings | null {
  if (!isRecord(value)) return null;
  const { options, connectors, prompt, view, current } = value;
  if (!isRecord(options) || typeof prompt !== "string" || typeof view !== "string" || !isTextOrNull(current)) return null;
  const { host, edition, cwd, home, contextWindow, touched, variables, plugins } = options;
  if (typeof host !== "string" || typeof cwd !== "string" || !isTextOrNull(edition) || !isTextOrNull(home)) return null;
  if (contextWindow !== null && typeof contextWindow !== "number") return null;
  if (!isTexts(touched) || !isTexts(connectors)) return null;
  // The page itself shows these, too.
  if (variables != null && !isRecord(variables)) return null;
  if (plugins != null && !(Array.isArray(plugins) && plugins.every(isRecord))) return null;
  return { options: { ...options, host, edition, cwd, home, contextWindow, touched }, connectors, prompt, view, current };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
