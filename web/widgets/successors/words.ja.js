// Successors in 日本語.

import { count, fixed } from "../../shared/numbers.js";
import { changeOf } from "./count.js";

const names = {
  "factorised rows": "分解した行",
  "rotary positions": "回転位置",
  "norm before": "前に正規化",
  "local attention": "局所的な注意",
  GeGLU: "GeGLU",
  "shared blocks": "共有ブロック",
  "half the blocks": "ブロック半分",
  "RoBERTa recipe": "RoBERTaのレシピ",
  "sentence order": "文の順序",
  "replaced tokens": "置き換えたトークン",
};
const variants = {
  unchanged: "BERT",
  "local, one block": "局所的な注意",
  "teacher's block and answers": "ブロック半分",
  "no NSP": "次の文を問わない",
  untrained: "未学習",
  "narrower, as small as factorised": "同じ小ささ、幅を狭く",
  "narrower, as small as shared": "同じ小ささ、幅を狭く",
  "no positions": "位置なし",
  "local, both blocks": "両ブロックとも局所",
  "one block": "ゼロから",
  "replaced tokens, masked places": "15%だけ問う",
};
const metrics = {
  mlm_loss: "損失（ナット）",
  sense: "語義の区別",
  sentiment: "タスク（ラベル少）",
};

export default {
  name: "後継者たち",
  question: "どの後継者が何を変えた？",
  presets: "誰の変更を見る",
  press: "変更をひとつずつ押してもよい",
  groups: {
    vectors: "何を入れるか",
    block: "ブロックの中",
    blocks: "どのブロックか",
    objective: "何を問うか",
  },
  vectors: "ベクトル",
  parts: {
    "su-rows": "単語",
    "su-places": "+ 場所",
    "su-norm": "正規化",
    "su-web": "注意",
    "su-lens": "FFN",
  },
  targets: (num, all) => `${all}個中${num}個`,
  block: (number, again, out) => (again ? "ブロック2 = 1" : out ? "省く" : `ブロック${number}`),
  follows: "BはAの続き？",
  order: "順序は正しい？",
  real: "本物",
  replaced: "置き換え",
  taught: (word) => `${word}, …`,
  parameters: "パラメータ",
  sizes: { mini: "ミニBERT", base: "BERT-base" },
  unchanged: "変わらず",
  stages: {
    vectors: "ベクトル",
    attention: "注意",
    "feed-forward": "フィードフォワード",
    heads: "ヘッド",
  },
  work: "長さごとの計算量（base）",
  operationsOf: "トークンひとつの演算回数、文章の長さごと",
  operations: (n) => (n < 1e8 ? `${Math.round(n / 1e4)}万` : `${fixed(n / 1e8, 1)}億`),
  times: (factor) => `×${fixed(factor)}`,
  brief: (n) =>
    n < 1e4 ? count(n) : n < 1e8 ? `${count(Math.round(n / 1e4))}万` : `${fixed(n / 1e8)}億`,
  models: {
    BERT: "これがBERTです。名前か絵の一部を押すと、何が変わるかが見えます。",
    RoBERTa:
      "RoBERTaは、ブロックには手を付けませんでした。次文予測をやめ、読むたびに別の単語を隠します。十倍の文章は、絵にありません。",
    ALBERT:
      "ALBERTは、どの段でもひとつのブロックを使い回し、単語の行も短くしました。パラメータは九分の一です。掛け算の回数は前と同じです。",
    ELECTRA:
      "ELECTRAは、七つにひとつではなく、すべてのトークンについて問います。本物か、それとも小さな生成器が置いたものか？",
    DistilBERT:
      "DistilBERTは、学習済みのBERTからブロックをひとつおきに取って始め、元のBERTと同じように答えることを学びます。",
    ModernBERT:
      "ModernBERTは、ブロックを作り直しました。前に正規化することと回転位置について、論文はひとつずつBERTのやり方と比べてはいません。",
  },
  names,
  changes: {
    "factorised rows":
      "分解した行（ALBERT）：どの単語も短い行を持ち、ひとつの行列がまとめて幅を広げます。",
    "rotary positions":
      "回転位置（ModernBERT）：場所のベクトルは足しません。どのブロックでも、クエリとキーをそれぞれの場所の分だけ回します。だからスコアは、二つのトークンの離れ具合で決まります。",
    "norm before":
      "前に正規化（ModernBERT）：注意とフィードフォワードは、正規化を通して読みます。合計そのものは途切れずに流れ、最後のブロックのあとで一度だけ正規化されます。",
    "local attention":
      "局所的な注意（ModernBERT）：三つのうち二つのブロックで、トークンは近所だけを見ます。左右に64個ずつです。",
    GeGLU:
      "GeGLU（ModernBERT）：ユニットの半分が、もう半分を開けたり閉めたりします。組の数は前のユニットの三分の二なので、重みの数は同じです。",
    "shared blocks":
      "共有ブロック（ALBERT）：すべてのブロックが同じ重みを使います。しまう量は減り、掛け算の回数は同じです。",
    "half the blocks":
      "ブロック半分（DistilBERT）：学習済みモデルのブロックをひとつおきに取り、元のモデルと同じように答えることを学びます。",
    "RoBERTa recipe":
      "RoBERTaのレシピ：次文予測をやめ、読むたびに別の単語を隠します。（データもバッチも大きくなりますが、絵にはありません。）",
    "sentence order":
      "文の順序（ALBERT）：二つの文章は、いつもつながっています。先に来るのはどちらでしょう？",
    "replaced tokens":
      "置き換えたトークン（ELECTRA）：小さな生成器が穴を埋め、すべてのトークンについて本物かどうかを問います。",
  },
  reached: "学習のあと（右ほどよい →）",
  metrics,
  first: "BERT",
  value: (x) => fixed(x, 3),
  point: (name, x) => `${variants[name] ?? names[name]}：${fixed(x, 3)}`,
  was: (x) => `${fixed(x, 3)} → `,
  notTrained: "学習なし",
  notScored: "問わない",
  alone: "ひとつずつ",
  variants,
  details: "数をすべて",
  part: "部分",
  length: "トークン",
  measure: "指標",
  changed: "変更",
  all: "全部",
  time: "1ステップの時間",
  control: "対照",
  note:
    "リボンは、誰が誰を読めるかを表します。重みは描いていません。局所的な注意の帯は、64個ではなく場所二つ分の幅で描いています（ミニBERTでは、二つ目のブロックで4個です）。" +
    "パラメータは、学習で変わるものを数えます。ELECTRAの生成器は入れていません。演算は、ブロックの行列の積の分です。BERTの512個の位置より先は、点線にしました。" +
    "点ひとつがシードひとつです。単語の15%を隠したときの損失（ナット）、近さで語義を区別できたか（0.5がまぐれ）、少ないラベルでファインチューニングしたあとの気分のタスクを示します。" +
    "RoBERTaのレシピのうち、試したのは次文予測をやめることだけです。ミニBERTのマスクは、もともと毎回新しいからです。「ブロック半分」は、この本のミニBERTから取りました。ここの学習より長く学習したものです。",
  summary: ([, mini], [least, base], length, times, scores) =>
    `パラメータは、ミニBERTで${count(mini)}個、BERT-baseで${count(base)}個（${changeOf(least, base) || "変わらず"}）です。` +
    `後者の演算は、${count(length)}トークンで${fixed(times)}倍です。${scores ? `学習のあと：${scores.join("、")}。` : "一緒には学習していません。"}`,
  score: (name, now, was) => `${metrics[name]} ${fixed(now, 3)}、BERTは${fixed(was, 3)}`,
};
