// Sections that wait (book/speed/sections.py says whether they do) are laid out one by one when the page is
// complete, and all at once before a link leads to one of them.
(() => {
  document.fonts.load("1em STIX2"); // formulas that wait would ask for it late; elsewhere there is none
  const { dataset } = document.documentElement;
  const waiting = [...document.querySelectorAll("section > section")];
  const next = () => {
    const section = waiting.shift();
    if (!section) return delete dataset.later;
    section.style.contentVisibility = "visible";
    requestIdleCallback(next);
  };
  if ("later" in dataset) addEventListener("load", () => requestIdleCallback(next));
  addEventListener("click", ({ target }) => target.closest("a") && delete dataset.later, true);
})();

// Boxes that scroll are stops of the tab key, boxes that don't are none. A browser reports a box
// when it is laid out; to ask for its size would have it laid out at once. Widgets see to their own.
(() => {
  const observer = new ResizeObserver((entries) => {
    const scroll = entries.map(({ target: box }) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
    entries.forEach(({ target: box }, i) => (scroll[i] ? box.setAttribute("tabindex", "0") : box.removeAttribute("tabindex")));
  });
  const boxes = "pre:not([data-afm] pre), .cell_output > .output, .pst-scrollable-table-container";
  for (const box of document.querySelectorAll(boxes)) observer.observe(box);
})();
