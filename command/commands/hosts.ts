import { hosts as all } from "skillglass";
import { oneOf, readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { json } from "../print/json.ts";
import { print } from "../print/notice.ts";
import { table } from "../print/table.ts";

const HELP = `Usage: skillglass hosts [options]

Lists the hosts that can be asked, with their editions: states of the host by date or version. The bold one is asked when
none is named.

Options:
  --format FORMAT        text, json (text)
  -h, --help             This text
`;

export const hosts: Command = {
  help: HELP,
  async run(args) {
    const { values } = readArguments(args, { format: { type: "string", default: "text" } }, 0);
    if (oneOf("format", values.format, ["text", "json"]) === "json") print(json(all()));
    else {
      const rows = all().map(({ host, label, editions, default: usual, usual: isUsual }) => [
        host,
        label,
        editions.map((edition) => (edition === usual ? colour.bold(edition) : colour.dim(edition))).join(" "),
        isUsual ? "yes" : "",
      ]);
      print(table(["--host", "", "editions", "asked without --host"], rows, ""));
    }
    return ExitCode.Clean;
  },
};
