// What the package weighs for those who download it.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const rows = ["skillglass_bg.wasm", "skillglass.js"].map((name) => {
  const bytes = readFileSync(new URL(`../pkg/${name}`, import.meta.url));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  return { name, sizes: [bytes, gzipSync(bytes, { level: 9 }), brotli].map((data) => data.length) };
});
rows.push({ name: "together", sizes: [0, 1, 2].map((i) => rows.reduce((sum, { sizes }) => sum + sizes[i], 0)) });

console.log(`    ${"".padEnd(20)}${["raw", "gzip", "brotli"].map((word) => word.padStart(11)).join("")}`);
for (const { name, sizes } of rows) {
  console.log(`    ${name.padEnd(20)}${sizes.map((size) => `${(size / 1000).toFixed(1)} kB`.padStart(11)).join("")}`);
}
