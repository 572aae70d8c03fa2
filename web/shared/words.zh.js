// Shared words in 简体中文.

export default {
  comma: ",",
  point: ".",
  minus: "−",
  percent: (number) => `${number}\u00a0%`,
  below: (number) => `<${number}`,
  above: (number) => `>${number}`,
  amount: (number, unit) => `${number} ${unit}`,
  bytes: ["字节", "KiB", "MiB", "GiB", "TiB", "PiB"],
  nth: (label, nth) => `${label}（${nth}）`,
  sentences: (all) => all.join(""),
};
