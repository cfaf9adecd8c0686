/**
 * This module finds the characters that a host accepts before a skill's name in a prompt. It tests
 * them in a simulated turn.
 */
import type { Sigil, SigilsAnswer, SigilsAsk } from "../protocol/sigils.ts";
import type { Engine } from "./engine.ts";

const SIGILS: readonly string[] = ["/", "$"];

/**
 * Returns the characters that the host accepts before a skill's name, such as `/` and `$`. The
 * usual character of this host is first.
 */
export function sigils({ name, path, renamed }: SigilsAsk, { workspace }: Pick<Engine, "workspace">): SigilsAnswer {
  const { host, edition } = workspace.catalog();
  const typed = workspace.compare({ hosts: [{ host, edition }], skills: [path] }).skills[0]?.cells[0]?.user ?? "";
  const own = typed.endsWith(name) ? [typed.slice(0, -name.length)] : [];
  const outcomes = (text: string) => workspace.turn({ inputs: [{ type: "text", text }] }).mentions.map(({ outcome }) => outcome);
  const sigils = [...new Set([...own, ...SIGILS])]
    .filter((text) => text !== "" && outcomes(text + name).some((one) => one.status === "selected" || one.reason !== "not-offered"))
    .map((text): Sigil => ({ text, takesOwn: renamed === null || outcomes(text + renamed).some(({ status }) => status === "selected") }));
  return { host, edition, sigils };
}
