/**
 * This module completes the fields in a skill's files and explains them, based on the fields that
 * each host knows.
 */
import { h, render } from "preact";
import type { FieldFile } from "skillglass";
import { fieldSupport } from "skillglass/codemirror";
import { t } from "../i18n/index.ts";
import { isCommandFile, isSkillFile } from "../lib/paths.ts";
import { labelNow } from "../state/hosts.ts";
import { options } from "../state/options.ts";
import { FieldCard } from "./FieldCard.tsx";
import { filePath } from "./facets.ts";
import { fieldsArrived } from "./host-fields.ts";

const { completion, help } = fieldSupport({
  file: (state) => fieldsFileOf(state.facet(filePath)),
  fields: fieldsArrived,
  chosen: () => options.peek().host,
  card(key, by) {
    const place = document.createElement("div");
    place.className = "field-card";
    render(h(FieldCard, { name: key, by, chosen: options.peek().host, texts: t.peek() }), place);
    return place;
  },
  words() {
    const { required, deprecated, readBy, kept } = t.peek().editor;
    return { required, deprecated, kept, readBy: (hosts) => readBy(hosts.map(labelNow).join(", ")) };
  },
});

/**
 * Returns the kind of file at a path, such as a file with frontmatter. Null if no fields are known
 * for files at this path.
 */
function fieldsFileOf(path: string): FieldFile | null {
  if (isSkillFile(path) || isCommandFile(path)) return "frontmatter";
  return /\/agents\/openai\.ya?ml$/.test(path) ? "agents/openai.yaml" : null;
}

export { completion as fieldCompletion, help as fieldHelp };
