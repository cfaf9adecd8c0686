/**
 * This module has the example of a repository with 200 skills: ten skills for each of twenty
 * business areas. The 200 skills are too many for a host's list.
 */
import type { Example } from "./example.ts";

/** An area of a shop's business, such as payments. The example has ten skills for each area. */
interface Area {
  name: string;
  /**
   * The phrase for the business area in the sentences of its skills. For the area "payments", the
   * phrase is "the payment service".
   */
  of: string;
  /**
   * The data of this business area, such as "products and prices" for the product catalogue. The
   * example's skills mention this data in their texts.
   */
  data: string;
  /** The people who use this business area of the shop, such as "paying customers" for payments. */
  users: string;
  /** A typical incident in this business area, such as "a charge is made twice" for payments. */
  trouble: string;
}

const AREAS: readonly Area[] = [
  {
    name: "payments",
    of: "the payment service",
    data: "authorisations and captures",
    users: "paying customers",
    trouble: "a charge is made twice",
  },
  { name: "checkout", of: "the checkout", data: "baskets and addresses", users: "buyers", trouble: "a basket loses its lines" },
  {
    name: "catalogue",
    of: "the product catalogue",
    data: "products and prices",
    users: "shop managers",
    trouble: "a price is shown that nobody set",
  },
  {
    name: "search",
    of: "the product search",
    data: "the index of products",
    users: "visitors",
    trouble: "a product cannot be found by its name",
  },
  {
    name: "shipping",
    of: "the shipping service",
    data: "parcels and labels",
    users: "the warehouse",
    trouble: "a label names the wrong carrier",
  },
  {
    name: "returns",
    of: "the returns desk",
    data: "returns and refunds",
    users: "customers who send something back",
    trouble: "a refund waits for a parcel that has arrived",
  },
  {
    name: "accounts",
    of: "customer accounts",
    data: "profiles and consents",
    users: "registered customers",
    trouble: "someone is logged out again and again",
  },
  { name: "loyalty", of: "the loyalty programme", data: "points and tiers", users: "members", trouble: "points expire too early" },
  {
    name: "pricing",
    of: "the pricing rules",
    data: "discounts and taxes",
    users: "merchandisers",
    trouble: "two discounts are added up that exclude each other",
  },
  { name: "inventory", of: "the stock ledger", data: "stock and reservations", users: "stores", trouble: "the stock falls below nothing" },
  {
    name: "suppliers",
    of: "the supplier portal",
    data: "orders and delivery notes",
    users: "suppliers",
    trouble: "an order is confirmed by nobody",
  },
  {
    name: "invoicing",
    of: "invoicing",
    data: "invoices and credit notes",
    users: "bookkeepers",
    trouble: "a number is missing in the sequence",
  },
  { name: "fraud", of: "the fraud screen", data: "scores and decisions", users: "the risk team", trouble: "good orders are held back" },
  {
    name: "messaging",
    of: "customer messages",
    data: "templates and deliveries",
    users: "everyone who gets mail from us",
    trouble: "a message goes out in the wrong language",
  },
  {
    name: "recommendations",
    of: "the recommendations",
    data: "models and their features",
    users: "visitors of the shop",
    trouble: "sold-out products are recommended",
  },
  {
    name: "warehouse",
    of: "the warehouse control",
    data: "shelves and picking lists",
    users: "pickers",
    trouble: "two pickers are sent to the same shelf",
  },
  {
    name: "mobile",
    of: "the mobile app",
    data: "screens and push tokens",
    users: "app users",
    trouble: "the app starts on an empty screen",
  },
  {
    name: "storefront",
    of: "the storefront",
    data: "pages and components",
    users: "visitors of the site",
    trouble: "a page shifts while it loads",
  },
  {
    name: "analytics",
    of: "the analytics pipeline",
    data: "events and reports",
    users: "analysts",
    trouble: "yesterday's figures change overnight",
  },
  {
    name: "platform",
    of: "the shared platform",
    data: "clusters and secrets",
    users: "all teams",
    trouble: "a deployment waits without a reason",
  },
];

interface Task {
  name: string;
  describe(area: Area): string;
  steps(area: Area): readonly string[];
}

