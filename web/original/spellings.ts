// How released BERTs name their tensors: bert_lab/checkpoint/families/bert.py, which a test holds
// beside this.

const PREFIX = "bert.";
const PARAMETERS: Record<string, string> = {
  "encoder.token_embedding.weight": "bert.embeddings.word_embeddings.weight",
  "encoder.segment_embedding.weight": "bert.embeddings.token_type_embeddings.weight",
  "encoder.pos_embedding": "bert.embeddings.position_embeddings.weight",
  "mlm.decoder.bias": "cls.predictions.bias",
};
const MODULES: Record<string, string> = {
  "encoder.embedding_norm.0": "bert.embeddings.LayerNorm",
  "hidden.0": "bert.pooler.dense",
  "mlm.transform.0": "cls.predictions.transform.dense",
  "mlm.transform.2": "cls.predictions.transform.LayerNorm",
  "nsp.output": "cls.seq_relationship",
};
const BLOCK: Record<string, string> = {
  "attention.W_q": "attention.self.query",
  "attention.W_k": "attention.self.key",
  "attention.W_v": "attention.self.value",
  "attention.W_o": "attention.output.dense",
  "addnorm1.norm": "attention.output.LayerNorm",
  "ffn.0": "intermediate.dense",
  "ffn.2": "output.dense",
  "addnorm2.norm": "output.LayerNorm",
};
// Stored a second time by some, the first name the copy.
export const COPIES: [string, string][] = [
  ["cls.predictions.decoder.weight", "bert.embeddings.word_embeddings.weight"],
  ["cls.predictions.decoder.bias", "cls.predictions.bias"],
];
const UNLEARNED = "bert.embeddings.position_ids";

// One of our parameters, as current versions of Transformers spell it.
export function theirs(ours: string) {
  if (ours in PARAMETERS) return PARAMETERS[ours];
  const end = ours.lastIndexOf("."),
    [module, kind] = [ours.slice(0, end), ours.slice(end)];
  if (module in MODULES) return MODULES[module] + kind;
  const [, number, inner] = module.match(/^encoder\.blks\.(\d+)\.(.*)$/) as RegExpMatchArray;
  return `bert.encoder.layer.${number}.${BLOCK[inner]}${kind}`;
}

// A file's name for a tensor, spelled as today.
export function canonical(name: string) {
  const whole = /^(?:embeddings|encoder|pooler)\./.test(name) ? PREFIX + name : name;
  return whole.replace(/\.gamma$/, ".weight").replace(/\.beta$/, ".bias");
}

// Whether a tensor is there that means nothing, or nothing more.
export const isSpare = (name: string) =>
  name === UNLEARNED || COPIES.some(([copy]) => copy === name);

// Other families, by how the names of their tensors begin.
const OTHERS: [RegExp, string][] = [
  [/^(?:roberta\.|lm_head\.dense\.)/, "RoBERTa"],
  [/^(?:model\.embeddings\.tok_embeddings\.|model\.layers\.)/, "ModernBERT"],
  [/^distilbert\./, "DistilBERT"],
  [/^albert\./, "ALBERT"],
  [/^deberta\./, "DeBERTa"],
  [/^(?:electra\.|discriminator_predictions\.)/, "ELECTRA"],
  [/^(?:transformer\.h\.|h\.0\.)/, "GPT-2"],
  [/^(?:shared\.|encoder\.block\.|decoder\.block\.)/, "T5"],
];
export const familyOf = (names: string[]) =>
  OTHERS.find(([start]) => names.some((name) => start.test(name)))?.[1];
// As `model_type` of a config.json names them.
export const FAMILIES: Record<string, string> = {
  albert: "ALBERT",
  deberta: "DeBERTa",
  "deberta-v2": "DeBERTa",
  distilbert: "DistilBERT",
  electra: "ELECTRA",
  gpt2: "GPT-2",
  modernbert: "ModernBERT",
  roberta: "RoBERTa",
  t5: "T5",
  "xlm-roberta": "XLM-RoBERTa",
};
