import type { ComponentChildren } from "preact";

/** A text whose `{names}` are filled with elements. */
export function Filled({ text, ...parts }: { text: string } & Record<string, ComponentChildren>) {
  return <>{text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]))}</>;
}
