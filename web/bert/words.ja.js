// Texts that the model can't read as they are, in 日本語.

import { short } from "../shared/numbers.js";

export default {
  unknown: (words, more) =>
    `モデルの語彙にないので、<unk>として読みます：${words.map((word) => `「${short(word)}」`).join("、")}${more ? "など" : ""}。`,
};
