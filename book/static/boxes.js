// The button that opens all that a page folds, and stays pressed on the next page. It stands in the line that
// says how long the page takes.
(() => {
  const boxes = document.querySelectorAll("details.in-depth, details.hide");
  const line = document.querySelector(".reading-time");
  if (!line || !boxes.length) return;
  const KEY = "show-everything";
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Show everything" });
  const show = (all) => {
    for (const box of boxes) box.open = all;
    button.setAttribute("aria-pressed", all);
  };
  button.addEventListener("click", () => {
    const all = button.getAttribute("aria-pressed") === "false";
    show(all);
    try {
      if (all) localStorage.setItem(KEY, "yes");
      else localStorage.removeItem(KEY);
    } catch { /* a browser that remembers nothing still shows all */ }
  });
  line.append(button);
  let remembered = null;
  try {
    remembered = localStorage.getItem(KEY);
  } catch { /* as above */ }
  button.setAttribute("aria-pressed", "false");
  if (remembered) show(true);
})();
