// Checks again whenever something changes.
import { liveDirectory } from "skillglass/sources/node";
import { ExitCode } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { notice } from "../print/notice.ts";
import { plain, plainLine } from "../print/text.ts";
import { wordsFor } from "../tree/trouble.ts";

/**
 * The delay between a change of a file and the next check, in milliseconds. A further change during
 * the delay starts the delay again, because editors write a file in several steps.
 */
const SETTLING = 100;

/** Calls `run` once, and again after each change in the folders, until the user presses Ctrl+C. */
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
  const ends: (() => void)[] = [];
  for (const folder of folders) {
    const lost = (error: unknown) => notice(`${colour.red("cannot watch")} ${plainLine(folder)}: ${wordsFor(error)}`);
    const { read, watch } = liveDirectory(folder);
    // A new folder is watched when it is read.
    const end = await watch((changes) => {
      void read(changes.map(({ path }) => path)).catch(lost);
      soon();
    }, lost);
    ends.push(end);
    try {
      await read([""]);
    } catch (error) {
      lost(error instanceof Error ? (error.cause ?? error) : error);
      end();
      ends.pop();
    }
  }
  if (ends.length === 0) return ExitCode.Trouble;
  await again();
  await new Promise<void>((end) => process.once("SIGINT", () => end()));
  clearTimeout(timer);
  for (const end of ends) end();
  return ExitCode.Clean;
}
