/** What authors look up of every host, whatever the files. */
import type { Support } from "skillglass";
import { support } from "skillglass";

/** It never changes. */
let cache: Support | null = null;

export function supportOfAll(): Support {
  cache ??= support();
  return cache;
}
