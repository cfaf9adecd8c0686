// VS Code's settings on skills, from its settings files (docs/command.md#what-it-reads).
import { createRequire } from "node:module";
import type { WorkspaceOptions } from "skillglass";
import type { Read } from "./claude-plugins.ts";
import { childOf } from "./paths.ts";
import type { Place } from "./project.ts";

const require = createRequire(import.meta.url);

type VscodeOptions = NonNullable<WorkspaceOptions["vscode"]>;

const LOCATIONS = "chat.agentSkillsLocations";
const PARENTS = "chat.useCustomizationsInParentRepositories";

/**
 * The folder of VS Code's user settings below the home directory, on macOS and Windows. Other
 * systems use `USER_ELSEWHERE`.
 */
const USER: Readonly<Record<string, string>> = {
  darwin: "Library/Application Support/Code/User",
  win32: "AppData/Roaming/Code/User",
};
const USER_ELSEWHERE = ".config/Code/User";

/** Returns the folder of VS Code's user settings. */
export function settingsFolder(home: string): string {
  return childOf(home, USER[process.platform] ?? USER_ELSEWHERE);
}

/**
 * Returns VS Code's settings about skills. The settings of the workspace override those of the
 * user, and their lists of folders are merged.
 */
export function vscodeOptions({ cwd, home }: Place, read: Read): VscodeOptions {
  const files = [childOf(settingsFolder(home), "settings.json"), childOf(cwd, ".vscode/settings.json")];
  const skillsLocations: Record<string, boolean> = {};
  let parentRepositories = false;
  for (const path of files) {
    const text = read(path);
    if (text === null) continue;
    // The library is loaded only if there is a text to read. It accepts comments and trailing commas, and reads an invalid text up to the
    // mistake.
    const { parse } = require("jsonc-parser") as typeof import("jsonc-parser");
    const settings: unknown = parse(text, [], { allowTrailingComma: true });
    if (typeof settings !== "object" || settings === null) continue;
    const { [LOCATIONS]: locations, [PARENTS]: parents } = settings as Record<string, unknown>;
    if (typeof parents === "boolean") parentRepositories = parents;
    if (typeof locations !== "object" || locations === null) continue;
    for (const [folder, isOn] of Object.entries(locations)) if (typeof isOn === "boolean") skillsLocations[folder] = isOn;
  }
  return { skillsLocations, parentRepositories };
}
