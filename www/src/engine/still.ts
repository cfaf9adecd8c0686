import { edits, paths } from "../state/files.ts";
import { ask } from "./client.ts";
import type { QuestionName, Questions } from "./protocol/questions.ts";

/**
 * Asks the engine a question. If a file changes before the answer arrives, asks again, so that the
 * answer is about the current files.
 */
export async function askStill<N extends QuestionName>(name: N, asked: Questions[N]["ask"]): Promise<Questions[N]["answer"] | undefined> {
  const now = () => `${edits.peek()} ${paths.peek()}`;
  for (;;) {
    const known = now();
    const answer = await ask(name, asked);
    if (answer === undefined || known === now()) return answer;
  }
}
