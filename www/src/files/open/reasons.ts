/** Why something was refused, as values: they come from a worker too, and become words in the page's language. */
import type { Texts } from "../../i18n/index.ts";

/** Why one path was refused. */
export type Refused = { code: "nul" | "absolute" | "backslash" | "dots" | "nameless" | "unreadable" } | { code: "method"; method: number };

/** Why an import was given up as a whole. */
export type GivenUp =
  | { code: "too-many-files" | "too-many-folders" | "too-many-bytes"; most: number }
  | { code: "broken-zip"; why: string };

/** Thrown where an import is given up. */
export class Stopped extends Error {
  constructor(readonly because: GivenUp) {
    super(because.code);
  }
}

export function refusedWords(reason: Refused): (t: Texts) => string {
  return ({ open }) => (reason.code === "method" ? open.method(reason.method) : open[reason.code]);
}

export function givenUpWords(label: string, because: GivenUp): (t: Texts) => string {
  return ({ open }) => {
    switch (because.code) {
      case "too-many-files":
        return open.tooManyFiles(label, because.most);
      case "too-many-folders":
        return open.tooManyFolders(label, because.most);
      case "too-many-bytes":
        return open.tooManyBytes(label, because.most);
      case "broken-zip":
        return open.brokenZip(label, because.why);
    }
  };
}
