// An agent whose skills work as in Claude Code. Skillglass decides what a skill does; the model, the shell and the user are functions
// that the program passes in. It runs in Node and in a browser.
import { Workspace } from "skillglass";

/** A tool with one input. Names and inputs are those of Claude Code, because the rules of permissions name them. */
const ownTool = (name, description, input) => ({
  name,
  description,
  schema: { type: "object", properties: { [input]: { type: "string" } }, required: [input] },
});
const OWN_TOOLS = [
  ownTool("Read", "Reads a file by its absolute path.", "file_path"),
  ownTool("Bash", "Runs a command in the shell.", "command"),
];

export class Agent {
  /** The conversation: `{ role, text }`, with `calls` for the model's calls and `callId` for their results. */
  history;
  #files;
  /** The settings files with the rules that the user chose, by path. */
  #settings;
  #workspace;
  #session;
  #model;
  #run;
  #ask;
  #skillTool = null;
  #tools = [];

  /**
   * `model({ messages, tools })` returns `{ text, calls: [{ id, name, input }] }`, `run(command)` returns `{ text, exitCode }`, and
   * `ask(question)` returns true, false or "always". All three return promises. `saved` is the result of `save()`.
   */
  constructor({ files, model, run, ask, saved }) {
    this.#workspace = new Workspace({ host: "claude-code", cwd: "/repo", home: "/home/me", contextWindow: 200_000 });
    this.#files = { ...files, ...saved?.settings };
    this.#workspace.writeAll(this.#files);
    this.#session = this.#workspace.startSession({ saved: saved?.session });
    this.history = saved?.history ?? [];
    this.#settings = saved?.settings ?? {};
    this.#model = model;
    this.#run = run;
    this.#ask = ask;
  }

  /** Answers a message of the user. */
  async send(text) {
    const inputs = [{ type: "text", text }];
    let turn = this.#session.turn({ inputs });
    const outputs = {};
    for (const used of turn.invocations) if (used.outcome.status === "waits") Object.assign(outputs, await this.#outputsOf(used));
    if (Object.keys(outputs).length > 0) turn = this.#session.turn({ inputs, outputs });
    this.#list(this.history);
    if (turn.typedText === "sent") this.history.push({ role: "user", text });
    this.history.push(...turn.messages);
    if (turn.typedText === "not-sent") return turn.invocations[0].outcome.message;
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
    return { history: this.history, settings: this.#settings, session: this.#session.save() };
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
    this.#tools = [...OWN_TOOLS, ...(tool ? [tool] : [])];
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
      const used = this.#session.invoke(request);
      const { outcome, permission, messages, fork } = used;
      if (outcome.status === "asks") {
        const isAllowed = await this.#ask(`May the model use the skill ${skill}? (${permission.reason})`);
        request[isAllowed ? "approved" : "declined"] = true;
      } else if (outcome.status === "waits") {
        request.outputs = await this.#outputsOf(used);
      } else {
        if (!fork) return messages;
        if (!fork.background) return [...messages, await this.#runFork(fork)];
        running.push(this.#runFork(fork));
        return messages;
      }
    }
  }

  /** Runs one of the agent's own tools if the host's rules or the user allow it, and returns its text. */
  async #useOwn({ id, name, input }, agent) {
    const { decision, reason, message, remember } = this.#session.permission({ tool: name, input, agent, id });
    if (decision === "deny") return message.text;
    if (decision === "ask") {
      const answer = await this.#ask(`May the model use ${name}: ${Object.values(input)}? (${reason})`);
      if (!answer) return `The user declined the use of ${name}.`;
      if (answer === "always" && remember) {
        this.#workspace.write(remember.path, remember.text);
        this.#settings[remember.path] = remember.text;
      }
    }
    if (name === "Bash") return (await this.#run(input.command)).text;
    if (this.#files[input.file_path] === undefined) return `There is no file ${input.file_path}.`;
    this.#session.touch([input.file_path]);
    return this.#files[input.file_path];
  }

  /** Runs the commands in a skill's text that the rules allow, also the skill's own, and returns their outputs. */
  async #outputsOf({ path, by, requests }) {
    const outputs = {};
    for (const { id, command } of requests) {
      const { decision } = this.#session.permission({ tool: "Bash", input: { command }, skill: { path, by } });
      outputs[id] = decision === "allow" ? await this.#run(command) : { text: "The command was not run.", exitCode: 1 };
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
