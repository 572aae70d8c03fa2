// An encoder block on sequences that stand end to end, without padding.
#include "numbers.h"

// --- Attention ---------------------------------------------------------------------------------

// Entries of n weights that are closed become 0, and the others take over their share; without others
// all are 0.
static void close_row(int n, const byte *closed, float *p) {
  float sum = 0;
  for (int j = 0; j < n; j++) sum += p[j] = closed[j] ? 0 : p[j];
  for (int j = 0; j < n && sum; j++) p[j] /= sum;
}

// Row i of q belongs to the token of row key[i] of k; with `causal` it sees no key behind that.
// b->weights (rows of q, N, W) keeps the weights, b->heads (rows of q, D) gets the heads' outputs.
static void attend(const Block *b, const Batch *of, const int *q0, const int *key) {
  int D = b->D, N = b->N, K = D / N, W = of->W;
  float scale = inverse_root(b->K), *T = of->T;
  for (int s = 0; s < of->n; s++)
    for (int h = 0; h < N; h++) {
      int q = q0[s], M = q0[s + 1] - q, k = of->start[s], length = of->start[s + 1] - k, wide = (length + 7) & ~7;
      float *p = b->weights + q * N * W + h * W;
      for (int j = 0; j < length; j++)
        for (int d = 0; d < K; d++) T[d * W + j] = b->k[(k + j) * D + h * K + d] * scale;
      gemm(M, wide, K, b->q + q * D + h * K, D, 1, T, W, p, N * W, 0); // behind `length` anything
      for (int i = 0; i < M; i++) {
        softmax_row(b->causal ? key[q + i] - k + 1 : length, wide, p + i * N * W);
        if (of->closed) close_row(length, of->closed + (h * length + i) * length, p + i * N * W);
      }
      gemm(M, K, length, p, N * W, 1, b->v + k * D + h * K, D, b->heads + q * D + h * K, D, 0);
    }
}

// From the slopes of the heads' outputs, dO, to those of q, k and v, which are overwritten.
static void attend_grad(const Block *b, const Batch *of, const int *q0, const float *dO) {
  int D = b->D, N = b->N, K = D / N, W = of->W;
  float scale = inverse_root(K), *T = of->T, *S = of->S;
  for (int s = 0; s < of->n; s++)
    for (int h = 0; h < N; h++) {
      int q = q0[s], M = q0[s + 1] - q, k = of->start[s], length = of->start[s + 1] - k, wide = (length + 7) & ~7;
      const float *p = b->weights + q * N * W + h * W;
      int query = q * D + h * K, key = k * D + h * K;
      gemm(length, K, M, p, 1, N * W, dO + query, D, of->dv + key, D, 0);
      for (int j = 0; j < wide; j++) // slopes of the weights: dO V^T, 0 behind `length`
        for (int d = 0; d < K; d++) T[d * W + j] = j < length ? b->v[key + j * D + d] : 0;
      gemm(M, wide, K, dO + query, D, 1, T, W, S, W, 0);
      for (int i = 0; i < M; i++) { // slopes of the scores
        f4 sum = 0;
        for (int j = 0; j < wide; j += 4) sum += *at(p + i * N * W + j) * *at(S + i * W + j);
        float mean = sum4(sum);
        for (int j = 0; j < wide; j += 4) *at(S + i * W + j) = scale * *at(p + i * N * W + j) * (*at(S + i * W + j) - mean);
      }
      gemm(M, K, length, S, W, 1, b->k + key, D, of->dq + query, D, 0);
      gemm(length, K, M, S, 1, W, b->q + query, D, of->dk + key, D, 0);
    }
}

// --- The block ---------------------------------------------------------------------------------

// Queries, keys and values of X (rows, D), alone.
void EXPORT(block_project)(const Block *b, const Batch *of, const float *X) {
  int M = b->picked ? of->kept : of->rows;
  if (b->picked) gather(M, b->D, of->kept_key, X, b->picked);
  linear(b->W_q, M, b->picked ? b->picked : X, b->q, of->T);
  linear(b->W_k, of->rows, X, b->k, of->T);
  linear(b->W_v, of->rows, X, b->v, of->T);
}

// From X (rows, D) to b->out; weights and what the way back needs stay in the block's buffers.
void EXPORT(block)(const Block *b, const Batch *of, const float *X) {
  int M = b->picked ? of->kept : of->rows;
  block_project(b, of, X);
  attend(b, of, b->picked ? of->kept_start : of->start, b->picked ? of->kept_key : of->key);
  linear(b->W_o, M, b->heads, of->Y, of->T);
  add(M * b->D, b->picked ? b->picked : X, of->Y);
  norm(b->norm1, M, of->Y, b->between);
  linear(b->widen, M, b->between, b->wide, of->T);
  if (b->relu) for (int i = 0; i < M * b->F; i += 4) *at(b->wide + i) = larger(*at(b->wide + i), 0);
  else gelu(M * b->F, b->wide, b->slopes);
  linear(b->narrow, M, b->wide, of->Y, of->T);
  add(M * b->D, b->between, of->Y);
  norm(b->norm2, M, of->Y, b->out);
}

// dY, the loss's slope in b->out, becomes its slope in X; where rows were picked, that gets into `all`
// instead, which has more of them.
void EXPORT(block_grad)(const Block *b, const Batch *of, const float *X, float *dY, float *all) {
  int M = b->picked ? of->kept : of->rows, D = b->D;
  norm_grad(b->norm2, M, dY);
  linear_grad(b->narrow, M, dY, b->wide, of->dwide, 0);
  mul(M * b->F, b->slopes, of->dwide);
  linear_grad(b->widen, M, of->dwide, b->between, dY, 1);
  norm_grad(b->norm1, M, dY);
  linear_grad(b->W_o, M, dY, b->heads, of->Y, 0);
  attend_grad(b, of, b->picked ? of->kept_start : of->start, of->Y);
  linear_grad(b->W_q, M, of->dq, b->picked ? b->picked : X, dY, 1);
  if (b->picked) {
    for (int i = 0; i < of->rows * D; i++) all[i] = 0;
    scatter_add(M, D, of->kept_key, dY, all);
    dY = all;
  }
  linear_grad(b->W_k, of->rows, of->dk, X, dY, 1);
  linear_grad(b->W_v, of->rows, of->dv, X, dY, 1);
}
