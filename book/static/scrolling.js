// Boxes that scroll are stops of the tab key, boxes that don't are none: whenever a box changes its size,
// which the theme's script, that looks at them once, doesn't see. Widgets see to their own.
(() => {
  const observer = new ResizeObserver((entries) => {
    const scroll = entries.map(({ target: box }) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
    entries.forEach(({ target: box }, i) => (scroll[i] ? box.setAttribute("tabindex", "0") : box.removeAttribute("tabindex")));
  });
  const boxes = "pre:not([data-afm] pre), .cell_output > .output, .pst-scrollable-table-container";
  for (const box of document.querySelectorAll(boxes)) observer.observe(box);
})();
