// The files of one project at the paths of another, so that two versions of it can be compared.
import { Workspace } from "skillglass";
import type { Project } from "./load.ts";
import { childOf, isWithin } from "./paths.ts";

/**
 * Returns a workspace with the files of `base` at the paths of `head`. Files outside of both folders, such as those of the home, stay
 * where they are. `.git` is that of `head`, because a version without it is the same project.
 */
export function copyOf(base: Project, head: Project): Workspace {
  const [from, to] = [base.place.cwd, head.place.cwd];
  const moved = (path: string): string | null => {
    if (isWithin(path, from)) return isWithin(path, childOf(from, ".git")) ? null : to + path.slice(from.length);
    return isWithin(path, to) ? null : path;
  };
  const plugins = head.options.plugins ?? null;
  const workspace = new Workspace({ ...base.options, cwd: to, plugins });
  base.walk.copyTo(workspace, moved);
  head.walk.copyTo(workspace, (path) => (isWithin(path, childOf(to, ".git")) ? path : null));
  return workspace;
}
