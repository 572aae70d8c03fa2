// Links to a widget's state in 日本語.

export default {
  copy: "この状態へのリンクをコピー",
  copied: "コピーしました。アドレスバーにも入っています。",
  held: "アドレスバーに入りました。",
  refused: "このリンクが指す状態はここでは表示できないので、何も変えていません。",
};
