// A folder of this machine's disk, given to the page as a visitor's mouse would.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Drops a folder with these files; what is returned removes it from the disk. */
export async function dropFolder(page, name, files) {
  const above = mkdtempSync(join(tmpdir(), "skillglass-page-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(above, name, path)), { recursive: true });
    writeFileSync(join(above, name, path), text);
  }
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [join(above, name)], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
  return () => rmSync(above, { recursive: true });
}
