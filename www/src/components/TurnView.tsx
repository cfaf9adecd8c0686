import type { Mention, Turn } from "../host.ts";
import { openFile, turn } from "../store.ts";
import { count } from "../text.ts";
import { base, parent } from "../paths.ts";
import { MessageCard } from "./MessageText.tsx";
import { PromptBox } from "./PromptBox.tsx";

/** One prompt: which skills it names, and what the host puts into the conversation for them. */
export function TurnView() {
  const answer = turn.value;
  return (
    <div class="scroller padded">
      <h3 class="section" id="prompt-heading">Prompt</h3>
      <PromptBox mentions={answer?.mentions ?? []} />
      {answer && <Answer answer={answer} />}
    </div>
  );
}

function Answer({ answer: { mentions, questions, messages, warnings } }: { answer: Turn }) {
  return (
    <>
      <h3 class="section">Mentions <span class="count">{count(mentions.length)}</span></h3>
      {mentions.length === 0 && <p class="nothing">The prompt names no skill. Write a name with a dollar sign before it, such as $release-notes.</p>}
      <ul class="mentions">
        {mentions.map((mention, index) => <MentionItem key={index} mention={mention} />)}
      </ul>
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
      {messages.length === 0 && <p class="nothing">Nothing is put into the conversation.</p>}
      {messages.map((message, index) => (
        <MessageCard key={index} message={message} title={message.skill === null ? "Message" : base(parent(message.skill))} />
      ))}
    </>
  );
}

function MentionItem({ mention: { name, kind, path, outcome } }: { mention: Mention }) {
  return (
    <li class={outcome.status}>
      <code>{kind === "link" ? `[$${name}](${path ?? ""})` : `$${name}`}</code>
      <span class={`tag ${outcome.status}`}>{outcome.status}</span>
      {outcome.status === "selected"
        ? <button type="button" class="link" onClick={() => openFile(outcome.path)}>{outcome.path}</button>
        : <span class="why said">{outcome.message}</span>}
    </li>
  );
}
