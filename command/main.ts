#!/usr/bin/env node
// The command `skillglass`: finds the verb, runs it, and sets the exit code.
import { ArgumentError, version } from "skillglass";
import { COMMANDS } from "./commands/index.ts";
import { ExitCode, UsageError } from "./exit.ts";
import { colour } from "./print/colour.ts";
import { knownWords } from "./print/near.ts";
import { notice } from "./print/notice.ts";
import { plain } from "./print/text.ts";
import { start } from "./start.ts";
import { codeOf, wordsFor } from "./tree/trouble.ts";

const LONGEST = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

const HELP = `skillglass: see every skill through each agent's eyes.

Usage: skillglass COMMAND [arguments]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(LONGEST)} ${summary}`)
  .join("\n")}

\`skillglass COMMAND --help\` explains one. --version prints the version. NO_COLOR and FORCE_COLOR are respected.

The commands only print, with these exceptions:
  sends requests         \`triggers --model\`, only to the given address
  starts a program       \`diff\` starts git; \`conform\` starts the given command
  writes files           \`init\`, \`install-skill\`, \`build\`, \`sync\`; \`mcp\`, if its client asks for fixes
  only with an option    \`badge --out\`, \`budget --write\`, \`triggers --saved\`, \`check --fix\`, \`check --output\`,
                         \`check --update-baseline\`
`;

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    // The reader has closed the pipe, as in `| head`. This is not a failure.
    if (codeOf(error) === "EPIPE") process.exit();
    if (stream === process.stdout) notice(`${colour.red("cannot write")} the answer: ${wordsFor(error)}`);
    process.exit(ExitCode.Trouble);
  });
}

async function main([name, ...args]: string[]): Promise<ExitCode> {
  if (name === undefined || name === "help" || name === "-h" || name === "--help") {
    const about = name === "help" ? args[0] : undefined;
    if (about !== undefined) return await run(about, ["--help"]);
    process.stdout.write(HELP);
    return name === undefined ? ExitCode.Trouble : ExitCode.Clean;
  }
  if (name === "-V" || name === "-v" || name === "--version") {
    start();
    process.stdout.write(`${version()}\n`);
    return ExitCode.Clean;
  }
  return await run(name, args);
}

async function run(name: string, args: string[]): Promise<ExitCode> {
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name as keyof typeof COMMANDS].load() : null;
  if (command === null) {
    throw new UsageError(`there is no command \`${name}\`${knownWords(Object.keys(COMMANDS), name)}`);
  }
  const isAsked = (word: string) => args.slice(0, args.includes("--") ? args.indexOf("--") : undefined).includes(word);
  if (isAsked("--help") || isAsked("-h")) {
    process.stdout.write(command.help);
    return ExitCode.Clean;
  }
  start();
  try {
    return await command.run(args);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ArgumentError)
      throw new UsageError(`${error.message}\n            \`skillglass ${name} --help\` shows its usage`);
    throw error;
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = ExitCode.Trouble;
  if (error instanceof UsageError) notice(`${colour.red("wrong use:")} ${plain(error.message)}`);
  else notice(`${colour.red("failed:")} ${plain(error instanceof Error ? (error.stack ?? error.message) : String(error))}`);
}
