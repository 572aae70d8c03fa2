// BertAlive's bet: three coins on the words that its guess is thought to need, laid before any of
// them is cut. What is left of the guess without each word stands in the right column only then.

import type { Cut } from "#web/bert/close.ts";
import { type Layout, middle } from "#web/bert/layout.ts";
import { forwardPass, largest, type Pass, reads, SPECIAL } from "#web/bert/pass.ts";
import { button, h, setText, unmoved } from "#web/shared/elements.ts";
import { answerBar } from "#web/shared/picture.ts";
import { listed, quoted } from "#web/text/text.ts";
import type { Choice } from "./choice.ts";
import type { Seen } from "./seen.ts";
import { effectInWords } from "./sentences.ts";
import { WORDS } from "./words.toml";

const COINS = 3,
  LOOK = 1400; // milliseconds at each coin
const says = WORDS.bet;

const withoutWord = (t: number): Cut => [-1, -1, -1, t];
const points = (share: number) => Math.round(100 * share);

// The first guess, and its share in a pass.
function guessOf({ bert, plain }: Seen) {
  const [id] = largest(plain.guesses[0], 1),
    of = ({ guesses }: Pass) => guesses[0][id];
  return { name: bert.vocab[id], share: of(plain), of };
}

export class Bet {
  seen;
  coins: number[] = []; // on these words
  at = -1; // the coin whose word is cut; -1 before, their number after
  left: number[] = []; // of the guess without each word

  constructor(seen: Seen) {
    this.seen = seen;
  }

  may(t: number) {
    const { plain, input } = this.seen;
    return t !== plain.masks[0] && !SPECIAL.test(input.tokens[t]);
  }
  get words() {
    return [...this.seen.input.tokens.keys()].filter((t) => this.may(t));
  }
  get missing() {
    return Math.min(COINS, this.words.length) - this.coins.length;
  }
  get over() {
    return this.at >= 0 && this.at === this.coins.length;
  }
  // Whether the press was the bet's.
  lay(t: number) {
    const { coins, at } = this;
    if (this.over) return false;
    if (at >= 0 || !this.may(t)) return true;
    if (coins.includes(t)) this.coins = coins.filter((coin) => coin !== t);
    else if (this.missing) this.coins = [...coins, t];
    return true;
  }
  measure() {
    const { bert, input } = this.seen,
      { of } = guessOf(this.seen);
    this.left = input.tokens.map((_, t) => of(forwardPass(bert, input, [withoutWord(t)])));
  }
  // What a coin on this word pays: what the guess loses without it.
  pays(t: number) {
    return Math.max(0, points(guessOf(this.seen).share) - points(this.left[t]));
  }
  // Whether what is left without a word may be seen.
  open(t: number) {
    return this.over || this.coins.slice(0, this.at + 1).includes(t);
  }

  inWords(finger: boolean) {
    const { seen, coins, at } = this,
      { plain, input } = seen,
      { name, share } = guessOf(seen),
      key = input.tokens[coins[at]],
      words = listed(coins.map((t) => quoted(input.tokens[t])));
    if (at < 0)
      return this.missing ? says.place({ name, left: this.missing }) : says.placed({ words });
    if (!this.over)
      return says.cut({
        key,
        name,
        share,
        left: this.left[coins[at]],
        points: this.pays(coins[at]),
      });
    const sum = (ts: number[]) => ts.reduce((all, t) => all + this.pays(t), 0),
      best = this.words.sort((a, b) => this.pays(b) - this.pays(a)),
      shares = reads(plain.blocks[plain.blocks.length - 1], plain.T, plain.masks[0]),
      [widest] = largest(
        shares.map((read, t) => (this.may(t) ? read : -1)),
        1,
      );
    return says.over({
      words,
      parts: coins.map((t) => this.pays(t)).join(" + "),
      points: sum(coins),
      best: sum(best.slice(0, coins.length)),
      number: coins.length,
      read: input.tokens[widest],
      share: shares[widest],
      pays: this.pays(widest),
      finger,
    });
  }
}

