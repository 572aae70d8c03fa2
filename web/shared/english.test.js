// What the model reads and says is English on a page of any language; the page's words are not.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { inEnglish, textField } from "./elements.ts";
import { answerBar, drawToken, letterFields } from "./picture.ts";

class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [], dataset: {}, tabIndex: -1 });
    this.classList = { add() {}, toggle() {} };
    this.style = { setProperty() {} };
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  addEventListener() {}
  append(...children) {
    this.children.push(...children);
  }
}
const within = (el) => [el, ...el.children.filter((one) => one.tag).flatMap(within)];
const english = (el) => within(el).filter((one) => one.attributes.lang === "en");

beforeEach(() => {
  globalThis.document = { createElement: (tag) => new Element(tag) };
});
afterEach(() => {
  delete globalThis.document;
});

test("tokens and guesses are English, a verdict is the page's", () => {
  const token = new Element("span");
  drawToken(token, "crane");
  assert.equal(token.attributes.lang, "en");
  inEnglish(token, false);
  assert.deepEqual(token.attributes, {});
  const classes = (kind) => english(answerBar(kind).el).map((one) => one.attributes.class);
  assert.deepEqual(classes("bw-right"), ["bw-guess"]);
  assert.deepEqual(classes("bw-verdict"), []);
});

test("what is typed is English, the name of its field is the page's", () => {
  const fields = [textField("文", () => {}).el, letterFields(["文A", "文B"], () => {}).el];
  for (const el of fields)
    for (const input of within(el).filter(({ tag }) => tag === "input")) {
      assert.equal(input.attributes.lang, "en");
      assert.equal(input.attributes["aria-label"], undefined);
    }
  const labels = within(fields[1]).filter((one) => one.attributes.class === "bw-unseen");
  assert.deepEqual(
    labels.flatMap((one) => one.children),
    ["文A", "文B"],
  );
  assert.deepEqual(
    fields.map((el) => english(el).length),
    [1, 2],
  );
});
