/** Matches code between backquotes in a text of the engine. */
const CODE = /``\s(.+?)\s``|`([^`]+)`/g;

export function Marked({ text }: { text: string }) {
  const pieces = [];
  let at = 0;
  for (const found of text.matchAll(CODE)) {
    pieces.push(text.slice(at, found.index), <code key={found.index}>{found[1] ?? found[2]}</code>);
    at = found.index + found[0].length;
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
