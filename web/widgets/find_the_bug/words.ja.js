// FindTheBug in 日本語.

import { count } from "../../shared/numbers.js";

export default {
  name: "バグを探す",
  question: "このコードの、どこがおかしい？",
  piles: {
    chosen: "選ばれるトークン",
    reads: "モデルが読むもの",
    labels: "損失が問うもの",
  },
  reads: ["<mask>", "<unk>", "別の単語", "元の単語のまま"],
  labels: ["そこにあった単語", "ほかのもの", "選ばれていないトークン", "埋めるだけのスロット"],
  brief: {
    broken: "あってはならない",
    few: "少なすぎる",
    fits: "合う",
    doubtful: "疑わしい",
    wrong: "合わない",
  },
  evidence: (counted, expected) => `実際は${count(counted)}、期待値は${count(expected, 1)}`,
  procedure: (number) => `手順${number}`,
  draw: (n) => `${count(n)}回引く`,
  drawing: "引く",
  most: (n) => `引けるのは${count(n)}回までです。`,
  summary: (draws, chosen, reads, labels) =>
    draws
      ? `誰かのマスクのコードで${count(draws)}回引きました。トークン：${chosen}。読むもの：${reads}。` +
        `問うもの：${labels}。もっと引くか、どこがおかしいか答えてください。`
      : "まだ何も引いていません。引いて、どの山も青い線と比べてください。",
  diagnosis: "あなたの診断",
  another: "別の手順",
  right: (name, cause) => `正解です：${name}。${cause}`,
  wrong: (sign) => `いいえ、ちがいます。${sign}見比べて、必要ならもっと引いて、もう一度どうぞ。`,
  with: (sign) => `それなら：${sign}`,
  something: "どこかはおかしいのです。規則では説明のつかない数を探してください。",
  more: "何を描いているか、正確な数",
  about:
    "誰かの書いた手順が、この文章をマスクします。割合は15%、内訳は80 / 10 / 10、列にはスロットがひとつ余っています。公開されたコードに実際にあった六つのバグの" +
    "どれかがあるか、またはひとつもありません。山の点は、どれも同じ数を表します。青い線は、規則どおりなら山が止まるところです。",
  dots: (unit) => (unit === 1 ? "点ひとつが1個" : `点ひとつが${count(unit)}個`),
  counted: "実際",
  expected: "期待値",
};
