// The released BERT, how it comes and why it doesn't, in 简体中文.

import { bytes, count } from "../shared/numbers.js";

export default {
  which: "由哪个 BERT 来读",
  toy: "玩具",
  english: "英文",
  what: "玩具认识 761 个词。一个真正的 BERT，all-MiniLM-L6-v2，有 2,270 万个权重，能在你的浏览器里读任何英文句子。",
  load: (size) => `加载真正的 BERT（${count(size / 1e6)} MB）`,
  elsewhere: "在书的网页上，一个真正的 BERT 能在这里读任何英文句子。",
  coming: "正在加载……",
  pick: "选择它的文件",
  fromFile: (name) =>
    `一个真正的 BERT，all-MiniLM-L6-v2，能在这里读任何英文句子。这一页本身是个文件，什么也取不来，所以请告诉它模型在哪里：书的 _static 文件夹里的 ${name}。`,
  whose: "all-MiniLM-L6-v2（Apache 2.0），每个权重一个字节；你输入的内容不会离开这个浏览器。",
  missing: "模型的文件不在这一页放文件的地方。",
  line: "模型没有传完：线路断了。请再试一次。",
  damaged: "模型的文件不完整或被改动过，所以没有保存。请再试一次。",
  stopped: "模型在这个浏览器里停了。请重新加载这一页。",
  noRoom: "这个浏览器没有内存留给模型了：它要 41 MB。关掉点什么，再试一次。",
  unread: "模型读不了这段文本。",
  old: "这个浏览器太旧，用不了这个模型：它解不开文件。",
  other: (name, got, size) =>
    `${name} 不是模型的文件：那个有 ${bytes(size)}，这个有 ${bytes(got)}。`,
};
