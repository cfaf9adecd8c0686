/** Runs in the page: the visible elements that a target fits, by what a screen reader would call them. Nothing of this file is in its reach. */
export function locate(target) {
  const SELECTORS = {
    button: "button, [role=button]",
    checkbox: "input[type=checkbox]",
    columnheader: "th[scope=col], [role=columnheader]",
    combobox: "select, [role=combobox]",
    dialog: "dialog, [role=dialog]",
    heading: "h1, h2, h3, h4, h5, h6",
    link: "a[href]",
    menuitem: "[role=menuitem]",
    region: "section, [role=region]",
    row: "tr, [role=row]",
    rowheader: "th[scope=row], [role=rowheader]",
    searchbox: "input[type=search], [role=searchbox]",
    tab: "[role=tab]",
    textbox: "input:not([type]), input[type=text], textarea, [role=textbox]",
    treeitem: "[role=treeitem]",
  };
  const words = (text) => text.replace(/\s+/g, " ").trim();
  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by)
      return words(
        by
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" "),
      );
    const label =
      element.getAttribute("aria-label") ?? element.labels?.[0]?.querySelector("span")?.textContent ?? element.labels?.[0]?.textContent;
    return words(label ?? element.textContent);
  };
  const seen = (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;
  const all = (target) => {
    if (typeof target === "string") return [...document.querySelectorAll(target)].filter(seen);
    const { role, name, starts, text, css, within } = target;
    const selector = role ? SELECTORS[role] : (css ?? "*");
    const places = within ? all(within) : [document];
    return places
      .flatMap((place) => [...place.querySelectorAll(selector)])
      .filter((element) => (!role || !css || element.matches(css)) && seen(element))
      .filter((element) => name === undefined || nameOf(element) === name)
      .filter((element) => starts === undefined || nameOf(element).startsWith(starts))
      .filter((element) => text === undefined || element.textContent.includes(text));
  };
  return all(target);
}
