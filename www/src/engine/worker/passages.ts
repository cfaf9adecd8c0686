/** This module searches the reference files of skills for the sections that fit a request. */
import type { PassagesAnswer, PassagesAsk } from "../protocol/passages.ts";
import type { Engine } from "./engine.ts";
import { marked } from "./search.ts";

export function passages({ request, ...options }: PassagesAsk, { workspace, read }: Engine): PassagesAnswer {
  const found = workspace.passages(request, options);
  read(found.skipped.flatMap(({ path, reason }) => (reason === "not-loaded" ? path : [])));
  const best = found.passages[0]?.score ?? 1;
  return {
    ...found,
    passages: found.passages.map((passage) => ({
      ...passage,
      text: marked(
        passage.text,
        passage.matched.map(({ term }) => term),
      ),
      share: passage.score / best,
    })),
  };
}
