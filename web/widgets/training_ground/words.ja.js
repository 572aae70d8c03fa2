// TrainingGround in 日本語.

import { below1 } from "../../runs/run.js";
import { count, fixed, percent, percentOf, short } from "../../shared/numbers.js";

const quoted = (text) => `「${short(text)}」`;
const shareOf = (share) => percent(below1(share));
const nats = ([mean, sd]) => `${fixed(mean)} ± ${fixed(sd)}`;
const ofBook = (base) => (base ? `（本のレシピ${nats(base)}）` : "");
const controls = {
  "masking.rate": "当てる単語",
  "config.num_blks": "ブロック",
  "config.num_hiddens": "幅D",
  rate: "学習率",
  steps: "ステップ",
  seed: "シード",
};
const repeat = "聞かせる回数";

export default {
  name: "学習の場",
  question: "教えられますか？",
  train: "学習",
  stop: "止める",
  again: "もう一度学習",
  phases: {
    fetching: "学習プログラムを読み込み中…",
    measuring: "このコンピュータの速さを測っています…",
    preparing: "お話を書いています…",
  },
  ready: (steps) =>
    `${count(steps)}ステップ${steps === 4000 ? "、一分ほど" : ""}、このページの中で`,
  training: (step, steps, left) =>
    `${count(steps)}ステップ中${count(step)}、${left === null ? "…" : `あと${count(left)}秒`}`,
  trained: (step, steps, seconds) =>
    `${step < steps ? "中断：" : "完了："}${count(step)}ステップ、${count(seconds)}秒`,

  presets: "レシピ",
  preset: {
    book: "この本のもの",
    no_positions: "位置なし",
    always_mask: "いつも<mask>",
    no_next: "次文予測なし",
    left_to_right: "左から右",
    hasty: "学習率0.01、ウォームアップなし",
    own: "自分のレシピ",
  },
  about: {
    book: "この章のレシピです。単語の15%（そのうち80%は<mask>）と、BがAの続きかどうかを当てます。",
    no_positions:
      "どの単語がどこにあるかを、モデルに教えません。それでも何を覚え、何を覚えないでしょう？",
    always_mask:
      "当てる単語は、どれも<mask>で隠します。入れ替えた単語も、そのまま残した単語もありません。",
    no_next:
      "当てるのは単語だけです。BがAの続きかどうかは、一度も当てません。（だから、絵に出るBの判定に意味はありません。）",
    left_to_right: "どのトークンも、自分より前だけを見て次の単語を当てます。GPTと同じです。",
    hasty: "学習率を二倍半にして、最初からそのまま使います。ユニグラムの線に注目してください。",
    own: "まだ誰も試していません。どうなるでしょう？",
  },
  runs: {
    steps: (steps) => `${count(steps)}ステップ`,
    seed: (seed) => `シード${seed}`,
    small: "小",
  },

  loss: (loss) =>
    `隠された単語の損失${loss === undefined ? "（ナット）" : `：${fixed(loss)}ナット`}`,
  next: (share) =>
    share === null
      ? "次文予測：問わない"
      : `次文予測の正解率${share === undefined ? "" : `：${shareOf(share)}`}`,
  coin: "コイン投げ",
  booksRun: (batch) => `この本の学習、1ステップ${batch}組`,
  chart: "隠された単語の損失と、次文予測の正解率。横軸はステップ",

  right: (right, all) => `プローブ${all}個中${right}個正解`,
  sentence: "あなたの文。|のあとが二つ目の文",
  booksPicture: "この本のBERTの読み方：",
  picture: (step) => `あなたのBERT、ステップ${count(step)}：`,
  noPicture:
    "このページには本のモデルがないので、あなたのモデルが学習を始めるまで、見るものはありません。",
  tooLong: (tokens, most) =>
    `${count(tokens)}トークンになります。絵に入るのは${most}個までです。短くしてください。いま見えているのは、最後に入りきった文です。`,

  begin:
    "「学習」を押してください。でたらめな数のネットワークがいまここでお話を読み、覚えていく様子が見えます。",
  progress: ({ step, loss, where, next, right, all }) =>
    `${count(step)}ステップ後：損失${fixed(loss)}ナット、${where}` +
    `${next === null ? "" : `。次文予測の正解率${shareOf(next)}`}。プローブ${all}個中${right}個正解。`,

  seeds: (number, measured) =>
    `一回の学習は、一回でしかありません。証拠Bでは、別のシードでもっと長く${number}回学習しました：${measured.join("、")}。`,
  measured: {
    mlm_loss: (own, base) => `単語${nats(own)}ナット${ofBook(base)}`,
    masked_loss: (own, base) => `<mask>に隠れた単語${nats(own)}ナット${ofBook(base)}`,
    next_word_loss: (own) => `次の単語${nats(own)}ナット`,
    one_word_loss: (own, base) => `どこかの穴ひとつ${nats(own)}ナット${ofBook(base)}`,
    nsp_accuracy: (own, base) =>
      `次文予測の正解率${shareOf(own[0])}${base ? `（${shareOf(base[0])}）` : ""}`,
  },
  unrecorded:
    "一回の学習は、一回でしかありません。証拠Bにこのレシピはないので、信じる前に、別のシードでも学習させてください。",

  recipe: "レシピ",
  controls,
  value: { "masking.rate": (value) => percentOf(Math.round(100 * value)), steps: count },
  smallSize: "小さいサイズ（F = 64）、遅いコンピュータ向け",
  slow: (seconds) =>
    `このコンピュータでは、本のサイズだと約${count(seconds)}秒かかります。そこで小さいサイズにしました。「レシピ」で元に戻せます。`,

  own: "自分の言葉",
  ownField:
    "一行に一文、二文以上書いてください。空の行で次のお話になります。英語の新しい単語も歓迎です。",
  example: "例",
  exampleStory:
    "my robot has a purple antenna\nthe robot beeps when the antenna is wet\nat night my robot sleeps in the garden",
  repeat,
  questions: "あとで、このことを聞いてみます：",
  answer: (guess, p = 0) => (guess === undefined ? "…" : `${guess} ${shareOf(p)}`),

  keep: "取っておく",
  nothingToKeep:
    "学習が終わると、できたBERTを本のすべての絵で使ったり、ファイルに保存したりできます。",

  numbers: "数",
  table: "学習を並べて比べる",
  heads: ["学習", "ステップ", "損失（ナット）", "次文の正解", "プローブの正解", "秒"],
  thisRun: (name) => `今回：${name}`,
  earlierRun: (name) => `前回：${name}`,

  noParts:
    "学習プログラムを読み込めませんでした。ページを読み込み直すか、この章をノートブックで開いてください。",
  failed: (message) => `学習が途中で止まりました：${message}`,
  refused: {
    simd: () =>
      "このブラウザにはSIMD付きのWebAssemblyがないので、ここでは学習できません（Chrome 91、Firefox 89、Safari 16.4にはあります）。どう見えるはずかは、記録した学習でわかります。",
    sentences: ({ most, got }) => `自分の文は${most}文までにしてください。いまは${got}文あります。`,
    story: ({ story }) =>
      `お話${story}には文がひとつしかありません。BERTは文の組を読むので、どのお話にも二文以上書いてください。`,
    length: ({ text, most, got }) => `一文は${most}語までです。${quoted(text)}は${got}語あります。`,
    word: ({ word }) =>
      `${quoted(word)}はお話の単語に使えません。長すぎるか、BERTの特別なトークンです。`,
    other: ({ name = "レシピ", low, high, got }) =>
      `この${quoted(name === "repeat" ? repeat : (controls[name] ?? name))}では学習できません${low === undefined ? "" : `：${low}から${high}までです`}${got === undefined ? "" : `（いまは${short(String(got))}）`}。`,
  },
};
