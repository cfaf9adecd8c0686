import { computed, signal } from "@preact/signals";
import { Fragment } from "preact";
import { useId } from "preact/hooks";
import type { Dependency, DependencyKind, DependencyStep, HostNeeds, InstallWay, Inventory, NeededBy } from "skillglass";
import { answer } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { upkeep } from "../../i18n/upkeep.ts";
import { first } from "../../lib/first.ts";
import { base, parent } from "../../lib/paths.ts";
import { visible } from "../../lib/visible.ts";
import { skillFiles } from "../../state/files.ts";
import { aimed, aimedWords, labelOf } from "../../state/hosts.ts";
import { AimedHosts } from "../../ui/AimedHosts.tsx";
import { CommandLine } from "../../ui/CommandLine.tsx";
import { inCwd, withValue } from "../../ui/command-line.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { Filled } from "../../ui/Filled.tsx";
import { Portion } from "../../ui/Portion.tsx";
import { Marked } from "../support/Marked.tsx";

/**
 * The pause in typing, in milliseconds, after which the dependencies are computed again. This takes
 * long for thousands of skills.
 */
const PAUSE = 300;

/**
 * The maximum number of skills that are named as users of a dependency. Further skills are only
 * counted.
 */
const MOST_SKILLS = 3;

/** The maximum number of skills in the menu for choosing a skill to remove. */
const MOST_CHOICES = 2_000;

const KINDS: readonly DependencyKind[] = ["program", "variable", "server", "plugin", "skill"];

/** The text in which the visitor lists what is installed. */
const installed = signal("");
const onlyMissing = signal(false);
/** The path of the skill that the visitor plans to remove; empty for none. */
const without = signal("");

/** The names that the visitor listed as installed; null if the list is empty. */
const names = computed(() => {
  const words = installed.value.split(/[\s,]+/).filter((word) => word !== "");
  return words.length === 0 ? null : words;
});

const skills = computed(() => skillFiles.value.slice(0, MOST_CHOICES));

/**
 * The path of the skill that the visitor chose to remove. Empty if the visitor chose no skill, or
 * if the skill's file no longer exists.
 */
const gone = computed(() => (skills.value.includes(without.value) ? without.value : ""));

const dependencies = answer(
  "dependencies",
  () => ({
    hosts: aimed.value,
    without: gone.value === "" ? null : gone.value,
    ...(names.value && {
      installed: { programs: names.value, variables: names.value, servers: names.value, plugins: names.value },
    }),
  }),
  "dependencies",
  () => PAUSE,
);

/**
 * The view that lists the dependencies of the skills by kind. Each dependency has the skills that
 * need it, and is marked if it is missing.
 */
export function DependenciesView() {
  const { dependencies: texts } = upkeep.value;
  const inventory = dependencies.value;
  return (
    <>
      <Bar />
      <div class="scroller padded upkeep" role="region" aria-label={t.value.problems.report.dependencies} tabIndex={0}>
        <p class="lead">{texts.lead}</p>
        <Installed />
        <p role="status" class="sum">
          {inventory ? sumOf(inventory) : texts.looking}
        </p>
        {inventory && <Report inventory={inventory} />}
        <CommandLine line={commandOf(gone.value)} />
      </div>
    </>
  );
}

