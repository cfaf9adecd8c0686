/**
 * This module writes diagnostics as text to copy, save or share. It runs in the worker, because
 * thousands of skills can result in megabytes of text.
 */
import type { ConcernedHost, Diagnostic, HostEdition } from "skillglass";
import { hosts, toSarif } from "skillglass";
import { code, text } from "../../lib/markdown.ts";
import type { Lines, ProblemTextAsk, SeverityWords } from "../protocol/problem-text.ts";
import { SEVERITIES } from "../protocol/problems.ts";
import type { Engine } from "./engine.ts";
import { readForHosts } from "./memo.ts";
import { diagnostics, passing } from "./problems.ts";

export function problemText({ filter, as, words }: ProblemTextAsk, engine: Engine): Blob {
  readForHosts(engine, filter.hosts);
  const shown = passing(diagnostics(filter.hosts, engine), filter);
  const text = as === "sarif" ? JSON.stringify(toSarif(shown)) : byFile(shown, speaker(filter.hosts, words));
  return new Blob([text, "\n"], { type: "text/plain" });
}

/** Returns the first `most` diagnostics in order of severity, errors first, as one line each. */
export function worstProblems({ hosts, words, most }: { hosts: HostEdition[]; words: SeverityWords; most: number }, engine: Engine): Lines {
  readForHosts(engine, hosts);
  const all = diagnostics(hosts, engine);
  const say = speaker(hosts, words);
  const worst = SEVERITIES.flatMap((severity) => all.filter((one) => one.severity === severity)).slice(0, most);
  return { total: all.length, lines: worst.map((one) => say(one, `${one.path}:${placeOf(one)}`)) };
}

/**
 * A function that converts a diagnostic to one line of Markdown. The line has the place in the
 * file, and the hosts to which the diagnostic applies.
 */
type Speaker = (diagnostic: Diagnostic, place: string) => string;

function speaker(aimed: readonly HostEdition[], words: SeverityWords): Speaker {
  const labels = new Map(hosts().map(({ host, label }) => [host, label]));
  const nameOf = ({ host, editions }: ConcernedHost) => {
    const label = labels.get(host) ?? host;
    return aimed.filter((one) => one.host === host).length > 1 ? `${label} ${editions.join(", ")}` : label;
  };
  return (one, place) => {
    const concerned = one.hosts.length > 0 ? ` (${text(one.hosts.map(nameOf).join(", "))})` : "";
    return `${code(place)} **${words[one.severity]}** ${code(one.code)} ${text(one.message)}${concerned}`;
  };
}

function placeOf({ range: { start } }: Diagnostic): string {
  return `${start.line}:${start.column}`;
}

/** Returns Markdown that lists the diagnostics under the path of their file. */
function byFile(shown: readonly Diagnostic[], say: Speaker): string {
  const parts: string[] = [];
  let path: string | undefined;
  for (const one of shown) {
    if (one.path !== path) parts.push(`${path === undefined ? "" : "\n"}${code((path = one.path))}\n`);
    parts.push(`- ${say(one, placeOf(one))}`);
  }
  return parts.join("\n");
}
