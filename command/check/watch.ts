// Checks again whenever something changes.
import type { FSWatcher } from "node:fs";
import { watch } from "node:fs";
import { ExitCode } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { notice } from "../print/notice.ts";
import { plain, plainLine } from "../print/text.ts";
import { wordsFor } from "../tree/trouble.ts";

/** The time in which changes count as one, in milliseconds: editors write a file in several steps. */
const SETTLING = 100;

/** Runs at once and after each change in the folders, until Ctrl+C. */
export async function watching(folders: Iterable<string>, run: () => Promise<unknown>, isQuiet: boolean): Promise<ExitCode> {
  const again = async () => {
    if (process.stdout.isTTY) process.stdout.write("\x1b[2J\x1b[3J\x1b[H");
    try {
      await run();
    } catch (error) {
      // A path may be gone for a moment while an editor saves.
      notice(plain(error instanceof Error ? error.message : String(error)));
    }
    if (!isQuiet) notice(colour.dim("watching; Ctrl+C ends"));
  };
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void again(), SETTLING);
  };
  const watchers: FSWatcher[] = [];
  for (const folder of folders) {
    const lost = (error: unknown) => notice(`${colour.red("cannot watch")} ${plainLine(folder)}: ${wordsFor(error)}`);
    try {
      watchers.push(watch(folder, { recursive: true }, soon).on("error", lost));
    } catch (error) {
      lost(error);
    }
  }
  if (watchers.length === 0) return ExitCode.Trouble;
  await again();
  await new Promise<void>((end) => process.once("SIGINT", () => end()));
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  return ExitCode.Clean;
}
