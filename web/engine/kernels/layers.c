// Layers, forward and backward, and the update of their weights.
#include "numbers.h"

float EXPORT(exponential)(float x) { return exp4(x).x; }

// X (n) becomes GELU(X) = X Phi(X), S (n) its slope, unless S is 0.
void EXPORT(gelu)(int n, float *X, float *S) {
  for (int i = 0; i < n; i += 4) {
    f4 x = *at(X + i), e = exp4(-.5f * x * x), phi = phi4(x, e);
    *at(X + i) = x * phi;
    if (S) *at(S + i) = phi + x * .39894228f * e;
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

// --- Linear layers -----------------------------------------------------------------------------

// T: scratch
void EXPORT(linear)(const Linear *l, int M, const float *X, float *Y, float *T) {
  if (!l->bytes) {
    transpose(l->F, l->D, l->W, T, l->ld);
    fill_rows(M, l->F, l->ld, l->b, Y);
    gemm(M, l->ld, l->D, X, l->D, 1, T, l->ld, Y, l->ld, 1);
    return;
  }
  packed_linear((M + 1) & ~1, l->F, l->D, X, l->bytes, l->scale, l->b, Y, T);
  if (!l->rank) return;
  for (int i = 0; i < M * l->rank; i++) T[i] = 0;
  product(M, l->rank, l->D, X, l->A, T);
  product(M, l->F, l->rank, T, l->B, Y);
}

// dX = dY W, or += with `add`.
void EXPORT(linear_grad)(const Linear *l, int M, const float *dY, const float *X, float *dX, int add) {
  sum_rows(M, l->F, l->ld, dY, l->db);
  gemm(l->F, l->D, M, dY, 1, l->ld, X, l->D, l->dW, l->D, 1);
  gemm(M, l->D, l->F, dY, l->ld, 1, l->W, l->D, dX, l->D, add);
}

// --- Layer norm --------------------------------------------------------------------------------

// Y may be X.
void EXPORT(norm)(const Norm *l, int M, const float *X, float *Y) {
  int D = l->D;
  float *Xn = l->normed;
  for (int i = 0; i < M; i++, X += D, Y += D) {
    f4 sum = 0, squares = 0;
    for (int d = 0; d < D; d += 4) sum += *at(X + d);
    float mean = sum4(sum) / l->n, zeros = (D - l->n) * mean * mean;
    for (int d = 0; d < D; d += 4) { f4 x = *at(X + d) - mean; squares += x * x; }
    float share = inverse_root((sum4(squares) - zeros) / l->n + l->eps);
    for (int d = 0; d < D; d += 4) {
      f4 x = (*at(X + d) - mean) * share;
      if (Xn) *at(Xn + i * D + d) = x;
      *at(Y + d) = x * *at(l->g + d) + *at(l->b + d);
    }
    if (Xn) l->r[i] = share;
  }
}

// dY (M, D), the loss's slope in Y, becomes its slope in X; dg and db (D) are added to.
void EXPORT(norm_grad)(const Norm *l, int M, float *dY) {
  int D = l->D;
  const float *Xn = l->normed;
  for (int i = 0; i < M; i++, dY += D, Xn += D) {
    f4 sum = 0, along = 0;
    for (int d = 0; d < D; d += 4) {
      f4 y = *at(dY + d), x = *at(Xn + d), e = y * *at(l->g + d);
      sum += e, along += e * x;
      *at(l->dg + d) += y * x, *at(l->db + d) += y;
    }
    float mean = sum4(sum) / D, slope = sum4(along) / D;
    for (int d = 0; d < D; d += 4) *at(dY + d) = l->r[i] * (*at(dY + d) * *at(l->g + d) - mean - *at(Xn + d) * slope);
  }
}

// --- Softmax -----------------------------------------------------------------------------------

// x (ld), the first n of them real, becomes its softmax, 0 behind n. Returns ln of the sum of e^x.
float softmax_row(int n, int ld, float *x) {
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
