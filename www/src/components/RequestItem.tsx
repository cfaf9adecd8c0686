import type { Invocation, InvocationRequest } from "../host.ts";
import { openFile } from "../store.ts";
import { giveOutput, outputFor } from "../turn.ts";

type Command = Extract<InvocationRequest, { type: "command" }>;

const VERDICT: Record<Command["verdict"], string> = { allow: "may run", ask: "would need a question", deny: "denied" };

/** Something that a host runs for an invocation, and a place for what came of it. */
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
  return (
    <>
      <pre class="command" tabIndex={0} aria-label="Command">{command}</pre>
      <p class="help">
        <span class={`tag ${verdict}`}>{VERDICT[verdict]}</span>{" "}
        {rule === null ? "no rule is on it" : <>by the rule <code>{rule}</code></>}, in {shell},{" "}
        {range && path !== null
          ? <button type="button" class="link" onClick={() => openFile(path, range.start)}>line {range.start.line}, column {range.start.column}</button>
          : "brought by an argument"}
      </p>
    </>
  );
}

function PromptLine({ prompt: { server, prompt, arguments: given } }: { prompt: Extract<InvocationRequest, { type: "prompt" }> }) {
  return (
    <p class="help">
      The prompt <code>{prompt}</code> of the server <code>{server}</code>
      {Object.entries(given).map(([name, value]) => <>, <code>{name}={value}</code></>)}
    </p>
  );
}

function OutputForm({ by, request }: { by: Invocation["by"]; request: InvocationRequest }) {
  const handed = outputFor(by, request);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    giveOutput(by, request, { text: String(data.get("text")), exitCode: Number(data.get("exit") ?? 0) });
  };
  return (
    <form class="output" onSubmit={submit}>
      <label class="field">
        <span>{request.type === "command" ? "What it printed" : "The text that the server gave"}</span>
        <textarea name="text" rows={2} spellcheck={false} defaultValue={handed?.text ?? ""} />
      </label>
      {request.type === "command" && (
        <label class="field exit">
          <span>Exit code</span>
          <input type="text" name="exit" inputMode="numeric" pattern="-?[0-9]{1,9}" required title="A whole number; 0 is success" autocomplete="off" defaultValue={String(handed?.exitCode ?? 0)} />
        </label>
      )}
      <button type="submit">Hand back</button>
      <span class="said-back" role="status">{handed ? "Handed back." : ""}</span>
    </form>
  );
}
