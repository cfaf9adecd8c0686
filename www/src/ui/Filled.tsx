import type { ComponentChildren } from "preact";

/** A text in which each `{name}` is replaced by the element with this name. */
export function Filled({ text, ...parts }: { text: string } & Record<string, ComponentChildren>) {
  return <>{text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]))}</>;
}
