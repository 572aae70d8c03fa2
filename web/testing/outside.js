// In a page without the book's host: widgets as a notebook mounts them. What waits is done at once.

globalThis.outside = (() => {
  // Timers and frames come when asked for.
  const waiting = new Map();
  let number = 0,
    ahead = 0;
  const now = performance.now.bind(performance),
    frame = globalThis.requestAnimationFrame;
  const wait = (call) => {
    waiting.set(++number, call);
    return number;
  };
  performance.now = () => now() + ahead;
  globalThis.setTimeout = wait;
  globalThis.requestAnimationFrame = (draw) => wait(() => draw(performance.now()));
  globalThis.clearTimeout = globalThis.cancelAnimationFrame = (one) => waiting.delete(one);
  const settle = async (rounds = 3) => {
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < 20; turn++) await null;
      ahead += 500;
      const calls = [...waiting.values()];
      waiting.clear();
      for (const call of calls) call();
    }
    for (let turn = 0; turn < 20; turn++) await null;
  };

  // Until what is drawn anew stands in the page and its observers have seen that.
  const redrawn = async () => {
    await settle(4);
    await new Promise((resolve) => {
      frame(() => frame(resolve));
    });
    await settle();
  };

  // anywidget's model, whose listeners can be counted.
  const modelOf = (state) => {
    const listeners = [],
      changed = (name) =>
        listeners.filter((one) => one.name === `change:${name}`).forEach(({ call }) => call());
    return {
      get: (name) => state[name],
      set(given, value) {
        const changes = typeof given === "object" ? given : { [given]: value },
          names = Object.keys(changes).filter((name) => !Object.is(state[name], changes[name]));
        Object.assign(state, changes);
        names.forEach(changed);
      },
      save_changes() {},
      sent: [],
      send(_content, _callbacks, buffers) {
        this.sent.push(buffers[0]);
      },
      on(names, call) {
        for (const name of names.split(" ")) listeners.push({ name, call });
      },
      off(names, call) {
        for (const name of names.split(" ")) {
          const place = listeners.findIndex((one) => one.name === name && one.call === call);
          if (place >= 0) listeners.splice(place, 1);
        }
      },
      listeners: () => listeners.map(({ name }) => name),
    };
  };
  const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  // Views of one model share its weights.
  let last = {};
  const decoded = (text) => {
    if (last.text !== text) last = { text, view: new DataView(bytesOf(text).buffer) };
    return last.view;
  };
  const load = async ({ esm, css }) => {
    const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" })),
      sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return import(address);
  };
  const render = ({ default: widget }, { state, weights }) => {
    const el = document.createElement("main");
    document.body.append(el);
    const model = modelOf({ ...state, weights: weights && decoded(weights), yours: {} });
    return { model, el, drawn: widget.render({ model, el }) }; // some wait for the clock
  };
  const mount = async (given) => {
    const module = await load(given),
      { model, el, drawn } = render(module, given);
    await redrawn();
    await redrawn();
    return { module, widget: module.default, model, el, end: await drawn };
  };

  return { bytesOf, modelOf, mount, redrawn, settle };
})();
