import { useRef } from "preact/hooks";
import type { SkillTool } from "skillglass";
import { skillName } from "../../engine/catalog.ts";
import { answer } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { Filled } from "../../ui/Filled.tsx";
import { MessageCard } from "../../ui/MessageText.tsx";
import { InvocationCard } from "./InvocationCard.tsx";
import { called, callTool } from "./turn.ts";

const listedNames = answer("names", () => null);

/**
 * The section that simulates the model's call of the host's tool for skills, and shows the result.
 */
export function ModelCall({ tool: { name, inputs } }: { tool: SkillTool }) {
  const [skill, args] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const invocation = called.value;
  const {
    turn: texts,
    invocation: { status },
    message: { message: untitled },
    figures,
  } = t.value;
  return (
    <>
      <h3 class="section">{texts.modelsCall}</h3>
      <p class="lead">
        <Filled text={texts.modelsCallLead} tool={<code>{name}</code>} />
      </p>
      <form
        class="call"
        aria-label={texts.callForm(name)}
        onSubmit={(event) => {
          event.preventDefault();
          callTool(skill.current?.value ?? "", args.current?.value ?? "");
        }}
      >
        <label class="field">
          <span>{inputs[0] ?? "skill"}</span>
          <input ref={skill} type="text" list="listed-skills" spellcheck={false} autocomplete="off" />
        </label>
        <datalist id="listed-skills">
          {listedNames.value?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {inputs.length > 1 && (
          <label class="field">
            <span>{inputs[1]}</span>
            <input ref={args} type="text" spellcheck={false} autocomplete="off" />
          </label>
        )}
        <button type="submit">{texts.call(name)}</button>
      </form>
      <p class="unseen" role="status">
        {invocation && `${invocation.name}: ${status[invocation.outcome.status]}`}
      </p>
      {invocation && (
        <>
          <InvocationCard invocation={invocation} />
          {invocation.messages.length > 0 && (
            <h4 class="subsection">
              {texts.callMessages} <span class="count">{figures.count(invocation.messages.length)}</span>
            </h4>
          )}
          {invocation.messages.map((message, index) => (
            <MessageCard key={index} message={message} title={message.skill === null ? untitled : skillName(message.skill)} />
          ))}
        </>
      )}
    </>
  );
}
