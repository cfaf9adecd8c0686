// What is checked: the project around the working directory, or the files and folders that were named.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { FixRequest, HostEdition, Severity } from "skillglass";
import { UsageError } from "../exit.ts";
import type { Progress } from "../print/progress.ts";
import { Project } from "../tree/load.ts";
import { isWithin, toTree } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeAround } from "../tree/project.ts";

export interface CheckRequest {
  readonly place: Place;
  readonly paths: readonly string[];
  readonly hosts: readonly HostEdition[] | null;
  readonly least: Severity;
  readonly progress: Progress;
}

/** The files and folders of one project that are checked. */
export interface Part {
  readonly place: Place;
  readonly scope: readonly string[];
  readonly named: readonly string[];
}

/** The named paths by the projects that they lie in; the project around the working directory when there are none. */
export function partsOf({ paths, place }: CheckRequest): Part[] {
  if (paths.length === 0) return [{ place, scope: [place.root], named: [] }];
  const parts = new Map<string, { place: Place; scope: string[]; named: string[] }>();
  for (const path of paths) {
    const absolute = resolve(path);
    if (!existsSync(absolute)) throw new UsageError(`there is no file or folder ${path}`);
    const at = toTree(absolute);
    const around = placeAround(at, place);
    const part = parts.get(around.cwd) ?? { place: around, scope: [], named: [] };
    part.scope.push(at);
    part.named.push(at);
    parts.set(around.cwd, part);
  }
  return [...parts.values()];
}

export function load({ place, named }: Part, { hosts, progress }: CheckRequest): Project {
  const project = new Project({ place, hosts, named, beside: true, progress });
  progress.show("checking");
  return project;
}

/** What the package is asked for. */
export function requestOf(project: Project, part: Part): FixRequest {
  const { scope, place } = part;
  const hosts = project.hostsNamed ? { hosts: [...project.hosts] } : {};
  // All of a project is asked for as a whole, since commands and settings are no skills' files.
  if (scope.length === 1 && scope[0] === place.root) return hosts;
  const skills = project.skillFiles(reached(part, project));
  return skills.length > 0 ? { ...hosts, skills } : hosts;
}

/** The files and folders that are meant, without links: also what links in them lead to, since hosts come there by them. */
export function reached({ scope, place }: Part, { walk }: Project): string[] {
  const real = scope.map((path) => walk.add(path) ?? path);
  const linked = real
    .flatMap((folder) => walk.targets(folder))
    .filter((path) => !isWithin(place.home, path) && !isWithin(place.root, path));
  return [...new Set([...real, ...linked])];
}
