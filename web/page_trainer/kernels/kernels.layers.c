// Layers, forward and backward, and the update of their weights.
#include "kernels.numbers.h"

float EXPORT(exponential)(float x) { return exp4(x).x; }

// X (n) becomes GELU(X) = X Phi(X), S (n) its slope.
void EXPORT(gelu)(int n, float *X, float *S) {
  for (int i = 0; i < n; i += 4) {
    f4 x = *at(X + i), e = exp4(-.5f * x * x), phi = phi4(x, e);
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
