// All that the model in JavaScript makes of each input, as one base64 run of floats. Runs in Node and
// in a browser, where pytest hands it over as text. `inputs`: [[text, second text or null, number of
// <pad> to add], ...].
(module, packed, inputs) => {
  const { BERTModel, get_tokens_and_segments, unpack, words } = module;
  const bert = new BERTModel(unpack(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))));
  const results = inputs.flatMap(([a, b, pad]) => {
    const { tokens, segments } = get_tokens_and_segments(words(a), b === null ? undefined : words(b));
    const ids = bert.ids([...tokens, ...Array(pad).fill("<pad>")]);
    const args = [ids, [...segments, ...Array(pad).fill(0)], tokens.length];
    const { encoded_X, mlm_Y_hat, nsp_Y_hat } = bert.forward(...args, [...ids.keys()]);
    const { hidden_states, attention_weights } = bert.encoder.trace(...args);
    return [Float32Array.from(ids), encoded_X, mlm_Y_hat, nsp_Y_hat, ...hidden_states, ...attention_weights];
  });
  let text = "";
  for (const data of results)
    for (const byte of new Uint8Array(data.buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}
