import { hosts as all } from "skillglass";
import { FORMAT_OPTIONS, readArguments, readFormat } from "../arguments.ts";
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
  --json                 Short for --format json
  -h, --help             This text
`;

export const hosts: Command = {
  help: HELP,
  async run(args) {
    const { values } = readArguments(args, { ...FORMAT_OPTIONS }, 0);
    if (readFormat(values, ["text", "json"]) === "json") print(json(all()));
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
