// The arithmetic of a training step, for WebAssembly with SIMD (tools/kernels.py compiles it).
// Matrices are rows of float32, end to end. Letters as in the book: M rows, D, F hidden sizes, N
// heads, K size per head, V words. D, F and K are multiples of 8; a row of logits or of attention
// weights is filled up to a multiple of 8. Nothing here checks a size or an index: trainer.tensors.js
// does. No library, no allocation, no state; the same bits on every machine.
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name))) name
typedef float f4 __attribute__((ext_vector_type(4), aligned(4)));
typedef int i4 __attribute__((ext_vector_type(4)));

static inline f4 *at(const float *x) { return (f4 *)x; } // four numbers from here on
static inline float sum4(f4 x) { return (x.x + x.y) + (x.z + x.w); }
static inline f4 larger(f4 x, f4 y) { return (f4)wasm_f32x4_pmax((v128_t)x, (v128_t)y); }
static inline f4 choose(i4 which, f4 yes, f4 no) { return (f4)((which & (i4)yes) | (~which & (i4)no)); }
static inline float inverse_root(float x) { return 1 / __builtin_sqrtf(x); }

// e^x, within 2 units of the last place (the polynomial of Cephes' expf). Below -87 it is 0, so
// that no number without its leading bit slows a processor down; above 88 it stays e^88.
static inline f4 exp4(f4 x) {
  f4 y = choose(x > 88, 88, choose(x < -87, -87, x));
  f4 n = (f4)wasm_f32x4_nearest((v128_t)(y * 1.44269504f)), r = y - n * .693359375f - n * -2.12194440e-4f;
  f4 p = ((((1.9875691500e-4f * r + 1.3981999507e-3f) * r + 8.3334519073e-3f) * r + 4.1665795894e-2f) * r +
          1.6666665459e-1f) * r + 5.0000001201e-1f;
  i4 power = ((i4)wasm_i32x4_trunc_sat_f32x4((v128_t)n) + 127) << 23; // 2^n
  return choose(x < -87, 0, (p * (r * r) + r + 1) * (f4)power);
}
float EXPORT(exponential)(float x) { return exp4(x).x; }

// ln x of a positive number by Newton's method, from the power of two below it.
static float logarithm(float x) {
  union { float f; int i; } bits = {x};
  float y = ((bits.i >> 23) - 127) * .69314718f;
  for (int k = 0; k < 5; k++) y += x * exp4(-y).x - 1;
  return y;
}

// --- Matrix products ---------------------------------------------------------------------------

// Four rows by eight columns of a product stay in registers while k runs.
static inline __attribute__((always_inline)) void tile(int rows, int K, const float *A, int row_step, int k_step,
                                                       const float *B, int ldb, float *C, int ldc, int add) {
  f4 left[4], right[4];
  for (int i = 0; i < rows; i++) left[i] = add ? *at(C + i * ldc) : 0, right[i] = add ? *at(C + i * ldc + 4) : 0;
  for (int k = 0; k < K; k++, A += k_step, B += ldb)
    for (int i = 0; i < rows; i++) left[i] += A[i * row_step] * *at(B), right[i] += A[i * row_step] * *at(B + 4);
  for (int i = 0; i < rows; i++) *at(C + i * ldc) = left[i], *at(C + i * ldc + 4) = right[i];
}

// C (M, N) = A (M, K) B (K, N), or += with `add`; N is a multiple of 8. Element (i, k) of A stands
// at A[i row_step + k k_step], so A may be a transpose. `ldb`, `ldc`: from one row to the next.
__attribute__((noinline)) void EXPORT(gemm)(int M, int N, int K, const float *A, int row_step, int k_step,
                                            const float *B, int ldb, float *C, int ldc, int add) {
  for (int k = 0; k < K; k += 256, add = 1) { // so much of B stays in the cache
    int some = K - k < 256 ? K - k : 256, i = 0;
    const float *Ak = A + k * k_step, *Bk = B + k * ldb;
    for (; i + 4 <= M; i += 4)
      for (int j = 0; j < N; j += 8) tile(4, some, Ak + i * row_step, row_step, k_step, Bk + j, ldb, C + i * ldc + j, ldc, add);
    for (; i < M; i++)
      for (int j = 0; j < N; j += 8) tile(1, some, Ak + i * row_step, row_step, k_step, Bk + j, ldb, C + i * ldc + j, ldc, add);
  }
}

// Y (N, ldy) = X (M, N) with rows and columns exchanged.
void EXPORT(transpose)(int M, int N, const float *X, float *Y, int ldy) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) Y[j * ldy + i] = X[i * N + j];
}

// Each row of Y (M, ld) = b (N).
void EXPORT(fill_rows)(int M, int N, int ld, const float *b, float *Y) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) Y[i * ld + j] = b[j];
}

// b (N) += the sum of the rows of Y (M, ld).
void EXPORT(sum_rows)(int M, int N, int ld, const float *Y, float *b) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) b[j] += Y[i * ld + j];
}

// --- Rows and elements -------------------------------------------------------------------------

