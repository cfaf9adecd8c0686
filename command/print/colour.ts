// Colours, and whether there are any.
import picocolors from "picocolors";

function isWanted(): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  // A build server's log is no terminal: what asks for colours there sets `FORCE_COLOR`.
  return process.stdout.isTTY === true && TERM !== "dumb";
}

export const colour = picocolors.createColors(isWanted());
