// The reader's own BERT in 简体中文.

import { bytes, count } from "../shared/numbers.js";

const LATELY = 30 * 60000;
const whenCame = (since) =>
  Date.now() - since < LATELY
    ? "刚刚"
    : new Date(since).toLocaleDateString("zh-CN", { day: "numeric", month: "long" });

export default {
  looking: ["你看到的是", "你的", " BERT"],
  came: ({ since, how }) => `，${whenCame(since)}${how === "uploaded" ? "上传" : "训练"}的。`,
  speaks: "文字里说的是书里的那个。",
  unkept: "这个浏览器不为本书保存任何东西，所以它只留到你离开这一页。",
  failed: "这里画不出这个 BERT。",
  back: "换回书里的",
  again: "现在又是书里的 BERT 了。",

  adopt: "在整本书里用它",
  download: "下载",
  upload: "上传",
  everywhere: "这一页和所有章节的图，现在用的都是你的 BERT。",
  downloaded: (file) =>
    `已存为 ${file}。用“上传”可以拿回来，bert_lab.checkpoint 的 load_packed 也能读它。`,
  stays: (why) => `它只能留在这里：${why}`,
  tooLarge: (size, most) => `这个文件有 ${bytes(size)}；这些图能用的 BERT 最多 ${bytes(most)}。`,
  notOne: "这个文件里没有本书的模型，或者已经损坏：它不是 safetensors。",
  untold:
    "文件没有说明它是什么模型。这一页存的文件会说明，bert_lab.checkpoint 的 save_packed 存的也会。",
  version: (version) => `文件是第 ${version} 版，要用本书更新的版本来读。`,
  config: "文件里的配置和本书的任何 BERT 都对不上。",
  vocab: (size) => `文件里应该有 ${count(size)} 个互不相同的词，特殊词元在最前面。`,
  weights: (name) => `文件和它自己的配置对不上，或者已经损坏：${name}。`,
  causal: "它只从左往右读，而这些图要展示 BERT 怎样两边都读。",
  size: (what, got, least, most) =>
    `它的${what} ${count(got)}，而这些图只容得下 ${count(least)} 到 ${count(most)}。`,
  sizes: {
    num_blks: "块数是",
    num_heads: "头数是",
    num_hiddens: "D 是",
    ffn_num_hiddens: "F 是",
    max_len: "位置数是",
    vocab_size: "词数是",
  },
};
