// One pass through a BERT whose matrices are whole numbers of a byte each, a row of them times its
// scale; what is read and written beside them is float32.
//
// Letters as in the book: T tokens, D and F hidden sizes, N heads. Callers leave room for T rounded
// up to a multiple of 4 wherever rows of tokens stand, and nobody reads the rows behind T. D, F and
// the size of a head are multiples of 8. plain.ts has the same in JavaScript.
#include "../../page_trainer/kernels/kernels.numbers.h"

typedef signed char byte;
enum { CHUNK = 512 }; // so many numbers of eight rows are widened at a time

// Eight bytes become eight numbers.
static inline void widen8(const byte *W, float *out) {
  v128_t eight = wasm_i16x8_load8x8(W);
  *at(out) = (f4)wasm_f32x4_convert_i32x4(wasm_i32x4_extend_low_i16x8(eight));
  *at(out + 4) = (f4)wasm_f32x4_convert_i32x4(wasm_i32x4_extend_high_i16x8(eight));
}

// W (F, D), row by row, becomes panels of eight rows side by side, (F / 8, D, 8). `copy`: F D bytes.
void EXPORT(panels)(int F, int D, byte *W, byte *copy) {
  for (int i = 0; i < F * D; i++) copy[i] = W[i];
  for (int row = 0; row < F; row += 8)
    for (int d = 0; d < D; d++)
      for (int i = 0; i < 8; i++) *W++ = copy[(row + i) * D + d];
}

// Four rows of X by one panel; the sums stay in registers while k runs.
static inline __attribute__((always_inline)) void tile(int K, const float *X, int ldx, const float *panel, float *Y, int ldy, int add) {
  f4 left[4], right[4];
  for (int i = 0; i < 4; i++) left[i] = add ? *at(Y + i * ldy) : 0, right[i] = add ? *at(Y + i * ldy + 4) : 0;
  for (int k = 0; k < K; k++, X++, panel += 8)
    for (int i = 0; i < 4; i++) left[i] += X[i * ldx] * *at(panel), right[i] += X[i * ldx] * *at(panel + 4);
  for (int i = 0; i < 4; i++) *at(Y + i * ldy) = left[i], *at(Y + i * ldy + 4) = right[i];
}

// Y (T, F) = X (T, D) times W, which is in panels, plus bias. `wide`: 8 CHUNK numbers.
void EXPORT(linear)(int T, int F, int D, const float *X, const byte *W, const float *scale, const float *bias, float *Y, float *wide) {
  for (int f = 0; f < F; f += 8) {
    for (int d = 0; d < D; d += CHUNK) {
      int some = D - d < CHUNK ? D - d : CHUNK;
      for (int i = 0; i < 8 * some; i += 8) widen8(W + f * D + 8 * d + i, wide + i);
      for (int t = 0; t < T; t += 4) tile(some, X + t * D + d, D, wide, Y + t * F + f, F, d > 0);
    }
    for (int t = 0; t < T; t++)
      for (int i = f; i < f + 8; i += 4) *at(Y + t * F + i) = *at(Y + t * F + i) * *at(scale + i) + *at(bias + i);
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
