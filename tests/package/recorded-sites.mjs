// What the `skills` CLI answered about sites, held against what the package takes from the same sites. The rules of the comparison are
// those of `examples/conformance/site.rs`; of the installed files, whose contents the package does not give back, places and sizes are
// compared.
import { byBytes, Comparison, fill } from "./recorded.mjs";
import { byPath, KINDS, valuesOf } from "./recorded-skills-cli.mjs";

/** A site: what is asked of it, what is listed or said, and what is installed. */
export async function compareSite(skillglass, recorded) {
  const comparison = new Comparison();
  const { list, install } = recorded.expect;
  await taking(skillglass, recorded, recorded.list_args, (report, asked) => {
    const expected = list.requests.map(({ url }) => url);
    comparison.answer("requests", "asked", inOrder(expected), inOrder(asked));
    const { error } = report.install;
    const failed = error !== null && !error.startsWith("No matching");
    comparison.answer("exit codes", "exit", list.exit, failed ? 1 : 0);
    if (failed) {
      const said = list.says.filter((line) => line.startsWith("■ ")).map((line) => line.slice("■ ".length));
      const words = said.filter((line) => line !== "Canceled");
      comparison.answer("words", "words", words, [error]);
    } else comparison.answer("lists", "listed", list.skills, listed(report));
  });
  const words = recorded.install_args;
  if (words.includes("--agent") && !words.includes("--json")) {
    await taking(skillglass, recorded, words, (report, _, workspace) => {
      const got = report.install.entries.map(({ path, content }) => [path, KINDS[content.type], content.target ?? null]);
      const expected = install.tree.map(({ path, type, target }) => [path, type, target ?? null]);
      comparison.answer("installations", "installed", byPath(expected), byPath(got));
      workspace.putInstalled(report.install);
      const sizes = sizesOf(workspace);
      for (const entry of install.tree.filter(({ path }) => sizes.has(path))) {
        comparison.answer("sizes", `size of ${entry.path}`, bytesOf(entry).length, sizes.get(entry.path));
      }
    });
  }
  return comparison;
}

function listed({ install: { skills, entries }, index }) {
  return skills.map(({ name, description, folder }) => {
    const sources = entries.map(({ content }) => content.from).filter((from) => from?.startsWith(`${folder}/`));
    const files = new Set(sources).size;
    // Of an archive at the URL itself folders are shown as of a repository.
    return files > 1 && index !== null ? { name, description, files } : { name, description };
  });
}

/** The size of each loaded skill's file and of each file beside a skill, in bytes. */
function sizesOf(workspace) {
  const skills = workspace.catalog().skills.map(({ path, bytes }) => [path, bytes]);
  const beside = workspace.resources().flatMap(({ files }) => files.map(({ path, bytes }) => [path, bytes]));
  return new Map([...skills, ...beside]);
}

const bytesOf = ({ text, base64 }) => (typeof text === "string" ? Buffer.from(text) : Buffer.from(base64, "base64"));

/** Calls `act` with what is taken from a recorded site, and the paths that were asked for, redirects among them. */
async function taking({ Workspace, takeSite }, { cwd, home, source, site, tree }, words, act) {
  const { origin } = new URL(source);
  const asked = [];
  const fetch = async (url) => {
    let at = url.startsWith(origin) ? url.slice(origin.length) : url;
    asked.push(at);
    while (site[at]?.location) {
      at = site[at].location;
      asked.push(at);
    }
    return site[at] ? new Response(bytesOf(site[at])) : new Response(null, { status: 404 });
  };
  const install = { source: "/site", project: cwd, home, skills: valuesOf(words, "--skill"), agents: valuesOf(words, "--agent") };
  const workspace = new Workspace({ cwd, home });
  try {
    fill(workspace, tree);
    act(await takeSite(workspace, { url: source, install }, { fetch, allow: () => true }), asked, workspace);
  } finally {
    workspace.free();
  }
}

/** The indexes in their order, then the files in any. */
function inOrder(urls) {
  const isIndex = (url) => url.endsWith("/index.json");
  return [...urls.filter(isIndex), ...urls.filter((url) => !isIndex(url)).sort(byBytes)];
}
