// TeachIt (chapter 9): four learners and the reader's own sentences, side by side. Recorded runs show
// it at once; a press fetches the released BERT, which then learns here.

import type { Released } from "#web/minilm/released.ts";
import { isOneOf, isRecord, isWhole, type Link, linkable } from "#web/shared/allowed.ts";
import {
  button,
  download,
  frame,
  h,
  sentenceAbove,
  setText,
  textField,
} from "#web/shared/elements.ts";
import { drawOnChange, type Model, mounted, type Props, update } from "#web/shared/lifecycle.ts";
import { examples, foot, more, question } from "#web/shared/picture.ts";
import type { TeachIt } from "#web/shared/traits.ts";
import { sentences } from "#web/text/text.ts";
import { inTwo, tooSmall } from "./change.ts";
import { keep, kept } from "./keep.ts";
import {
  isRight,
  LEARNERS,
  type Lesson,
  type Own,
  passesOf,
  recorded,
  sharesOf,
  untaught,
} from "./lesson.ts";
import { Live, type State } from "./live.ts";
import { editor } from "./own.ts";
import { legendMark, plane } from "./plane.ts";
import { CHOICES, settings } from "./settings.ts";
import { describe, numbersTable, ofCuts } from "./telling.ts";
import { verdicts } from "./verdicts.ts";
import { WORDS } from "./words.toml";

const MOST_CUTS = 40; // words
const FILE = "my-classes.safetensors";

