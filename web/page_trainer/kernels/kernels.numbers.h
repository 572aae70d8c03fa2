// The numbers that kernels work on, the trainer's and those of web/minilm: four float32 at a time, and
// what all kernels share.
//
// Kernels are compiled to WebAssembly with SIMD (tools/kernels.py). Matrices are rows of float32, end
// to end. Letters as in the book: M rows, D, F hidden sizes, N heads, K size per head, V words. D, F
// and K are multiples of 8; a row of logits or of attention weights is filled up to a multiple of 8.
// Nothing checks a size or an index: trainer.batch.js does. No library, no allocation, no state; the
// same bits on every machine.
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

// C (M, N) = A (M, K) B (K, N), or += with `add`; N is a multiple of 8. Element (i, k) of A stands at
// A[i row_step + k k_step], so A may be a transpose. `ldb`, `ldc`: from one row to the next.
void gemm(int M, int N, int K, const float *A, int row_step, int k_step, const float *B, int ldb, float *C, int ldc, int add);
