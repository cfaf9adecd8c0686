// The state of Compare with the hosts that it reads, as one module: each import has a state of its own.
export * as state from "../../www/src/state/comparing.ts";
export { hosts } from "../../www/src/state/hosts.ts";
