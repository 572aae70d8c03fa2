// A link to a page carries a widget's state: `#masking={"seed":7,...}`, percent-encoded. The widget's
// own `link` says what its part is called and which values it takes; nonsense changes nothing. Of several
// of a kind each has its label, `#check:share={...}`, or else its place among them, `#masking:2={...}`;
// the name alone is the first one's.
function namesOf(link, model, place) {
  const label = model.get("label") || (place ? String(place + 1) : "");
  return [label && `${link.name}:${label}`, place ? "" : link.name].filter(Boolean); // the best one first
}

// `former` is the link of what the widget was a part of before; `leads` says whether the page goes there.
function follow({ name: own, take, leads = () => true, former }, names, model) {
  const parts = location.hash.slice(1).split("&");
  const part = names.flatMap((name) => parts.filter((text) => text.startsWith(`${name}=`)))[0];
  let asked, values;
  try {
    asked = part && JSON.parse(decodeURIComponent(part.slice(part.indexOf("=") + 1)));
    values = part && take(asked, model);
  } catch { /* no state at all */ }
  if (values) model.set(values);
  else if (former && names.includes(own)) return follow(former, [former.name], model);
  return Boolean(values) && leads(asked);
}

// The button that puts such a link into the address bar and, where the browser allows it, copies it.
function linkButton(link, [name], model) {
  const [row, button, said] = ["div", "button", "span"].map((tag) => document.createElement(tag));
  Object.assign(button, { type: "button", textContent: "Copy a link to this state" });
  [row.className, said.className] = ["bw-row", "bw-soft"];
  said.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    const state = JSON.stringify(Object.fromEntries(link.traits.map((trait) => [trait, model.get(trait)])));
    history.replaceState(null, "", `#${name}=${encodeURIComponent(state)}`);
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = "Copied. The address bar holds it, too.";
    } catch {
      said.textContent = "The address bar holds it now.";
    }
  });
  row.append(button, said);
  return row;
}