function render({ model, el, signal }: Props<TeachIt>) {
  const sets = model.get("sets"),
    released = (model as Model<TeachIt & { released?: Released }>).get("released");
  const lessons = sets.map(recorded);
  let own = kept();
  let ownLesson = untaught(own);
  let liveOf: Own | null = null; // what the live lesson was made of
  let asked: { text: string; shares: number[][]; cuts: string } | null = null; // of the live networks
  const chosen = () => Math.min(model.get("chosen"), sets.length); // the last are the reader's own
  const isOwn = () => chosen() === sets.length;
  const base = () => (isOwn() ? ownLesson : lessons[chosen()]);
  const lesson = (): Lesson =>
    live.lesson && liveOf && liveOf.texts === base().texts && liveOf.labels === base().labels
      ? { ...live.lesson, classes: base().classes }
      : base();
  const live = new Live(released, () => signal.aborted || draw(), signal);
  const pass = () => Math.min(model.get("passes"), passesOf(lesson()));
  const set = (values: Partial<Pick<TeachIt, "chosen" | "passes" | "sentence" | "learning">>) =>
    update(model, values);

  const names = [...sets.map(({ key }) => WORDS.sets[key]), WORDS.own],
    chips = examples(
      WORDS.examples,
      names.map((name, i) => [name, i]),
      (i) => {
        sentencesDoor.open ||= i === sets.length;
        set({ chosen: i, sentence: -1, passes: i < sets.length ? passesOf(lessons[i]) : 0 });
      },
    ),
    choices = chips.querySelectorAll("button");
  const { el: output, say } = sentenceAbove(signal);
  const legend = h("p", { class: "ti-classes" });
  const planes = LEARNERS.map((learner, i) =>
    plane(i, WORDS.learners[learner], (sentence) => {
      one.open = true;
      set({ sentence });
    }),
  );

  // Learning, and going through its passes.
  const teachButton = button("", press, { class: "bw-primary" }),
    slider: HTMLInputElement = h("input", {
      type: "range",
      min: 0,
      "aria-label": WORDS.pass,
      input: () => {
        set({ passes: Number(slider.value) });
      },
    }),
    at = h("span", { class: "bw-number ti-at" }),
    progress = h("span", {}), // not read aloud: it changes all the time
    status = h("span", { role: "status" });
  function press() {
    if (live.busy) return live.stop();
    const { classes, texts, labels } = base(),
      task = { classes, texts, labels },
      small = tooSmall(task);
    if (small >= 0) {
      sentencesDoor.open = true;
      return setText(status, WORDS.tooSmall({ name: classes[small] }));
    }
    const both = inTwo(task);
    liveOf = task;
    asked = null;
    set({ passes: 1000 });
    live.start(
      task,
      [...base().asked.keys()],
      both ? WORDS.inTwo({ text: both }) : "",
      model.get("learning"),
    );
  }

  // One sentence, and what the four say of it.
  const select: HTMLSelectElement = h("select", {
      "aria-label": WORDS.look,
      change: () => set({ sentence: Number(select.value) }),
    }),
    bars = verdicts(),
    cut = h("p", { class: "bw-soft ti-cut", role: "status" }),
    field = textField(WORDS.ask, ask);
  const one = more(
    WORDS.look,
    h(
      "div",
      { class: "ti-one" },
      h("div", { class: "ti-choose" }, select, field.el),
      h("div", {}, bars.el, cut),
    ),
  );
  let waits = false;
  async function ask(text: string) {
    if (!text.trim()) {
      asked = null;
      return draw();
    }
    if (!live.ask) return setText(status, live.busy ? WORDS.wait : WORDS.teachFirst);
    if (waits) return; // the newest is asked as soon as this one is answered
    waits = true;
    try {
      asked = { text, shares: await live.ask(text), cuts: "" };
    } catch (error) {
      setText(status, (error as Error).message);
    }
    waits = false;
    if (signal.aborted) return;
    const now = field.el.querySelector("input")?.value ?? "";
    draw();
    if (now !== text && now.trim()) ask(now);
    else cutEach(text);
  }
  // Each word left out in turn, as long as nothing else is typed.
  async function cutEach(text: string) {
    const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_CUTS),
      { ask } = live,
      found = asked;
    if (!ask || !found || words.length < 2) return;
    const cuts: Parameters<typeof ofCuts>[2] = [];
    for (const [i, word] of words.entries()) {
      const rest = words.filter((_, j) => j !== i).join(" "),
        answer = await ask(rest).catch(() => null);
      if (!answer || asked !== found || signal.aborted || live.busy) return;
      cuts.push({ word, shares: answer[2] });
    }
    found.cuts = ofCuts(lesson().classes, found.shares[2], cuts);
    draw();
  }

  // The sentences themselves.
  const changed = (made: Own, said: string) => {
    own = made;
    ownLesson = untaught(own);
    const isKept = keep(own);
    if (isOwn()) draw();
    else set({ chosen: sets.length, sentence: -1, passes: 0 });
    setText(status, sentences(said, isKept ? "" : WORDS.notKept));
  };
  const editing = editor(changed);
  const copy = button(WORDS.copy, () => {
      const { classes, texts, labels } = lessons[chosen()];
      changed({ classes: [...classes], texts: [...texts], labels: [...labels] }, WORDS.copied);
    }),
    reading = h("div", { class: "ti-columns" });
  const sentencesDoor = more(WORDS.sentences, reading, copy, editing.el);

  // What one can take along.
  const save = button(WORDS.save, async () => {
      const bytes = await live.made?.file(lesson().classes);
      if (bytes) download(bytes, FILE);
    }),
    saveNotebook = button(WORDS.saveNotebook, () => {
      const text = live.made?.notebook(lesson().classes);
      if (text) download(text, "my-classes.ipynb");
    });
  const home = more(
    WORDS.home,
    h("p", { class: "bw-soft" }, WORDS.homeHow),
    h("div", { class: "bw-row" }, save, saveNotebook),
    h("p", {}, h("code", {}, WORDS.command({ file: FILE }))),
  );
  const table = numbersTable(),
    ways = settings((learning) => set({ learning }));
  const section = frame(
    "teach-it",
    WORDS.name,
    question(WORDS.question),
    chips,
    output,
    legend,
    h("ul", { class: "bw-picture ti-learners" }, ...planes.map((one) => one.el)),
    h("div", { class: "bw-row ti-run" }, teachButton, slider, at),
    h("p", { class: "bw-soft ti-status" }, progress, status),
    foot(
      one,
      sentencesDoor,
      home,
      more(WORDS.door, ...ways.els, h("p", { class: "bw-soft" }, WORDS.press)),
      more(
        WORDS.numbers,
        h("p", { class: "bw-soft" }, WORDS.curves),
        h("ul", { class: "bw-picture ti-curves" }, ...planes.map((each) => each.curve)),
        table.el,
        h("p", { class: "bw-soft" }, WORDS.about),
      ),
    ),
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

  let listed: { texts?: string[]; pass?: number; of?: Lesson["frames"]; asked?: number } = {};
  function list(now: Lesson, at: number) {
    const { texts, frames: of, asked } = now,
      next = { texts, pass: at, of, asked: asked.size };
    if (Object.entries(next).every(([name, one]) => listed[name as keyof typeof next] === one))
      return;
    listed = next;
    const mark = (i: number) => {
      if (!at) return "";
      return isRight(now, 2, at, i) ? "" : WORDS.cross;
    };
    const groups = now.classes.map((name, c) =>
      h(
        "optgroup",
        { label: name },
        ...now.texts.flatMap((text, i) =>
          now.labels[i] === c ? [h("option", { value: i, lang: "en" }, text + mark(i))] : [],
        ),
      ),
    );
    const others = [...now.asked.keys()].map((text, i) =>
      h("option", { value: now.texts.length + i, lang: "en" }, text),
    );
    select.replaceChildren(
      ...(others.length ? [] : [h("option", { value: -1 }, WORDS.look)]),
      ...(others.length ? [h("optgroup", { label: WORDS.fresh }, ...others)] : []),
      ...groups,
    );
  }

  function draw() {
    const now = lesson(),
      most = passesOf(now),
      at0 = pass(),
      given = model.get("sentence"),
      sentence = given < 0 && now.asked.size ? now.texts.length : given, // the first of the new
      isText = sentence >= 0 && sentence < now.texts.length;
    choices.forEach((button, i) => button.setAttribute("aria-pressed", String(i === chosen())));
    legend.replaceChildren(
      ...now.classes.map((name, c) => h("span", { lang: "en" }, legendMark(c), name)),
      h("span", { class: "bw-soft" }, WORDS.legend),
    );
    for (const one of planes) one.draw(now, at0, isText ? sentence : null);
    slider.max = String(most);
    slider.value = String(at0);
    slider.disabled = most === 0;
    setText(at, WORDS.at({ pass: at0, passes: most }));
    drawState();
    list(now, at0);
    select.value = String(sentence < now.texts.length + now.asked.size ? sentence : -1);
    const [other] = isText || sentence < 0 ? [] : [...now.asked].slice(sentence - now.texts.length);
    if (asked && live.ask) bars.draw(asked.shares, now.classes, null);
    else if (isText)
      bars.draw(
        LEARNERS.map((_, i) => sharesOf(now, i, at0, sentence)),
        now.classes,
        at0 ? now.labels[sentence] : null,
      );
    else bars.draw(other?.[1] ?? null, now.classes, null);
    setText(cut, asked && live.ask ? asked.cuts : "");
    table.draw(now, at0);
    ways.draw(model.get("learning"));
    save.disabled = saveNotebook.disabled = !live.made || now.frames !== live.lesson?.frames;
    say(describe(now, at0));
    copy.hidden = reading.hidden = isOwn();
    editing.el.hidden = !isOwn();
    if (isOwn()) editing.draw(own);
    else showSet(now);
  }
  let shownSet: string[] = [];
  function showSet({ classes, texts, labels }: Lesson) {
    if (shownSet === texts) return;
    shownSet = texts;
    reading.replaceChildren(
      ...classes.map((name, c) =>
        h(
          "div",
          { class: "ti-column", lang: "en" },
          h("p", { class: "ti-head" }, legendMark(c), h("b", {}, name)),
          h(
            "ul",
            { class: "ti-sentences", tabindex: 0, "aria-label": name },
            ...texts.flatMap((text, i) => (labels[i] === c ? [h("li", {}, text)] : [])),
          ),
        ),
      ),
    );
  }
  let lastSaid = "";
  function drawState() {
    const { state } = live;
    teachButton.hidden = !released;
    setText(
      teachButton,
      live.busy
        ? WORDS.stop
        : released?.about
          ? WORDS.teach
          : WORDS.load({ megabytes: (released?.size ?? 0) / 1e6 }),
    );
    setText(progress, progressOf(state));
    if (live.busy) setText(status, "");
    else if (live.said !== lastSaid) {
      setText(status, live.said);
      one.open ||= Boolean(live.ask); // now there is somebody to ask
    }
    lastSaid = live.said;
  }
  if (!released) setText(status, WORDS.elsewhere);
  drawOnChange(model, ["chosen", "passes", "sentence", "learning"], draw, signal);
  released?.hear(() => live.busy || drawState(), signal);
}

function progressOf(state: State) {
  if (state.kind === "loading") return WORDS.loading(state);
  if (state.kind === "reading") return WORDS.reading(state);
  return state.kind === "learning" ? WORDS.learning(state) : "";
}

const link: Link<TeachIt> = linkable(
  "teach",
  {
    ...{ chosen: isWhole(0, 4), passes: isWhole(0, 1000), sentence: isWhole(-1, 1000) },
    learning: isRecord({
      rate: isOneOf(...CHOICES.rate),
      blocks: isOneOf(...CHOICES.blocks),
      passes: isOneOf(...CHOICES.passes),
      most: isOneOf(...CHOICES.most),
    }),
  },
  (state) => state,
);

export default { render: mounted(render), link };
