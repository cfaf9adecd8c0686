// Builds dist/site: lays the pages out, has VitePress render them, and puts the built playground inside.
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { layOutPages } from "./pages.mjs";
import { OUTPUT, PLAYGROUND } from "./places.mjs";

await layOutPages();
await build(fileURLToPath(new URL(".", import.meta.url)));
cpSync(PLAYGROUND, `${OUTPUT}/playground`, { recursive: true });
