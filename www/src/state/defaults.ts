/** This module has the options that the page uses before the engine has been loaded. */
import type { HostOptions } from "./host-options.ts";

/** The host that the page shows at the first visit. */
export const FIRST_HOST = { host: "codex", label: "Codex" } as const;

export const OPTIONS: HostOptions = {
  host: FIRST_HOST.host,
  edition: null,
  cwd: "/repo",
  home: "/home/me",
  // This is the window of the model that Codex uses by default.
  contextWindow: 272_000,
  touched: [],
};
