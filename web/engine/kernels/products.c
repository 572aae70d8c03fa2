// Products of matrices, and what moves or adds up rows and elements.
#include "numbers.h"

// Four rows by eight columns of a product stay in registers while k runs.
static inline __attribute__((always_inline)) void tile(int rows, int K, const float *A, int row_step, int k_step,
                                                       const float *B, int ldb, float *C, int ldc, int add) {
  f4 left[4], right[4];
  UNROLLED
  for (int i = 0; i < rows; i++) left[i] = add ? *at(C + i * ldc) : 0, right[i] = add ? *at(C + i * ldc + 4) : 0;
  for (int k = 0; k < K; k++, A += k_step, B += ldb) {
    UNROLLED
    for (int i = 0; i < rows; i++) left[i] += A[i * row_step] * *at(B), right[i] += A[i * row_step] * *at(B + 4);
  }
  UNROLLED
  for (int i = 0; i < rows; i++) *at(C + i * ldc) = left[i], *at(C + i * ldc + 4) = right[i];
}

void gemm(int M, int N, int K, const float *A, int row_step, int k_step, const float *B, int ldb, float *C, int ldc, int add) {
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
void transpose(int M, int N, const float *X, float *Y, int ldy) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) Y[j * ldy + i] = X[i * N + j];
}

// Each row of Y (M, ld) = b (N).
void fill_rows(int M, int N, int ld, const float *b, float *Y) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) Y[i * ld + j] = b[j];
}

// b (N) += the sum of the rows of Y (M, ld).
void sum_rows(int M, int N, int ld, const float *Y, float *b) {
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

// Y (T, F) += X (T, D) times W (F, D), all of floats; D is a multiple of 4.
void EXPORT(product)(int T, int F, int D, const float *X, const float *W, float *Y) {
  for (int f = 0; f < F; f++, W += D)
    for (int t = 0; t < T; t++) {
      f4 sum = 0;
      for (int d = 0; d < D; d += 4) sum += *at(X + t * D + d) * *at(W + d);
      Y[t * F + f] += sum4(sum);
    }
}
