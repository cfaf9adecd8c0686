// Tells the visitor that the page could not be loaded, because its files are gone or a sandboxed
// frame may not load them. This script is no module, because a module could not be loaded either.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    const words = document.getElementById("unloaded");
    words.querySelector("a").href = location.href;
    words.hidden = false;
  },
  true,
);
