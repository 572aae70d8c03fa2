// The page's words of a widget, in 简体中文.

export default {
  copy: "复制此状态的链接",
  copied: "已复制。地址栏里也有。",
  held: "现在地址栏里就有。",
  refused: "这个链接要的东西这里显示不了，所以什么也没有改变。",
};
