/** Packs zips off the page's thread. */
import { zipSync } from "fflate";
import { cutOff } from "../../lib/no-network.ts";

cutOff();

addEventListener("message", ({ data: { job, files } }: MessageEvent<{ job: number; files: [path: string, contents: Uint8Array][] }>) => {
  // Without a time of its own each archive of the same files would differ.
  const mtime = new Date(1980, 0, 1);
  const zip = zipSync(Object.fromEntries(files.map(([path, contents]) => [path, [contents, { mtime }]])), { level: 6 });
  (self as unknown as Worker).postMessage({ job, zip }, [zip.buffer]);
});
