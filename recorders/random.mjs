// Random numbers from a seed. The same seed gives the same workspaces on every machine.
import { createHash } from "node:crypto";

export class Random {
  #state;

  constructor(seed) {
    this.#state = createHash("sha256").update(String(seed)).digest().readUInt32LE(0);
  }

  /**
   * Returns the next random number, from 0 up to but not including 1 (the algorithm is mulberry32).
   */
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

  /** Returns true with the given probability. */
  chance(probability) {
    return this.next() < probability;
  }

  pick(values) {
    return values[this.integer(0, values.length - 1)];
  }

  /**
   * Returns one of the values in `[value, weight]` pairs. A higher weight makes a value more
   * likely.
   */
  weighted(pairs) {
    let rest = this.next() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of pairs) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return pairs.at(-1)[0];
  }

  /** Returns `count` different elements in random order, or all elements if there are fewer. */
  sample(values, count) {
    const rest = [...values];
    const taken = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(this.integer(0, rest.length - 1), 1));
    return taken;
  }
}
