// The folders that the site is made from and in.
import { fileURLToPath } from "node:url";

const place = (path) => fileURLToPath(new URL(path, import.meta.url));

export const REPOSITORY = place("..");
/** The landing pages. */
export const OWN_PAGES = place("pages");
/** Where all pages are laid out as VitePress reads them. */
export const PAGES = place("../target/site/pages");
export const CACHE = place("../target/site/cache");
/** The built package and the built playground. */
export const PACKAGE = place("../pkg");
export const PLAYGROUND = place("../dist/page");
export const OUTPUT = place("../dist/site");
