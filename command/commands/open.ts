// What all verbs that ask about a project begin with.
import type { HostEdition } from "skillglass";
import { readHosts } from "../arguments.ts";
import { ExitCode } from "../exit.ts";
import { tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { Project } from "../tree/load.ts";
import { shownPath } from "../tree/paths.ts";
import { placeOf } from "../tree/project.ts";

/** The values of `PROJECT_OPTIONS`. */
export interface ProjectValues {
  readonly host?: string[] | undefined;
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
}

/** Reads the project that the options ask for and hands it over; what could not be read is told, and makes trouble of the answer. */
export function withProject(
  values: ProjectValues,
  request: { beside?: boolean; named?: readonly string[]; otherwise?: readonly HostEdition[] },
  ask: (project: Project) => ExitCode,
): ExitCode {
  const progress = new Progress(true);
  using project = new Project({
    place: placeOf(values),
    hosts: readHosts(values.host),
    ...(request.otherwise ? { otherwise: request.otherwise } : {}),
    named: request.named ?? [],
    beside: request.beside ?? false,
    progress,
  });
  progress.clear();
  const troubles = [...project.walk.troubles, ...(project.configurationFault === null ? [] : [project.configurationFault])];
  tellTroubles(troubles);
  const code = ask(project);
  return troubles.length > 0 ? ExitCode.Trouble : code;
}

/** A path as people are shown it in a project. */
export function shownIn(project: Project, path: string): string {
  return shownPath(path, project.place.cwd, project.place.home);
}
