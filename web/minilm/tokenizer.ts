// The WordPiece tokenizer of a BERT, exactly as the Python library `tokenizers` does it.

const SPECIAL = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/; // as they are typed, these stand for themselves
// Control characters, invisible ones, what is nobody's or private, halves of pairs.
const DROPPED = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const CHINESE =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
// A mark of punctuation, or what is between two of them or blanks.
const WORD = /[!-/:-@[-`{-~\p{P}]|[^\p{White_Space}!-/:-@[-`{-~\p{P}]+/gu;
const LONGEST = 100; // characters: a longer word is unknown

// What a text loses before it is cut: capitals, accents; whether Chinese characters stand alone.
export type Style = { lower: boolean; accents: boolean; chinese: boolean };
const UNCASED: Style = { lower: true, accents: true, chinese: true };

// text: the library lower-cases letter by letter, so a last sigma stays σ
export function normalise(text: string, { lower, accents, chinese } = UNCASED) {
  const clean = text.replace(DROPPED, "").replace(/\p{White_Space}/gu, " "),
    plain = chinese ? clean.replace(CHINESE, " $& ") : clean,
    bare = accents ? plain.normalize("NFD").replace(/\p{Mn}/gu, "") : plain;
  return lower ? Array.from(bare, (letter) => letter.toLowerCase()).join("") : bare;
}

export const wordsOf = (text: string, style = UNCASED) => normalise(text, style).match(WORD) ?? [];

export class Tokenizer {
  vocab;
  ids;
  style;
  // vocab: in the order of their ids
  constructor(vocab: string[], style = UNCASED) {
    this.vocab = vocab;
    this.style = style;
    this.ids = new Map(vocab.map((piece, id) => [piece, id]));
  }

  // The id of a piece that is there.
  idOf(piece: string) {
    return this.ids.get(piece) as number;
  }

  // Ids of a text's pieces.
  pieces(text: string): number[] {
    const idsOf = (part: string) => wordsOf(part, this.style).flatMap((word) => this.cut(word));
    return text.split(SPECIAL).flatMap((part, i) => (i % 2 ? this.idOf(part) : idsOf(part)));
  }

  // The words of a text that the vocabulary has no pieces for: all of them are [UNK].
  unknown(text: string) {
    const words = text
      .split(SPECIAL)
      .flatMap((part, i) => (i % 2 ? [] : wordsOf(part, this.style)));
    return words.filter((word) => this.cut(word)[0] === this.idOf("[UNK]"));
  }

  // Ids of one word: again and again the longest piece that fits.
  cut(word: string) {
    const letters = Array.from(word),
      unknown = [this.idOf("[UNK]")],
      found = [];
    if (letters.length > LONGEST) return unknown;
    for (let from = 0; from < letters.length; ) {
      const piece = () => (from ? "##" : "") + letters.slice(from, to).join("");
      let to = letters.length;
      while (to > from && !this.ids.has(piece())) to--;
      if (to === from) return unknown;
      found.push(this.idOf(piece()));
      from = to;
    }
    return found;
  }
}
