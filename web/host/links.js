// A link to a page carries a widget's state: `#masking={"seed":7,...}`, percent-encoded. The
// widget's own `link` says what its part is called and which values it takes; nonsense changes
// nothing. Of several of a kind each has its label, `#check:share={...}`, or else its place among
// them, `#masking:2={...}`; the name alone is the first one's.
export function namesOf(link, model, place) {
  const label = model.get("label") || (place ? String(place + 1) : "");
  // the best one first
  return [label && `${link.name}:${label}`, place ? "" : link.name].filter(Boolean);
}

// Whether the widget took what the page's address asks of it; nothing if it asks nothing.
export function follow({ take }, names, model) {
  const parts = location.hash.slice(1).split("&");
  const part = names.flatMap((name) => parts.filter((text) => text.startsWith(`${name}=`)))[0];
  if (part === undefined) return undefined;
  let values;
  try {
    values = take(JSON.parse(decodeURIComponent(part.slice(part.indexOf("=") + 1))), model);
  } catch {
    /* no state at all */
  }
  if (values) model.set(values);
  return Boolean(values);
}

function show(element) {
  for (let box = element.closest("details"); box; box = box.parentElement?.closest("details"))
    box.open = true; // a page may fold it
  element.scrollIntoView();
}

// The button that puts such a link into the address bar and, where the browser allows it, copies
// it. Beside it is said what became of that, and of a link that asked for what can't be.
export function linkRow(link, [name], model) {
  const [row, button, said] = ["div", "button", "span"].map((tag) => document.createElement(tag));
  Object.assign(button, { type: "button", textContent: "Copy a link to this state" });
  [row.className, said.className] = ["bw-row", "bw-soft"];
  said.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    const state = JSON.stringify(
      Object.fromEntries(link.traits.map((trait) => [trait, model.get(trait)])),
    );
    history.replaceState(null, "", `#${name}=${encodeURIComponent(state)}`);
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = "Copied. The address bar holds it, too.";
    } catch {
      said.textContent = "The address bar holds it now.";
    }
  });
  row.append(button, said);
  // `taken`: what `follow` says of a link; `element` is the widget's.
  const answer = (taken, element) => {
    if (taken === undefined) return;
    said.textContent = taken
      ? ""
      : "This link asks for something that can’t be shown here, so it has changed nothing.";
    show(taken ? element : said);
  };
  return { row, answer };
}
