// Words with accents on all letters: of the same length, to be read by whoever reads English.

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "àƀćđéƒĝĥíĵķĺɱñóþɋŕšţúṽŵẋýžÀɃĆĐÉƑĜĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ";
const accents = new Map([...PLAIN].map((letter, i) => [letter, [...ACCENTED][i]]));
const accentedText = (text) => text.replace(/[a-zA-Z]/g, (letter) => accents.get(letter));

// Texts among the arguments of a function.
const texts = (value) =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(texts)
      : [];

// What a function is given is none of its words: it stays as it is, the longest texts first.
const left = (text, given) =>
  given
    .filter((one) => /[a-zA-Z]{2}/.test(one))
    .sort((a, b) => b.length - a.length)
    .reduce((all, one) => all.replaceAll(accentedText(one), one), text);

export function accented(words) {
  if (typeof words === "string") return accentedText(words);
  if (typeof words === "function")
    return (...given) => {
      const said = words(...given);
      return typeof said === "string" ? left(accentedText(said), texts(given)) : accented(said);
    };
  if (typeof words !== "object" || words === null) return words;
  return Array.isArray(words)
    ? words.map(accented)
    : Object.fromEntries(Object.entries(words).map(([key, one]) => [key, accented(one)]));
}

// What in an element is plain English to a reader's eyes or ears: runs of words without accents.
const RUNS = /<?[a-zA-Z][\w’'-]*>?(?: <?[a-zA-Z][\w’'-]*>?)*/gu;
const HEARD = ["aria-label", "title", "alt", "placeholder", "data-title", "data-label", "label"];
export function* plainIn(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const said =
      node instanceof Element
        ? HEARD.map((name) => node.getAttribute(name) ?? "")
        : node.parentElement.closest("code, script, style")
          ? []
          : [node.data];
    for (const text of said)
      yield* text.match(RUNS)?.filter((run) => /[a-zA-Z]{2}/.test(run)) ?? [];
  }
}
