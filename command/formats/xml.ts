// Escapes text for XML.

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };

/**
 * Escapes a text for XML content and attributes. Replaces characters that XML forbids or that
 * control a terminal by U+FFFD.
 */
export function escaped(text: string): string {
  return text
    .replace(/[&<>"\r]/g, (sign) => ENTITIES[sign]!)
    .replace(
      /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu,
      "\ufffd",
    );
}
