// Runs the notebooks' widgets in a page without a kernel. `share`: gives what widgets share, by name; `css`:
// the style sheet that they share; `addresses`: {name: address beside this script} of what a widget may ask for,
// models and the trainer. A widget puts itself on the list `bertWidgets`: its `name`; `define`, its module as a function
// of what is shared that returns the default export; `css`, its style sheet; `needs`, the names of widgets that
// it has inside, which are handed over like what is shared.
// book/widgets.py makes classic scripts of all this, since a browser refuses module scripts on file:// pages.
(share, css, addresses) => {
  "use strict";

  const here = document.currentScript?.src; // known while the script runs, not later

  // The part of anywidget's model that a widget may use; without a kernel there is nobody to tell.
  class Model {
    #state;
    #listeners = new Map(); // event name -> set of callbacks

    constructor(state) { this.#state = state; }

    get(key) { return this.#state[key]; }

    set(key, value) {
      const changes = typeof key === "object" ? key : { [key]: value };
      const changed = Object.keys(changes).filter((k) => !Object.is(this.#state[k], changes[k]));
      for (const k of changed) this.#state[k] = changes[k];
      for (const k of changed) this.#emit(`change:${k}`, changes[k]);
      if (changed.length) this.#emit("change");
    }

    save_changes() {}

    send(content, callbacks, buffers) { hear(content, buffers); }

    on(names, callback) {
      for (const name of names.split(/\s+/)) {
        if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
        this.#listeners.get(name).add(callback);
      }
    }

    off(names, callback) {
      for (const name of names ? names.split(/\s+/) : [...this.#listeners.keys()]) {
        if (callback) this.#listeners.get(name)?.delete(callback);
        else this.#listeners.delete(name);
      }
    }

    #emit(name, value) {
      for (const callback of [...(this.#listeners.get(name) ?? [])]) callback(this, value);
    }
  }

  const fetched = new Map(); // name of a script -> promise of what it leaves

  function bytesOf(base64) {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return new DataView(bytes.buffer); // as anywidget hands over bytes
  }

  // The page fetches its model itself, as early as it can; who finds none there fetches it again.
  function fetchScript(name) {
    if (!fetched.has(name)) {
      fetched.set(name, new Promise((resolve, reject) => {
        if (globalThis.bertCheckpoints?.[name]) return resolve(bertCheckpoints[name]);
        const script = document.createElement("script");
        script.src = new URL(addresses[name], here).href;
        script.onload = () => resolve(bertCheckpoints[name]);
        script.onerror = () => {
          fetched.delete(name);
          reject(new Error(`no ${script.src}`));
        };
        document.head.append(script);
      }));
    }
    return fetched.get(name);
  }

  const models = new Map(); // name -> promise of a checkpoint's bytes, the same for all that ask
  function fetchModel(name) {
    if (!models.has(name)) models.set(name, fetchScript(name).then(bytesOf));
    models.get(name).catch(() => models.delete(name));
    return models.get(name);
  }

  // The reader's own BERT, which takes the place of the book's in all widgets that follow (my_bert.js): a promise
  // of what the browser has kept of it, or of nothing. The others that speak of it are told, no more.
  const told = []; // [model, whether it follows, the book's checkpoint that it shows]
  let mine;

  // A widget doesn't wait for its model; without one it learns that none will come.
  async function hand(model, follows, checkpoint) {
    const asked = mine, { bytes, ...yours } = (follows === undefined ? undefined : await asked) ?? {};
    try {
      const had = follows ? bytes : model.get("weights"), weights = had ?? (checkpoint && await fetchModel(checkpoint));
      if (asked === mine) model.set({ weights, yours }); // or there is another one since, and on its way
    } catch (error) {
      console.error(`[checkpoint ${checkpoint}]`, error);
      model.set("checkpoint", "");
    }
  }

  function handAll(found) {
    mine = found;
    for (const one of told) hand(...one);
  }

  // What a widget sends: a BERT for all of them, or the wish to have the book's again.
  async function hear({ adopt: how, back }, [bytes] = []) {
    if (!how && !back) return;
    const record = how && { bytes: bytes.slice(), since: Date.now(), how }, given = Promise.resolve(record);
    handAll(given);
    try {
      await (how ? shared.keepBert(record) : shared.forgetBert());
    } catch {
      if (how && mine === given) handAll(Promise.resolve({ ...record, kept: false })); // the line says so
    }
  }

  // A page that comes back as it was may have missed what the reader has done in another one.
  addEventListener("pageshow", async ({ persisted }) => {
    if (!persisted || !mine) return;
    const [now, before] = [await shared.keptBert(), await mine];
    if (now?.since !== before?.since && before?.kept !== false) handAll(Promise.resolve(now));
  });

  // A widget may want an earlier state of its model: the one after so many updates.
  async function sendState(model) {
    const step = model.get("wanted");
    if (step < 0) return;
    try {
      model.set("state", await fetchModel(`${model.get("checkpoint")}-${step}`));
    } catch (error) {
      console.error(`[state ${step}]`, error);
      model.set("wanted", -1);
    }
  }

  // A widget may want the trainer: its worker's text, its kernels, and the world that it reads.
  async function sendParts(model) {
    if (!model.get("wants_parts")) return;
    try {
      const parts = await fetchScript("trainer");
      model.set("parts", { ...parts, kernels: bytesOf(parts.kernels) });
    } catch (error) {
      console.error("[trainer]", error);
      model.set("wants_parts", false);
    }
  }

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

  function show(element) {
    const box = element.closest("details"); // a page may fold it
    if (box) box.open = true;
    element.scrollIntoView();
  }

  // `placeOf`: how many of this kind have been there before.
  async function mount(element, widget, placeOf) {
    const state = element.querySelector("script[type='application/json']").textContent;
    const model = new Model(JSON.parse(state));
    const names = widget.link && namesOf(widget.link, model, model.get("compact") ? 0 : placeOf());
    const asked = widget.link && follow(widget.link, names, model);
    const wants = [model, widget.follows?.(model), model.get("checkpoint")];
    if (widget.follows) {
      mine ??= shared.keptBert();
      told.push(wants);
    }
    if (widget.follows || wants[2]) hand(...wants);
    model.on("change:wanted", () => sendState(model));
    model.on("change:wants_parts", () => sendParts(model));
    const { signal } = new AbortController();
    const experimental = { invoke: () => Promise.reject(new Error("no kernel")) };
    await widget.initialize?.({ model, signal, experimental });
    const el = document.createElement("div");
    await widget.render?.({ model, el, signal, host: {}, experimental });
    element.replaceChildren(el); // only now: until it works, the fallback stays
    element.removeAttribute("style"); // the room that was kept for it
    element.dataset.afmReady = "";
    if (!widget.link || model.get("compact")) return; // the opening of a chapter has no room for it
    (el.querySelector(".bw-link") ?? el.firstElementChild).append(linkButton(widget.link, names, model));
    if (asked) show(element);
    addEventListener("hashchange", () => follow(widget.link, names, model) && show(element));
  }

  // Not as an element, which the page's policy would refuse.
  const addStyle = (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  };

  const defined = new Map(); // name of a widget -> a promise of it, and how to keep that
  function coming(name) {
    if (!defined.has(name)) {
      let keep;
      const promise = new Promise((resolve) => { keep = resolve; });
      defined.set(name, { promise, keep });
    }
    return defined.get(name);
  }

  async function run({ name, define, css, needs = [] }) {
    addStyle(css);
    const inside = {};
    for (const other of needs) inside[other] = await coming(other).promise;
    const made = define({ ...shared, ...inside }), widget = typeof made === "function" ? made() : made;
    coming(name).keep(widget);
    let place = 0;
    const boot = () => {
      for (const element of document.querySelectorAll(`[data-afm="${name}"]`)) {
        mount(element, widget, () => place++).catch((error) => console.error(`[widget ${name}]`, error));
      }
    };
    // Not DOMContentLoaded, which waits for the theme's deferred scripts.
    if (document.readyState === "loading") {
      document.addEventListener("readystatechange", boot, { once: true });
    } else boot();
  }

  addStyle(css);
  const shared = share();
  (globalThis.bertWidgets ?? []).forEach(run);
  globalThis.bertWidgets = { push: run };
}
