// A model for trying the agent without a key. It follows five rules, and its answers depend only on the conversation.

const LINE_OF_LIST = /^- ([\w-]+)(?::|$)/gm;

export async function mockModel({ messages, tools }) {
  const namesIn = ({ text }) => Array.from(text.matchAll(LINE_OF_LIST), ([, name]) => name);
  const skills = new Set(messages.flatMap(namesIn));
  const { role, text } = messages.findLast((message) => namesIn(message).length === 0);
  const say = (answer) => ({ text: answer, calls: [] });
  const call = (name, input) => ({ text: "", calls: [{ id: `call-${messages.length}`, name, input }] });
  const lines = text.trim().split("\n");

  if (/^Summarize/.test(text)) return say("Summary: the user tried the skills.");
  // A result, or the text of a skill: the answer repeats its last line.
  if (role === "tool" || /^(Skill "|Base directory)/.test(text)) return say(`I followed: ${lines.at(-1)}`);
  const [, verb, rest] = /^(read|run) (.+)$/i.exec(text) ?? [];
  if (verb) return verb.toLowerCase() === "read" ? call("Read", { file_path: rest }) : call("Bash", { command: rest });
  const named = text.match(/[\w-]+/g)?.find((word) => skills.has(word) || word === "deploy");
  if (named && tools.length > 2) return call(tools[2].name, { skill: named, args: text.split(named)[1].trim() });
  return say(`You wrote: ${lines.at(-1)}`);
}
