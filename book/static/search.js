// The search page: ranks the passages of searched.js, which book/search.py writes, with MiniSearch.
var searching = (({ pages, passages, names, stopwords }, MiniSearch, Stemmer) => {
  const HAN = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff",
    LETTER = "A-Za-z_\u00c0-\u024f",
    UNIT = { "%": "%", percent: "%", "per cent": "%", k: 1e3, m: 1e6, million: 1e6, billion: 1e9 };
  const NUMBER = /(\d[\d,]*(?:\.\d+)?(?:e-?\d+)?)(?: ?(%|percent|per cent|[kM]|million|billion)(?![\w]))?/;
  const RUN = new RegExp(`##|[${HAN}]+|${NUMBER.source}|[${LETTER}][${LETTER}0-9]*(?:-[${LETTER}0-9]+)*`, "gi");
  const stemmer = new Stemmer(),
    // who asks says I and my, the book seldom: so they would look like rare words
    stopped = new Set([...stopwords, ..."i me my mine we us our you your".split(" ")]);
  // 30,522 is 30522, 110M is 110 million, 90 % is 90% and 90.
  const numbers = (number, unit) => {
    const plain = number.replace(/,/g, "").toLowerCase(),
      size = UNIT[unit?.toLowerCase()];
    return size === "%" ? [plain, `${plain}%`] : [String(size ? plain * size : plain)];
  };
  // A compound is one word and its parts: fine-tuning is finetuning, BooksCorpus is bookcorpus, and
  // token_type_ids has three words. Chinese and Japanese are pairs of characters; who asks for one
  // alone finds the pairs that begin with it, and in the index the last of a run.
  const cut = (text, last) =>
    [...text.matchAll(RUN)].flatMap(([run, number, unit]) => {
      if (number) return numbers(number, unit);
      if (run.charCodeAt(0) >= 0x3005)
        return [...run].map((c, i) => c + (run[i + 1] ?? "")).slice(0, last || !run[1] ? undefined : -1);
      const parts = run.split(/[_-]+|(?<=[a-z])(?=[A-Z])/).filter(Boolean);
      const whole = parts.map((part, i) => (parts[i + 1] ? part.replace(/([^s])s$/, "$1") : part));
      return parts[1] ? [whole.join(""), ...parts] : parts;
    });
  const processTerm = (term) => {
    const word = term.toLowerCase();
    if (stopped.has(word)) return null;
    // British as American: initialise, normalisation
    return stemmer.stemWord(word.replace(/is(e|ed|es|ing|ation|er)$/, "iz$1"));
  };
  const mini = new MiniSearch({
    fields: ["title", "asked", "text", "words", "page"],
    tokenize: (text) => cut(text, true),
    processTerm,
  });
  mini.addAll(
    passages.map(([page, , title, asked, text, words], id) => ({
      id,
      title,
      asked,
      text,
      words,
      page: pages[page][0],
    })),
  );
  const plain = (text) => text.toLowerCase().replace(/[\s_-]+/g, " ");
  const itself = { tokenize: (terms) => terms.split(" "), processTerm: (term) => term };
  const found = (typed) => {
    const query = typed.normalize("NFKC"); // full width, half-width kana, dots apart
    const asked = ` ${plain(query)} `;
    const more = Object.entries(names).filter(([name]) =>
      /\w/.test(name) ? asked.includes(` ${plain(name)} `) : query.includes(name),
    );
    const wanted = [query, ...more.map(([, own]) => own)].join(" ");
    // A word that is nowhere in the book is taken for a slip of the one most like it.
    const meant = (term) => {
      if (!/^\D{5}/.test(term) || mini.search(term, { ...itself, prefix: true })[0]) return term;
      return mini.search(term, { ...itself, fuzzy: 0.25 })[0]?.terms[0] ?? term;
    };
    const terms = [...new Set(cut(wanted).map(processTerm).filter(Boolean).map(meant))];
    // MiniSearch counts how rare a word is in each field, and any word is rare in titles: so how
    // rare it is in the whole book counts, too.
    const held = new Map(terms.map((term) => [term, mini.search(term, itself).length]));
    const rarity = (term) => Math.sqrt(Math.log(1 + passages.length / (1 + (held.get(term) ?? 0))));
    const sum = (some) => [...some].reduce((all, term) => all + rarity(term), 0);
    const whole = sum(terms);
    const results = mini.search(terms.join(" "), {
      ...itself,
      boost: { title: 2.5, asked: 2.5, text: 1, words: 0.5, page: 0.5 },
      prefix: (term) => term.length > 3 || term.charCodeAt(0) >= 0x3005,
      weights: { prefix: 0.4, fuzzy: 1 },
      boostTerm: rarity,
      boostDocument: (id) => pages[passages[id][0]][2],
    });
    // Whoever types five words wants a passage that has more than one of them, the rare ones first.
    for (const one of results) one.score *= 0.3 + (sum(new Set(one.queryTerms)) / whole) ** 2;
    return results
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => {
        const [page, anchor, title, , text] = passages[id];
        const [name, address] = pages[page];
        return { address: anchor ? `${address}#${anchor}` : address, title, name, text };
      });
  };
  return { found };
})(searched, MiniSearch, Stemmer);
(() => {
  const root = typeof document !== "undefined" && document.getElementById("search-results");
  if (!root) return;
  const MOST = 20,
    field = document.querySelector(".bd-search-container input[name=q]"),
    status = document.getElementById("search-status"),
    // a page that is not there: the words of its address
    words = location.pathname.split("/").pop().replace(/\.\w+$/, "").match(/[a-z]{2,}/gi) ?? [],
    query = new URLSearchParams(location.search).get("q") ?? (words[0] === "search" ? "" : words.join(" "));
  const made = (name, ...children) => {
    const node = document.createElement(name);
    node.append(...children);
    return node;
  };
  field.value = query;
  field.focus();
  if (!query.trim()) return;
  const results = searching.found(query).slice(0, MOST);
  status.textContent = results.length
    ? `${status.dataset.found}: ${results.length}`
    : status.dataset.nothing;
  for (const { address, title, name, text } of results) {
    const link = made("a", title);
    link.href = document.documentElement.dataset.content_root + address;
    root.append(made("li", link, title === name ? "" : made("small", ` ${name}`), made("p", text)));
  }
})();
