// The released BERT, how it comes and why it doesn't, in 日本語.

import { bytes, count } from "../shared/numbers.js";

export default {
  which: "どのBERTが読むか",
  toy: "おもちゃ",
  english: "英語",
  what: "おもちゃが知っているのは761語です。2,270万個の重みを持つ本物のBERT、all-MiniLM-L6-v2なら、どんな英文でも、あなたのブラウザの中で読めます。",
  load: (size) => `本物のBERTを読み込む（${count(size / 1e6)} MB）`,
  elsewhere: "この本のページでは、本物のBERTがどんな英文でもここで読みます。",
  coming: "読み込み中…",
  pick: "ファイルを選ぶ",
  fromFile: (name) =>
    `本物のBERT、all-MiniLM-L6-v2は、どんな英文でも読めます。このページはそれ自体がファイルなので、何も取りに行けません。モデルの場所を教えてください：この本のフォルダ_staticにある${name}です。`,
  whose:
    "all-MiniLM-L6-v2（Apache 2.0）、重みひとつに1バイト。入力した文は、このブラウザの外に出ません。",
  missing: "モデルのファイルが、このページのファイルの置き場所にありません。",
  line: "モデルが届きませんでした。通信が切れたようです。もう一度試してください。",
  damaged:
    "モデルのファイルが途中で切れているか、変わっているので、保存しませんでした。もう一度試してください。",
  stopped: "このブラウザでモデルが止まりました。ページを読み込み直してください。",
  noRoom:
    "このブラウザには、モデルに使うメモリが残っていません。41 MB要ります。何かを閉じてから、もう一度試してください。",
  unread: "モデルはこの文章を読めませんでした。",
  old: "このブラウザは古くて、モデルのファイルを展開できません。",
  other: (name, got, size) =>
    `${name}はモデルのファイルではありません。モデルは${bytes(size)}、これは${bytes(got)}です。`,
};
