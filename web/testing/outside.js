// In a page without the book's host: widgets as a notebook mounts them, and what nobody would send
// them, at random but always the same. What waits is done at once, so that a thousand links take
// seconds.

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

  // Mounts and unmounts `times`, in turn; `during` is what happens between. How many timers and
  // frames are left in the end.
  const cycle = async (module, given, times, during = () => {}) => {
    for (let time = 0; time < times; time++) {
      const { el, drawn } = render(module, given);
      await settle(1);
      await new Promise(frame); // observers see it
      await settle(1);
      await during(el);
      (await drawn)();
      el.remove();
    }
    await settle();
    return waiting.size;
  };

  // Park and Miller's numbers.
  const randomFrom = (seed) => {
    let at = seed;
    return (end) => {
      at = (at * 48271) % 2147483647;
      return at % end;
    };
  };
  const ODD = [
    null,
    true,
    false,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    23,
    24,
    28,
    63,
    64,
    511,
    512,
    513,
    8192,
    0.5,
    -0.5,
    1e6,
    1e6 + 1,
    2 ** 31,
    2 ** 53 - 111,
    2 ** 53,
    1e300,
    -1e300,
    "",
    " ",
    "2",
    "mask",
    "<mask>",
    "<pad>",
    "constructor",
    "__proto__",
    "x".repeat(6000),
    "the ".repeat(40),
    "bank",
    "\ud800",
    "<img src=x>",
    "block4",
    "ffn3",
    "training",
    "last",
    [],
    [[]],
    [null],
    [0],
    [-1],
    [1, 0, 2, 3],
    [[-1, -1, -1, 2]],
    [[7, 0, 1, 1]],
    [[1, 3, -1, -1]],
    [[1, -1, 2, 1]],
    [[0, 9, 1, 1]],
    [[3, 7, 40, 2]],
    [[-1, 0, 2, -1]],
    {},
    { length: 2 },
    { toString: 1 },
    { mask: 1, random: 0, keep: 0 },
    { config: { num_blks: 1 } },
  ];
  // Some values of it changed, somewhere in it.
  const mutated = (random, value, pick = (list) => list[random(list.length)]) => {
    const copy = JSON.parse(JSON.stringify(value)),
      odd = () => structuredClone(pick(ODD));
    for (let times = random(3); times >= 0; times--) {
      let part = copy,
        name = pick(Object.keys(part));
      while (
        part[name] &&
        typeof part[name] === "object" &&
        Object.keys(part[name]).length &&
        random(4)
      )
        [part, name] = [part[name], pick(Object.keys(part[name]))];
      const was = part[name],
        kind = random(8);
      if (typeof was === "number" && kind < 4) part[name] = was + pick([-1, 1, 2, -2, 0.5, 64]);
      else if (typeof was === "string" && kind < 3)
        part[name] = pick([
          was.slice(0, random(was.length + 1)),
          `${was} ${was}`,
          was.split(" ").reverse().join(" "),
          `${was} <mask>`,
        ]);
      else if (Array.isArray(was) && kind < 4)
        pick([
          () => was.push(odd()),
          () => was.pop(),
          () => was.reverse(),
          () => was.push(...was),
        ])();
      else if (kind === 7 && !Array.isArray(part)) delete part[name];
      else if (kind === 6 && !Array.isArray(part))
        part[pick(["weights", "run", "__proto__x", "tokens", "maps"])] = odd();
      else part[name] = odd();
      if (!Object.keys(copy).length) return copy;
    }
    return copy;
  };

  // A thousand links. Every fiftieth time another model comes, too. Returns how many were taken,
  // and what was wrong.
  const follow = async (given, states, { times, seed, models = [] }) => {
    const random = randomFrom(seed),
      {
        widget: { link },
        model,
        el,
      } = await mount(given),
      wrong = [];
    let taken = 0,
      slowest = 0;
    for (let i = 0; i < times; i++) {
      const from = states[random(states.length)],
        text = JSON.stringify(i % 20 ? mutated(random, from) : from),
        start = now();
      const values = link.take(JSON.parse(text), model);
      if (values) {
        taken++;
        model.set(values);
      }
      if (models.length && i % 50 === 49)
        model.set({
          weights: new DataView(bytesOf(models[((i - 49) / 50) % models.length]).buffer),
          yours: i % 100 < 50 ? { since: i + 1 } : {},
        });
      if (models.length && i % 50 === 49) await redrawn();
      else if (values) await settle();
      slowest = Math.max(slowest, now() - start);
      if (/\bNaN\b|\bundefined\b/.test(el.textContent) || !el.textContent)
        wrong.push(`${text}: ${el.textContent.match(/.{0,60}\b(NaN|undefined)\b.{0,30}/)?.[0]}`);
    }
    return { taken, slowest, wrong: wrong.slice(0, 3) };
  };

  return { bytesOf, cycle, follow, load, modelOf, mount, redrawn, render, settle };
})();
