// Checks again whenever something changes.
import { watch } from "node:fs";
import { ExitCode } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { notice } from "../print/notice.ts";

/** The time in which changes count as one, in milliseconds: editors write a file in several steps. */
const SETTLING = 100;

/** Runs at once and after each change in the folders, until Ctrl+C. */
export async function watching(folders: Iterable<string>, run: () => void, isQuiet: boolean): Promise<ExitCode> {
  const again = () => {
    if (process.stdout.isTTY) process.stdout.write("\x1b[2J\x1b[3J\x1b[H");
    try {
      run();
    } catch (error) {
      // A path may be gone for a moment while an editor saves.
      notice(error instanceof Error ? error.message : String(error));
    }
    if (!isQuiet) notice(colour.dim("watching; Ctrl+C ends"));
  };
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(again, SETTLING);
  };
  const watchers = [...folders].map((folder) => watch(folder, { recursive: true }, soon));
  again();
  await new Promise<void>((end) => process.once("SIGINT", () => end()));
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  return ExitCode.Clean;
}
