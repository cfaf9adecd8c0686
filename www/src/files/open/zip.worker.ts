/** The worker that packs zips, so that the page stays responsive. */
import { zipSync } from "fflate";
import { cutOff } from "../../lib/no-network.ts";

cutOff();

addEventListener("message", ({ data: { job, files } }: MessageEvent<{ job: number; files: [path: string, contents: Uint8Array][] }>) => {
  // The time is fixed, because otherwise two archives of the same files would differ.
  const mtime = new Date(1980, 0, 1);
  const zip = zipSync(Object.fromEntries(files.map(([path, contents]) => [path, [contents, { mtime }]])), { level: 6 });
  (self as unknown as Worker).postMessage({ job, zip }, [zip.buffer]);
});
