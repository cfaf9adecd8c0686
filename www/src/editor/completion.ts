/** Completion of skills' names in the prompt. In a chunk of its own, with what it shares with the languages. */
import { autocompletion } from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { Sigil, SkillRow } from "../engine/protocol.ts";

export interface Names {
  sigils(): readonly Sigil[];
  skills(): readonly SkillRow[];
}

/** Commands stand at the start, alone or behind others; other names anywhere. */
const WRITTEN: Record<Sigil, RegExp> = { "/": /^\s*(?:\/\S+\s+)*\/(\S*)$/, $: /\$([\w:-]*)$/ };

export function completion(names: Names): Extension {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const before = context.state.sliceDoc(0, context.pos);
    for (const sigil of names.sigils()) {
      const written = WRITTEN[sigil].exec(before)?.[1];
      if (written === undefined) continue;
      return { from: context.pos - written.length - 1, options: names.skills().map((skill) => option(sigil, skill)), validFor: /^[/$]\S*$/ };
    }
    return null;
  };
  return autocompletion({ override: [complete], icons: false, tooltipClass: () => "names" });
}

function option(sigil: Sigil, { name, scope, description, argumentHint }: SkillRow): Completion {
  return { label: sigil + name, detail: argumentHint ?? scope, info: description };
}
