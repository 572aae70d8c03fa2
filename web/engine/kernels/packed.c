// Matrices whose numbers are whole ones of a byte each, a row of them times its scale; what is read
// and written beside them is float32. Callers leave room for T rounded up to a multiple of 4 wherever
// rows of tokens stand, and nobody reads the rows behind T.
#include "numbers.h"

enum { CHUNK = 512 }; // so many products of a byte and a short fit into 32 bits

// Eight bytes become eight numbers.
static inline void widen8(const byte *W, float *out) {
  v128_t eight = wasm_i16x8_load8x8(W);
  *at(out) = (f4)wasm_f32x4_convert_i32x4(wasm_i32x4_extend_low_i16x8(eight));
  *at(out + 4) = (f4)wasm_f32x4_convert_i32x4(wasm_i32x4_extend_high_i16x8(eight));
}

// W (F, D), row by row, becomes panels of eight rows side by side, two numbers of each at a time,
// (F / 8, D / 2, 8, 2). `copy`: F D bytes.
void EXPORT(panels)(int F, int D, byte *W, byte *copy) {
  for (int i = 0; i < F * D; i++) copy[i] = W[i];
  for (int row = 0; row < F; row += 8)
    for (int d = 0; d < D; d += 2)
      for (int i = 0; i < 8; i++) {
        *W++ = copy[(row + i) * D + d];
        *W++ = copy[(row + i) * D + d + 1];
      }
}

// X (T, D) in whole numbers, which are multiplied twice as fast: of CHUNK numbers of a row the largest
// becomes 32767 `steps`, and what rounding leaves becomes 65534ths of a step. So nothing is lost that
// float32 has. `whole` (T / 2, D / 2, 2 rows, step and rest, 2).
static void split(int T, int D, const float *X, short *whole, float *steps) {
  for (int t = 0; t < T; t++, X += D) {
    short *out = whole + (t >> 1) * 4 * D + 4 * (t & 1);
    for (int from = 0; from < D; from += CHUNK) {
      int to = from + CHUNK < D ? from + CHUNK : D;
      f4 most = 1e-30f;
      for (int d = from; d < to; d += 4) most = larger(most, larger(*at(X + d), -*at(X + d)));
      most = larger(most, most.zwxy);
      float step = larger(most, most.yxwz).x / 32767;
      *steps++ = step;
      for (int d = from; d < to; d += 4) {
        f4 x = *at(X + d) / step, near = (f4)wasm_f32x4_nearest((v128_t)x), rest = (x - near) * 65534;
        v128_t all = wasm_i16x8_narrow_i32x4(wasm_i32x4_trunc_sat_f32x4((v128_t)near), wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest((v128_t)rest)));
        all = wasm_i32x4_shuffle(all, all, 0, 2, 1, 3);
        wasm_v128_store64_lane(out + 4 * d, all, 0);
        wasm_v128_store64_lane(out + 4 * d + 8, all, 1);
      }
    }
  }
}

// Two rows by one panel; the sums stay in registers while k runs.
static inline __attribute__((always_inline)) void tile(int K, const short *X, const float *steps, const byte *panel, f4 left[2], f4 right[2]) {
  left[0] = left[1] = right[0] = right[1] = 0;
  for (int from = 0, chunks = (K + CHUNK - 1) / CHUNK; from < K; from += CHUNK, steps++) {
    int to = from + CHUNK < K ? from + CHUNK : K;
    v128_t a[4], b[4];
    UNROLLED
    for (int i = 0; i < 4; i++) a[i] = b[i] = wasm_i32x4_const(0, 0, 0, 0);
    for (int k = from; k < to; k += 2, X += 8, panel += 16) {
      v128_t four = wasm_i16x8_load8x8(panel), more = wasm_i16x8_load8x8(panel + 8);
      UNROLLED
      for (int i = 0; i < 4; i++) {
        v128_t x = wasm_v128_load32_splat(X + 2 * i);
        a[i] = wasm_i32x4_add(a[i], wasm_i32x4_dot_i16x8(x, four));
        b[i] = wasm_i32x4_add(b[i], wasm_i32x4_dot_i16x8(x, more));
      }
    }
    UNROLLED
    for (int i = 0; i < 2; i++) {
      float step = steps[i * chunks], rest = step / 65534;
      left[i] += (f4)wasm_f32x4_convert_i32x4(a[2 * i]) * step + (f4)wasm_f32x4_convert_i32x4(a[2 * i + 1]) * rest;
      right[i] += (f4)wasm_f32x4_convert_i32x4(b[2 * i]) * step + (f4)wasm_f32x4_convert_i32x4(b[2 * i + 1]) * rest;
    }
  }
}

// Y (T, F) = X (T, D) times W, which is in panels, plus bias. `room`: T D + T D / CHUNK numbers.
void packed_linear(int T, int F, int D, const float *X, const byte *W, const float *scale, const float *bias, float *Y, float *room) {
  int chunks = (D + CHUNK - 1) / CHUNK;
  short *whole = (short *)(room + T * chunks);
  split(T, D, X, whole, room);
  for (int f = 0; f < F; f += 8)
    for (int t = 0; t < T; t += 2) {
      f4 left[2], right[2];
      tile(D, whole + 2 * t * D, room + t * chunks, W + f * D, left, right);
      UNROLLED
      for (int i = 0; i < 2; i++) {
        float *y = Y + (t + i) * F + f;
        *at(y) = left[i] * *at(scale + f) + *at(bias + f);
        *at(y + 4) = right[i] * *at(scale + f + 4) + *at(bias + f + 4);
      }
    }
}

// Row t of Y (T, D) += row ids[t] of a table, whose rows are not in panels.
void EXPORT(packed_gather)(int T, int D, const int *ids, const byte *table, const float *scale, float *Y) {
  float eight[8];
  for (int t = 0; t < T; t++)
    for (int d = 0; d < D; d += 8) {
      widen8(table + ids[t] * D + d, eight);
      *at(Y + t * D + d) += *at(eight) * scale[ids[t]];
      *at(Y + t * D + d + 4) += *at(eight + 4) * scale[ids[t]];
    }
}

// y (V) = a table (V, D), whose rows are not in panels, times x (D), plus bias.
void EXPORT(packed_scores)(int V, int D, const float *x, const byte *table, const float *scale, const float *bias, float *y) {
  float eight[8];
  for (int v = 0; v < V; v++, table += D) {
    f4 sum = 0;
    for (int d = 0; d < D; d += 8) {
      widen8(table + d, eight);
      sum += *at(eight) * *at(x + d) + *at(eight + 4) * *at(x + d + 4);
    }
    y[v] = sum4(sum) * scale[v] + bias[v];
  }
}
