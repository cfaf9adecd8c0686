import { computed, signal } from "@preact/signals";
import { useId, useState } from "preact/hooks";
import type { HostEdition, RequestFormat, TriggerResult } from "skillglass";
import { FORMATS } from "../../../../command/choices.ts";
import { catalog } from "../../engine/client.ts";
import { searchTexts } from "../../i18n/searches.ts";
import { visible } from "../../lib/visible.ts";
import { aimed, labelOf } from "../../state/hosts.ts";
import { Filled } from "../../ui/Filled.tsx";
import { EvaluationResult } from "./EvaluationResult.tsx";
import { evaluation, startEvaluation, stopEvaluation } from "./evaluation.ts";
import { policySourceOf } from "./frame-messages.ts";

const EXAMPLES: Readonly<Record<RequestFormat, string>> = {
  "anthropic-messages": "https://api.anthropic.com/v1",
  "openai-responses": "https://api.openai.com/v1",
  "openai-chat": "http://127.0.0.1:8080/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta",
};

const isOpen = signal(false);
const format = signal<RequestFormat>("openai-responses");
const address = signal("");
const model = signal("");
/**
 * The visitor's key for the model's interface. The key is only in memory and not part of the
 * workspace, so that nothing stores or shares it.
 */
const key = signal("");
const repeat = signal(3);
const seconds = signal(60);
const whichHosts = signal<"this" | "compared">("this");

const hosts = computed<readonly Required<HostEdition>[]>(() => {
  if (whichHosts.value === "compared") return aimed.value;
  const here = catalog.value;
  return here ? [{ host: here.host, edition: here.edition } as Required<HostEdition>] : [];
});

/**
 * The form that sends prompts to the visitor's model, to find out which skills it uses. Nothing is
 * sent before the visitor presses "Send".
 */
export function AskModel({ results }: { results: readonly TriggerResult[] }) {
  const { model: texts } = searchTexts.value.triggers;
  return (
    <section aria-labelledby="ask-model">
      <h3 class="section" id="ask-model">
        {texts.heading}
      </h3>
      <p class="lead">{texts.lead}</p>
      {!isOpen.value ? (
        <button type="button" onClick={() => (isOpen.value = true)}>
          {texts.open}
        </button>
      ) : isSecureContext ? (
        <>
          <Form results={results} />
          <Progress />
        </>
      ) : (
        <p class="problem">{texts.insecure}</p>
      )}
    </section>
  );
}

