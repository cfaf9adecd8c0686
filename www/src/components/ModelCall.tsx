import { useRef } from "preact/hooks";
import type { SkillTool } from "../host.ts";
import { listing, skillName } from "../store.ts";
import { count } from "../text.ts";
import { called, callTool } from "../turn.ts";
import { InvocationCard, STATUS } from "./InvocationCard.tsx";
import { MessageCard } from "./MessageText.tsx";

/** The model's side: a call of the host's tool for skills, and what comes of it. */
export function ModelCall({ tool: { name, inputs } }: { tool: SkillTool }) {
  const [skill, args] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const invocation = called.value;
  return (
    <>
      <h3 class="section">The model’s call</h3>
      <p class="lead">The model can use a skill by itself: it calls the tool <code>{name}</code>. Call it in its place.</p>
      <form
        class="call"
        aria-label={`Call of the tool ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          callTool(skill.current?.value ?? "", args.current?.value ?? "");
        }}
      >
        <label class="field">
          <span>{inputs[0] ?? "skill"}</span>
          <input ref={skill} type="text" list="listed-skills" spellcheck={false} autocomplete="off" />
        </label>
        <datalist id="listed-skills">{listing.value?.entries.map((entry) => <option key={entry.name} value={entry.name} />)}</datalist>
        {inputs.length > 1 && (
          <label class="field">
            <span>{inputs[1]}</span>
            <input ref={args} type="text" spellcheck={false} autocomplete="off" />
          </label>
        )}
        <button type="submit">Call {name}</button>
      </form>
      <p class="unseen" role="status">{invocation && `${invocation.name}: ${STATUS[invocation.outcome.status]}`}</p>
      {invocation && (
        <>
          <InvocationCard invocation={invocation} />
          {invocation.messages.length > 0 && <h4 class="subsection">Messages of the call <span class="count">{count(invocation.messages.length)}</span></h4>}
          {invocation.messages.map((message, index) => (
            <MessageCard key={index} message={message} title={message.skill === null ? "Message" : skillName(message.skill)} />
          ))}
        </>
      )}
    </>
  );
}
