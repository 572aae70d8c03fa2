// TeachIt (chapter 9): gather sentences in classes, train, try. A press fetches the released BERT,
// which then learns them in the page.

import type { Answer } from "#web/classifier/teach.ts";
import type { Released } from "#web/minilm/released.ts";
import {
  button,
  download,
  frame,
  h,
  sentenceAbove,
  setText,
  textField,
} from "#web/shared/elements.ts";
import { type Model, mounted, type Props } from "#web/shared/lifecycle.ts";
import { answerBar, examples, foot, more, question } from "#web/shared/picture.ts";
import type { TeachIt } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { keep, kept } from "./keep.ts";
import { epochOf, MOST, type Own, tooFew } from "./lesson.ts";
import { Live, type State } from "./live.ts";
import { editor } from "./own.ts";
import { scores } from "./score.ts";
import { csvOf } from "./table.ts";
import { conclusion, notRead, ofCuts, waiting } from "./telling.ts";
import { WORDS } from "./words.toml";

const MOST_CUTS = 40; // words

function render({ model, el, signal }: Props<TeachIt>) {
  const sets = model.get("sets"),
    released = (model as Model<TeachIt & { released?: Released }>).get("released");
  let own = kept();
  const first = own; // as the page found them
  let before: Own | null = null; // the last change
  const live = new Live(released, () => signal.aborted || draw(), signal);
  const isLearned = () => live.lesson?.texts === own.texts && live.lesson.labels === own.labels;

  const { el: output, say } = sentenceAbove(signal),
    progress = h("span", {}), // not read aloud: it changes all the time
    status = h("span", { role: "status" }),
    undo = button(WORDS.undo, () => before && changed(before, WORDS.undone), { class: "ti-small" });

  // Gather.
  const changed = (made: Own, text: string) => {
    before = made === before ? null : own;
    own = made;
    setText(status, sentences(text, keep(own) ? "" : WORDS.notKept));
    draw();
  };
  const editing = editor(changed);
  const chips = examples(
    WORDS.examples,
    sets.map((set) => [WORDS.sets[set.key], set]),
    ({ classes, texts }) => {
      const labels = texts.flatMap((some, label) => some.map(() => label));
      changed({ classes: [...classes], texts: texts.flat(), labels }, WORDS.taken);
    },
  );
  const save = button(WORDS.save, () => {
    const rows = own.texts.map((text, i) => ({ text, label: own.classes[own.labels[i]] }));
    download(csvOf(rows), "my-classes.csv");
  });

  // Train.
  const teachButton = button("", () => (live.busy ? live.stop() : live.start(own)), {
      class: "bw-primary",
    }),
    board = scores();

  // Try: what BERT says of a sentence, as it is typed.
  const bars = Array.from({ length: MOST.classes }, () => answerBar("bw-verdict")),
    field = textField(WORDS.ask, ask),
    input = field.el.querySelector("input") as HTMLInputElement,
    unread = h("p", { role: "status" }),
    cut = h("p", { class: "bw-soft", role: "status" });
  let asked: (Answer & { text: string; cuts: string }) | null = null;
  let waits = false;
  async function ask(text: string) {
    if (!text.trim()) asked = null;
    if (!text.trim() || !live.ask) return draw();
    if (waits) return; // the newest is asked as soon as this one is answered
    waits = true;
    try {
      asked = { ...(await live.ask(text)), text, cuts: "" };
    } catch (error) {
      setText(status, (error as Error).message);
    }
    waits = false;
    if (signal.aborted) return;
    draw();
    if (input.value !== text && input.value.trim()) ask(input.value);
    else cutEach(text);
  }
  // Each word left out in turn, as long as nothing else is typed.
  async function cutEach(text: string) {
    const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_CUTS),
      { ask, lesson } = live,
      found = asked;
    if (!ask || !found || !lesson || words.length < 2) return;
    const cuts: Parameters<typeof ofCuts>[2] = [];
    for (const [i, word] of words.entries()) {
      const rest = words.filter((_, j) => j !== i).join(" "),
        answer = await ask(rest).catch(() => null);
      if (!answer || asked !== found || signal.aborted || live.busy) return;
      cuts.push({ word, shares: answer.shares });
    }
    found.cuts = ofCuts(lesson.classes, found.shares, cuts);
    draw();
  }

  const part = (kind: string, title: string, ...children: (Node | string)[]) =>
    h("div", { class: `ti-part ti-${kind}` }, h("p", { class: "ti-title" }, title), ...children);
  const answered = more(WORDS.answers, board.list);
  const section = frame(
    "teach-it",
    WORDS.name,
    question(WORDS.question),
    output,
    h(
      "div",
      { class: "ti-parts bw-picture" },
      part("gather", WORDS.gather, editing.el, chips),
      part("train", WORDS.train, teachButton, board.el),
      part("try", WORDS.try, field.el, unread, h("ul", {}, ...bars.map((bar) => bar.el)), cut),
    ),
    h("p", { class: "bw-soft ti-status" }, progress, status, " ", undo),
    foot(answered, more(WORDS.about, h("p", { class: "bw-soft" }, WORDS.how), save)),
  );
  section.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.some((kind) => /^files$/i.test(kind))) event.preventDefault();
  });
  section.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    editing.take(file);
  });
  el.append(section);

  let lastSaid = "";
  function draw() {
    const { lesson, state } = live,
      learned = lesson && isLearned() ? lesson : null;
    editing.draw(own);
    setText(
      teachButton,
      live.busy
        ? WORDS.stop
        : released && !released.about
          ? WORDS.load({ megabytes: released.size / 1e6 })
          : WORDS.teach,
    );
    teachButton.disabled = !released || (!live.busy && Boolean(tooFew(own)));
    chips.style.visibility = own.texts.length ? "hidden" : ""; // nothing moves
    undo.hidden = !before || live.busy;
    save.disabled = !own.texts.length;
    answered.hidden = board.el.hidden = !learned || !epochOf(learned);
    if (learned) board.draw(learned);
    if (learned && live.ask) say(conclusion(learned));
    else if (learned && live.busy) say(WORDS.learns);
    else say(lesson && !tooFew(own) ? WORDS.changed : waiting(own, own === first));
    input.disabled = !live.ask;
    input.placeholder = live.ask ? "" : WORDS.teachFirst;
    bars.forEach((bar, c) => {
      const shown = live.ask && asked && lesson && c < lesson.classes.length;
      bar.el.hidden = !shown;
      if (shown) bar.draw(lesson.classes[c], asked?.shares[c] ?? 0);
    });
    setText(unread, live.ask ? notRead(asked?.unknown ?? live.unknown) : "");
    setText(cut, live.ask ? (asked?.cuts ?? "") : "");
    setText(progress, progressOf(state));
    if (live.busy) setText(status, "");
    else if (live.said !== lastSaid) setText(status, live.said);
    if (live.said !== lastSaid && live.ask && input.value) ask(input.value);
    lastSaid = live.said;
  }
  if (!released) setText(status, WORDS.elsewhere);
  draw();
  released?.hear(() => live.busy || draw(), signal);
}

function progressOf(state: State) {
  if (state.kind === "loading") return WORDS.loading(state);
  if (state.kind === "reading") return WORDS.reading(state);
  return state.kind === "learning" ? WORDS.learning(state) : "";
}

export default { render: mounted(render) };
