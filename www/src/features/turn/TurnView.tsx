import type { Invocation, Mention, Turn } from "skillglass";
import { skillName } from "../../engine/catalog.ts";
import { t } from "../../i18n/index.ts";
import { openFile, prompt } from "../../state/selection.ts";
import { MessageCard } from "../../ui/MessageText.tsx";
import { WhyButton } from "../../ui/WhyButton.tsx";
import { InvocationCard } from "./InvocationCard.tsx";
import { ModelCall } from "./ModelCall.tsx";
import { PromptBox } from "./PromptBox.tsx";
import { listing, names, offered, turn } from "./turn.ts";
import { namesBehind, written } from "./typed-names.ts";
import "./turn.css";
import { visible } from "../../lib/visible.ts";

/**
 * The view that simulates one prompt. It shows the skills that the prompt names, and the messages
 * that the host adds to the conversation.
 */
export function TurnView() {
  const answer = turn.value;
  const tool = listing.value?.tool;
  return (
    <div class="scroller padded">
      <h3 class="section" id="prompt-heading">
        {t.value.turn.prompt}
      </h3>
      <PromptBox mentions={answer?.mentions ?? []} />
      {answer && <Answer answer={answer} prompt={prompt.value} />}
      {tool && <ModelCall tool={tool} />}
    </div>
  );
}

function Answer({ answer: { mentions, invocations, questions, messages, warnings }, prompt }: { answer: Turn; prompt: string }) {
  const {
    turn: texts,
    message: { message: untitled },
    figures: { count },
  } = t.value;
  const typedFor = ({ path, name }: Invocation) => {
    const mention = mentions.find(({ kind, outcome }) => kind === "slash" && outcome.status === "selected" && outcome.path === path);
    return mention ? written(mention, prompt) : `/${name}`;
  };
  return (
    <>
      <h3 class="section">
        {texts.mentions} <span class="count">{count(mentions.length)}</span>
      </h3>
      {mentions.length === 0 && (
        <p class="nothing">
          {texts.mentionsNone} {howToName()}
        </p>
      )}
      <ul class="mentions">
        {mentions.map((mention, index) => (
          <MentionItem key={index} mention={mention} typed={written(mention, prompt)} />
        ))}
      </ul>
      {invocations.length > 0 && (
        <>
          <h3 class="section">
            {texts.commands} <span class="count">{count(invocations.length)}</span>
          </h3>
          {invocations.map((invocation, index) => (
            <InvocationCard key={index} invocation={invocation} typed={typedFor(invocation)} />
          ))}
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h3 class="section">
            {texts.warnings} <span class="count">{count(warnings.length)}</span>
          </h3>
          <ul class="warnings">
            {warnings.map((warning, index) => (
              <li key={index}>{warning}</li>
            ))}
          </ul>
        </>
      )}
      {questions.length > 0 && (
        <>
          <h3 class="section">{texts.questions}</h3>
          <ul class="mentions">
            {questions
              .flatMap((set) => set.questions)
              .map(({ id, question }) => (
                <li key={id}>
                  <code>{id}</code>
                  <span />
                  <span class="why">{question}</span>
                </li>
              ))}
          </ul>
        </>
      )}
      <h3 class="section">
        {texts.injected} <span class="count">{count(messages.length)}</span>
      </h3>
      {messages.length === 0 && (
        <p class="nothing">{invocations.some(({ outcome }) => outcome.status === "waits") ? texts.injectedNotYet : texts.injectedNone}</p>
      )}
      {messages.map((message, index) => (
        <MessageCard key={index} message={message} title={message.skill === null ? untitled : skillName(message.skill)} />
      ))}
    </>
  );
}

/**
 * Returns a sentence that explains how a prompt names a skill in this host, with an existing skill
 * as the example. Returns an empty text until the engine has reported how the host names skills.
 */
function howToName(): string {
  const { turn: texts } = t.value;
  const example = offered.value?.[0];
  if (!example) return texts.nobodyToName;
  if (!names.value) return "";
  const { sigils } = names.value;
  const command = sigils.find(({ text }) => text.startsWith("/"));
  const sigil = command ?? sigils[0];
  if (!sigil) return texts.howNot;
  const typed = sigil.text + (namesBehind(sigil, example)[0] ?? example.name);
  return command ? texts.howBySlash(typed) : texts.howByDollar(typed);
}

function MentionItem({ mention, typed }: { mention: Mention; typed: string }) {
  const { outcome } = mention;
  return (
    <li class={outcome.status}>
      <code>{typed}</code>
      <span class={`tag ${outcome.status}`}>{t.value.turn.status[outcome.status]}</span>
      {outcome.status === "selected" ? (
        <button type="button" class="link" onClick={() => openFile(outcome.path)}>
          {visible(outcome.path)}
        </button>
      ) : (
        <span class="why">
          {outcome.message} <WhyButton what={mention.name} subject={{ kind: "mention", mention }} />
        </span>
      )}
    </li>
  );
}
