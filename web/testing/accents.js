// Finds plain English in a page whose letters should all carry accents.

// What in an element is plain English to a reader's eyes or ears: runs of words without accents.
const RUNS = /<?[a-zA-Z][\w’'-]*>?(?: <?[a-zA-Z][\w’'-]*>?)*/gu;
const HEARD = ["aria-label", "title", "alt", "placeholder", "data-title", "data-label", "label"];
export function* plainIn(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const texts =
      node instanceof Element
        ? HEARD.map((name) => node.getAttribute(name) ?? "")
        : node.parentElement.closest("code, script, style")
          ? []
          : [node.data];
    for (const text of texts)
      yield* text.match(RUNS)?.filter((run) => /[a-zA-Z]{2}/.test(run)) ?? [];
  }
}
