// ByHand (chapter 7): every number of one training step, in cells. The arithmetic is in pass.ts, the
// lines with their rules in lines.ts, what is wrong on a reader's sheet in judge.ts.

import {
  isBoolean,
  isListOf,
  isNumber,
  isOneOf,
  isText,
  isTuple,
  isWhole,
  type Link,
  linkable,
} from "#web/shared/allowed.ts";
import {
  frame,
  h,
  option,
  sentenceAbove,
  setText,
  setValue,
  uniqueName,
} from "#web/shared/elements.ts";
import { isComposing, onEscape } from "#web/shared/keyboard.ts";
import { drawOnChange, mounted, type Props, read, update } from "#web/shared/lifecycle.ts";
import { foot, question } from "#web/shared/picture.ts";
import type { ByHand } from "#web/shared/traits.ts";
import { judge, parse } from "./judge.ts";
import { digits, linesOf, lossAfter, type Part } from "./lines.ts";
import { ANSWER, complete, forward, type Weights } from "./pass.ts";
import { changed, entry } from "./weights.ts";
import { WORDS } from "./words.toml";

const TRAITS = ["start", "changes", "part", "checking", "typed"] as const;
const PARTS = ["weights", "forward", "backward", "step"] as const;
const NAMES = ["E", "S", "P", "W_q", "W_k", "W_v", "W_o", "W_1", "b_1", "W_2", "b"] as const;
const HEADS: Record<string, string[]> = {
  E: ["<mask>", "cats", "drink", "eat", "milk"],
  P: ["1", "2", "3"],
};
const CALLED: Record<string, string | undefined> = WORDS.called;
const WORDS_OF = new Set(["z", "p", "∂z", "z, b moved"]);
const MOST = 9; // of a weight, so that no power of e is infinite by accident

