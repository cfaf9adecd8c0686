import { visible } from "./visible.ts";

/** Returns a line for a terminal that runs the command `skillglass` with these arguments. */
export function commandLine(...args: string[]): string {
  return ["npx", "skillglass", ...args.map((one) => quoted(visible(one)))].join(" ");
}

/** Returns an argument in single quotes if a shell would interpret one of its characters. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
