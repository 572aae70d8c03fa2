// The keyboard in widgets: arrow keys, Home and End move within a group of buttons, and Escape ends
// what a pointer or a press began. A key that only one widget knows is in that widget's `keydown`.

// Whether an input method takes the key. Safari has told by then that it is done, and says 229.
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

// Calls `end` when Escape is pressed anywhere in `el`.
export const onEscape = (el: HTMLElement, end: () => void) =>
  el.addEventListener("keydown", (event) => event.key === "Escape" && !isComposing(event) && end());

// By how many an arrow key moves; keys of a direction that has no step do nothing.
type Steps = { across?: number; down?: number };

// Where a key leads from `at`, perhaps beyond an end; NaN if it doesn't walk. With Alt, Control or
// Command a key is the browser's.
export function leadsTo(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  at: number,
  length: number,
  { across = NaN, down = NaN }: Steps,
) {
  const places: Record<string, number> = {
    ArrowRight: at + across,
    ArrowLeft: at - across,
    ArrowDown: at + down,
    ArrowUp: at - down,
    Home: 0,
    End: length - 1,
  };
  return altKey || ctrlKey || metaKey ? NaN : (places[key] ?? NaN);
}

// A roving tab index: Tab enters the group at one of its items, and keys walk to the others.
// https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/
// Returns what to call when `items` have changed: Tab then enters at the first, unless one has the
// focus.
export function rovingTabIndex(group: HTMLElement, items: () => HTMLElement[], steps: Steps) {
  const enterAt = (item: HTMLElement) => {
    for (const each of items()) each.tabIndex = each === item ? 0 : -1;
  };
  group.addEventListener("focusin", ({ target }) => {
    const item = items().find((each) => each === target);
    if (item) enterAt(item);
  });
  group.addEventListener("keydown", (event) => {
    const all = items(),
      at = all.indexOf(event.target as HTMLElement),
      to = all[leadsTo(event, at, all.length, steps)];
    if (at < 0 || !to) return;
    event.preventDefault();
    to.focus();
  });
  const update = () => enterAt(items().find((item) => item.matches(":focus")) ?? items()[0]);
  update();
  return update;
}