// What stands low after "_" in a symbol, and high after "^".
function symbol(key: string) {
  const parts = key.match(/[_^]?(?:<\w+>|[^_^<,[\s]+|[,[\s].*)/g) ?? [];
  const made = parts.map((part) =>
    /^[_^]/.test(part) ? h(part[0] === "_" ? "sub" : "sup", {}, part.slice(1)) : part,
  );
  return h("span", { class: "bh-symbol" }, ...made);
}

// Logits and shares, of which each word has one, stand above their words.
const named = (key: string, cells: HTMLElement[]) =>
  WORDS_OF.has(key)
    ? cells.map((cell, i) =>
        h("span", { class: "bh-named" }, cell, h("small", { lang: "en" }, HEADS.E[i])),
      )
    : cells;

function render({ model, el, signal }: Props<ByHand>) {
  const name = uniqueName("by-hand"),
    says = sentenceAbove(signal),
    box = h("div", { class: "bh-box" }),
    rule = h("output", { class: "bh-rule" }); // under the line that it's about
  let parts: Part[] = [],
    weights: Weights = {},
    pointed: [string, number] | undefined,
    refused = ""; // what was typed into a weight and is no number

  const typedAt = (key: string, place: number) =>
    model.get("typed").find(([line, at]) => line === key && at === place)?.[2] ?? "";
  const type = (key: string, place: number, text: string) => {
    const others = model.get("typed").filter(([line, at]) => line !== key || at !== place);
    update(model, { typed: text ? [...others, [key, place, text]] : others });
  };
  const change = (matrix: string, place: number, text: string) => {
    const value = parse(text);
    refused = "";
    if (value === undefined || Math.abs(value) > MOST) {
      const kept = digits(entry(weights[matrix], place));
      if (text.trim()) refused = WORDS.refused({ text, value: kept });
      return draw();
    }
    const others = model.get("changes").filter(([of, at]) => of !== matrix || at !== place);
    const first = entry(model.get("start")[matrix], place);
    update(model, { changes: value === first ? others : [...others, [matrix, place, value]] });
    draw(); // also where the value is what it was
  };

  const tabs = PARTS.map((part) =>
    option(name, WORDS.parts[part], () => update(model, { part }), WORDS.parts[part]),
  );
  const check = h(
    "button",
    { type: "button", click: () => update(model, { checking: !model.get("checking") }) },
    WORDS.check,
  );
  const back = h(
    "button",
    { type: "button", class: "bw-quiet", click: () => update(model, { changes: [] }) },
    WORDS.back,
  );
  const clear = h(
    "button",
    { type: "button", class: "bw-quiet", click: () => update(model, { typed: [] }) },
    WORDS.clear,
  );
  const root = frame(
    "by-hand-widget",
    WORDS.name,
    question(WORDS.question),
    h(
      "div",
      { class: "bw-row", role: "radiogroup", "aria-label": WORDS.show },
      ...tabs.map((tab) => tab.el),
      check,
    ),
    says.el,
    box,
    foot(back, clear),
  );
  el.append(root);

  // The elements of what is shown: built anew with another part, else changed in place.
  let shown = "";
  let redraw = () => {};
  const point = (key: string, place: number) => {
    pointed = [key, place];
    speak();
  };
  const leave = () => {
    pointed = undefined;
    speak();
  };
  const walk = (event: KeyboardEvent) => {
    const line = (event.target as HTMLElement).closest(".bh-line"),
      cells = [...(line?.querySelectorAll<HTMLElement>("button,input") ?? [])],
      at = cells.indexOf(event.target as HTMLElement);
    const next = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[
      event.key
    ];
    const side = { ArrowRight: cells[at + 1], ArrowLeft: cells[at - 1] }[event.key];
    const there = [...(next?.querySelectorAll<HTMLElement>("button,input") ?? [])];
    const to = there.length ? there[Math.min(at, there.length - 1)] : side;
    const typing = event.target instanceof HTMLInputElement && !there.length;
    if (!to || typing || isComposing(event) || event.altKey || event.ctrlKey || event.metaKey)
      return;
    event.preventDefault();
    to.focus();
  };
  box.addEventListener("keydown", walk, { signal });

  function lines(part: (typeof PARTS)[number], checking: boolean) {
    const all = parts.find((each) => each.name === part)?.lines ?? [];
    const rows = all.map(({ key, cells }) => ({
      key,
      cells: cells.map((_, place) =>
        checking
          ? h("input", {
              type: "text",
              inputmode: "text",
              autocomplete: "off",
              "aria-label": WORDS.box({ symbol: key, place: place + 1 }),
              input: (event: Event) =>
                type(key, place, (event.target as HTMLInputElement).value.slice(0, 20)),
            })
          : h("button", {
              type: "button",
              focus: () => point(key, place),
              blur: leave,
              pointerenter: () => point(key, place),
              pointerleave: leave,
            }),
      ),
    }));
    const shownLines = rows.map(({ key, cells }) => {
      const plain = key.replace(", b moved", ""),
        head = symbol(plain),
        called = plain === key ? CALLED[key.replace("∂", "")[0]] : WORDS.moved;
      if (called && !/∂[WE]/.test(key)) head.append(h("small", {}, ` ${called}`));
      return h("div", { class: "bh-line", "data-key": key }, head, ...named(key, cells));
    });
    const style = `--rows: ${Math.ceil(rows.length / 2)}`;
    box.replaceChildren(h("div", { class: "bh-lines", style }, ...shownLines));
    redraw = () => {
      const now = parts.find((each) => each.name === part)?.lines ?? [];
      const { line, place } = judge(parts, typedAt);
      for (const [i, row] of rows.entries())
        for (const [j, cell] of row.cells.entries())
          if (cell instanceof HTMLInputElement) {
            setValue(cell, typedAt(row.key, j));
            const wrong = line?.key === row.key && place === j;
            cell.setAttribute("aria-invalid", String(wrong));
          } else setText(cell, digits(now[i].cells[j].value));
    };
  }

  function grids() {
    const inputs: { matrix: string; place: number; input: HTMLInputElement }[] = [];
    const all = NAMES.map((matrix) => {
      const rows = weights[matrix].map((row, i) => {
        const head = HEADS[matrix]?.[i];
        const cells = row.map((_, j) => {
          const place = i * row.length + j;
          const input = h("input", {
            type: "text",
            autocomplete: "off",
            "aria-label": WORDS.weight({ name: matrix, row: i + 1, column: j + 1 }),
            input: (event: Event) =>
              change(matrix, place, (event.target as HTMLInputElement).value),
            blur: () => draw(),
          });
          inputs.push({ matrix, place, input });
          return input;
        });
        return h(
          "div",
          { class: "bh-row" },
          ...(head ? [h("span", { class: "bh-head", lang: "en" }, head)] : []),
          ...cells,
        );
      });
      return h("div", { class: "bh-grid" }, symbol(matrix), ...rows);
    });
    box.replaceChildren(h("div", { class: "bh-grids" }, ...all));
    redraw = () => {
      const changes = model.get("changes");
      for (const { matrix, place, input } of inputs) {
        const value = digits(entry(weights[matrix], place));
        if (input !== document.activeElement) setValue(input, value);
        input.classList.toggle(
          "bh-changed",
          changes.some(([of, at]) => of === matrix && at === place),
        );
      }
    };
  }

  function sentence() {
    const { part, checking } = read(model, TRAITS);
    if (checking && part !== "weights") {
      const unread = model.get("typed").find(([, , text]) => parse(text) === undefined);
      if (unread) return WORDS.unread({ text: unread[2] });
      const { right, line } = judge(parts, typedAt);
      return right && !line ? WORDS.right({ right }) : WORDS.start;
    }
    if (refused && part === "weights") return refused;
    const { p, loss } = forward(complete(weights));
    const facts = { p: p[ANSWER], loss: digits(loss), after: digits(lossAfter(weights)) };
    return part === "weights" ? WORDS.idleWeights(facts) : WORDS.idle(facts);
  }
  // The line that a rule is about, and what it says: of a number that is pressed or pointed at, or of
  // the first wrong one on a sheet.
  function ruleOf(): [string, string] | undefined {
    if (model.get("checking")) {
      const { line, place = 0, typed = 0, slip } = judge(parts, typedAt);
      if (!line) return undefined;
      const { how, value } = line.cells[place];
      const facts = { symbol: line.key, place: place + 1, how, value: digits(value) };
      const wrong = slip ? WORDS.slips[slip] : WORDS.noSlip({ typed: digits(typed) });
      return [line.key, WORDS.wrong({ ...facts, slip: wrong })];
    }
    if (!pointed) return undefined;
    const [key, place] = pointed;
    const cell = parts.flatMap(({ lines }) => lines).find((line) => line.key === key)?.cells[place];
    if (!cell) return undefined;
    const { how, value } = cell;
    return [key, WORDS.rule({ symbol: key, place: place + 1, how, value: digits(value) })];
  }
  function speak() {
    says.say(sentence());
    const [key, text] = ruleOf() ?? ["", ""];
    const line = [...box.querySelectorAll<HTMLElement>(".bh-line")].find(
      ({ dataset }) => dataset.key === key,
    );
    if (!line) return rule.remove();
    if (rule.parentNode !== line) line.append(rule);
    setText(rule, text);
  }

  function draw() {
    const { start, changes, part, checking, typed } = read(model, TRAITS);
    weights = changed(start, changes);
    parts = linesOf(weights);
    for (const [i, tab] of tabs.entries()) tab.draw(PARTS[i] === part);
    check.setAttribute("aria-pressed", String(checking));
    check.disabled = part === "weights";
    back.hidden = !changes.length;
    clear.hidden = !checking;
    clear.disabled = !typed.length;
    if (shown !== `${part} ${checking}`) {
      shown = `${part} ${checking}`;
      pointed = undefined;
      if (part === "weights") grids();
      else lines(part, checking);
    }
    redraw();
    speak();
  }
  onEscape(root, leave);
  drawOnChange(model, TRAITS, draw, signal);
}

const link: Link<ByHand> = linkable("by-hand", {
  part: isOneOf(...PARTS),
  checking: isBoolean,
  changes: isListOf(isTuple(isOneOf(...NAMES), isWhole(0, 19), isNumber(-MOST, MOST)), 200),
  typed: isListOf(isTuple(isText(20), isWhole(0, 4), isText(20)), 300),
});

export default { render: mounted(render), link };
