#include "dense/class_scores.hpp"

#include <algorithm>
#include <cmath>

#include "skald/parts/simd/vector_math.hpp"

namespace skald {
namespace {

using simd::Reals;

struct SoftmaxRows {
  template <int W>
  SKALD_INLINE static void run(double* const& scores, const Index& classes, const Index& rows) {
    for (Index r = 0; r < rows; r += W) run_register<W>(scores + r, classes);
  }
  template <int W>
  SKALD_INLINE static void run_register(double* scores, Index classes) {
    static_assert(row_tile % W == 0);
    Reals<W> largest, score;
    simd::load<W>(scores, largest);
    for (Index c = 1; c < classes; ++c) {
      simd::load<W>(scores + c * row_tile, score);
      largest = score > largest ? score : largest;
    }
    Reals<W> sum = {};
    for (Index c = 0; c < classes; ++c) {
      Reals<W> power;
      simd::load<W>(scores + c * row_tile, score);
      simd::exp<W>(score - largest, power);
      simd::store<W>(power, scores + c * row_tile);
      sum += power;
    }
    for (Index c = 0; c < classes; ++c) {
      simd::load<W>(scores + c * row_tile, score);
      simd::store<W>(score / sum, scores + c * row_tile);
    }
  }
};

struct SigmoidRows {
  template <int W>
  SKALD_INLINE static void run(double* const& scores, const Index& outputs, const Index& rows) {
    for (Index o = 0; o < outputs; ++o) {
      for (Index r = 0; r < rows; r += W) {
        Reals<W> score, probability;
        simd::load<W>(scores + o * row_tile + r, score);
        simd::sigmoid<W>(score, probability);
        simd::store<W>(probability, scores + o * row_tile + r);
      }
    }
  }
};

}  // namespace

void softmax_rows(double* scores, Index classes, Index rows, simd::InstructionSet set) {
  simd::run_on<SoftmaxRows>(set, scores, classes, rows);
}

void sigmoid_rows(double* scores, Index outputs, Index rows, simd::InstructionSet set) {
  simd::run_on<SigmoidRows>(set, scores, outputs, rows);
}

double softplus(double score) {
  return std::max(score, 0.0) + std::log1p(std::exp(-std::abs(score)));
}

double cross_entropy(const double* scores, Index classes, Index r, Index label) {
  double largest = scores[r];
  for (Index c = 1; c < classes; ++c) largest = std::max(largest, scores[c * row_tile + r]);
  double sum = 0;
  for (Index c = 0; c < classes; ++c) sum += std::exp(scores[c * row_tile + r] - largest);
  return std::log(sum) + largest - scores[label * row_tile + r];
}

void copy_scores(const double* scores, Index rows, Block out) {
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < out.rows; ++c) out.data[r * out.stride + c] = scores[c * row_tile + r];
  }
}

}  // namespace skald
