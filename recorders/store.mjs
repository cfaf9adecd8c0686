// Reads and writes recorded answers: JSON Lines, compressed with Brotli because the answers of one
// program repeat themselves.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** The path of the folder with the recorded answers. */
export const FOLDER = fileURLToPath(new URL("../conformance/", import.meta.url));

/** The ending of the names of the files with recorded answers. */
export const ENDING = ".jsonl.br";

/** Returns the lines of a file. A file whose name ends in `.br` is decompressed. */
export function readLines(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString("utf8");
  return text.split("\n").filter((line) => line !== "");
}

/**
 * Returns the cases in a file, one for each line. A file whose name ends in `.br` is decompressed.
 */
export const readCases = (path) => readLines(path).map((line) => JSON.parse(line));

/**
 * Returns lines compressed with Brotli. The bytes are the same in all versions of Node with the
 * same Brotli.
 */
export function pack(lines) {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants;
  const params = {
    [BROTLI_PARAM_QUALITY]: 11,
    [BROTLI_PARAM_LGWIN]: 24,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
  };
  return brotliCompressSync(bytes, { params });
}

/**
 * Writes a new file of recorded answers. Fails if the file exists, because recordings are evidence.
 */
export function writeNew(path, lines) {
  if (existsSync(path)) throw new Error(`${path} exists. A recording is never replaced: choose another seed or version.`);
  writeFileSync(path, path.endsWith(".br") ? pack(lines) : lines.map((line) => `${line}\n`).join(""), { flag: "wx" });
}

/** Returns the names of all files of recorded answers, sorted. */
export const recordings = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(ENDING))
    .sort();
