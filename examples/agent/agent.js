// An agent whose skills work as in Claude Code. Skillglass decides what a skill does; the model, the shell and the user are functions
// that the program passes in. It runs in Node and in a browser.
import { Workspace } from "skillglass";

const OWN_TOOLS = [
  { name: "Read", description: "Reads a file by its absolute path.", inputs: ["path"] },
  { name: "Bash", description: "Runs a command in the shell.", inputs: ["command"] },
];

/** The tool for a model's request. Every input is a string, and the first is required. */
function definitionOf({ name, description, inputs }) {
  const properties = Object.fromEntries(inputs.map((input) => [input, { type: "string" }]));
  return { name, description, schema: { type: "object", properties, required: inputs.slice(0, 1) } };
}

/** The decision on one of the agent's own tools: skills in use allow and remove tools, and the user is asked about the rest. */
function decisionOn(tool, changes) {
  if (changes.some(({ disallowedTools }) => disallowedTools.includes(tool))) return "deny";
  const isAllowed = tool === "Read" || changes.some(({ allowedTools }) => allowedTools.includes(tool));
  return isAllowed ? "allow" : "ask";
}

/** The decision on a command in a skill's text. */
const mayRun = ({ verdict }) => verdict === "allow";

export class Agent {
  /** The conversation: `{ role, text }`, with `calls` for the model's calls and `callId` for their results. */
  history;
  #files;
  #workspace;
  #session;
  #model;
  #run;
  #ask;
  #skillTool = null;
  #tools = [];

  /**
   * `model({ messages, tools })` returns `{ text, calls: [{ id, name, input }] }`, `run(command)` returns `{ text, exitCode }`, and
   * `ask(question)` returns true or false. All three return promises. `saved` is the result of `save()`.
   */
  constructor({ files, model, run, ask, saved }) {
    this.#workspace = new Workspace({ host: "claude-code", cwd: "/repo", home: "/home/me", contextWindow: 200_000 });
    this.#workspace.writeAll(files);
    this.#session = this.#workspace.startSession({ saved: saved?.session });
    this.history = saved?.history ?? [];
    this.#files = files;
    this.#model = model;
    this.#run = run;
    this.#ask = ask;
  }

  /** Answers a message of the user. */
  async send(text) {
    const inputs = [{ type: "text", text }];
    let turn = this.#session.turn({ inputs });
    const requests = turn.invocations.filter(({ outcome }) => outcome.status === "waits").flatMap(({ requests }) => requests);
    if (requests.length > 0) turn = this.#session.turn({ inputs, outputs: await this.#outputsOf(requests) });
    this.#list(this.history);
    // The messages of a typed skill take the place of what the user typed.
    const isCommand = turn.invocations.length > 0;
    this.history.push(...(isCommand ? turn.messages : [{ role: "user", text }]));
    const stopped = turn.invocations.filter(({ outcome }) => outcome.status === "refused" || outcome.status === "failed");
    if (isCommand && stopped.length === turn.invocations.length) return stopped[0].outcome.message;
    for (const { fork } of turn.invocations) if (fork) this.history.push(await this.#runFork(fork));
    return this.#converse(this.history);
  }

  /** Replaces the conversation by a summary and the texts of the skills that were used. */
  async compact() {
    const request = { role: "user", text: "Summarize this conversation." };
    const { text } = await this.#model({ messages: [...this.history, request], tools: this.#tools });
    this.history = [{ role: "user", text }, ...this.#session.compact()];
  }

  /** The conversation as plain data. */
  save() {
    return { history: this.history, session: this.#session.save() };
  }

  free() {
    this.#session.free();
    this.#workspace.free();
  }

  /** Adds the list of skills to a conversation if it has changed, and returns the tools that the model has now. */
  #list(history, agent) {
    const { message, tool } = this.#session.listing(agent);
    if (message) history.push(message);
    this.#skillTool = tool;
    this.#tools = [...OWN_TOOLS, ...(tool ? [tool] : [])].map(definitionOf);
    return this.#tools;
  }

  /** Asks the model until it makes no more calls, and returns its answer. `agent` is the id of a sub-agent. */
  async #converse(history, agent) {
    const running = [];
    for (;;) {
      const tools = this.#list(history, agent);
      const { text, calls } = await this.#model({ messages: history, tools });
      history.push({ role: "assistant", text, calls });
      const messages = [];
      for (const call of calls) messages.push(...(await this.#use(call, agent, running)));
      // The results of calls come first, because models expect them right after the calls.
      history.push(...messages.filter(({ role }) => role === "tool"), ...messages.filter(({ role }) => role !== "tool"));
      if (calls.length > 0) continue;
      if (running.length === 0) return text;
      history.push(await running.shift());
    }
  }

  /** Does what a call of the model asks for, and returns the messages that result. */
  async #use(call, agent, running) {
    if (OWN_TOOLS.some(({ name }) => name === call.name)) {
      return [{ role: "tool", text: await this.#useOwn(call, agent), callId: call.id }];
    }
    const [skill = "", args] = this.#skillTool?.inputs.map((name) => call.input[name]) ?? [];
    const request = { skill, args, agent, id: call.id };
    for (;;) {
      const { outcome, permission, requests, messages, fork } = this.#session.invoke(request);
      if (outcome.status === "asks") {
        const isAllowed = await this.#ask(`May the model use the skill ${skill}? (${permission.reason})`);
        request[isAllowed ? "approved" : "declined"] = true;
      } else if (outcome.status === "waits") {
        request.outputs = await this.#outputsOf(requests);
      } else {
        if (!fork) return messages;
        if (!fork.background) return [...messages, await this.#runFork(fork)];
        running.push(this.#runFork(fork));
        return messages;
      }
    }
  }

  /** Runs one of the agent's own tools, and returns its text. */
  async #useOwn({ name, input }, agent) {
    const decision = decisionOn(name, this.#session.changes(agent));
    const isAllowed = decision === "ask" ? await this.#ask(`May the model use ${name}: ${Object.values(input)}?`) : decision === "allow";
    if (!isAllowed) return `${name} may not be used for this.`;
    if (name === "Bash") return (await this.#run(input.command)).text;
    if (this.#files[input.path] === undefined) return `There is no file ${input.path}.`;
    this.#session.touch([input.path]);
    return this.#files[input.path];
  }

  /** Runs the commands in a skill's text that are allowed, and returns their outputs. */
  async #outputsOf(requests) {
    const outputs = {};
    for (const request of requests) {
      outputs[request.id] = mayRun(request) ? await this.#run(request.command) : { text: "The command was not run.", exitCode: 1 };
    }
    return outputs;
  }

  /** Runs a skill in a sub-agent, and returns the message with its answer or its error. */
  async #runFork({ id, prompt }) {
    try {
      return this.#session.finishFork(id, await this.#converse([{ role: "user", text: prompt }], id));
    } catch (error) {
      return this.#session.failFork(id, String(error));
    }
  }
}
