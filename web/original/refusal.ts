// Why the reader's files can't be read, as a sentence for him.
export class Refusal extends Error {}
export function refuse(sentence: string): never {
  throw new Refusal(sentence);
}
