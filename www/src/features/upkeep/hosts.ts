import { aimed } from "../../state/hosts.ts";

/** Returns the target hosts as the command takes them. */
export function hostsOfCommand(): string[] {
  return [
    "--host",
    aimed
      .peek()
      .map(({ host, edition }) => `${host}@${edition}`)
      .join(","),
  ];
}
