// What all kernels share: four float32 at a time, and the layers of a BERT.
//
// Kernels are compiled to WebAssembly with SIMD (tools/kernels.py). Matrices are rows of float32, end
// to end. Letters as in the book: M rows, T tokens, D, F hidden sizes, N heads, K size per head, V
// words. D, F and K are multiples of 8; a row of logits or of attention weights is filled up to a
// multiple of 8. Nothing checks a size or an index: who writes into the memory does. No library, no
// allocation, no state; the same bits on every machine.
#include <wasm_simd128.h>

#define UNROLLED _Pragma("clang loop unroll(full)") // so that small arrays are registers
#define EXPORT(name) __attribute__((export_name(#name))) name
typedef float f4 __attribute__((ext_vector_type(4), aligned(4)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef signed char byte;

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

// Phi(x), what of a normal distribution is below x, exact but for 8e-8 (Abramowitz and Stegun
// 7.1.26); e is e^(-x^2 / 2).
static inline f4 phi4(f4 x, f4 e) {
  f4 size = choose(x < 0, -x, x), t = 1 / (1 + .3275911f * .70710678f * size);
  f4 p = ((((1.061405429f * t - 1.453152027f) * t + 1.421413741f) * t - .284496736f) * t + .254829592f) * t;
  f4 tail = .5f * p * e;
  return choose(x < 0, tail, 1 - tail);
}

// ln x of a positive number by Newton's method, from the power of two below it.
static inline float logarithm(float x) {
  union { float f; int i; } bits = {x};
  float y = ((bits.i >> 23) - 127) * .69314718f;
  for (int k = 0; k < 5; k++) y += x * exp4(-y).x - 1;
  return y;
}

// --- Layers: the fields are those that web/engine/layers.ts and block.ts write, in this order -----

// Y = X W^T + b. W (F, D) are floats, or `bytes`, which stand in panels (packed.c) and are multiplied by
// a scale for each row; then an adapter of some rank may add X A^T B^T. Rows of Y have `ld` numbers,
// F or more. Gradients are added to dW and db.
typedef struct {
  int F, D, ld;
  const float *W, *b;
  float *dW, *db;
  const byte *bytes;
  const float *scale;
  int rank;
  const float *A, *B;
} Linear;

// Y = g X' + b, where X' is X with mean 0 and variance 1 in each row. X' and what each row was divided
// by, 1 / r, are kept for the way back, where there is room for them. Behind n of the D numbers of a row
// are zeros, which don't count.
typedef struct {
  int D, n;
  float eps;
  const float *g, *b;
  float *dg, *db, *normed, *r;
} Norm;

// Where `picked` is, only the rows that a batch keeps are worked out; keys and values need all. Of a
// head's D / N numbers K count, the others are zeros. With `relu` there is no way back.
typedef struct {
  int D, F, N, K, causal, relu;
  const Linear *W_q, *W_k, *W_v, *W_o, *widen, *narrow;
  const Norm *norm1, *norm2;
  float *picked, *q, *k, *v, *weights, *heads, *between, *wide, *slopes, *out;
} Block;

// Sequence s of n has the rows start[s] to start[s + 1] - 1; of those kept, kept_start[s] to
// kept_start[s + 1] - 1 are its own, and row i is row key[i] of all. W, a multiple of 8: room for
// the longest sequence. `closed` (N, T, T), for one sequence alone: entries of the attention
// weights that are 0, while the rest of a row takes over their share. The rest is scratch: T has
// ld D numbers of the largest layer, S W W.
typedef struct {
  int n, rows, kept, W;
  const int *start, *key, *kept_start, *kept_key;
  const byte *closed;
  float *Y, *dwide, *dq, *dk, *dv, *T, *S;
} Batch;

// C (M, N) = A (M, K) B (K, N), or += with `add`; N is a multiple of 8. Element (i, k) of A stands at
// A[i row_step + k k_step], so A may be a transpose. `ldb`, `ldc`: from one row to the next.
void gemm(int M, int N, int K, const float *A, int row_step, int k_step, const float *B, int ldb, float *C, int ldc, int add);
void transpose(int M, int N, const float *X, float *Y, int ldy);
void fill_rows(int M, int N, int ld, const float *b, float *Y);
void sum_rows(int M, int N, int ld, const float *Y, float *b);
void gather(int M, int D, const int *rows, const float *X, float *Y);
void scatter_add(int M, int D, const int *rows, const float *Y, float *X);
void add(int n, const float *X, float *Y);
void mul(int n, const float *X, float *Y);
void product(int T, int F, int D, const float *X, const float *W, float *Y);
void packed_linear(int T, int F, int D, const float *X, const byte *W, const float *scale, const float *bias, float *Y, float *room);
void gelu(int n, float *X, float *S);
void linear(const Linear *l, int M, const float *X, float *Y, float *T);
void linear_grad(const Linear *l, int M, const float *dY, const float *X, float *dX, int add);
void norm(const Norm *l, int M, const float *X, float *Y);
void norm_grad(const Norm *l, int M, float *dY);
float softmax_row(int n, int ld, float *x);
