// What the model can't read, in 简体中文.

import { short } from "../shared/numbers.js";

export default {
  unknown: (words, more) =>
    `模型的词表里没有，读作 <unk>：${words.map((word) => `“${short(word)}”`).join("、")}${more ? "……" : ""}。`,
};
