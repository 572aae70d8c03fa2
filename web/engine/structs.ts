// The fields of the structs of kernels/numbers.h, in their order. Each is a number of four bytes.

export const LINEAR = [
  ...(["F", "D", "ld", "W", "b", "dW", "db"] as const),
  ...(["bytes", "scale", "rank", "A", "B"] as const),
] as const;

export const NORM = ["D", "n", "eps", "g", "b", "dg", "db", "normed", "r"] as const;

export const BLOCK = [
  ...(["D", "F", "N", "K", "causal", "relu"] as const),
  ...(["W_q", "W_k", "W_v", "W_o", "widen", "narrow", "norm1", "norm2"] as const),
  ...(["picked", "q", "k", "v", "weights", "heads", "between", "wide", "slopes", "out"] as const),
] as const;

export const BATCH = [
  ...(["n", "rows", "kept", "W", "start", "key", "kept_start", "kept_key", "closed"] as const),
  ...(["Y", "dwide", "dq", "dk", "dv", "T", "S"] as const),
] as const;
