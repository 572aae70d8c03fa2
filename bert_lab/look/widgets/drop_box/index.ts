// DropBox (chapter 10, "Your own sentence"): a reader drops the files of a released BERT, and it
// reads any sentence. What becomes of the files is in web/original, the picture in
// web/minilm_picture; both come once the page is complete.

import type { Reader, Released, Texts } from "#web/minilm/released.ts";
import { isTyped, type Link, linkable } from "#web/shared/allowed.ts";
import { frame, h } from "#web/shared/elements.ts";
import {
  innerLife,
  mounted,
  onTrait,
  type Props,
  read,
  update,
  whenComplete,
} from "#web/shared/lifecycle.ts";
import { question } from "#web/shared/picture.ts";
import type { DropBox as Traits } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

type DropBox = Traits & { released?: Released };
const TEXTS = ["text", "second"] as const;

async function render({ model, el, signal }: Props<DropBox>) {
  const box = frame("drop-box", WORDS.name, question(WORDS.question));
  el.append(box);
  const released = model.get("released"),
    say = (text: string) => box.append(h("p", { class: "bw-soft" }, text));
  if (!released) return say(WORDS.elsewhere);
  await whenComplete(signal);
  const brought = await released.original(() => draw()).catch(() => null);
  if (!brought) return say(WORDS.line);
  const { original, picture } = brought,
    panel = original.panel();
  let [shown, life]: [typeof original.opened, AbortController] = [null, innerLife(signal)];
  let drawn: ReturnType<typeof picture> | null = null;
  const draw = () => {
    const { opened } = original;
    panel.draw();
    if (opened === shown) return;
    drawn?.el.remove();
    life.abort();
    [shown, life, drawn] = [opened, innerLife(signal), null];
    if (!opened) return;
    const reader: Reader = { ...opened, own: true },
      store = {
        get: () => read(model, TEXTS),
        set: (texts: Partial<Texts>) => update(model, texts),
      };
    drawn = picture(reader, store, life.signal);
    box.append(drawn.el);
    drawn.read();
  };
  // A browser would leave the page for a file that is dropped beside the box, and open it.
  const drag = (event: DragEvent) => {
    const { type, dataTransfer } = event;
    if (!dataTransfer || !/Files/.test(`${dataTransfer.types}`) || event.defaultPrevented) return;
    event.preventDefault();
    panel.el.classList.toggle("original-over", type === "dragover");
    if (type !== "drop") return;
    // A browser forgets them once the event is over, so all of it is asked for at once.
    const entries = Array.from(dataTransfer.items, (item) => item.webkitGetAsEntry());
    panel.take(entries, [...dataTransfer.files]);
  };
  for (const type of ["dragover", "dragleave", "drop"] as const)
    document.addEventListener(type, drag, { signal });
  onTrait(model, TEXTS, () => drawn?.read(), signal);
  box.append(panel.el);
  draw();
  original.find();
}

const link: Link<DropBox> = linkable("drop", { text: isTyped, second: isTyped });

export default { render: mounted(render), link };
