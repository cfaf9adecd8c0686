/**
 * This module converts a whole workspace into the files of a zip, and back. An additional file
 * contains the settings.
 */
import { isRecord, isTexts } from "../../lib/json.ts";
import type { Contents } from "../../lib/text.ts";
import { byteLength } from "../../lib/text.ts";
import type { Workspace } from "../../state/workspace.ts";
import { settingsOf } from "./settings.ts";

const SETTINGS = "skillglass.json";
const VERSION = 1;

const encoder = new TextEncoder();

export function toBundle({ files, folders, ...settings }: Workspace): [string, Uint8Array][] {
  const own = JSON.stringify({ skillglass: VERSION, folders, ...settings }, null, 2);
  return [
    [SETTINGS, encoder.encode(`${own}\n`)],
    ...Array.from(files, ([path, contents]): [string, Uint8Array] => [path.slice(1), bytesOf(contents)]),
  ];
}

/** Returns the workspace in the files of a zip that this page exported; null for any other zip. */
export function fromBundle<C>(files: ReadonlyMap<string, C>): Workspace<C> | null {
  const own = files.get(SETTINGS);
  if (!(own instanceof Uint8Array) || byteLength(own) > 1_000_000) return null;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(own));
  } catch {
    return null;
  }
  const settings = settingsOf(value);
  if (!settings || !isRecord(value) || value.skillglass !== VERSION || !isTexts(value.folders)) return null;
  const placed = new Map<string, C>();
  for (const [path, contents] of files) if (path !== SETTINGS) placed.set(`/${path}`, contents);
  return { ...settings, folders: value.folders, files: placed };
}

function bytesOf(contents: Contents): Uint8Array {
  return typeof contents === "string" ? encoder.encode(contents) : contents;
}
