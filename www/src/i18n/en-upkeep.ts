/**
 * The English texts about budget plans, health and dependencies. `zh-upkeep.ts` has the Chinese
 * texts.
 */
import type { BudgetMeans, DependencyKind, HealthKind, NeedSource } from "skillglass";
import { grouped as count, counted, listed } from "../../../command/print/plain.ts";

const dependencies = (n: number) => `${count(n)} ${n === 1 ? "dependency" : "dependencies"}`;

export const upkeep = {
  budgetPlan: {
    heading: "What makes it fit",
    lead: (host: string) =>
      `The smallest set of changes after which ${host} shows every skill whole, by its own settings. The list was made again with them, so they suffice. No host makes such a plan.`,
    find: "Find the smallest changes",
    findLead: (skills: number) => `With ${counted(skills, "skill")} this can take some seconds.`,
    looking: "The engine looks for the smallest changes…",
    allowed: "Allowed changes",
    means: { shorten: "shorten", "name-only": "name only", conditional: "conditional", hide: "hide", off: "turn off" } satisfies Record<
      BudgetMeans,
      string
    > as Record<BudgetMeans, string>,
    meansHint: {
      shorten: "The list shows the beginning of the description",
      "name-only": "The list shows the name without the description, where the host has a setting for that",
      conditional: "The list shows the skill after a matching file was touched",
      hide: "The list does not show the skill; users can still invoke it",
      off: "The host does not use the skill",
    } satisfies Record<BudgetMeans, string> as Record<BudgetMeans, string>,
    change: (means: BudgetMeans, from: number, to: number, unit: string) =>
      ({
        shorten: `Shorten its description from ${count(from)} to ${count(to)} ${unit}`,
        "name-only": "List it by its name only",
        conditional: "List it only after a matching file was touched",
        hide: "Hide it from the model; users can still invoke it",
        off: "Turn it off",
      })[means],
    sum: (changes: number, cost: number) => `${counted(changes, "change")}, then ${count(cost)} used`,
    sumOf: (changes: number, cost: number, limit: number, unit: string) =>
      `${counted(changes, "change")}, then ${count(cost)} of ${count(limit)} ${unit}`,
    changes: "Changes",
    proposed: "The proposed description:",
    keep: "Leave as it is",
    kept: "Left as they are:",
    release: (name: string) => `Let ${name} change again`,
    apply: (changes: number) => `Apply ${counted(changes, "change")}`,
    applied: (changes: number, files: number) => `Applied ${counted(changes, "change")} to ${counted(files, "file")}.`,
    gone: "The files have changed, so this plan cannot be applied any more.",
    unsolved: "The allowed changes do not suffice.",
    unchangeable: (skills: number) => `${counted(skills, "skill")} cannot be made smaller:`,
    fitsFrom: (tokens: number) => `Without changes everything fits from a window of ${counted(tokens, "token")}.`,
    setWindow: "Set this window",
  },

  health: {
    lead: "Symptoms of outdated skills, the worst skill first. Nothing comes from a network, and no host checks this. A symptom can be wrong: read its place.",
    looking: "The engine checks each skill…",
    sum: (outdated: number, sound: number, day: string) =>
      outdated === 0
        ? `On ${day}, ${counted(sound, "skill")} without symptoms.`
        : `On ${day}, ${counted(outdated, "skill")} with symptoms, ${count(sound)} without.`,
    none: "There is no skill among the files.",
    score: (score: number) => `Score ${count(score)} of 100`,
    weight: (weight: number) => `Weight ${count(weight)} of 100`,
    kinds: {
      "missing-file": "missing file",
      "missing-anchor": "missing heading",
      "dropped-field": "dropped field",
      "retired-model": "retired model",
      "past-date": "past day",
      "old-review": "old review",
      "old-version": "old version",
      overlap: "similar skill",
      "unused-description": "unused description",
    } satisfies Record<HealthKind, string> as Record<HealthKind, string>,
    newest: "Newest versions",
    newestLabel: "Newest versions of packages, one in a line",
    newestHelp: "A pinned version that is older than the one here counts. Only these packages are checked.",
    newestWrong: (line: string) => `“${line}” has no version: write a package, @ and its version.`,
  },

  dependencies: {
    lead: "What the skills need, from their fields, texts and programs. Nothing runs, and no host makes this inventory.",
    looking: "The engine reads the skills…",
    none: "No skill of this tree needs anything.",
    sum: (all: number) => `${dependencies(all)}.`,
    sumMissing: (all: number, missing: number) => `${dependencies(all)}, ${count(missing)} required and missing.`,
    filtered: "Nothing is missing.",
    installed: "Installed",
    installedLabel: "What is installed: names of programs, variables, servers and plugins",
    installedHelp:
      "In lines, or with spaces or commas between. A name counts for every kind. While it is empty, nothing is reported as missing.",
    onlyMissing: "Only missing",
    without: "If this skill is removed",
    nothingGoes: "none",
    kinds: {
      program: "Programs",
      variable: "Environment variables",
      server: "MCP servers",
      plugin: "Plugins",
      skill: "Other skills",
    } satisfies Record<DependencyKind, string> as Record<DependencyKind, string>,
    kind: {
      program: "program",
      variable: "variable",
      server: "MCP server",
      plugin: "plugin",
      skill: "skill",
    } satisfies Record<DependencyKind, string> as Record<DependencyKind, string>,
    declared: "declared",
    used: "only used",
    declaredHint: "A field declares it",
    usedHint: "No field declares it: texts and programs use it",
    optional: "optional",
    optionalHint: "It is optional at every place",
    states: { there: "installed", missing: "missing" },
    neededBy: (skills: readonly string[], others: number) =>
      `needed by ${others > 0 ? `${skills.join(", ")} and ${count(others)} more` : listed(skills)}`,
    orElse: (names: readonly string[]) => `or else ${listed(names)}`,
    places: (n: number) => `and ${counted(n, "more place")}`,
    sources: {
      metadata: "metadata",
      "openai-yaml": "agents/openai.yaml",
      "allowed-tools": "allowed-tools",
      compatibility: "compatibility",
      "env-example": "example of variables",
      shebang: "first line of a script",
      script: "shell script",
      code: "program",
      "shell-block": "code block",
      text: "text",
    } satisfies Record<NeedSource, string> as Record<NeedSource, string>,
    ways: "To install it:",
    install: "To install, in this order",
    drop: "No longer needed",
    dropNone: "Nothing is needed by this skill only.",
    dropped: (skills: readonly string[]) => `only ${listed(skills)} needed it`,
    hosts: "What hosts ask for first",
    hostsLead: "At the first use of each skill, in the host’s own order.",
    hostsNone: "None of these hosts asks for anything, or withholds a skill.",
    asks: "asks for {names}, for {skill}",
    withholds: "does not offer {skill}, because of {names}",
    unread: (files: number) =>
      `${counted(files, "file")} beside skills ${files === 1 ? "is" : "are"} not text that can be read, and not part of this.`,
  },
};