function Bar() {
  const { dependencies: texts } = upkeep.value;
  return (
    <div class="view-bar">
      <label class="without">
        {texts.without}{" "}
        <select value={gone.value} onChange={(event) => (without.value = event.currentTarget.value)}>
          <option value="">{texts.nothingGoes}</option>
          {skills.value.map((path) => (
            <option key={path} value={path}>
              {visible(path)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="toggle"
        aria-pressed={onlyMissing.value}
        disabled={names.value === null}
        onClick={() => (onlyMissing.value = !onlyMissing.value)}
      >
        {texts.onlyMissing}
      </button>
      <AimedHosts />
    </div>
  );
}

/** The field in which the visitor lists what is installed. */
function Installed() {
  const { dependencies: texts } = upkeep.value;
  const id = useId();
  return (
    <details class="own-words" open>
      <summary>{texts.installed}</summary>
      <textarea
        rows={2}
        spellcheck={false}
        autocomplete="off"
        placeholder="git jq GITHUB_TOKEN"
        aria-label={texts.installedLabel}
        aria-describedby={id}
        value={installed.value}
        onInput={(event) => (installed.value = event.currentTarget.value)}
      />
      <p class="help" id={id}>
        {texts.installedHelp}
      </p>
    </details>
  );
}

function sumOf({ dependencies, plan }: Inventory): string {
  const { dependencies: texts } = upkeep.value;
  if (dependencies.length === 0) return texts.none;
  if (names.value === null) return texts.sum(dependencies.length);
  return texts.sumMissing(dependencies.length, plan.install.filter(({ required }) => required).length);
}

function Report({ inventory: { dependencies, hosts, plan, unread } }: { inventory: Inventory }) {
  const { dependencies: texts } = upkeep.value;
  const isFiltered = onlyMissing.value && names.value !== null;
  const shown = isFiltered ? dependencies.filter((one) => one.installed === false) : dependencies;
  return (
    <>
      {gone.value !== "" && <Drop steps={plan.drop} />}
      {names.value !== null && plan.install.length > 0 && <Install steps={plan.install} />}
      {isFiltered && shown.length === 0 && <p class="nothing">{texts.filtered}</p>}
      {KINDS.map((kind) => (
        <Kind key={kind} kind={kind} all={shown.filter((one) => one.kind === kind)} />
      ))}
      {dependencies.length > 0 && <Hosts hosts={hosts} />}
      {unread.length > 0 && <p class="nothing">{texts.unread(unread.length)}</p>}
    </>
  );
}

/**
 * The list of dependencies that are no longer needed if the chosen skill is removed, because only
 * the chosen skill needs them.
 */
function Drop({ steps }: { steps: readonly DependencyStep[] }) {
  const { dependencies: texts } = upkeep.value;
  const id = useId();
  return (
    <section class="steps" aria-labelledby={id}>
      <h3 class="section" id={id}>
        {texts.drop}
      </h3>
      {steps.length === 0 ? (
        <p class="nothing">{texts.dropNone}</p>
      ) : (
        <ul>
          {steps.map(({ kind, name, skills }) => (
            <li key={`${kind} ${name}`}>
              <code>{visible(name)}</code> <span class="tag">{texts.kind[kind]}</span>{" "}
              <span class="help">{texts.dropped(skills.map(nameOf))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The list of missing dependencies, in an order in which they can be installed. */
function Install({ steps }: { steps: readonly DependencyStep[] }) {
  const { dependencies: texts } = upkeep.value;
  const id = useId();
  return (
    <section class="steps" aria-labelledby={id}>
      <h3 class="section" id={id}>
        {texts.install} <span class="count">{t.value.figures.count(steps.length)}</span>
      </h3>
      <Portion all={steps}>
        {(shown) => (
          <ol>
            {shown.map(({ kind, name, required, ways }) => (
              <li key={`${kind} ${name}`}>
                <code>{visible(name)}</code> <span class="tag">{texts.kind[kind]}</span>{" "}
                {!required && <span class="tag">{texts.optional}</span>} <Ways ways={ways} />
              </li>
            ))}
          </ol>
        )}
      </Portion>
    </section>
  );
}

function Ways({ ways }: { ways: readonly InstallWay[] }) {
  const all = [...new Set(ways.map(({ installer, target }) => `${installer} ${target}`))];
  if (all.length === 0) return null;
  return (
    <span class="help">
      {upkeep.value.dependencies.ways}{" "}
      {all.map((way, index) => (
        <Fragment key={way}>
          {index > 0 && ", "}
          <code>{visible(way)}</code>
        </Fragment>
      ))}
    </span>
  );
}

function Kind({ kind, all }: { kind: DependencyKind; all: readonly Dependency[] }) {
  const { dependencies: texts } = upkeep.value;
  const id = useId();
  if (all.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 class="section" id={id}>
        {texts.kinds[kind]} <span class="count">{t.value.figures.count(all.length)}</span>
      </h3>
      <Portion all={all}>{(shown) => shown.map((one) => <Need key={one.name} dependency={one} />)}</Portion>
    </section>
  );
}

/**
 * Returns whether a dependency is installed; `unknown` if the visitor has not listed what is
 * installed.
 */
function stateOf({ installed }: Dependency): "there" | "missing" | "unknown" {
  if (installed === null) return "unknown";
  return installed ? "there" : "missing";
}

const MARKS = { there: "✓", missing: "✗", unknown: "?" } as const;

function Need({ dependency }: { dependency: Dependency }) {
  const { dependencies: texts } = upkeep.value;
  const { name, declared, required, neededBy, ways, contradictions } = dependency;
  const id = useId();
  const state = stateOf(dependency);
  return (
    <article class={`need ${state}${required ? "" : " optional"}`} aria-labelledby={id}>
      <header>
        <span class="state" aria-hidden="true">
          {MARKS[state]}
        </span>
        <h4 id={id} class="name">
          <code>{visible(name)}</code>
        </h4>
        {state !== "unknown" && (
          <span class={`tag ${state === "there" ? "selected" : required ? "refused" : "off"}`}>{texts.states[state]}</span>
        )}
        <span class="tag" title={declared ? texts.declaredHint : texts.usedHint}>
          {declared ? texts.declared : texts.used}
        </span>
        {!required && (
          <span class="tag" title={texts.optionalHint}>
            {texts.optional}
          </span>
        )}
      </header>
      <Users neededBy={neededBy} />
      {ways.length > 0 && state !== "there" && (
        <p>
          <Ways ways={ways} />
        </p>
      )}
      {contradictions.map(({ reason, message }) => (
        <p key={`${reason} ${message}`} class="contradiction">
          <Marked text={visible(message)} /> <code class="reason-code">{reason}</code>
        </p>
      ))}
    </article>
  );
}

/**
 * The skills that need a dependency, with the places in their files that mention the dependency.
 */
function Users({ neededBy }: { neededBy: readonly NeededBy[] }) {
  const { shown, more } = first(neededBy, MOST_SKILLS);
  const named = shown.map(({ skill }) => nameOf(skill));
  return (
    <details>
      <summary>{upkeep.value.dependencies.neededBy(named, more)}</summary>
      <Portion all={neededBy}>{(shown) => shown.map((one) => <User key={one.skill} user={one} />)}</Portion>
    </details>
  );
}

function User({ user: { skill, places, count, orElse, declared, required } }: { user: NeededBy }) {
  const { dependencies: texts } = upkeep.value;
  return (
    <div class="user">
      <p>
        <b>{nameOf(skill)}</b> <span class="tag">{declared ? texts.declared : texts.used}</span>{" "}
        {!required && <span class="tag">{texts.optional}</span>}{" "}
        {orElse.length > 0 && <span class="help">{texts.orElse(orElse.map(visible))}</span>}
      </p>
      {places.map(({ path, range, source }) => (
        <FileLink key={`${path} ${range.start.byte} ${source}`} path={path} place={range.start}>
          {t.value.figures.line(range.start.line, range.start.column)} · {texts.sources[source]}
        </FileLink>
      ))}
      {count > places.length && <p class="help">{texts.places(count - places.length)}</p>}
    </div>
  );
}

/**
 * The list of hosts. Each host has the dependencies that it asks for when a skill is first used,
 * and the skills that it withholds because something is missing.
 */
function Hosts({ hosts }: { hosts: readonly HostNeeds[] }) {
  const { dependencies: texts } = upkeep.value;
  const id = useId();
  const some = hosts.filter(({ asks, withholds }) => asks.length + withholds.length > 0);
  return (
    <section class="steps" aria-labelledby={id}>
      <h3 class="section" id={id}>
        {texts.hosts}
      </h3>
      {some.length === 0 && <p class="nothing">{texts.hostsNone}</p>}
      {some.map(({ host, edition, asks, withholds }) => (
        <div key={`${host} ${edition}`}>
          <h4>
            {labelOf(host)} <span class="edition">{edition}</span>
          </h4>
          {asks.length > 0 && (
            <>
              <p class="help">{texts.hostsLead}</p>
              <Portion all={asks}>
                {(shown) => (
                  <ol>
                    {shown.map(({ skill, kind, names }) => (
                      <li key={`${skill} ${kind} ${names.join(" ")}`}>
                        <Filled text={texts.asks} names={<code>{names.map(visible).join(", ")}</code>} skill={nameOf(skill)} />{" "}
                        <span class="tag">{texts.kind[kind]}</span>
                      </li>
                    ))}
                  </ol>
                )}
              </Portion>
            </>
          )}
          {withholds.length > 0 && (
            <Portion all={withholds}>
              {(shown) => (
                <ul>
                  {shown.map(({ skill, missing: { bins, anyBins, env, config, os } }) => (
                    <li key={skill}>
                      <Filled
                        text={texts.withholds}
                        skill={nameOf(skill)}
                        names={<code>{[...bins, ...anyBins, ...env, ...config, ...os].map(visible).join(", ")}</code>}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </Portion>
          )}
        </div>
      ))}
    </section>
  );
}

/** Returns the name of the folder that contains the skill's file. */
function nameOf(skill: string): string {
  return visible(base(parent(skill)));
}

/**
 * Returns the command line that prints the dependencies of the skills in a terminal. `gone` is the
 * path of the skill that the visitor wants to remove; empty if there is no such skill.
 */
function commandOf(gone: string): string {
  return `npx skillglass deps --host ${aimedWords.value}${gone === "" ? "" : ` ${withValue("--without", inCwd(gone, nameOf(gone)))}`}`;
}
