// The common parts of the tools of the MCP server: their shape, their arguments, and the project of a call.
import type { Answer } from "../answer.ts";
import { openProject, troublesIn } from "../commands/open.ts";
import { Progress } from "../print/progress.ts";
import type { Project } from "../tree/load.ts";
import { namedSkills } from "../tree/skills.ts";
import type { Trouble } from "../tree/trouble.ts";
import type { Folders } from "./folders.ts";
import type { Parameter, Parameters, Values } from "./parameters.ts";

/** The result of a call of a tool. */
export interface Reply {
  readonly text: string;
  /** The value that the command with the same name prints with `--json`. */
  readonly document: unknown;
  /** The files that could not be read or written. If there are any, the answer is incomplete. */
  readonly troubles: readonly Trouble[];
}

/** A tool of the MCP server, with its parameters. */
export interface Tool<P extends Parameters = Parameters> {
  readonly title: string;
  readonly description: string;
  readonly parameters: P;
  /** True if the tool can change files; by default false. */
  readonly writes?: boolean;
  /** The hint for an answer that was shortened: a sentence that explains how to ask for less. */
  readonly narrower: string;
  run(folders: Folders, values: Values<P>): Promise<Reply> | Reply;
}

/** Returns the same tool with the type that all tools share, so that they fit into one list. */
export function tool<P extends Parameters>(one: Tool<P>): Tool {
  // This is safe, because values are read with the parameters of the same tool.
  return one as unknown as Tool;
}

export const HOST = {
  type: "texts",
  description: `Hosts to ask, each with an edition if you like, such as ["codex", "claude-code@2026-08"]; ["all"] for all. Without it: the hosts of skillglass.json, else the usual ones`,
} as const satisfies Parameter;

export const CWD = {
  type: "text",
  description: "The directory that the agent works in, absolute or relative to the folder of this server. Without it: that folder",
} as const satisfies Parameter;

export const AS_INSTALLED = {
  type: "flag",
  description:
    "true shows the project's skills as if they were installed for each host, false where they are. Without it: as if installed if no host looks where they are",
} as const satisfies Parameter;

export const SKILLS = {
  type: "texts",
  description:
    'Skills, each by its name, its folder or its file, such as ["pdf", ".claude/skills/csv"]. Paths are absolute or relative to `cwd`',
} as const satisfies Parameter;

/** The arguments that all tools about a project have. */
export interface ProjectArguments {
  readonly cwd?: string | undefined;
  readonly host?: string[] | undefined;
  readonly as_installed?: boolean | undefined;
}

/**
 * Opens the project for a call of a tool; `values` are the arguments of the call. Returns the
 * answer that `ask` computes from the project, and reports the files that cannot be read.
 */
export function about(folders: Folders, values: ProjectArguments, ask: (project: Project) => Answer): Reply {
  const place = folders.place(values.cwd);
  const asInstalled = values.as_installed ?? null;
  using project = openProject(place, values.host, { asInstalled }, new Progress(false));
  const answer = ask(project);
  return { text: answer.text(), document: answer.document(), troubles: [...folders.above(place), ...troublesIn(project)] };
}

/**
 * Returns the paths of the skills that a call names. Throws a `UsageError` if a named path is
 * outside of the server's folders.
 */
export function skillsOf(folders: Folders, project: Project, named: readonly string[]): string[] {
  const from = project.place.cwd;
  for (const one of named) if (/[\\/]/.test(one)) folders.within("skills", one, from);
  return namedSkills(project, named, from);
}

/**
 * Builds the reply of a tool that reads no files. The reply has the text and the JSON of `answer`.
 */
export function plain(answer: Answer): Reply {
  return { text: answer.text(), document: answer.document(), troubles: [] };
}

/** The beginning of the hint that tells the model how to get a shorter answer. */
export const LESS_HOSTS = "Ask for fewer hosts with `host`";