function Form({ results }: { results: readonly TriggerResult[] }) {
  const { model: texts, request } = searchTexts.value.triggers;
  const [wrong, setWrong] = useState<"wrongAddress" | "noName" | "noPrompts" | null>(null);
  const id = useId();
  const state = evaluation.value;
  const isRunning = state.kind === "running";
  const baseUrl = address.value.trim();
  const allowed = policySourceOf(baseUrl);
  const total = results.length * hosts.value.length * repeat.value;
  const isMissing = state.kind === "done" && (!state.report.complete || state.report.hosts.some(({ failed }) => failed > 0));
  const send = (again: boolean) => {
    const name = model.value.trim();
    const problem = allowed === null ? "wrongAddress" : name === "" ? "noName" : results.length === 0 ? "noPrompts" : null;
    setWrong(problem);
    if (problem !== null || isRunning) return;
    const how = { baseUrl, model: name, key: key.value === "" ? undefined : key.value, timeout: seconds.value * 1000 };
    void startEvaluation({ model: how, format: format.value, hosts: hosts.value, prompts: results, repeat: repeat.value }, again);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    send(false);
  };
  return (
    <form class="model-form" aria-labelledby="ask-model" noValidate onSubmit={submit}>
      <label>
        <span>{texts.format}</span>
        <select value={format.value} onChange={(event) => (format.value = event.currentTarget.value as RequestFormat)}>
          {FORMATS.map((one) => (
            <option key={one} value={one}>
              {request.formats[one]}
            </option>
          ))}
        </select>
      </label>
      <div class="model-field">
        <label>
          <span>{texts.address}</span>
          <input
            type="text"
            inputMode="url"
            spellcheck={false}
            autocomplete="off"
            aria-describedby={`${id}address`}
            aria-invalid={wrong === "wrongAddress" && allowed === null}
            value={address.value}
            onInput={(event) => (address.value = event.currentTarget.value)}
          />
        </label>
        <small id={`${id}address`}>
          <Filled text={texts.addressHint} example={<code>{EXAMPLES[format.value]}</code>} />
        </small>
      </div>
      <label>
        <span>{texts.name}</span>
        <input
          type="text"
          spellcheck={false}
          autocomplete="off"
          value={model.value}
          onInput={(event) => (model.value = event.currentTarget.value)}
        />
      </label>
      <div class="model-field">
        <label>
          <span>{texts.key}</span>
          <input
            type="password"
            autocomplete="off"
            aria-describedby={`${id}key`}
            value={key.value}
            onInput={(event) => (key.value = event.currentTarget.value)}
          />
        </label>
        <small id={`${id}key`}>{texts.keyHint}</small>
      </div>
      <label>
        <span>{texts.hosts}</span>
        <select value={whichHosts.value} onChange={(event) => (whichHosts.value = event.currentTarget.value as "this" | "compared")}>
          <option value="this">{texts.thisHost(labelOf(catalog.value?.host ?? ""))}</option>
          <option value="compared">{texts.compared(aimed.value.length)}</option>
        </select>
      </label>
      <div class="numbers">
        <WholeNumber label={texts.repeat} value={repeat.value} most={50} take={(number) => (repeat.value = number)} />
        <WholeNumber label={texts.seconds} value={seconds.value} most={600} take={(number) => (seconds.value = number)} />
      </div>
      {wrong !== null && (
        <p class="problem" role="alert">
          {texts[wrong]}
        </p>
      )}
      <div class="send">
        {allowed !== null && <span class="help">{texts.requests(total, visible(new URL(baseUrl).origin))}</span>}
        {isMissing && (
          <button type="button" onClick={() => send(true)}>
            {texts.again}
          </button>
        )}
        {/* The keys make two elements. In one element, the click that stops would also submit the form, because its type changes to "submit". */}
        {isRunning ? (
          <button key="stop" type="button" onClick={stopEvaluation}>
            {texts.stop}
          </button>
        ) : (
          <button key="send" type="submit" class="primary">
            {texts.send}
          </button>
        )}
      </div>
    </form>
  );
}

interface WholeNumberProps {
  label: string;
  value: number;
  most: number;
  take: (number: number) => void;
}

function WholeNumber({ label, value, most, take }: WholeNumberProps) {
  const input = ({ currentTarget: { valueAsNumber: number } }: { currentTarget: HTMLInputElement }) => {
    if (Number.isInteger(number) && number >= 1 && number <= most) take(number);
  };
  // A text that is not such a number is replaced by the last valid number.
  const change = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    currentTarget.value = String(value);
  };
  return (
    <label>
      <span>{label}</span>
      <input type="number" min={1} max={most} value={value} onInput={input} onChange={change} />
    </label>
  );
}

/** The progress and the result of the evaluation. Screen readers announce the progress. */
function Progress() {
  const { model: texts } = searchTexts.value.triggers;
  const state = evaluation.value;
  return (
    <>
      {state.kind === "running" && (
        <progress class="first-look" value={state.total === null ? 0 : state.done / state.total} aria-label={texts.heading} />
      )}
      <p class="nothing" role="status">
        {state.kind === "running" && (state.total === null ? texts.preparing : texts.progress(state.done, state.total))}
        {state.kind === "done" &&
          (state.report.complete ? texts.complete(state.total) : texts.stopped(state.report.runs.length, state.total))}
      </p>
      {state.kind === "failed" && (
        <p class="problem" role="alert">
          {texts.failedToRun(visible(state.why))}
        </p>
      )}
      {state.kind === "done" && <EvaluationResult report={state.report} />}
    </>
  );
}