const TASKS: readonly Task[] = [
  {
    name: "migration",
    describe: (area) =>
      `Plan a change of the schema behind ${area.data}, with a way back and no downtime for ${area.users}. Use it before any migration in ${area.of}.`,
    steps: (area) => [
      `List the tables that hold ${area.data}, with their sizes.`,
      "Split the change so that each step can be undone alone.",
      "Say which lock each step takes, and for how long.",
    ],
  },
  {
    name: "runbook",
    describe: (area) => `What to do when ${area.trouble}. Use it when an alarm of ${area.of} fires or ${area.users} complain.`,
    steps: (area) => [
      `Find out since when ${area.trouble}, and for how many.`,
      "Look at the last deployment before anything else.",
      "Write each step into the log before you take it.",
    ],
  },
  {
    name: "load-test",
    describe: (area) =>
      `Measure how much ${area.of} can take before ${area.users} notice. Use it ahead of a sale or after a change of the hot path.`,
    steps: () => [
      "Agree on the figure that would stop the launch.",
      "Raise the load in five steps and hold each for ten minutes.",
      "Report the first step at which an error appears.",
    ],
  },
  {
    name: "api-review",
    describe: (area) =>
      `Review a change of the interface of ${area.of}: names, errors, versions, compatibility. Use it for every pull request that touches its schema.`,
    steps: (area) => [
      "Compare the schema with the one that is in production.",
      `Name every caller that would break, with its team.`,
      `Check that the words for ${area.data} are those of the glossary.`,
    ],
  },
  {
    name: "test-data",
    describe: (area) =>
      `Make ${area.data} for tests that look real and belong to nobody. Use it when a test or a demonstration of ${area.of} needs data.`,
    steps: () => [
      "Take no value from production.",
      "Cover the empty case, the usual one and the largest.",
      "Keep the seed so that the data can be made again.",
    ],
  },
  {
    name: "release",
    describe: (area) => `Release ${area.of}: check, tag, deploy, watch. Use it when a version was approved.`,
    steps: (area) => [
      "Read the changes since the last tag and say what users will notice.",
      "Deploy to one in a hundred first.",
      `Go on after ten minutes in which nothing of this kind was seen: ${area.trouble}.`,
    ],
  },
  {
    name: "onboarding",
    describe: (area) =>
      `Walk a new colleague through ${area.of}: where ${area.data} live, who needs them, what breaks. Use it in the first week.`,
    steps: (area) => [
      `Begin with what ${area.users} see.`,
      "Follow one request through the code, file by file.",
      "End with a small change that the colleague makes alone.",
    ],
  },
  {
    name: "cost-report",
    describe: (area) =>
      `Report what ${area.of} costs each month and what has changed. Use it for the monthly review or when a bill surprises.`,
    steps: () => [
      "Take the figures by service and by environment.",
      "Explain every line that moved by more than a tenth.",
      "Propose at most three savings, each with its price.",
    ],
  },
  {
    name: "access-review",
    describe: (area) =>
      `List who may read or change ${area.data}, and who no longer needs to. Use it every quarter and when someone leaves the team of ${area.of}.`,
    steps: (area) => [
      `List the roles that reach ${area.data}.`,
      "Mark those that were not used for ninety days.",
      "Take nothing away yourself; write the request.",
    ],
  },
  {
    name: "postmortem",
    describe: (area) =>
      `Write up an incident of ${area.of} without blame: what ${area.users} saw, why, what changes. Use it within three days after an incident.`,
    steps: () => [
      "Build the timeline from the log, not from memory.",
      "Ask why until the answer is a system and not a person.",
      "End with changes that have a name and a date.",
    ],
  },
];

const pathOf = (area: Area, task: Task): string => `/repo/.agents/skills/${area.name}-${task.name}/SKILL.md`;

export const MONOREPO: Example = {
  id: "monorepo",
  fault: false,
  files: () => [
    ["/repo/.git/HEAD", "ref: refs/heads/main\n"],
    ["/repo/README.md", "# Market hall\n\nTwenty areas, ten skills for each, one folder for all of them.\n"],
    ...AREAS.flatMap((area) => TASKS.map((task): [string, string] => [pathOf(area, task), skill(area, task)])),
  ],
  current: pathOf(AREAS[0]!, TASKS[0]!),
  options: { host: "codex" },
  prompt: "$payments-runbook Customers write that they were charged twice this morning.",
  view: "model",
  shows: [
    { host: "codex", fate: "over-budget", skills: AREAS.length * TASKS.length },
    { host: "codex", fate: "injected", text: "Find out since when a charge is made twice" },
  ],
};

function skill(area: Area, task: Task): string {
  const title = `${area.name}: ${task.name.replaceAll("-", " ")}`;
  const steps = task.steps(area).map((step, index) => `${index + 1}. ${step}`);
  return `---
name: ${area.name}-${task.name}
description: ${task.describe(area)}
---

# ${title[0]!.toUpperCase()}${title.slice(1)}

${steps.join("\n")}
`.replace(/^(description: )(.*: .*)$/m, (_, key: string, text: string) => `${key}${JSON.stringify(text)}`);
}