// Row i of Y (M, D) = row rows[i] of X.
void EXPORT(gather)(int M, int D, const int *rows, const float *X, float *Y) {
  for (int i = 0; i < M; i++)
    for (int d = 0; d < D; d += 4) *at(Y + i * D + d) = *at(X + rows[i] * D + d);
}

// Row rows[i] of X += row i of Y (M, D).
void EXPORT(scatter_add)(int M, int D, const int *rows, const float *Y, float *X) {
  for (int i = 0; i < M; i++)
    for (int d = 0; d < D; d += 4) *at(X + rows[i] * D + d) += *at(Y + i * D + d);
}

// Y (n) += X (n), Y (n) *= X (n); n is a multiple of 4.
void EXPORT(add)(int n, const float *X, float *Y) {
  for (int i = 0; i < n; i += 4) *at(Y + i) += *at(X + i);
}
void EXPORT(mul)(int n, const float *X, float *Y) {
  for (int i = 0; i < n; i += 4) *at(Y + i) *= *at(X + i);
}

// X (n) becomes GELU(X) = X Phi(X), S (n) its slope. Phi is exact but for 8e-8 (Abramowitz and
// Stegun 7.1.26).
void EXPORT(gelu)(int n, float *X, float *S) {
  for (int i = 0; i < n; i += 4) {
    f4 x = *at(X + i), e = exp4(-.5f * x * x), size = choose(x < 0, -x, x);
    f4 t = 1 / (1 + .3275911f * .70710678f * size);
    f4 p = ((((1.061405429f * t - 1.453152027f) * t + 1.421413741f) * t - .284496736f) * t + .254829592f) * t;
    f4 tail = .5f * p * e, phi = choose(x < 0, tail, 1 - tail);
    *at(X + i) = x * phi;
    *at(S + i) = phi + x * .39894228f * e;
  }
}

// X (n) becomes tanh(X), S (n) its slope.
void EXPORT(tanh)(int n, float *X, float *S) {
  for (int i = 0; i < n; i += 4) {
    f4 x = *at(X + i), e = exp4(-2 * choose(x < 0, -x, x)), size = (1 - e) / (1 + e);
    f4 y = *at(X + i) = choose(x < 0, -size, size);
    *at(S + i) = 1 - y * y;
  }
}

// --- Layer norm --------------------------------------------------------------------------------

// Y (M, D) = g X' + b, where X' is X with mean 0 and variance 1 in each row. X' and what each row
// was divided by, 1 / r, are kept for the way back. Y may be X.
void EXPORT(norm)(int M, int D, float eps, const float *g, const float *b, const float *X, float *Xn, float *r, float *Y) {
  for (int i = 0; i < M; i++, X += D, Xn += D, Y += D) {
    f4 sum = 0, squares = 0;
    for (int d = 0; d < D; d += 4) sum += *at(X + d);
    float mean = sum4(sum) / D;
    for (int d = 0; d < D; d += 4) { f4 x = *at(X + d) - mean; squares += x * x; }
    r[i] = inverse_root(sum4(squares) / D + eps);
    for (int d = 0; d < D; d += 4) {
      f4 x = *at(Xn + d) = (*at(X + d) - mean) * r[i];
      *at(Y + d) = x * *at(g + d) + *at(b + d);
    }
  }
}

// dY (M, D), the loss's slope in Y, becomes its slope in X; dg and db (D) are added to.
void EXPORT(norm_grad)(int M, int D, const float *g, const float *Xn, const float *r, float *dY, float *dg, float *db) {
  for (int i = 0; i < M; i++, dY += D, Xn += D) {
    f4 sum = 0, along = 0;
    for (int d = 0; d < D; d += 4) {
      f4 y = *at(dY + d), x = *at(Xn + d), e = y * *at(g + d);
      sum += e, along += e * x;
      *at(dg + d) += y * x, *at(db + d) += y;
    }
    float mean = sum4(sum) / D, slope = sum4(along) / D;
    for (int d = 0; d < D; d += 4) *at(dY + d) = r[i] * (*at(dY + d) * *at(g + d) - mean - *at(Xn + d) * slope);
  }
}

// --- Softmax -----------------------------------------------------------------------------------

// x (ld), the first n of them real, becomes its softmax, 0 behind n. Returns ln of the sum of e^x.
static float softmax_row(int n, int ld, float *x) {
  for (int j = n; j < ld; j++) x[j] = -1e30f;
  f4 four = *at(x), sum = 0;
  for (int j = 4; j < ld; j += 4) four = larger(four, *at(x + j));
  four = larger(four, four.zwxy);
  float most = larger(four, four.yxwz).x;
  for (int j = 0; j < ld; j += 4) sum += *at(x + j) = exp4(*at(x + j) - most);
  float share = 1 / sum4(sum);
  for (int j = 0; j < ld; j += 4) *at(x + j) *= share;
  return most + logarithm(sum4(sum));
}
void EXPORT(softmax)(int M, int V, int ld, float *X) {
  for (int i = 0; i < M; i++) softmax_row(V, ld, X + i * ld);
}

