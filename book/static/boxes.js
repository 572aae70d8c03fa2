// The button in a page's menu that opens all that the page folds; it stays pressed on the next page.
(() => {
  const button = document.querySelector(".page-menu button");
  if (!button) return;
  const KEY = "show-everything";
  const stored = (act) => {
    try {
      return act(localStorage);
    } catch { /* a browser that remembers nothing still shows all */ }
  };
  const show = (all) => {
    for (const box of document.querySelectorAll("details.in-depth, details.hide")) box.open = all;
    button.setAttribute("aria-pressed", all);
  };
  button.addEventListener("click", () => {
    const all = button.getAttribute("aria-pressed") === "false";
    show(all);
    stored((memory) => (all ? memory.setItem(KEY, "yes") : memory.removeItem(KEY)));
  });
  button.disabled = false;
  if (stored((memory) => memory.getItem(KEY))) show(true);
})();