// A word's place in the column: a coin, or room for one, and then what is left without the word.
function betRow(press: (event: MouseEvent) => void) {
  const coin = h("span", { class: "alive-coin" }),
    bar = answerBar();
  bar.el.addEventListener("click", press);
  bar.word.before(coin);
  const draw = (bet: Bet, t: number, now: Seen) => {
    const { name, share, of } = guessOf(now),
      asked = t === now.plain.masks[0],
      laid = bet.coins.includes(t),
      open = bet.open(t);
    coin.hidden = asked || !(laid || (bet.at < 0 && bet.may(t)));
    coin.classList.toggle("alive-laid", laid);
    coin.classList.toggle("alive-burnt", laid && open && !bet.pays(t));
    setText(coin, laid && open ? says.coin({ points: bet.pays(t) }) : "");
    bar.el.classList.toggle("alive-shut", !asked && !open);
    if (asked) bar.draw(name, of(now.pass), share);
    else if (open) bar.draw("", bet.left[t], share);
    const right = asked && now.input.typed[t] === name;
    bar.el.classList.toggle("bw-right", right);
  };
  return { el: bar.el, draw };
}

export function betting(
  choice: Choice,
  signal: AbortSignal,
  on: { press(t: number, event: MouseEvent): void; changed(): void },
) {
  const list = h("ol", { class: "alive-bets", "aria-hidden": "true" }),
    title = h("p", { class: "alive-title" }),
    el = h("div", { class: "alive-answers" }, title, list),
    go = button("", () => press(), { class: "bw-primary alive-go" }),
    row = h("div", { class: "alive-bet" }, go, h("div", { class: "bw-link" }));
  let rows: ReturnType<typeof betRow>[] = [];
  let bet: Bet | null = null;

  const cutCoins = async (one: Bet) => {
    one.measure();
    for (const t of unmoved() ? [] : one.coins) {
      one.at++;
      choice.set({ cut: [withoutWord(t)] });
      on.changed();
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      if (bet !== one || signal.aborted) return;
    }
    one.at = one.coins.length;
    choice.set({ cut: [] });
    on.changed();
  };
  // Cuts what the coins lie on, or goes on to a text whose numbers have not been seen.
  const press = () => {
    if (!bet) return;
    if (!bet.over) {
      if (!bet.missing && bet.at < 0) cutCoins(bet);
      return;
    }
    const list = choice.get("examples"),
      at = list.findIndex(({ text }) => text === choice.get("text"));
    const { name: _, ...next } = list[(at + 1) % list.length];
    choice.read(next);
  };
  return {
    el,
    row,
    take(now: Seen) {
      const { typed, tokens } = now.input,
        same =
          bet && String([bet.seen.input.typed, bet.seen.input.tokens]) === String([typed, tokens]);
      if (same && bet?.seen.bert === now.bert) return;
      bet = now.plain.masks.length ? new Bet(now) : null;
      rows = bet ? tokens.map((_, t) => betRow((event) => on.press(t, event))) : [];
      list.replaceChildren(...rows.map((one) => one.el));
    },
    lay(now: Seen, t: number) {
      const mine = bet?.lay(t) ?? true;
      if (mine && now) on.changed();
      return mine;
    },
    // What is to be read out of a word beside itself.
    mark(now: Seen, t: number) {
      if (!bet) return { pressed: false, name: "" };
      const token = now.input.tokens[t];
      if (bet.over)
        return {
          pressed: now.own.some(([, , , key]) => key === t),
          name: says.without({ token, name: guessOf(now).name, left: bet.left[t] }),
        };
      const pressed = bet.coins.includes(t);
      return { pressed, name: pressed ? says.on({ token }) : token };
    },
    says(now: Seen, finger: boolean) {
      return (bet?.over && effectInWords(now)) || (bet?.inWords(finger) ?? "");
    },
    draw(now: Seen) {
      if (!bet) return;
      const { missing, at, over } = bet;
      rows.forEach((one, t) => one.draw(bet as Bet, t, now));
      setText(title, at < 0 ? says.column : says.left({ name: guessOf(now).name }));
      setText(go, over ? says.again : says.go);
      go.disabled = !over && (missing > 0 || at >= 0);
      go.hidden = over && !choice.get("examples").length;
    },
    place(layout: Layout) {
      const { x, w } = layout.parts.answers,
        high = Math.min(22, layout.row);
      Object.assign(el.style, { left: `${x}px`, width: `${w}px` });
      list.style.setProperty("--answer", `${high}px`);
      rows.forEach((one, t) => {
        one.el.style.top = `${middle(layout, t) - high / 2 + 1}px`;
      });
      const masks = bet ? [bet.seen.plain.masks[0]] : [];
      return masks.map((t) => ({ t, y: middle(layout, t) }));
    },
  };
}
