// The tool that reports changes.
import { readHosts } from "../arguments.ts";
import { ReadPair } from "../changes/trees.ts";
import { betweenEditions, betweenVersions, bisected, changelogOf, readEditions } from "../commands/diff.ts";
import { UsageError } from "../exit.ts";
import { Progress } from "../print/progress.ts";
import { disk, folderSource, mounted } from "../tree/files.ts";
import { toDisk } from "../tree/paths.ts";
import type { Folders } from "./folders.ts";
import type { Values } from "./parameters.ts";
import type { Reply } from "./tool.ts";
import { AS_INSTALLED, about, CWD, HOST, LESS_HOSTS, plain, skillsOf, tool } from "./tool.ts";

const PARAMETERS = {
  from: { type: "text", description: 'The edition before, such as "claude-code@2026-08"' },
  to: { type: "text", description: 'With `from`: the edition after, such as "2026-11" (the default edition of the host)' },
  bisect: {
    type: "text",
    description: "A skill, by its name, folder or file: since which edition the one host of `host` lists it, or does not",
  },
  changelog: { type: "text", description: 'A host, such as "codex": what each of its editions changed. It reads no files' },
  base: { type: "text", description: "With `head`: a folder with the version before, absolute or relative to `cwd`" },
  head: { type: "text", description: "With `base`: a folder with the version after" },
  host: HOST,
  cwd: CWD,
  as_installed: AS_INSTALLED,
} as const;

/** The arguments that choose what is compared. A call must have exactly one of these arguments. */
const QUESTIONS = ["from", "bisect", "changelog", "base"] as const;

export const diff = tool({
  title: "What changes for skills",
  description:
    "Reports what changes for skills between two editions of a host (`from`, `to`), since which edition a host lists a skill (`bisect`), what each edition of a host changed (`changelog`), or between two folders with versions of one project (`base`, `head`).",
  parameters: PARAMETERS,
  narrower: `${LESS_HOSTS}, or for one skill with \`bisect\`.`,
  run(folders, values) {
    const [question, another] = QUESTIONS.filter((name) => values[name] !== undefined);
    if (question === undefined || another !== undefined)
      throw new UsageError("say one of: `from` (an edition), `bisect` (a skill), `changelog` (a host), or `base` and `head` (two folders)");
    if (question === "changelog") return plain(changelogOf(readHosts([values.changelog!])![0]!));
    if (question === "base") return betweenFolders(folders, values);
    if (question === "bisect") {
      const [host, other] = readHosts(values.host) ?? [];
      if (host === undefined || other !== undefined) throw new UsageError('`bisect` needs one host: host: ["codex"]');
      return about(folders, values, (project) => bisected(project, skillsOf(folders, project, [values.bisect!]), host));
    }
    if (values.host !== undefined) throw new UsageError("`host` and `from` exclude each other: `from` names the host");
    const [from, to] = readEditions(values.from!, values.to);
    const host = [from, to].map((one) => `${one.host}@${one.edition}`);
    return about(folders, { ...values, host }, (project) => betweenEditions(project, from, to));
  },
});

function betweenFolders(folders: Folders, values: Values<typeof PARAMETERS>): Reply {
  if (values.head === undefined) throw new UsageError("`base` needs `head`: the folder with the version after");
  const { cwd } = folders.place(values.cwd);
  const placeOf = (name: "base" | "head") => folders.place(toDisk(folders.within(name, values[name]!, cwd)));
  const [before, after] = [placeOf("base"), placeOf("head")];
  if (before.cwd === after.cwd) throw new UsageError("`base` and `head` are the same folder");
  const base = mounted(folderSource(before.cwd, after.cwd), after.cwd);
  const request = { place: after, base, head: disk, hosts: readHosts(values.host), asInstalled: values.as_installed ?? null };
  using pair = ReadPair.read(request, new Progress(false));
  const answer = betweenVersions(pair);
  return { text: answer.text(), document: answer.document(), troubles: pair.troubles() };
}
