// BERT in JavaScript, in the files of bert_core and under its names. One sequence at a time, in
// evaluation mode: there is no batch axis and no dropout, `valid_len` is a number, and a matrix
// (T, D) is a Float32Array of its rows.

import { BERTEncoder } from "./encoder.ts";
import { MaskLM, NextSentencePred } from "./heads.ts";
import type { Stored } from "./packed.ts";
import { elementwise, Linear, Sequential } from "./torch.ts";

export class BERTModel {
  config;
  vocab;
  known;
  encoder;
  hidden;
  mlm;
  nsp;
  constructor({ config, vocab, tensors }: Stored) {
    const tied = config.tied_decoder && {
      "mlm.decoder.weight": tensors["encoder.token_embedding.weight"],
    };
    tensors = { ...tensors, ...tied };
    this.config = config;
    this.vocab = vocab;
    this.known = new Map(vocab.map((token, id) => [token, id]));
    this.encoder = new BERTEncoder(tensors, "encoder", config);
    this.hidden = new Sequential(new Linear(tensors, "hidden.0"), elementwise(Math.tanh));
    this.mlm = new MaskLM(tensors, "mlm", config);
    this.nsp = new NextSentencePred(tensors, "nsp");
  }

  ids(tokens: string[]) {
    return tokens.map((token) => this.known.get(token) ?? (this.known.get("<unk>") as number));
  }

  forward(tokens: number[], segments: number[], valid_len: number, pred_positions?: number[]) {
    const encoded_X = this.encoder.forward(tokens, segments, valid_len); // (T, D)
    const mlm_Y_hat = pred_positions && this.mlm.forward(encoded_X, pred_positions); // (P, V)
    const cls = encoded_X.subarray(0, this.config.num_hiddens); // (D,)
    return { encoded_X, mlm_Y_hat, nsp_Y_hat: this.nsp.forward(this.hidden.forward(cls)) };
  }
}
