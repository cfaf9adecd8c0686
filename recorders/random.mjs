// Chance with a seed: the same seed gives the same workspaces on every machine.
import { createHash } from "node:crypto";

export class Random {
  #state;

  constructor(seed) {
    this.#state = createHash("sha256").update(String(seed)).digest().readUInt32LE(0);
  }

  /** Returns a number from 0 up to 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Returns a whole number from `low` to `high`, both included. */
  integer(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Returns true with a probability. */
  chance(probability) {
    return this.next() < probability;
  }

  pick(values) {
    return values[this.integer(0, values.length - 1)];
  }

  /** Picks from `[value, weight]` pairs. */
  weighted(pairs) {
    let rest = this.next() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of pairs) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return pairs.at(-1)[0];
  }

  /** Returns `count` different values, or all if there are fewer. */
  sample(values, count) {
    const rest = [...values];
    const taken = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(this.integer(0, rest.length - 1), 1));
    return taken;
  }
}
