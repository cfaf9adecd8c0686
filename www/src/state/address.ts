/** The state in the page's address: the open view, so that a reload or a bookmark opens it again. */

const KEY = "view";
const FIRST = "skills";

export function recallView(): string {
  return new URLSearchParams(location.search).get(KEY) ?? FIRST;
}

export function rememberView(name: string): void {
  const url = new URL(location.href);
  if (name === FIRST) url.searchParams.delete(KEY);
  else url.searchParams.set(KEY, name);
  history.replaceState(history.state, "", url);
}
