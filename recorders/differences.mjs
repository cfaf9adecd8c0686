// Compares the answers of two releases, and groups the differences by the kind of change.

/** Fields by which the elements of a list can be told apart, the preferred field first. */
const KEYS = ["path", "location", "filePath", "name", "id", "prompt"];

/**
 * Returns a map of a list's elements by the first field that all of them have with different
 * values.
 * Returns null if there is no such field.
 */
function keyed(list) {
  for (const key of KEYS) {
    const named = new Map(list.map((element) => [element?.[key], element]));
    if (list.length > 0 && named.size === list.length && !named.has(undefined)) return named;
  }
  return null;
}

/**
 * Returns the differences between two values as `{at, before, after}`. `at` is the path to the
 * value, without indices of lists.
 * A value that is missing on one side is undefined.
 */
export function differences(before, after, at = "") {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [keyed(before), keyed(after)];
    if ((old || before.length === 0) && (now || after.length === 0)) {
      const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
      const found = [...names].flatMap((name) => differences(old?.get(name), now?.get(name), `${at}[]`));
      return found.length > 0 ? found : [{ at: `${at}: the order`, before: [...old.keys()], after: [...now.keys()] }];
    }
    if (before.length === after.length) return before.flatMap((element, index) => differences(element, after[index], `${at}[]`));
    return [{ at, before, after }];
  }
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(before) || !isObject(after)) return [{ at, before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], at ? `${at}.${key}` : key),
  );
}

/**
 * Returns how a value changed, without numbers and paths, so that the same change in two workspaces
 * has the same description.
 */
function kind({ before, after }) {
  if (before === undefined) return "only in the newer release";
  if (after === undefined) return "only in the older release";
  if (typeof before !== "string" || typeof after !== "string") {
    const short = (value) =>
      typeof value === "object" && value !== null ? (Array.isArray(value) ? "a list" : "an object") : String(value);
    return `${short(before)} → ${short(after)}`;
  }
  // The words between the common beginning and the common end.
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = (text) =>
    text
      .slice(start, text.length - end)
      .replace(/\d+/g, "N")
      .replace(/\/[\w./@-]+/g, "PATH")
      .slice(0, 60);
  return `“${middle(before)}” → “${middle(after)}”`;
}

/**
 * Groups the differences between two answers to each case. Returns `{differing, groups}`.
 * `differing` is the number of cases with a difference. A group is `{at, kind, cases (ids),
 * example}`; the largest group is first.
 */
export function grouped(pairs) {
  const groups = new Map();
  let differing = 0;
  for (const [before, after] of pairs) {
    const answer = ({ expect, standard, failure }) => ({
      ...(expect ?? {}),
      ...(standard && { standard }),
      ...(failure && { failure: failure.split("\n")[0] }),
    });
    const found = differences(answer(before), answer(after));
    if (found.length > 0) differing += 1;
    for (const difference of found) {
      const label = `${difference.at}: ${kind(difference)}`;
      const group = groups.get(label) ?? { at: difference.at, kind: kind(difference), cases: [], example: difference };
      if (!group.cases.includes(before.id)) group.cases.push(before.id);
      groups.set(label, group);
    }
  }
  return { differing, groups: [...groups.values()].sort((a, b) => b.cases.length - a.cases.length) };
}
