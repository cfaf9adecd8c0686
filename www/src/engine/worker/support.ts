/** The table "Can I use" of every host, which does not depend on the files. */
import type { Support } from "skillglass";
import { support } from "skillglass";

/** The table, which never changes. */
let cache: Support | null = null;

export function supportOfAll(): Support {
  cache ??= support();
  return cache;
}
