// Tabs for code that is there in several ways (book/ways.py). The way that a reader chooses is chosen on every page;
// the browser's own search opens the one in which it finds something.
(() => {
  const KEY = "way";
  const groups = [...document.querySelectorAll(".ways")].map((group, number) => ({
    tabs: document.createElement("div"),
    parts: [...group.children].map((panel, place) => {
      const tab = document.createElement("button");
      panel.id ||= `way-${number}-${place}`;
      tab.id = `${panel.id}-tab`;
      return { key: panel.dataset.way, panel, tab };
    }),
    group,
  }));
  if (!groups.length) return;
  const stored = (act) => {
    try {
      return act(localStorage);
    } catch { /* a browser that remembers nothing still switches */ }
  };
  const show = (key) => {
    for (const { parts } of groups) {
      const shown = parts.find((part) => part.key === key) ?? parts[0];
      for (const { panel, tab } of parts) {
        const chosen = panel === shown.panel;
        tab.setAttribute("aria-selected", chosen);
        tab.tabIndex = chosen ? 0 : -1;
        if (chosen) panel.removeAttribute("hidden");
        else panel.setAttribute("hidden", "onbeforematch" in panel ? "until-found" : "");
      }
    }
  };
  const choose = (key, tab) => {
    const before = tab.getBoundingClientRect().top;
    show(key);
    stored((memory) => memory.setItem(KEY, key));
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" }); // others above have grown
  };
  for (const { group, tabs, parts } of groups) {
    tabs.className = "way-tabs";
    tabs.setAttribute("role", "tablist");
    for (const [place, { key, panel, tab }] of parts.entries()) {
      Object.assign(tab, { type: "button", textContent: panel.getAttribute("aria-label") });
      for (const [name, value] of [["role", "tab"], ["aria-controls", panel.id]]) tab.setAttribute(name, value);
      panel.removeAttribute("aria-label");
      for (const [name, value] of [["role", "tabpanel"], ["aria-labelledby", tab.id]]) panel.setAttribute(name, value);
      panel.addEventListener("beforematch", () => choose(key, tab));
      tab.addEventListener("click", () => choose(key, tab));
      tab.addEventListener("keydown", ({ key: pressed }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[pressed];
        const next = { Home: 0, End: parts.length - 1 }[pressed] ?? (step && (place + step + parts.length) % parts.length);
        if (next === undefined) return;
        parts[next].tab.focus({ preventScroll: true });
        choose(parts[next].key, parts[next].tab);
      });
      tabs.append(tab);
    }
    group.prepend(tabs);
  }
  show(stored((memory) => memory.getItem(KEY)));
})();
