import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { catalog } from "../engine/client.ts";
import { t } from "../i18n/index.ts";
import { create, files } from "../state/files.ts";
import { folderName, frontmatterName, skillsFolder } from "./open/placement.ts";

const TEMPLATE = `---
name: my-skill
description: What it does, and when to use it.
---

# My skill

`;

/**
 * The dialog in which the visitor enters the text and the path of a new file. The dialog proposes a
 * path, which contains the skill's name from the frontmatter of the text.
 */
export function NewFile({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(TEMPLATE);
  const [ownPath, setOwnPath] = useState<string | null>(null);
  const { newFile: texts } = t.value;
  const [problem, setProblem] = useState<string | null>(null);
  const path = ownPath ?? `${skillsFolder(catalog.value?.roots ?? [])}/${folderName(frontmatterName(text)) ?? "pasted-skill"}/SKILL.md`;

  useLayoutEffect(() => dialog.current?.showModal(), []);

  const submit = async (event: Event) => {
    event.preventDefault();
    if (files.has(path)) return setProblem(texts.taken);
    const refused = await create(path, text);
    if (refused) setProblem(refused.message);
    else dialog.current?.close();
  };

  return (
    <dialog ref={dialog} class="new-file" aria-labelledby="new-file-heading" onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="new-file-heading">{texts.heading}</h2>
        <label>
          {texts.contents}
          <textarea rows={12} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          {texts.path}
          <input
            type="text"
            required
            spellcheck={false}
            value={path}
            aria-describedby="new-file-problem"
            onInput={(event) => {
              setOwnPath(event.currentTarget.value);
              setProblem(null);
            }}
          />
        </label>
        <p id="new-file-problem" class="problem" role="alert">
          {problem}
        </p>
        <div class="buttons">
          <button type="button" onClick={() => dialog.current?.close()}>
            {texts.cancel}
          </button>
          <button type="submit" class="primary">
            {texts.create}
          </button>
        </div>
      </form>
    </dialog>
  );
}
