// What a page of the repository is in the npm package, and the project's addresses in it.
import { posix } from "node:path";

/** Addresses of a project that has none yet. A release is refused while one is in the tree. */
export const PLACEHOLDER = /OWNER\/skillglass|skillglass\.example/;

/** The project's addresses, from the one place that has them: `[workspace.package]` of Cargo.toml. */
export function addressesOf(manifest) {
  const [section] = /^\[workspace\.package\]$[^[]*/m.exec(manifest) ?? [""];
  const value = (key) => new RegExp(`^${key} = "(.+?)"`, "m").exec(section)?.[1] ?? "";
  const [version, homepage, repository] = ["version", "homepage", "repository"].map(value);
  return { version, homepage, repository, bugs: `${repository}/issues`, files: `${repository}/blob/v${version}` };
}

/** The fields of package.json with the addresses. */
export const manifestAddresses = ({ homepage, repository, bugs }) => ({
  homepage,
  repository: { type: "git", url: `git+${repository}.git` },
  bugs: { url: bugs },
});

/** The line of links below the first heading of the package's README. */
export const links = ({ homepage, repository, bugs }) => `[Documentation](${homepage}) · [Repository](${repository}) · [Issues](${bugs})`;

/** Words of a fence's info line by which the tests know how to read its text, as a reader should know them. */
const WRITTEN = {
  escaped: ", with escapes for characters that are not seen",
  bytes: ", with escapes for bytes",
  repeated: ", with `×` for lines that are repeated",
};

/**
 * A page at `path` of the repository as the package has it. Links to files that are not in the package lead to the repository, and
 * a fence that names a file has its name above it: its language alone stays on its info line, as all renderers know it.
 */
export function published(text, path, addresses, isInPackage = () => false) {
  let fence = null;
  const lines = text.split("\n").map((line) => {
    const [, marks, info] = /^(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence !== null) {
      if (marks?.startsWith(fence) && info === "") fence = null;
      return line;
    }
    if (marks === undefined) return linked(line, path, addresses, isInPackage);
    fence = marks;
    const [, language, how, file] = /^(\S+)(?: (\w+))? (\/\S+)$/.exec(info) ?? [];
    return file === undefined ? line : `\`${file}\`${WRITTEN[how] ?? ""}:\n\n${marks}${language}`;
  });
  return lines.join("\n");
}

function linked(line, path, { files }, isInPackage) {
  return line.replace(/\]\(((?!\w+:|#|\/)[^)\s]+)\)/g, (link, target) => {
    const [file, anchor = ""] = target.split(/(?=#)/);
    const at = posix.normalize(posix.join(posix.dirname(path), file));
    return isInPackage(at) ? link : `](${files}/${at}${anchor})`;
  });
}
