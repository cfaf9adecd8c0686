// Colours for the terminal, and the check whether the output may have colours.
import picocolors from "picocolors";

function isWanted(): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  // The log of a build server is not a terminal. To get colours there, set `FORCE_COLOR`.
  return process.stdout.isTTY === true && TERM !== "dumb";
}

export const colour = picocolors.createColors(isWanted());
