/** A text with marks on the segments that match a search. */
export function MarkedPieces({ pieces }: { pieces: readonly (readonly [text: string, matched: boolean])[] }) {
  return <>{pieces.map(([text, matched], index) => (matched ? <mark key={index}>{text}</mark> : text))}</>;
}
