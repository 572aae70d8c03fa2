// Shows what a link of the text leads to: on hover, on focus, and by a tap, whose second one follows the link.
// What it shows stands in the page: book/previews.py wrote what is elsewhere, the rest is copied from its place.
(() => {
  const article = document.querySelector("article.bd-article");
  if (!article) return;
  const own = document.getElementById("previews"),
    links = article.querySelectorAll("a[class='reference internal'][href*='#']:not([href^='#'])"),
    addresses = [...new Set([...links].map((link) => link.getAttribute("href")))],
    given = own ? JSON.parse(own.textContent) : [];
  // They stand in the order of the links; had a script moved these, none would be right.
  const texts = given.length === addresses.length ? given : [];
  const box = document.createElement("div");
  box.id = "preview";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  article.append(box);
  let shown = null,
    timer = 0;
  // A copy of what stands at this place of the page: a formula, a figure, a term, a section's first lines.
  const copied = (place) => {
    const target = document.getElementById(place);
    if (!target) return [];
    const whole = target.closest("figure, div.math, dt, div.citation, .admonition") ?? target;
    const part = whole.matches("dt") ? whole.nextElementSibling : whole;
    const first = part.matches("section, span, details") ? (part.closest("section, details") ?? part).querySelector("p") : part;
    if (!first || first.querySelector("[data-afm]")) return [];
    const copy = first.cloneNode(true);
    for (const node of [copy, ...copy.querySelectorAll("[id]")]) node.removeAttribute("id");
    for (const node of copy.querySelectorAll("a.headerlink, button, script")) node.remove();
    return [copy];
  };
  const contents = (link) => {
    const address = link.getAttribute("href");
    const text = texts[addresses.indexOf(address)];
    if (text) return [text];
    return address.startsWith("#") ? copied(decodeURIComponent(address.slice(1))) : [];
  };
  const hide = () => {
    clearTimeout(timer);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    box.hidden = true;
  };
  const show = (link) => {
    const found = contents(link);
    if (shown !== link) hide();
    if (!found.length) return false;
    shown = link;
    box.replaceChildren(...found);
    box.hidden = false;
    link.setAttribute("aria-describedby", "preview");
    // Below the line of the link, or above it: never over what one reads.
    const line = [...link.getClientRects()].at(-1),
      room = innerHeight - line.bottom,
      height = box.offsetHeight;
    const top = room < height + 8 && line.top > height + 8 ? line.top - height - 6 : line.bottom + 6;
    const left = Math.max(8, Math.min(line.left, document.documentElement.clientWidth - box.offsetWidth - 8));
    const from = box.offsetParent.getBoundingClientRect();
    box.style.top = `${top - from.top}px`;
    box.style.left = `${left - from.left}px`;
    return true;
  };
  const linkAt = (event) => event.target.closest?.("article.bd-article a.reference.internal, article.bd-article a[href^='#']:not(.headerlink)");
  const later = (act, wait) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkAt(event);
    if (link) later(() => show(link), 250);
    else if (box.contains(event.target)) clearTimeout(timer);
    else if (shown && shown !== document.activeElement) later(hide, 250);
    else if (!shown) clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const link = linkAt(event);
    if (link?.matches(":focus-visible")) show(link);
    else if (!link) hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  let touched = false;
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    if (touched && shown && !box.contains(event.target) && linkAt(event) !== shown) hide();
  });
  article.addEventListener("click", (event) => {
    const link = linkAt(event);
    if (touched && link && shown !== link && show(link)) event.preventDefault();
    else hide();
  });
})();
