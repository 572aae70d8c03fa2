// All that the model in JavaScript makes of each input, as one base64 run of floats. `inputs`:
// [[text, second text or null, number of <pad> to add], ...].
import { BERTModel } from "../bert/model.ts";
import { unpack } from "../bert/packed.ts";
import { get_tokens_and_segments, words } from "../bert/tokens.ts";

const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

export function forward(packed, inputs) {
  const bert = new BERTModel(unpack(bytesOf(packed)));
  const results = inputs.flatMap(([a, b, pad]) => {
    const { tokens, segments } = get_tokens_and_segments(
      words(a),
      b === null ? undefined : words(b),
    );
    const ids = bert.ids([...tokens, ...Array(pad).fill("<pad>")]);
    const args = [ids, [...segments, ...Array(pad).fill(0)], tokens.length];
    const { encoded_X, mlm_Y_hat, nsp_Y_hat } = bert.forward(...args, [...ids.keys()]);
    const { hidden_states, attention_weights } = bert.trace(...args);
    return [
      Float32Array.from(ids),
      encoded_X,
      mlm_Y_hat,
      nsp_Y_hat,
      ...hidden_states,
      ...attention_weights,
    ];
  });
  let text = "";
  for (const data of results) {
    for (const byte of new Uint8Array(data.buffer)) text += String.fromCharCode(byte);
  }
  return btoa(text);
}
