// The policy of the site's pages: nothing from elsewhere, and of scripts in a page those alone that are VitePress's.
import { createHash } from "node:crypto";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The page with a policy for exactly the scripts that stand in it, before the first of them. */
export function withPolicy(html) {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, text]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(" ")}`,
    // The colours of code are style attributes, and the themes change them.
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
