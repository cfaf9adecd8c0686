// The English words of reports about changes. The playground has the same words in Chinese.
import type { ListedAs } from "skillglass";
import { counted, grouped } from "../print/plain.ts";

/**
 * The way a skill is invoked: by a user who types its name, by the model, or by both with the same
 * result.
 */
export type UsedBy = "user" | "model" | "both";

/**
 * The words of reports on changes, in one language. A parameter `because` is the reason for a
 * change; null if the only cause is that a file was added or removed.
 */
export interface ChangeWords {
  appears(because: string | null, listed: ListedAs): string;
  vanishes(because: string | null): string;
  /**
   * Reports that the path of a skill changed. `from` is the path before the change. `edited` is
   * true if the text of the skill's file changed, too.
   */
  moved(from: string, edited: boolean, name: string | null, nameBefore: string | null): string;
  notLoaded(after: string | null, before: string | null): string;
  names(after: readonly string[], before: readonly string[]): string;
  /**
   * Reports that the names of a skill changed from `before` to `after`. The user typed
   * `typedBefore` to invoke the skill, and now types `typed`. Each of these two texts is null if no
   * text invokes the skill.
   */
  renamed(after: readonly string[], typed: string | null, before: readonly string[], typedBefore: string | null): string;
  /**
   * Reports that the host's list now shows more or less of the skill than before. `because` is the
   * reason if the list shows less; otherwise null.
   */
  listed(after: ListedAs, before: ListedAs, because: string | null): string;
  line: string;
  /**
   * Reports that users type another text to invoke the skill. The text is null if no text invokes
   * it.
   */
  command(after: string | null, before: string | null): string;
  mayChoose: string;
  mayNotChoose(because: string | null): string;
  ignored: string;
  text(by: UsedBy, words: string, tokens: { before: number; after: number }): string;
  effects(by: UsedBy, words: string): string;
  list: string;
  tool: string;
  /**
   * Reports that a message with the names of several skills (`names`) now invokes other skills than
   * before. `after` and `before` are the names of the invoked skills. Either list may be empty.
   */
  together(names: readonly string[], after: readonly string[], before: readonly string[]): string;
  /** Describes the part of a skill that the list shows. */
  shown(listed: ListedAs): string;
}

export const english: ChangeWords = {
  appears: (because, listed) =>
    because === null ? `appears: the file is new; the list shows ${english.shown(listed)}` : `appears; before, ${because}`,
  vanishes: (because) => (because === null ? "vanishes: the file is gone" : `vanishes: ${because}`),
  moved(from, edited, name, before) {
    const text = edited ? "; its text changes, too" : "";
    return `moved from ${from}${text}${name === before ? "" : `; its name is now ${name}, before ${before}`}`;
  },
  notLoaded: (after, before) => `does not load: ${after ?? "the file is gone"}; before, ${before ?? "there was no such file"}`,
  names: (after, before) => `answers to ${after.join(", ")}; before, to ${before.join(", ")}`,
  renamed: (after, now, before, was) =>
    `answers to ${after.join(", ")}, typed ${typed(now)}; before, to ${before.join(", ")}, typed ${typed(was)}`,
  listed: (after, before, because) =>
    `the list shows ${english.shown(after)}; before, ${english.shown(before)}${because === null ? "" : `: ${because}`}`,
  line: "another line in the list",
  command: (after, before) => `users type ${typed(after)}; before, ${typed(before)}`,
  mayChoose: "the model may choose it on its own",
  mayNotChoose: (because) => `the model may no longer choose it${because === null ? "" : `: ${because}`}`,
  ignored: "the host ignores other values of its fields, or accepts others against its documentation",
  text: (by, words, tokens) => `${used(by, words)} puts in another text (about ${tokensOf(tokens)})`,
  effects: (by, words) => `${used(by, words)} has other effects`,
  list: "The list that the model sees",
  tool: "The tool for skills",
  together: (names, after, before) => `A message with the commands of ${all(names)} invokes ${all(after)}; before, ${all(before)}`,
  shown(listed) {
    switch (listed.as) {
      case "whole":
        return "all of its description";
      case "cut":
        return `its description without ${counted(listed.by, "character")}`;
      case "name-only":
        return "only its name";
      case "nothing":
        return "nothing of it";
    }
  },
};

/** Returns the numbers of tokens before and after a change, such as `10 → 12 tokens`. */
export function tokensOf({ before, after }: { readonly before: number; readonly after: number }): string {
  return before === after ? counted(after, "token") : `${grouped(before)} → ${counted(after, "token")}`;
}

function typed(text: string | null): string {
  return text === null ? "nothing" : `\`${text}\``;
}

/**
 * Returns a phrase for one way to invoke a skill, such as `the model's call`. `words` are the
 * arguments of the invocation; empty if there are none.
 */
export function used(by: UsedBy, words: string): string {
  const who = { both: "each use", user: "typing its name", model: "the model's call" }[by];
  return words === "" ? who : `${who} with "${words}"`;
}

function all(names: readonly string[]): string {
  return names.length === 0 ? "neither" : names.join(" and ");
}
