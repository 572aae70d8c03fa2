// One pass through a BERT whose matrices are whole numbers of a byte each, a row of them times its
// scale; what is read and written beside them is float32.
//
// Letters as in the book: T tokens, D and F hidden sizes, N heads. Callers leave room for T rounded
// up to a multiple of 4 wherever rows of tokens stand, and nobody reads the rows behind T. D, F and
// the size of a head are multiples of 8. plain.ts has the same in JavaScript.
#include "../../page_trainer/kernels/kernels.numbers.h"

typedef signed char byte;
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
    for (int i = 0; i < 4; i++) a[i] = b[i] = wasm_i32x4_const(0, 0, 0, 0);
    for (int k = from; k < to; k += 2, X += 8, panel += 16) {
      v128_t four = wasm_i16x8_load8x8(panel), more = wasm_i16x8_load8x8(panel + 8);
      for (int i = 0; i < 4; i++) {
        v128_t x = wasm_v128_load32_splat(X + 2 * i);
        a[i] = wasm_i32x4_add(a[i], wasm_i32x4_dot_i16x8(x, four));
        b[i] = wasm_i32x4_add(b[i], wasm_i32x4_dot_i16x8(x, more));
      }
    }
    for (int i = 0; i < 2; i++) {
      float step = steps[i * chunks], rest = step / 65534;
      left[i] += (f4)wasm_f32x4_convert_i32x4(a[2 * i]) * step + (f4)wasm_f32x4_convert_i32x4(a[2 * i + 1]) * rest;
      right[i] += (f4)wasm_f32x4_convert_i32x4(b[2 * i]) * step + (f4)wasm_f32x4_convert_i32x4(b[2 * i + 1]) * rest;
    }
  }
}

// Y (T, F) = X (T, D) times W, which is in panels, plus bias. `room`: T D + T D / CHUNK numbers.
void EXPORT(linear)(int T, int F, int D, const float *X, const byte *W, const float *scale, const float *bias, float *Y, float *room) {
  int chunks = (D + CHUNK - 1) / CHUNK;
  short *whole = (short *)(room + T * chunks);
  split(T, D, X, whole, room);
  for (int f = 0; f < F; f += 8)
    for (int t = 0; t < T; t += 2) {
      f4 left[2], right[2];
      tile(D, whole + 2 * t * D, room + t * chunks, W + f * D, left, right);
      for (int i = 0; i < 2; i++) {
        float *y = Y + (t + i) * F + f;
        *at(y) = left[i] * *at(scale + f) + *at(bias + f);
        *at(y + 4) = right[i] * *at(scale + f + 4) + *at(bias + f + 4);
      }
    }
}

// Row t of Y (T, D) += row ids[t] of a table, whose rows are not in panels.
void EXPORT(gather)(int T, int D, const int *ids, const byte *table, const float *scale, float *Y) {
  float eight[8];
  for (int t = 0; t < T; t++)
    for (int d = 0; d < D; d += 8) {
      widen8(table + ids[t] * D + d, eight);
      *at(Y + t * D + d) += *at(eight) * scale[ids[t]];
      *at(Y + t * D + d + 4) += *at(eight + 4) * scale[ids[t]];
    }
}

// Y (T, D) = X + R, each row with mean 0 and variance 1, times g, plus b. Y may be X or R.
void EXPORT(addnorm)(int T, int D, float eps, const float *X, const float *R, const float *g, const float *b, float *Y) {
  for (int t = 0; t < T; t++, X += D, R += D, Y += D) {
    f4 sum = 0, squares = 0;
    for (int d = 0; d < D; d += 4) sum += *at(Y + d) = *at(X + d) + *at(R + d);
    float mean = sum4(sum) / D;
    for (int d = 0; d < D; d += 4) { f4 x = *at(Y + d) - mean; squares += x * x; }
    float share = inverse_root(sum4(squares) / D + eps);
    for (int d = 0; d < D; d += 4) *at(Y + d) = (*at(Y + d) - mean) * share * *at(g + d) + *at(b + d);
  }
}

// X (n) becomes GELU(X), n a multiple of 4.
void EXPORT(gelu)(int n, float *X) {
  for (int i = 0; i < n; i += 4) {
    f4 x = *at(X + i);
    *at(X + i) = x * phi4(x, exp4(-.5f * x * x));
  }
}

// From Q, K, V (T, D) the attention weights A (N, T, ld), where ld is T rounded up to a multiple of
// 4 and what stands behind T is 0, and the heads' outputs Y (T, D). `turned`: a head's keys, D / N ld.
void EXPORT(attend)(int T, int D, int N, const float *Q, const float *K, const float *V, float *A, float *Y, float *turned) {
  int size = D / N, ld = (T + 3) & ~3;
  float share = inverse_root(size);
  for (int n = 0; n < N; n++, Q += size, K += size, V += size, Y += size) {
    for (int d = 0; d < size; d++)
      for (int j = 0; j < ld; j++) turned[d * ld + j] = j < T ? K[j * D + d] : 0;
    for (int i = 0; i < T; i++, A += ld) {
      for (int j = 0; j < ld; j += 4) {
        f4 score = 0;
        for (int d = 0; d < size; d++) score += Q[i * D + d] * *at(turned + d * ld + j);
        *at(A + j) = score * share;
      }
      float most = A[0], sum = 0;
      for (int j = 1; j < T; j++) most = A[j] > most ? A[j] : most;
      for (int j = 0; j < ld; j += 4) *at(A + j) = exp4(*at(A + j) - most);
      for (int j = T; j < ld; j++) A[j] = 0;
      for (int j = 0; j < T; j++) sum += A[j];
      for (int j = 0; j < ld; j += 4) *at(A + j) *= 1 / sum;
      for (int d = 0; d < size; d += 4) {
        f4 value = 0;
        for (int j = 0; j < T; j++) value += A[j] * *at(V + j * D + d);
        *at(Y + i * D + d) = value;
      }
    }
  }
}

// Y (T, F) += X (T, D) times W (F, D), all of floats; D is a multiple of 4.
void EXPORT(product)(int T, int F, int D, const float *X, const float *W, float *Y) {
  for (int f = 0; f < F; f++, W += D)
    for (int t = 0; t < T; t++) {
      f4 sum = 0;
      for (int d = 0; d < D; d += 4) sum += *at(X + t * D + d) * *at(W + d);
      Y[t * F + f] += sum4(sum);
    }
}

// y (V) = a table (V, D), whose rows are not in panels, times x (D), plus bias.
void EXPORT(scores)(int V, int D, const float *x, const byte *table, const float *scale, const float *bias, float *y) {
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
