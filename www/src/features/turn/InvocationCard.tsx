import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { ContextChanges, Fork, Hook, Invocation, Permission, SkillEvent } from "skillglass";
import { t } from "../../i18n/index.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { Filled } from "../../ui/Filled.tsx";
import { MessageText } from "../../ui/MessageText.tsx";
import { RequestItem } from "./RequestItem.tsx";
import { approve, outputFor } from "./turn.ts";

/**
 * A card about the invocation of a skill: its outcome, the commands that it requests, and its
 * changes. `typed` is the command that the user typed, if a user invoked the skill.
 */
export function InvocationCard({ invocation, typed }: { invocation: Invocation; typed?: string }) {
  const { by, name, path, outcome, permission, requests, fork, changes, hooks, events } = invocation;
  const { invocation: texts } = t.value;
  const id = useId();
  return (
    <article class={`invocation ${outcome.status}`} tabIndex={-1} aria-labelledby={id}>
      <h4 id={id}>
        <code>{typed ?? name}</code> <span class={`tag ${outcome.status}`}>{texts.status[outcome.status]}</span>
      </h4>
      {path !== null && <FileLink path={path} />}
      <Outcome invocation={invocation} />
      <dl class="facts">
        {invocation.arguments.trim() !== "" && (
          <Fact name={texts.arguments}>
            <code>{invocation.arguments}</code>
          </Fact>
        )}
        {permission && <PermissionFacts permission={permission} />}
        {changes && <ChangeFacts changes={changes} />}
        {hooks.length > 0 && (
          <Fact name={texts.hooks(hooks.length)}>
            {hooks.map((hook, index) => (
              <HookLine key={index} hook={hook} />
            ))}
          </Fact>
        )}
      </dl>
      {outcome.status === "asks" && (
        <button type="button" onClick={(event) => sayYes(event.currentTarget)}>
          {texts.sayYes}
        </button>
      )}
      {requests.length > 0 && (
        <ul class="requests">
          {requests.map((request) => (
            <RequestItem key={request.id} by={by} path={path} request={request} />
          ))}
        </ul>
      )}
      {fork && <SubAgent fork={fork} />}
      {events.length > 0 && <Events events={events} />}
    </article>
  );
}

/**
 * Answers "yes" to the host's question. The pressed button disappears, so the focus moves to the
 * card.
 */
function sayYes(button: HTMLElement): void {
  button.closest("article")?.focus();
  approve();
}

