// What readers type, as input methods write it, too.

// Chinese and Japanese: no blanks between words.
export const HAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc]/u;
export const MASKS = /[<＜《〈[［【]mask[>＞》〉\]］】]/gi;

// Letters of one width and form, without invisible ones and punctuation but apostrophes and hyphens,
// which would only make a word unknown.
export const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(MASKS, "<mask>")
    .replace(/[\p{Cf}\p{VS}]/gu, "")
    .replace(/(?!['’-])\p{P}/gu, " ");

// Its characters as words, where no blanks part these.
export const apart = (text: string) => plain(text).replace(new RegExp(HAN, "gu"), " $& ");
