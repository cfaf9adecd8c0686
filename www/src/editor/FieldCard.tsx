import type { Field } from "skillglass";
import type { KnownField } from "skillglass/codemirror";
import type { Texts } from "../i18n/index.ts";
import { labelNow } from "../state/hosts.ts";

/**
 * A card that shows how each host reads a frontmatter field. The card is rendered once into a
 * tooltip, so it does not update.
 */
export function FieldCard({
  name,
  by,
  chosen,
  texts: { editor: texts, figures },
}: {
  name: string;
  by: readonly KnownField[];
  chosen: string;
  texts: Texts;
}) {
  return (
    <>
      <p>
        <code class="field-name">{name}</code>
        {by.length === 0 && <> {texts.unknownField}</>}
      </p>
      <dl>
        {by.map(({ host, field }) => (
          <div key={host} class={host === chosen ? "chosen" : ""}>
            <dt>{labelNow(host)}</dt>
            <dd>
              <span class="said">{field.summary}</span>
              {[...notes(field)].map((note) => (
                <span key={note} class="note">
                  {note}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );

  function* notes({ required, status, instead, limit, kind }: Field): Generator<string> {
    if (required) yield texts.required;
    if (status !== "read") yield texts[status];
    if (instead) yield texts.instead(instead);
    if (limit) yield texts.limit(figures.count(limit.characters), texts.over[limit.over]);
    if (kind.type === "one-of") yield kind.values.join(" · ");
    if (kind.type === "boolean") yield "true · false";
  }
}
