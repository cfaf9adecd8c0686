// A page of another origin that embeds the playground, as a stranger's page would.
import { listen } from "../browser.mjs";

/** Serves a page with these frames, each the attributes of an `<iframe>`: `{ url, close }`. It notes every message that it gets. */
export function hostPage(...frames) {
  const escaped = (value) => String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const elements = frames.map(
    (attributes) =>
      `<iframe ${Object.entries(attributes)
        .map(([name, value]) => `${name}="${escaped(value)}"`)
        .join(" ")}></iframe>`,
  );
  const html = `<!doctype html><title>Host</title><link rel="icon" href="data:,"><style>body { margin: 0 } iframe { border: 0 }</style>
<script>window.messages = []; addEventListener("message", ({ data }) => messages.push(data))</script>${elements.join("")}`;
  return listen((_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html));
}
