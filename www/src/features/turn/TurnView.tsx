import type { Mention, Turn } from "skillglass";
import { skillName } from "../../engine/catalog.ts";
import { t } from "../../i18n/index.ts";
import { openFile } from "../../state/selection.ts";
import { MessageCard } from "../../ui/MessageText.tsx";
import { WhyButton } from "../../ui/WhyButton.tsx";
import { InvocationCard } from "./InvocationCard.tsx";
import { ModelCall } from "./ModelCall.tsx";
import { PromptBox } from "./PromptBox.tsx";
import { listing, names, offered, turn } from "./turn.ts";
import "./turn.css";

/** One prompt: the skills that it names, and the messages that the host puts into the conversation for them. */
export function TurnView() {
  const answer = turn.value;
  const tool = listing.value?.tool;
  return (
    <div class="scroller padded">
      <h3 class="section" id="prompt-heading">
        {t.value.turn.prompt}
      </h3>
      <PromptBox mentions={answer?.mentions ?? []} />
      {answer && <Answer answer={answer} />}
      {tool && <ModelCall tool={tool} />}
    </div>
  );
}

function Answer({ answer: { mentions, invocations, questions, messages, warnings } }: { answer: Turn }) {
  const {
    turn: texts,
    message: { message: untitled },
    figures: { count },
  } = t.value;
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
          <MentionItem key={index} mention={mention} />
        ))}
      </ul>
      {invocations.length > 0 && (
        <>
          <h3 class="section">
            {texts.commands} <span class="count">{count(invocations.length)}</span>
          </h3>
          {invocations.map((invocation, index) => (
            <InvocationCard key={index} invocation={invocation} />
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

/** The sentence about naming a skill in this host, with one that is there. */
function howToName(): string {
  const { turn: texts } = t.value;
  const example = offered.value?.[0]?.name;
  if (example === undefined) return texts.nobodyToName;
  if (!names.value) return "";
  const { sigils } = names.value;
  if (sigils.includes("/")) return texts.howBySlash(example);
  if (sigils.includes("$")) return texts.howByDollar(example);
  return texts.howNot;
}

function MentionItem({ mention }: { mention: Mention }) {
  const { outcome } = mention;
  return (
    <li class={outcome.status}>
      <code>{written(mention)}</code>
      <span class={`tag ${outcome.status}`}>{t.value.turn.status[outcome.status]}</span>
      {outcome.status === "selected" ? (
        <button type="button" class="link" onClick={() => openFile(outcome.path)}>
          {outcome.path}
        </button>
      ) : (
        <span class="why">
          {outcome.message} <WhyButton what={mention.name} subject={{ kind: "mention", mention }} />
        </span>
      )}
    </li>
  );
}

function written({ kind, name, path }: Mention): string {
  switch (kind) {
    case "link":
      return `[$${name}](${path ?? ""})`;
    case "slash":
      return `/${name}`;
    case "plain":
    case "structured":
      return `$${name}`;
  }
}
