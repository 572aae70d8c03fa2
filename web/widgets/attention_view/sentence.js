// What AttentionView's picture says, in words. Nothing here knows of a page.

import { largest, reads } from "../../bert/pass.js";
import { passOf, weightsFrom } from "./effects.js";
import { WORDS } from "./words.js";

/**
 * @import { BERTModel } from "../../bert/model.js"
 * @import { Entry } from "../../bert/ribbons.js"
 * @import { Answer, Compared, Seen } from "./effects.js"
 * @typedef {Entry | { key: number }} Point at a ribbon, or at a word
 * @typedef {object} Shares what stands beside the words
 * @property {number} block whose shares stand there
 * @property {number} [head] if it is alone
 * @property {Float32Array} shares of what the query reads there
 * @property {Compared | null} compared once all is known
 */

/** @param {Answer} answer @param {number} share */
const moves = ({ name, share: before }, share) => WORDS.effect(name, before, share);

// A ribbon that is pointed at, and what is left without it.
/** @param {BERTModel} bert @param {Seen} seen @param {Entry} ribbon */
function ribbonInWords(bert, { input, query, pass, answer }, ribbon) {
  const { block, head, key } = ribbon,
    own = ribbon.query === query,
    summary = (own ? WORDS.seen : WORDS.passes)(
      input.tokens[ribbon.query],
      WORDS.place(block, head),
      input.tokens[key],
      weightsFrom(pass, ribbon)[key],
    );
  if (!answer) return summary;
  const { said } = passOf(bert, input, query, [[block, head, ribbon.query, key]]);
  return WORDS.withoutRibbon(summary, moves(answer, said[answer.id]));
}

// A word that is pointed at, likewise.
/** @param {Seen} seen @param {Shares} shown @param {number} key */
function wordInWords({ input: { tokens }, query, answer, left }, { block, head, shares }, key) {
  const summary = WORDS.seen(tokens[query], WORDS.place(block, head), tokens[key], shares[key]);
  return answer && left[key] !== undefined
    ? WORDS.withoutWord(summary, moves(answer, left[key]))
    : summary;
}

/** @param {Seen} seen */
function cutInWords({ cuts, plain, input: { tokens } }) {
  const [[block, head, query, key]] = cuts;
  if (cuts.length > 1) return WORDS.cuts.several(cuts.length);
  if (key < 0) return WORDS.cuts.head(block, head);
  if (query < 0) return WORDS.cuts.word(tokens[key]);
  const one = head < 0 ? undefined : head,
    share = reads(plain.blocks[block], plain.T, query, one)[key];
  return WORDS.cuts.ribbon(tokens[query], tokens[key], block, head, share);
}

/** @param {BERTModel} bert @param {Seen} seen @param {Shares} shown @param {Point | null} point */
export function sentence(bert, seen, shown, point) {
  const { input, query, pass, cuts, answer, left } = seen,
    { block, head, shares, compared } = shown,
    { tokens } = input;
  if (point && "query" in point) return ribbonInWords(bert, seen, point);
  if (point) return wordInWords(seen, shown, point.key);
  if (cuts.length)
    return WORDS.result(cutInWords(seen), answer ? moves(answer, pass.said[answer.id]) : "");
  const others = shares.map((share, t) => (t === query ? -1 : share)),
    [most] = largest(others, 1);
  /** @type {[string, string, string, number]} */
  const facts = [tokens[query], WORDS.place(block, head), tokens[most], shares[most]];
  if (!answer) return WORDS.onlyReads(...facts);
  if (!compared) return "";
  const { needed } = compared;
  return needed < 0
    ? WORDS.unneeded(...facts, answer.name, answer.share)
    : WORDS.idle(...facts, tokens[needed], answer.name, answer.share, left[needed]);
}
