// MeaningSearch in 日本語.

export default {
  name: "意味で検索",
  question: "探している項目を見つけるのは、どちらの検索？",
  recorded: "記録",
  examples: "質問する",
  choose: "ほかの質問",
  right: "正解",
  nothing: "質問と共通の単語がある項目はありません。",
  place: (search, place) => `${search}では、${place ? `最初の正解は${place}位` : "正解の項目なし"}`,
  summary: (parts) => `${parts.join("。")}。`,
  ask: "この本に何でも聞いてください（英語で）",
  byWords: "共通の単語で",
  byMeaning: "意味で",
  from: (place, score) => `（${place}、${score}）`,
  first: (passages, byWords, byMeaning) =>
    byWords === byMeaning
      ? `${passages}個の箇所のうち、どちらの検索でも一番は「${byMeaning}」です。`
      : `${passages}個の箇所のうち、${byWords ? `共通の単語で探すと「${byWords}」` : "質問と共通の単語があるものはなく"}、意味で探すと「${byMeaning}」が一番です。`,
  noLibrary: "この本の箇所のデータが、このページのファイルの置き場所にありません。",
  caution:
    "探すのは、すべての章の節と用語集と質問集で、それぞれ最初の400文字です。スコアはBM25とコサインです。比べられるのは同じ一覧の中だけで、二つの一覧のあいだでは比べられません。どちらの検索も、本に答えがないときでも、必ず何かを答えます。",
  details: "すべての質問",
  caption: "最初の正解の順位",
  query: "質問",
  missing: "–",
  legend: "✓は、質問の答えになる項目です。どちらの検索も動かす前に、人の手で選びました。",
};
