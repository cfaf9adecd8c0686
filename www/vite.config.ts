import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/** The nonce of the style elements that CodeMirror makes; src/editor/theme.ts hands it over. */
const STYLE_NONCE = "codemirror";

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  `style-src 'self' 'nonce-${STYLE_NONCE}'`,
  // Chromium itself puts style attributes on text that is typed into an editor; they can load nothing.
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The built page forbids everything but its own origin; the development server needs inline styles and a socket. */
const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

export default defineConfig({
  base: "./",
  define: { __STYLE_NONCE__: JSON.stringify(STYLE_NONCE) },
  plugins: [contentSecurityPolicy],
  resolve: {
    alias: { skillglass: fileURLToPath(new URL("../pkg", import.meta.url)) },
  },
  server: { fs: { allow: [".."] } },
  worker: { format: "es" },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    // The first versions with `light-dark()`, which carries both themes.
    target: ["chrome123", "edge123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
