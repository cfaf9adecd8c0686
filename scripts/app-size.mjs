// Builds an app with Vite that only reads catalogs, to measure what it downloads.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const APP = `import init, { Workspace } from "skillglass";

await init({ hosts: ["codex"] });
const workspace = new Workspace({ host: "codex", cwd: "/repo" });
workspace.writeAll(JSON.parse(document.body.dataset.files));
document.body.append(workspace.catalog().skills.map(({ name }) => name).join(", "));
`;

/**
 * Builds an app with the package. Returns the contents of each file of the build, by the file's
 * name.
 */
export async function appFiles() {
  const folder = mkdtempSync(join(tmpdir(), "skillglass-app-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(fileURLToPath(new URL("../pkg", import.meta.url)), join(folder, "node_modules/skillglass"));
    writeFileSync(join(folder, "index.html"), '<!doctype html><body><script type="module" src="./app.js"></script>');
    writeFileSync(join(folder, "app.js"), APP);
    await build({
      root: folder,
      base: "./",
      configFile: false,
      logLevel: "error",
      build: { target: "es2022", reportCompressedSize: false },
    });
    const built = readdirSync(join(folder, "dist"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(built.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
