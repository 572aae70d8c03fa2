// One text or two as a model reads them.

/** @import { Tokenizer } from "./tokenizer.js" */

/**
 * With [CLS] and [SEP], and so short that the model can read them: what is too much falls off the
 * back of the longer text, as truncate_pair of bert_core has it. `left` says how many pieces did.
 * @param {Tokenizer} tokenizer @param {number} most @param {string} first @param {string} second
 */
export function encode(tokenizer, most, first, second) {
  const texts = [first, ...(second ? [second] : [])].map((text) => tokenizer.pieces(text)),
    [CLS, SEP] = [tokenizer.idOf("[CLS]"), tokenizer.idOf("[SEP]")],
    room = most - 1 - texts.length;
  let left = 0;
  for (; texts.reduce((sum, text) => sum + text.length, 0) > room; left++)
    texts.reduce((a, b) => (b.length >= a.length ? b : a)).pop();
  const ids = [CLS, ...texts.flatMap((text) => [...text, SEP])],
    segments = ids.map((_, t) => Number(t > texts[0].length + 1));
  return { ids, segments, left };
}
