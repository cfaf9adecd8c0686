/** This module returns the table "Can I use" of every host, which does not depend on the files. */
import type { Support } from "skillglass";
import { support } from "skillglass";

/** The cached table "Can I use", which never changes; null until it is requested. */
let cache: Support | null = null;

export function supportOfAll(): Support {
  cache ??= support();
  return cache;
}
