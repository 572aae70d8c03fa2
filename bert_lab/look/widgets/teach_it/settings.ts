// What one can change before they learn, behind a door.

import { h, uniqueName } from "#web/shared/elements.ts";
import { count, fixed } from "#web/shared/numbers.ts";
import type { TeachIt } from "#web/shared/traits.ts";
import { WORDS } from "./words.toml";

export type Settings = TeachIt["learning"];
export const CHOICES: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  rate: [5e-5, 2e-4, 1e-3, 5e-3],
  blocks: [1, 2, 3],
  passes: [10, 20, 40],
  most: [0, 8, 4, 2],
};
const NAMES = Object.keys(CHOICES) as (keyof Settings)[];
const written = (name: keyof Settings, value: number) =>
  name === "rate"
    ? fixed(value, 5).replace(/0+$/, "")
    : name === "most"
      ? WORDS.perClass({ n: value })
      : count(value);

// change: hears of the new ones
export function settings(change: (values: Settings) => void) {
  let now: Settings;
  const selects = NAMES.map((name) => {
    const id = uniqueName(`ti-${name}`),
      select: HTMLSelectElement = h(
        "select",
        {
          id,
          change: () => change({ ...now, [name]: CHOICES[name][select.selectedIndex] }),
        },
        ...CHOICES[name].map((value) => h("option", {}, written(name, value))),
      );
    return {
      name,
      select,
      el: h("p", { class: "bw-row" }, h("label", { for: id }, WORDS.settings[name]), select),
    };
  });
  const draw = (values: Settings) => {
    now = values;
    for (const { name, select } of selects)
      select.selectedIndex = (CHOICES[name] as readonly number[]).indexOf(values[name]);
  };
  return { els: selects.map(({ el }) => el), draw };
}
