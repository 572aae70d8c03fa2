// Shared words in 日本語.

export default {
  comma: ",",
  point: ".",
  minus: "−",
  percent: (number) => `${number}%`,
  below: (number) => `<${number}`,
  above: (number) => `>${number}`,
  amount: (number, unit) => `${number} ${unit}`,
  bytes: ["バイト", "KiB", "MiB", "GiB", "TiB", "PiB"],
  nth: (label, nth) => `${label}（${nth}）`,
  sentences: (all) => all.join(""),
};
