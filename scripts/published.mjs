// Turns pages of the repository into pages of the npm package, and inserts the project's addresses.
import { posix } from "node:path";

/** Matches placeholder addresses. A release is refused while a file contains one. */
export const PLACEHOLDER = /OWNER\/skillglass|skillglass\.example/;

/**
 * Returns the project's version and addresses from `[workspace.package]` in the text of Cargo.toml.
 */
export function addressesOf(manifest) {
  const [section] = /^\[workspace\.package\]$[^[]*/m.exec(manifest) ?? [""];
  const value = (key) => new RegExp(`^${key} = "(.+?)"`, "m").exec(section)?.[1] ?? "";
  const [version, homepage, repository] = ["version", "homepage", "repository"].map(value);
  return { version, homepage, repository, bugs: `${repository}/issues`, files: `${repository}/blob/v${version}` };
}

/** Returns the fields of package.json that contain the project's addresses. */
export const manifestAddresses = ({ homepage, repository, bugs }) => ({
  homepage,
  repository: { type: "git", url: `git+${repository}.git` },
  bugs: { url: bugs },
});

/** Returns the line of links that follows the first heading of the package's README. */
export const links = ({ homepage, repository, bugs }) => `[Documentation](${homepage}) · [Repository](${repository}) · [Issues](${bugs})`;

/**
 * Words after a code fence that tell the tests how to read the block, each with an explanation for
 * readers.
 */
const WRITTEN = {
  escaped: ", with escapes for characters that are not seen",
  bytes: ", with escapes for bytes",
  repeated: ", with `×` for lines that are repeated",
};

/**
 * Returns a page of the repository in the form that the package has. `path` is the page's path in
 * the repository.
 * Links to files outside the package lead to the repository.
 * If a code fence names a file, the name is moved to the line above, because renderers understand
 * only the language.
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
