// MeaningSearch in 简体中文.

export default {
  name: "按意思搜索",
  question: "哪种搜索找得到你想要的条目？",
  recorded: "录下的",
  examples: "问",
  choose: "或者选别的",
  right: "对",
  nothing: "没有条目和这个问题共有一个词。",
  place: (search, place) =>
    `${search}：${place ? `第一个对的条目在第 ${place} 位` : "没有对的条目"}`,
  summary: (parts) => `${parts.join("；")}。`,
  ask: "随便问这本书",
  byWords: "按共有的词",
  byMeaning: "按意思",
  from: (place, score) => ` ${place}，${score}。`,
  first: (passages, byWords, byMeaning) =>
    byWords === byMeaning
      ? `${passages} 段文字里，两种搜索都把“${byMeaning}”排在第一。`
      : `${passages} 段文字里，${byWords ? `按共有的词，第一是“${byWords}”` : "没有一段和问题共有一个词"}；按意思，第一是“${byMeaning}”。`,
  noLibrary: "书的文字不在这一页放文件的地方。",
  caution:
    "所有章节的各节、术语表和问题，每段取前 400 个字母。分数是 BM25 和余弦：在一个列表里比，不要在两个之间比。两种搜索总会给出答案，哪怕书里没有。",
  details: "所有的问题",
  caption: "第一个对的条目排在第几",
  query: "问题",
  missing: "–",
  legend: "✓ 表示回答了问题的条目；在两种搜索运行之前，就由人选好了。",
};
