import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vite";

/**
 * The hash of an empty style element. The Content Security Policy of the page allows this hash,
 * because src/editor/style-sheet.ts inserts the styles of CodeMirror into an empty style element.
 */
const EMPTY = `sha256-${createHash("sha256").update("").digest("base64")}`;

/**
 * The Content Security Policy of the page, for a `<meta>` element. docs/embedding.md recommends the
 * same policy as an HTTP header, because only a policy in a header also applies to workers.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  `style-src 'self' '${EMPTY}'`,
  // Chromium itself adds style attributes to text that is typed into an editor. These attributes can load nothing.
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  // The document that sends requests to a model, when a visitor asks for that (src/features/triggers/model-frame.ts).
  "frame-src 'self'",
  // A sandboxed frame has no origin. It starts each worker with a one-line module that imports a module of the page (src/lib/scripts.ts).
  "worker-src 'self' data:",
  "manifest-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  // This is the policy of src/lib/scripts.ts.
  "trusted-types skillglass",
].join("; ");

/**
 * The Content Security Policy of model.html. Its script adds a stricter policy, which allows only
 * the address that the visitor entered.
 */
const MODEL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src http: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/**
 * Adds the Content Security Policies to the built documents. The development server has no policy,
 * because this server needs inline styles and a socket.
 */
const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: (_, { path }) => {
    const content = path.endsWith("/model.html") ? MODEL_POLICY : POLICY;
    return [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content }, injectTo: "head-prepend" }];
  },
};

const PUBLIC = fileURLToPath(new URL("public", import.meta.url));

/**
 * Embeds the icon into the page, because browsers request a separate icon whenever the address
 * changes.
 */
const icon: Plugin = {
  name: "icon",
  transformIndexHtml: (_, { path }) =>
    path.endsWith("/model.html")
      ? []
      : [
          {
            tag: "link",
            attrs: { rel: "icon", href: `data:image/svg+xml;base64,${readFileSync(`${PUBLIC}/icon.svg`, "base64")}` },
            injectTo: "head",
          },
        ],
};

const SERVICE_WORKER = fileURLToPath(new URL("offline/service-worker.js", import.meta.url));

/**
 * Adds the service worker to the build. The service worker contains the list of all built files,
 * so that it can store these files for use without a network.
 */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const contents = new Map<string, string | Uint8Array>(readdirSync(PUBLIC).map((name) => [name, readFileSync(`${PUBLIC}/${name}`)]));
      for (const file of Object.values(bundle)) contents.set(file.fileName, file.type === "chunk" ? file.code : file.source);
      const hash = (text: string | Uint8Array) => createHash("sha256").update(text);
      const files = Object.fromEntries(
        Array.from(contents, ([name, content]) => [name === "index.html" ? "./" : name, `sha256-${hash(content).digest("base64")}`]).sort(),
      );
      const list = JSON.stringify(files, null, 1);
      const build = hash(list).digest("hex").slice(0, 16);
      const source = `const BUILD = "${build}";\nconst FILES = ${list};\n\n${readFileSync(SERVICE_WORKER, "utf8")}`;
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  },
};

/**
 * Leaves the complete WebAssembly module out of the build, because the page loads the module in
 * parts.
 */
const inParts = (): Plugin => ({
  name: "in-parts",
  transform: (code, id) =>
    id.endsWith("/pkg/skillglass.js") ? code.replace(/new URL\('skillglass_bg\.wasm', import\.meta\.url\)/, "undefined") : undefined,
});

export default defineConfig({
  base: "./",
  plugins: [contentSecurityPolicy, icon, inParts(), serviceWorker],
  resolve: {
    alias: {
      "skillglass/worker": fileURLToPath(new URL("../pkg/entries/worker", import.meta.url)),
      "skillglass/sources": fileURLToPath(new URL("../pkg/entries/sources/index.js", import.meta.url)),
      "skillglass/triggers": fileURLToPath(new URL("../pkg/entries/triggers/index.js", import.meta.url)),
      "skillglass/codemirror": fileURLToPath(new URL("../pkg/entries/codemirror/index.js", import.meta.url)),
      skillglass: fileURLToPath(new URL("../pkg", import.meta.url)),
    },
  },
  server: { fs: { allow: [".."] } },
  worker: { format: "es", plugins: () => [inParts()] },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    // These are the first versions with `light-dark()`, which both themes use.
    target: ["chrome123", "edge123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      input: ["index.html", "model.html"].map((name) => fileURLToPath(new URL(name, import.meta.url))),
      // What views share is one file. Otherwise each view that comes later would split a file off the first visit.
      output: { codeSplitting: { groups: [{ name: "shared", test: /\/www\/src\/(lib|state|engine|ui)\//, minShareCount: 2 }] } },
    },
  },
});
