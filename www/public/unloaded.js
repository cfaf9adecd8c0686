// Says that the page could not be loaded: its files are gone, or a sandboxed frame may not have them. No module, for that could not be loaded either.
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
