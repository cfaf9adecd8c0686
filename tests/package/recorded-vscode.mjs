// What VS Code answered, held against what the package gives for the same files. The rules of the comparison are those of
// `examples/conformance/vscode.rs`.
import { Comparison, inWorkspace } from "./recorded.mjs";

/** A whole workspace: the list, the text before it, and what each prompt becomes. */
export function compareWorkspace(Workspace, { cwd, home, settings, tree, expect }) {
  const comparison = new Comparison();
  const vscode = {
    skillsLocations: settings["chat.agentSkillsLocations"] ?? {},
    parentRepositories: settings["chat.useCustomizationsInParentRepositories"] === true,
  };
  inWorkspace(Workspace, { host: "vscode", edition: "2026-11", cwd, home, vscode }, tree, (workspace) => {
    const { message, entries } = workspace.listing();
    const lines = entries.map(({ line }) => line).filter((line) => line !== null);
    const listed = lines.map((line) => ({ name: part(line, "name"), description: part(line, "description"), file: part(line, "file") }));
    comparison.answer("listings", "listing", expect.listing, listed);
    // Without skills of ours the program still lists its own.
    if (expect.listing.length > 0) comparison.answer("headers", "header", expect.header, message?.text.split("<skill>")[0] ?? "");
    for (const { prompt, user_request } of expect.turns ?? []) {
      // What names no skill goes out as it is, with a blank.
      const request = workspace.turn(prompt).messages[0]?.text ?? `${prompt} `;
      comparison.answer("turns", `turn ${JSON.stringify(prompt)}`, user_request, `<userRequest>\n${request}\n</userRequest>`);
    }
  });
  return comparison;
}

/** What stands in the first element of that name. */
function part(line, name) {
  return line.split(`<${name}>`)[1]?.split(`</${name}>`)[0] ?? null;
}