// Logits X (M, ld), V of a row real, become `scale` times the slope of the rows' losses,
// softmax(x) - 1 at the label. Returns the sum of the losses; hits[0] counts right answers.
float EXPORT(cross_entropy)(int M, int V, int ld, float scale, const int *labels, float *X, int *hits) {
  float loss = 0;
  *hits = 0;
  for (int i = 0; i < M; i++, X += ld) {
    float own = X[labels[i]];
    int best = 0;
    for (int j = 1; j < V; j++) best = X[j] > X[best] ? j : best;
    *hits += best == labels[i];
    loss += softmax_row(V, ld, X) - own;
    X[labels[i]] -= 1;
    for (int j = 0; j < ld; j += 4) *at(X + j) *= scale;
  }
  return loss;
}

// --- Attention of n sequences in N heads of size K, D = N K ------------------------------------

// The queries of sequence s are rows q0[s] to q0[s + 1] - 1 of Q, its keys and values rows k0[s] to
// k0[s + 1] - 1 of Ks and Vs. Row i of Q belongs to the token of row at_key[i] of Ks; with `causal` it
// sees no key behind that. P (rows of Q, N, W) keeps the weights, O (rows of Q, D) gets the heads'
// outputs; W is a multiple of 8, no sequence longer. T: scratch, K W numbers.
void EXPORT(attend)(int n, int N, int K, int W, int causal, const int *q0, const int *k0, const int *at_key,
                    const float *Q, const float *Ks, const float *Vs, float *P, float *O, float *T) {
  int D = N * K;
  float scale = inverse_root(K);
  for (int s = 0; s < n; s++)
    for (int h = 0; h < N; h++) {
      int q = q0[s], M = q0[s + 1] - q, k = k0[s], length = k0[s + 1] - k, wide = (length + 7) & ~7;
      float *p = P + q * N * W + h * W;
      for (int j = 0; j < length; j++)
        for (int d = 0; d < K; d++) T[d * W + j] = Ks[(k + j) * D + h * K + d] * scale;
      gemm(M, wide, K, Q + q * D + h * K, D, 1, T, W, p, N * W, 0); // behind `length` anything
      for (int i = 0; i < M; i++) softmax_row(causal ? at_key[q + i] - k + 1 : length, wide, p + i * N * W);
      gemm(M, K, length, p, N * W, 1, Vs + k * D + h * K, D, O + q * D + h * K, D, 0);
    }
}

// From dO to dQ, dK and dV, which are overwritten. S: scratch, W W numbers.
void EXPORT(attend_grad)(int n, int N, int K, int W, const int *q0, const int *k0, const float *Q, const float *Ks,
                         const float *Vs, const float *P, const float *dO, float *dQ, float *dK, float *dV, float *T, float *S) {
  int D = N * K;
  float scale = inverse_root(K);
  for (int s = 0; s < n; s++)
    for (int h = 0; h < N; h++) {
      int q = q0[s], M = q0[s + 1] - q, k = k0[s], length = k0[s + 1] - k, wide = (length + 7) & ~7;
      const float *p = P + q * N * W + h * W;
      int query = q * D + h * K, key = k * D + h * K;
      gemm(length, K, M, p, 1, N * W, dO + query, D, dV + key, D, 0);
      for (int j = 0; j < wide; j++) // slopes of the weights: dO V^T, 0 behind `length`
        for (int d = 0; d < K; d++) T[d * W + j] = j < length ? Vs[key + j * D + d] : 0;
      gemm(M, wide, K, dO + query, D, 1, T, W, S, W, 0);
      for (int i = 0; i < M; i++) { // slopes of the scores
        f4 sum = 0;
        for (int j = 0; j < wide; j += 4) sum += *at(p + i * N * W + j) * *at(S + i * W + j);
        float mean = sum4(sum);
        for (int j = 0; j < wide; j += 4) *at(S + i * W + j) = scale * *at(p + i * N * W + j) * (*at(S + i * W + j) - mean);
      }
      gemm(M, K, length, S, W, 1, Ks + key, D, dQ + query, D, 0);
      gemm(length, K, M, S, 1, W, Q + query, D, dK + key, D, 0);
    }
}

// --- AdamW -------------------------------------------------------------------------------------

// The sum of G's squares; n is a multiple of 4.
double EXPORT(square)(int n, const float *G) {
  double sum = 0;
  for (int i = 0; i < n; i += 4) sum += sum4(*at(G + i) * *at(G + i));
  return sum;
}

// One update of n weights P from their gradient G and its moments m, v. The gradient is first scaled
// by `clip`; `left1` and `left2` are 1 - beta^t, by which the moments are still too small.
void EXPORT(adamw)(int n, float *P, const float *G, float *m, float *v, float clip, float rate, float decay, float left1, float left2) {
  for (int i = 0; i < n; i += 4) {
    f4 g = clip * *at(G + i);
    f4 m1 = *at(m + i) = .9f * *at(m + i) + .1f * g, v1 = *at(v + i) = .999f * *at(v + i) + .001f * g * g;
    f4 root = (f4)wasm_f32x4_sqrt((v128_t)v1) * inverse_root(left2) + 1e-8f;
    *at(P + i) = *at(P + i) * (1 - rate * decay) - rate / left1 * m1 / root;
  }
}
