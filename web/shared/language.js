// Words in the language of the reader. Each words.js hands its English to `spoken` and exports what
// comes back: an object of the same shape whose words are looked up when they are read, so none is
// ever of a language that is spoken no more. What a language lacks is English.

// A language is a script that leaves its words here, by its code and by the names of their sets:
// bertLanguages.zh = { check: { right: "对。" } }.
/** @type {{ bertLanguages?: Record<string, Record<string, unknown>> }} */
const realm = /** @type {any} */ (globalThis);

let ofNotebook = "";
// A notebook's language is a trait of its widgets, a page's is that of its document.
/** @param {string | undefined} code */
export const speak = (code = "") => {
  ofNotebook = code;
};
/** @returns {string} the code of the language that is spoken now */
export const language = () => ofNotebook || globalThis.document?.documentElement.lang || "en";

// Texts and functions of `own` in the places of `english`.
/** @type {(english: any, own: any) => any} */
function translated(english, own) {
  if (own === null || typeof own !== typeof english) return english;
  if (typeof english !== "object") return own;
  const all = Array.isArray(english) ? [...english] : { ...english };
  for (const key of Object.keys(all)) all[key] = translated(english[key], own[key]);
  return all;
}

/**
 * @template {object} Words
 * @param {string} name the set's, the same in every language
 * @param {Words} english
 * @returns {Words}
 */
export function spoken(name, english) {
  /** @type {WeakMap<object, Words>} */
  const known = new WeakMap(); // by a language's own words
  const words = () => {
    const own = /** @type {object | undefined} */ (realm.bertLanguages?.[language()]?.[name]);
    if (!own) return english;
    const all = known.get(own) ?? translated(english, own);
    known.set(own, all);
    return all;
  };
  return new Proxy(english, { get: (_, key) => Reflect.get(words(), key) });
}
