import type { Related } from "skillglass";
import { t } from "../i18n/index.ts";
import { first } from "../lib/first.ts";
import { FileLink } from "./FileLink.tsx";

/**
 * The other places that a diagnostic refers to. The first `most` are links, and the remaining ones
 * are counted.
 */
export function RelatedPlaces({ related, most }: { related: readonly Related[]; most: number }) {
  if (related.length === 0) return null;
  const { shown, more } = first(related, most);
  const { problems: texts } = t.value;
  return (
    <ul class="related" aria-label={texts.related}>
      {shown.map(({ message, path, range }, index) => (
        <li key={index}>
          <FileLink path={path} place={range.start}>
            {message}
          </FileLink>
        </li>
      ))}
      {more > 0 && <li class="nothing">{texts.morePlaces(more)}</li>}
    </ul>
  );
}
