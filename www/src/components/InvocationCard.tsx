import type { ComponentChildren } from "preact";
import type { ContextChanges, Fork, Hook, Invocation, InvocationOutcome, Permission, SkillEvent } from "../host.ts";
import { plural } from "../text.ts";
import { approve, outputFor } from "../turn.ts";
import { FileLink } from "./FileLink.tsx";
import { MessageText } from "./MessageText.tsx";
import { RequestItem } from "./RequestItem.tsx";

type Status = InvocationOutcome["status"];

export const STATUS: Record<Status, string> = {
  injected: "injected",
  "already-loaded": "already loaded",
  forked: "forked",
  asks: "asks",
  waits: "waits",
  refused: "refused",
  failed: "failed",
};

/** A skill put to use: what came of it, what it asks for, and what it changes. */
export function InvocationCard({ invocation }: { invocation: Invocation }) {
  const { by, name, path, outcome, permission, requests, fork, changes, hooks, events } = invocation;
  return (
    <article class={`invocation ${outcome.status}`} tabIndex={-1}>
      <h4>
        <code>{by === "user" ? `/${name}` : name}</code> <span class={`tag ${outcome.status}`}>{STATUS[outcome.status]}</span>
      </h4>
      {path !== null && <FileLink path={path} />}
      <Outcome invocation={invocation} />
      <dl class="facts">
        {invocation.arguments.trim() !== "" && <Fact name="Arguments"><code>{invocation.arguments}</code></Fact>}
        {permission && <PermissionFacts permission={permission} />}
        {changes && <ChangeFacts changes={changes} />}
        {hooks.length > 0 && <Fact name={plural(hooks.length, "hook")}>{hooks.map((hook, index) => <HookLine key={index} hook={hook} />)}</Fact>}
      </dl>
      {outcome.status === "asks" && <button type="button" onClick={(event) => sayYes(event.currentTarget)}>Say yes for the user</button>}
      {requests.length > 0 && (
        <ul class="requests">
          {requests.map((request) => <RequestItem key={request.id} by={by} path={path} request={request} />)}
        </ul>
      )}
      {fork && <SubAgent fork={fork} />}
      {events.length > 0 && <Events events={events} />}
    </article>
  );
}

/** The button goes with its question; the keyboard stays at what came of it. */
function sayYes(button: HTMLElement): void {
  button.closest("article")?.focus();
  approve();
}

function Outcome({ invocation: { by, outcome, requests, fork } }: { invocation: Invocation }) {
  switch (outcome.status) {
    case "refused":
    case "failed":
      return (
        <>
          <p class="verdict"><strong class="exact">{outcome.message}</strong>{outcome.status === "refused" && outcome.code !== null && <span class="count"> code {outcome.code}</span>}</p>
          <p class="help">{outcome.help}</p>
        </>
      );
    case "waits":
      return <p class="help">The host needs {plural(requests.filter((request) => !outputFor(by, request)).length, "output")} before it goes on. This page runs nothing: run it yourself, or make up what it prints.</p>;
    case "asks":
      return <p class="help">The host asks the user whether the model may use the skill.</p>;
    case "already-loaded":
      return <p class="help">The conversation holds the same text already, and is only told so.</p>;
    case "forked":
      return <p class="help">A sub-agent gets the text instead of this conversation{fork?.background ? ", which goes on meanwhile" : ", which waits for the result"}.</p>;
    case "injected":
      return <p class="help">Its text stands in the conversation.</p>;
  }
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return <div><dt>{name}</dt><dd>{children}</dd></div>;
}

/** Rules and the like, one after the other. */
function Codes({ values }: { values: readonly string[] }) {
  return <>{values.map((value, index) => <span key={index}>{index > 0 && ", "}<code>{value}</code></span>)}</>;
}

const VERDICT: Record<Permission["verdict"], string> = { allow: "allowed", ask: "asks", deny: "denied" };

function PermissionFacts({ permission: { verdict, rule, reason, suggestions } }: { permission: Permission }) {
  return (
    <>
      <Fact name="Permission">{VERDICT[verdict]}: {reason}{rule !== null && <> (<code>{rule}</code>)</>}</Fact>
      {suggestions.length > 0 && <Fact name="Offers to remember"><Codes values={suggestions.map(({ rule }) => rule)} /></Fact>}
    </>
  );
}

const UNTIL: Record<ContextChanges["until"], string> = {
  "next-user-message": "until the user’s next message",
  "skill-ends": "while the skill is in use",
};

function ChangeFacts({ changes: { until, ...changes } }: { changes: ContextChanges }) {
  return (
    <>
      <ToolFacts {...changes} />
      <Fact name="Lasts">{UNTIL[until]}</Fact>
    </>
  );
}

function ToolFacts({ allowedTools, disallowedTools, model, effort }: Pick<Fork, "allowedTools" | "disallowedTools" | "model" | "effort">) {
  return (
    <>
      {allowedTools.length > 0 && <Fact name="Needs no question for"><Codes values={allowedTools} /></Fact>}
      {disallowedTools.length > 0 && <Fact name="Loses the tools"><Codes values={disallowedTools} /></Fact>}
      {model !== null && <Fact name="Model"><code>{model}</code></Fact>}
      {effort !== null && <Fact name="Effort"><code>{effort}</code></Fact>}
    </>
  );
}

function HookLine({ hook: { event, matcher, condition, handler, once } }: { hook: Hook }) {
  return (
    <span class="hook">
      <code>{matcher === null ? event : `${event} ${matcher}`}</code>
      {condition !== null && <> if <code>{condition}</code></>} runs <code>{runs(handler)}</code>{once && ", once"}
    </span>
  );
}

function runs(handler: Hook["handler"]): string {
  switch (handler.type) {
    case "command": return [handler.command, ...(handler.args ?? [])].join(" ");
    case "http": return `POST ${handler.url}`;
    case "mcp_tool": return `${handler.server} ${handler.tool}`;
    case "prompt":
    case "agent": return `${handler.type}: ${handler.prompt}`;
  }
}

/** All that a sub-agent knows. */
function SubAgent({ fork }: { fork: Fork }) {
  return (
    <section class="sub-agent" aria-label="What the sub-agent gets">
      <h5>What the sub-agent gets</h5>
      <dl class="facts">
        <Fact name="Agent"><code>{fork.agent}</code></Fact>
        <ToolFacts {...fork} />
        <Fact name="Runs">{fork.background ? "in the background" : "while the conversation waits"}</Fact>
        <Fact name="Project’s memory">{fork.readsMemory ? "is read" : "is not read"}</Fact>
      </dl>
      <MessageText text={fork.prompt} label="Prompt of the sub-agent" />
    </section>
  );
}

function Events({ events }: { events: readonly SkillEvent[] }) {
  return (
    <details class="events">
      <summary>Events <span class="count">{events.length}</span></summary>
      <ul>
        {events.map((event, index) => {
          const { name, properties } = described(event);
          return (
            <li key={index}>
              <code>{name}</code>
              {Object.entries(properties).map(([key, value]) => <span key={key} class="property">{key}: {value === "" ? "(empty)" : value}</span>)}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function described(event: SkillEvent): { name: string; properties: Record<string, string> } {
  switch (event.type) {
    case "counter": return { name: event.name, properties: { status: event.status, skill: event.skill } };
    case "skill-invocation": return { name: "skill invocation", properties: { skill: event.skillName, scope: event.skillScope, type: event.invocationType } };
    case "hook-event": return { name: event.event, properties: event.input };
    case "telemetry": return { name: event.name, properties: event.properties };
  }
}
