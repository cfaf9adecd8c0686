import type { Invocation, InvocationRequest } from "skillglass";
import { t } from "../../i18n/index.ts";
import { openFile } from "../../state/selection.ts";
import { Filled } from "../../ui/Filled.tsx";
import { giveOutput, outputFor } from "./turn.ts";

type Command = Extract<InvocationRequest, { type: "command" }>;

/**
 * A command or server prompt that a skill's invocation runs, with a form in which the visitor
 * enters its output.
 */
export function RequestItem({ by, path, request }: { by: Invocation["by"]; path: string | null; request: InvocationRequest }) {
  const runs = request.type === "prompt" || request.verdict === "allow";
  return (
    <li class="request">
      {request.type === "command" ? <CommandLine path={path} command={request} /> : <PromptLine prompt={request} />}
      {runs && <OutputForm key={request.type === "command" ? request.command : request.prompt} by={by} request={request} />}
    </li>
  );
}

function CommandLine({ path, command: { command, shell, range, verdict, rule } }: { path: string | null; command: Command }) {
  const { request: texts, figures } = t.value;
  const place =
    range && path !== null ? (
      <button type="button" class="link" onClick={() => openFile(path, range.start)}>
        {figures.line(range.start.line, range.start.column)}
      </button>
    ) : (
      texts.fromArgument
    );
  return (
    <>
      <pre class="command" tabIndex={0} role="group" aria-label={texts.command}>
        {command}
      </pre>
      <p class="help">
        <span class={`tag ${verdict}`}>{texts.verdicts[verdict]}</span>{" "}
        <Filled text={rule === null ? texts.noRule : texts.byRule} rule={<code>{rule}</code>} shell={shell} place={place} />
      </p>
    </>
  );
}

function PromptLine({ prompt: { server, prompt, arguments: values } }: { prompt: Extract<InvocationRequest, { type: "prompt" }> }) {
  return (
    <p class="help">
      <Filled text={t.value.request.serverPrompt} prompt={<code>{prompt}</code>} server={<code>{server}</code>} />
      {Object.entries(values).map(([name, value]) => (
        <>
          ,{" "}
          <code>
            {name}={value}
          </code>
        </>
      ))}
    </p>
  );
}

function OutputForm({ by, request }: { by: Invocation["by"]; request: InvocationRequest }) {
  const handed = outputFor(by, request);
  const { request: texts } = t.value;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    giveOutput(by, request, { text: String(data.get("text")), exitCode: Number(data.get("exit") ?? 0) });
  };
  return (
    <form class="output" onSubmit={submit}>
      <label class="field">
        <span>{request.type === "command" ? texts.printed : texts.serverText}</span>
        <textarea name="text" rows={2} spellcheck={false} defaultValue={handed?.text ?? ""} />
      </label>
      {request.type === "command" && (
        <label class="field exit">
          <span>{texts.exitCode}</span>
          <input
            type="text"
            name="exit"
            inputMode="numeric"
            pattern="-?[0-9]{1,9}"
            required
            title={texts.exitCodeHint}
            autocomplete="off"
            defaultValue={String(handed?.exitCode ?? 0)}
          />
        </label>
      )}
      <button type="submit">{texts.handBack}</button>
      <span class="said-back" role="status">
        {handed ? texts.handedBack : ""}
      </span>
    </form>
  );
}
