/** This module completes the names of skills in the prompt. It is loaded only when it is needed. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { autocompletion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { SkillRow } from "../../engine/protocol/catalog.ts";
import type { Sigil } from "../../engine/protocol/sigils.ts";
import { namesBehind } from "./typed-names.ts";

export interface Names {
  sigils: readonly Sigil[];
  skills: readonly SkillRow[];
}

/**
 * The patterns that find a name before the cursor. Commands such as `/name` are at the start of the
 * prompt or follow other commands. Names such as `$name` can be anywhere, also in the brackets of a
 * link.
 */
const WRITTEN = { command: /^\s*(?:\/\S+\s+)*(\/\S*)$/, mention: /(\[?\$[\w:-]*)$/ };

const writtenFor = ({ text }: Sigil) => (text.startsWith("/") ? WRITTEN.command : WRITTEN.mention);

export function completion(names: () => Promise<Names>): Extension {
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.state.sliceDoc(0, context.pos);
    if (!Object.values(WRITTEN).some((written) => written.test(before))) return null;
    const { sigils, skills } = await names();
    for (const sigil of sigils) {
      const written = writtenFor(sigil).exec(before)?.[1];
      if (written === undefined) continue;
      const [from, linked] = [context.pos - written.length, written.startsWith("[")];
      const options = skills.flatMap((skill) => namesBehind(sigil, skill).map((name) => option(sigil, name, skill, linked)));
      return { from, options, validFor: /^(\/|\[?\$)\S*$/ };
    }
    return null;
  };
  return autocompletion({ override: [complete], icons: false, tooltipClass: () => "names" });
}

function option({ text: sigil }: Sigil, name: string, { path, scope, description, argumentHint }: SkillRow, linked: boolean): Completion {
  return {
    label: (linked ? "[" : "") + sigil + name + (linked ? "]" : ""),
    detail: argumentHint ?? scope,
    info: description,
    ...(linked && { apply: `[${sigil}${name}](${path})` }),
  };
}
