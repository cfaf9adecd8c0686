import type { Mention, Turn } from "../host.ts";
import { listing, openFile, skillName } from "../store.ts";
import { count } from "../text.ts";
import { offered, sigils, turn } from "../turn.ts";
import { InvocationCard } from "./InvocationCard.tsx";
import { MessageCard } from "./MessageText.tsx";
import { ModelCall } from "./ModelCall.tsx";
import { PromptBox } from "./PromptBox.tsx";

/** One prompt: which skills it names, and what the host puts into the conversation for them. */
export function TurnView() {
  const answer = turn.value;
  const tool = listing.value?.tool;
  return (
    <div class="scroller padded">
      <h3 class="section" id="prompt-heading">Prompt</h3>
      <PromptBox mentions={answer?.mentions ?? []} />
      {answer && <Answer answer={answer} />}
      {tool && <ModelCall tool={tool} />}
    </div>
  );
}

function Answer({ answer: { mentions, invocations, questions, messages, warnings } }: { answer: Turn }) {
  return (
    <>
      <h3 class="section">Mentions <span class="count">{count(mentions.length)}</span></h3>
      {mentions.length === 0 && <p class="nothing">The prompt names no skill. {howToName()}</p>}
      <ul class="mentions">
        {mentions.map((mention, index) => <MentionItem key={index} mention={mention} />)}
      </ul>
      {invocations.length > 0 && (
        <>
          <h3 class="section">Commands <span class="count">{count(invocations.length)}</span></h3>
          {invocations.map((invocation, index) => <InvocationCard key={index} invocation={invocation} />)}
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h3 class="section">Warnings <span class="count">{count(warnings.length)}</span></h3>
          <ul class="warnings">{warnings.map((warning, index) => <li key={index}>{warning}</li>)}</ul>
        </>
      )}
      {questions.length > 0 && (
        <>
          <h3 class="section">Questions before that</h3>
          <ul class="mentions">
            {questions.flatMap((set) => set.questions).map(({ id, question }) => <li key={id}><code>{id}</code><span /><span class="why">{question}</span></li>)}
          </ul>
        </>
      )}
      <h3 class="section">Injected messages <span class="count">{count(messages.length)}</span></h3>
      {messages.length === 0 && <p class="nothing">Nothing is put into the conversation{invocations.some(({ outcome }) => outcome.status === "waits") && " yet"}.</p>}
      {messages.map((message, index) => (
        <MessageCard key={index} message={message} title={message.skill === null ? "Message" : skillName(message.skill)} />
      ))}
    </>
  );
}

/** How a user names a skill for this host, with one that is there. */
function howToName(): string {
  const example = offered.value?.[0]?.name;
  if (example === undefined) return "There is none that a user could name.";
  if (sigils.value?.includes("/")) return `Begin it with a slash and a name, such as /${example}.`;
  if (sigils.value?.includes("$")) return `Write a name with a dollar sign before it, such as $${example}.`;
  return "This host looks for no names in it.";
}

function MentionItem({ mention }: { mention: Mention }) {
  const { outcome } = mention;
  return (
    <li class={outcome.status}>
      <code>{written(mention)}</code>
      <span class={`tag ${outcome.status}`}>{outcome.status}</span>
      {outcome.status === "selected"
        ? <button type="button" class="link" onClick={() => openFile(outcome.path)}>{outcome.path}</button>
        : <span class="why said">{outcome.message}</span>}
    </li>
  );
}

function written({ kind, name, path }: Mention): string {
  switch (kind) {
    case "link": return `[$${name}](${path ?? ""})`;
    case "slash": return `/${name}`;
    case "plain":
    case "structured": return `$${name}`;
  }
}