function Outcome({ invocation: { by, outcome, requests, fork } }: { invocation: Invocation }) {
  const { invocation: texts } = t.value;
  switch (outcome.status) {
    case "refused":
    case "failed":
      return (
        <>
          <p class="verdict">
            <strong class="exact">{outcome.message}</strong>
            {outcome.status === "refused" && outcome.code !== null && <span class="count"> {texts.code(outcome.code)}</span>}
          </p>
          <p class="help">{outcome.help}</p>
        </>
      );
    case "waits":
      return <p class="help">{texts.waits(requests.filter((request) => !outputFor(by, request)).length)}</p>;
    case "asks":
      return <p class="help">{texts.asks}</p>;
    case "already-loaded":
      return <p class="help">{texts.alreadyLoaded}</p>;
    case "forked":
      return <p class="help">{fork?.background ? texts.forkedInBackground : texts.forked}</p>;
    case "injected":
      return <p class="help">{texts.injected}</p>;
  }
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A list of values in code style, such as permission rules, with commas between them. */
function Codes({ values }: { values: readonly string[] }) {
  return (
    <>
      {values.map((value, index) => (
        <span key={index}>
          {index > 0 && ", "}
          <code>{value}</code>
        </span>
      ))}
    </>
  );
}

function PermissionFacts({ permission: { verdict, rule, reason, suggestions } }: { permission: Permission }) {
  const { invocation: texts } = t.value;
  return (
    <>
      <Fact name={texts.permission}>
        {texts.verdicts[verdict]}: {reason}
        {rule !== null && (
          <>
            {" "}
            (<code>{rule}</code>)
          </>
        )}
      </Fact>
      {suggestions.length > 0 && (
        <Fact name={texts.remembers}>
          <Codes values={suggestions.map(({ rule }) => rule)} />
        </Fact>
      )}
    </>
  );
}

function ChangeFacts({ changes: { until, ...changes } }: { changes: ContextChanges }) {
  const { invocation: texts } = t.value;
  return (
    <>
      <ToolFacts {...changes} />
      <Fact name={texts.lasts}>{texts.until[until]}</Fact>
    </>
  );
}

type Tools = Pick<Fork, "allowedTools" | "disallowedTools" | "model" | "effort"> & { onlyAllowedTools?: boolean };

function ToolFacts({ allowedTools, onlyAllowedTools = false, disallowedTools, model, effort }: Tools) {
  const { invocation: texts } = t.value;
  return (
    <>
      {allowedTools.length > 0 && (
        <Fact name={onlyAllowedTools ? texts.onlyAllowedTools : texts.allowedTools}>
          <Codes values={allowedTools} />
        </Fact>
      )}
      {disallowedTools.length > 0 && (
        <Fact name={texts.disallowedTools}>
          <Codes values={disallowedTools} />
        </Fact>
      )}
      {model !== null && (
        <Fact name={texts.model}>
          <code>{model}</code>
        </Fact>
      )}
      {effort !== null && (
        <Fact name={texts.effort}>
          <code>{effort}</code>
        </Fact>
      )}
    </>
  );
}

function HookLine({ hook: { event, matcher, condition, handler, once } }: { hook: Hook }) {
  const { invocation: texts } = t.value;
  return (
    <span class="hook">
      <Filled
        text={condition === null ? texts.hookRuns : texts.hookIf}
        event={<code>{matcher === null ? event : `${event} ${matcher}`}</code>}
        condition={<code>{condition}</code>}
        command={<code>{runs(handler)}</code>}
      />
      {once && texts.once}
    </span>
  );
}

function runs(handler: Hook["handler"]): string {
  switch (handler.type) {
    case "command":
      return [handler.command, ...(handler.args ?? [])].join(" ");
    case "http":
      return `POST ${handler.url}`;
    case "mcp_tool":
      return `${handler.server} ${handler.tool}`;
    case "prompt":
    case "agent":
      return `${handler.type}: ${handler.prompt}`;
  }
}

/** The section about the sub-agent that runs a skill: its prompt and its permissions. */
function SubAgent({ fork }: { fork: Fork }) {
  const { invocation: texts } = t.value;
  return (
    <section class="sub-agent" aria-label={texts.subAgent}>
      <h5>{texts.subAgent}</h5>
      <dl class="facts">
        <Fact name={texts.agent}>
          <code>{fork.agent}</code>
        </Fact>
        <ToolFacts {...fork} />
        <Fact name={texts.runs}>{fork.background ? texts.inBackground : texts.whileWaiting}</Fact>
        <Fact name={texts.memory}>{fork.readsMemory ? texts.memoryRead : texts.memoryNotRead}</Fact>
      </dl>
      <MessageText text={fork.prompt} label={texts.subAgentPrompt} />
    </section>
  );
}

function Events({ events }: { events: readonly SkillEvent[] }) {
  const { invocation: texts } = t.value;
  return (
    <details class="events">
      <summary>
        {texts.events} <span class="count">{events.length}</span>
      </summary>
      <ul>
        {events.map((event, index) => {
          const { name, properties } = described(event);
          return (
            <li key={index}>
              <code>{name}</code>
              {Object.entries(properties).map(([key, value]) => (
                <span key={key} class="property">
                  {key}: {value === "" ? texts.empty : value}
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function described(event: SkillEvent): { name: string; properties: Record<string, string> } {
  const { skillInvocation, properties } = t.value.invocation;
  switch (event.type) {
    case "counter":
      return { name: event.name, properties: { [properties.status]: event.status, [properties.skill]: event.skill } };
    case "skill-invocation":
      return {
        name: skillInvocation,
        properties: { [properties.skill]: event.skillName, [properties.scope]: event.skillScope, [properties.type]: event.invocationType },
      };
    case "hook-event":
      return { name: event.event, properties: event.input };
    case "telemetry":
      return { name: event.name, properties: event.properties };
  }
}
