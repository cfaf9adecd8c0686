import { answer } from "../../engine/client.ts";
import type { ModelAnswer } from "../../engine/protocol/model.ts";

export const model = answer("model", () => null);

/** Returns true if the host's list contains every skill with its whole description. */
export function isWhole({ report: { omitted, shortened, cut } }: ModelAnswer): boolean {
  return omitted === 0 && shortened === 0 && cut === 0;
}
