/** This module has the handler of each question that the page asks the worker. */
import { rules } from "skillglass";
import type { QuestionName, Questions } from "../protocol/questions.ts";
import { fitting } from "../shared/outputs.ts";
import { changelogOf, editions, since, trees } from "./changes.ts";
import { compare, comparedSkill } from "./compare.ts";
import type { Engine } from "./engine.ts";
import { fieldsOf } from "./fields.ts";
import { currentFix, safeFixes } from "./fixes.ts";
import { model } from "./model.ts";
import { mended, openProblems } from "./open-file.ts";
import { passages } from "./passages.ts";
import { problemText, worstProblems } from "./problem-text.ts";
import { fileProblems, problems } from "./problems.ts";
import { competitors, duplicates, search } from "./search.ts";
import { sigils } from "./sigils.ts";
import { supportOfAll } from "./support.ts";
import { hostRequest, triggers } from "./triggers.ts";
import { budgetPlan, dependencies, health, planFiles } from "./upkeep.ts";
import { usage, usageTurns } from "./usage.ts";

export type Handler<N extends QuestionName = QuestionName> = (ask: Questions[N]["ask"], engine: Engine) => Questions[N]["answer"];

export const handlers: { [N in QuestionName]: Handler<N> } = {
  skill: (path, { workspace }) => workspace.catalog().skills.find((skill) => skill.path === path) ?? null,

  listing: (_, { workspace }) => {
    const { entries: _entries, attachment: _attachment, events: _events, ...rest } = workspace.listing();
    return rest;
  },

  entries: (_, { workspace }) => workspace.listing().entries,

  names: (_, { workspace }) => {
    const aliases = new Map(workspace.catalog().skills.map(({ path, aliases }) => [path, aliases]));
    return [...new Set(workspace.listing().entries.flatMap(({ name, path }) => [name, ...(aliases.get(path) ?? [])]))];
  },

  turn: ({ prompt, connectors, outputs: recorded }, { workspace }) => {
    const request = {
      inputs: [{ type: "text" as const, text: prompt }],
      connectors: Object.fromEntries(connectors.map((slug) => [slug, 1])),
    };
    const plain = workspace.turn(request);
    const outputs = fitting(
      plain.invocations.flatMap(({ requests }) => requests),
      recorded,
    );
    return outputs ? workspace.turn({ ...request, outputs }) : plain;
  },

  invoke: ({ call, outputs: recorded }, { workspace }) => {
    if (!workspace.listing().tool) return null;
    const plain = workspace.invoke(call);
    const outputs = fitting(plain.requests, recorded);
    return outputs ? workspace.invoke({ ...call, outputs }) : plain;
  },

  listed: (_, { workspace }) => {
    const { entries } = workspace.listing();
    const cut = entries.filter((entry) => entry.line !== null && entry.cut > 0).map(({ path }) => path);
    return { cut, dropped: entries.filter((entry) => entry.line === null).map(({ path }) => path) };
  },

  sigils,
  model,
  budgetPlan,
  planFiles,
  compare,
  comparedSkill,
  editions,
  since,
  changelog: changelogOf,
  trees,
  problems,
  problemText,
  worstProblems,
  fileProblems,
  safeFixes,
  currentFix,
  health,
  dependencies,
  rules,
  search,
  competitors,
  duplicates,
  passages,
  triggers,
  hostRequest,
  usage,
  usageTurns,
  openProblems,
  mended,
  fields: fieldsOf,
  support: supportOfAll,
};
