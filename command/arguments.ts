// The arguments that all verbs accept, and the functions that read them.
import type { ParseArgsConfig } from "node:util";
import { parseArgs } from "node:util";
import type { HostChoice, HostEdition } from "skillglass";
import { hosts } from "skillglass";
import { UsageError } from "./exit.ts";
import { didYouMean, knownWords } from "./print/near.ts";

export type Options = NonNullable<ParseArgsConfig["options"]>;

/** The options of all commands that read a project. */
export const PROJECT_OPTIONS = {
  host: { type: "string", multiple: true },
  cwd: { type: "string" },
  home: { type: "string" },
} as const satisfies Options;

/** The words with which help texts describe the result of `localHosts`. */
export const LOCAL_HOSTS = "all that have folders of their own: neither SDKs nor claude-ai";

/**
 * Returns the help text on the options in `PROJECT_OPTIONS`. `otherwise` describes the hosts that
 * are used without `--host`.
 */
export const projectHelp = (
  otherwise: string,
) => `  --host NAME[@EDITION]  A host to ask, such as codex or claude-code@2026-08; give it again for more, \`all\` for every one of
                         \`skillglass hosts\`. Without it: ${otherwise}
  --cwd DIR              The directory that the agent would work in (here)
  --home DIR             The home whose skills and settings count (yours)
  -h, --help             This text`;

export const PROJECT_HELP = projectHelp("those of skillglass.json, else the usual ones");

/** The options that choose a command's output format. */
export const FORMAT_OPTIONS = { format: { type: "string" }, json: { type: "boolean" } } as const satisfies Options;

/**
 * Returns the chosen output format, by default the first of `formats`. `--json` is short for
 * `--format json`.
 */
export function readFormat<T extends string>(
  { format, json }: { format?: string | undefined; json?: boolean | undefined },
  formats: readonly [T, ...T[]],
): T {
  if (json && format !== undefined && format !== "json")
    throw new UsageError(`--json and --format ${format} exclude each other: leave one of them out`);
  return oneOf("format", json ? "json" : (format ?? formats[0]), formats);
}

/**
 * The options `--as-installed` and `--no-as-installed`, which several commands have. With
 * `--as-installed`, a command shows the project's skills as if they were installed in a folder of
 * each host.
 */
export const INSTALLED_OPTIONS = {
  "as-installed": { type: "boolean" },
  "no-as-installed": { type: "boolean" },
} as const satisfies Options;

export const INSTALLED_HELP = `  --as-installed         Shows the project's skills as if they were installed for each host; the default if no host
                         finds any of them, as in a repository that publishes skills
  --no-as-installed      Shows them where they are`;

/**
 * Returns true for `--as-installed`, false for `--no-as-installed`, and null if neither option is
 * given. Throws a `UsageError` if both are given.
 */
export function readAsInstalled(values: { "as-installed"?: boolean | undefined; "no-as-installed"?: boolean | undefined }): boolean | null {
  if (values["as-installed"] && values["no-as-installed"]) throw new UsageError("--as-installed and --no-as-installed exclude each other");
  if (values["no-as-installed"]) return false;
  return values["as-installed"] ?? null;
}

/**
 * Parses the arguments of a command. Throws a `UsageError` if an argument is wrong, or if there are
 * more than `most` positional arguments.
 */
export function readArguments<T extends Options>(args: readonly string[], options: T, most = Number.POSITIVE_INFINITY) {
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const extra = read.positionals[most];
    if (extra !== undefined) throw new UsageError(`\`${extra}\` is one argument too many`);
    return read;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // The second sentence of Node's message explains how to pass an argument that begins with a dash. Users seldom mean that.
    if (error instanceof Error)
      throw new UsageError((error.message.split(". ")[0]?.trim() ?? error.message) + meant(error.message, options));
    throw error;
  }
}

/**
 * Returns a suggestion such as ": did you mean --host?" for the unknown option in `message`; an
 * empty text if no option is similar.
 */
function meant(message: string, options: Options): string {
  const [, unknown] = /^Unknown option '--([\w-]+)'/.exec(message) ?? [];
  return unknown === undefined
    ? ""
    : didYouMean(
        ["help", ...Object.keys(options)].map((name) => `--${name}`),
        `--${unknown}`,
      );
}

/**
 * Returns `value` if it is one of `words`. Otherwise throws a `UsageError`, which suggests a
 * similar word if there is one.
 */
export function oneOf<T extends string>(option: string, value: string, words: readonly T[]): T {
  const word = words.find((one) => one === value);
  if (word !== undefined) return word;
  throw new UsageError(`--${option} takes ${words.join(", ")}; not \`${value}\`${didYouMean(words, value)}`);
}

/**
 * Returns the hosts that `--host` names, without repetitions; null if the option is absent. A value
 * can name several hosts, separated by commas.
 */
export function readHosts(named: readonly string[] | undefined): HostEdition[] | null {
  const words = (named ?? []).flatMap((word) => word.split(",")).map((word) => word.trim());
  if (words.length === 0) return null;
  const chosen = words.flatMap((word) => (word === "all" ? hosts().map(({ host }) => host) : [word])).map(readHost);
  // The same host twice would result in two equal columns.
  return chosen.filter((one, index) => chosen.findIndex((other) => other.host === one.host && other.edition === one.edition) === index);
}

function readHost(word: string): HostEdition {
  const [name, edition] = word.split("@") as [string, string | undefined];
  const host = hosts().find((one) => one.host === name);
  if (!host) {
    const known = hosts().map((one) => one.host);
    throw new UsageError(`there is no host \`${name}\`${knownWords(known, name)}, or all`);
  }
  if (edition === undefined || edition === "") return { host: host.host, edition: host.default };
  const known = host.editions.find((one) => one === edition);
  if (!known) throw new UsageError(`${host.label} has no edition \`${edition}\`: ${host.editions.join(", ")}`);
  return { host: host.host, edition: known };
}

/**
 * Returns the hosts that are used if no option and no settings file names a host. Each is in its
 * default edition.
 */
export function usualHosts(): HostEdition[] {
  return hosts()
    .filter(({ usual }) => usual)
    .map((one) => ({ host: one.host, edition: one.default }));
}

/**
 * Returns the hosts that read skills from folders of a project or home, each in its default
 * edition.
 */
export function localHosts(): HostEdition[] {
  return hosts()
    .filter(({ skillsFrom }) => skillsFrom === "folders")
    .map((one) => ({ host: one.host, edition: one.default }));
}

/**
 * Returns the host and edition that an entry of `skillglass.json` names; null if there is no such
 * host or edition.
 */
export function resolveHost(choice: HostChoice): HostEdition | null {
  try {
    if (typeof choice === "string") return readHost(choice);
    return readHost(choice.edition ? `${choice.host}@${choice.edition}` : choice.host);
  } catch {
    return null;
  }
}
