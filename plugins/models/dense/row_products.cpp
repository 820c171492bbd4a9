#include "dense/row_products.hpp"

#include <cstring>
#include <utility>

namespace skald {
namespace {

// W doubles rounded to T.
template <class T, int W>
struct RoundedLanes {
  using Type __attribute__((vector_size(W * sizeof(T)))) = T;
};

template <class T>
struct PadWeights {
  template <int W>
  SKALD_INLINE static void run(const double* const& weights, const Index& count, const Index& width,
                               T* const& out) {
    using Rounded = typename RoundedLanes<T, W>::Type;
    const Index stride = padded<T>(width);
    for (Index c = 0; c < count; ++c) {
      const double* from = weights + c * width;
      T* to = out + c * stride;
      Index k = 0;
      for (; k + W <= width; k += W) {
        simd::Reals<W> lanes;
        simd::load<W>(from + k, lanes);
        const Rounded rounded = __builtin_convertvector(lanes, Rounded);
        std::memcpy(to + k, &rounded, sizeof(rounded));
      }
      for (; k < width; ++k) to[k] = static_cast<T>(from[k]);
      for (; k < stride; ++k) to[k] = 0;
    }
  }
};

// The sum of a register's lanes: halves are added until one is left.
template <class T, class Register, std::size_t... lane>
SKALD_INLINE T sum_of_lanes(const Register& x, std::index_sequence<lane...>) {
  constexpr std::size_t half = sizeof...(lane);
  if constexpr (half == 0) {
    return x[0];
  } else {
    using Half __attribute__((vector_size(half * sizeof(T)))) = T;
    const Half sum =
        __builtin_shufflevector(x, x, lane...) + __builtin_shufflevector(x, x, (lane + half)...);
    return sum_of_lanes<T>(sum, std::make_index_sequence<half / 2>{});
  }
}

// scores[o * row_tile + r] = <weights of output o, x_r> for some outputs and rows. A product has 64
// bytes of partial sums, sum l taking the numbers l, l + lanes, ...; halves of these are then added
// until one is left. Meanwhile the processor fetches the `fetched` rows after these, which may lie
// anywhere.
template <class T, int W, int outputs, int rows>
SKALD_INLINE void dot_group(const T* const* x, const T* weights, Index stride, double* scores,
                            Index fetched = 0) {
  using Register = typename Pack<T, W>::Type;
  constexpr int lanes = static_cast<int>(row_padding<T>);
  constexpr int step = W * 8 / static_cast<int>(sizeof(T));
  constexpr int parts = lanes / step;
  Register sums[parts][outputs][rows];
  for (int part = 0; part < parts; ++part) {
    Register sum[outputs][rows] = {};
    for (Index k = part * step; k < stride; k += lanes) {
      Register features[rows];
      for (int r = 0; r < rows; ++r) std::memcpy(&features[r], x[r] + k, sizeof(Register));
      for (Index r = 0; r < fetched; ++r) __builtin_prefetch(x[rows + r] + k);
      for (int o = 0; o < outputs; ++o) {
        Register weight;
        std::memcpy(&weight, weights + o * stride + k, sizeof(Register));
        for (int r = 0; r < rows; ++r) sum[o][r] += weight * features[r];
      }
    }
    for (int o = 0; o < outputs; ++o) {
      for (int r = 0; r < rows; ++r) sums[part][o][r] = sum[o][r];
    }
  }
  for (int o = 0; o < outputs; ++o) {
    for (int r = 0; r < rows; ++r) {
      for (int half = parts / 2; half > 0; half /= 2) {
        for (int part = 0; part < half; ++part) sums[part][o][r] += sums[part + half][o][r];
      }
      scores[o * row_tile + r] =
          static_cast<double>(sum_of_lanes<T>(sums[0][o][r], std::make_index_sequence<step / 2>{}));
    }
  }
}

// Rows that have been read for other outputs are near: fetching them would only cost time.
template <class T, int W, int outputs>
SKALD_INLINE void dot_rows(const T* const* x, Index rows, bool are_near, const T* weights,
                           Index stride, double* scores) {
  constexpr int group = W == 8 ? 5 : 2;  // what fits into the registers besides five outputs
  Index r = 0;
  for (; r + group <= rows; r += group) {
    dot_group<T, W, outputs, group>(x + r, weights, stride, scores + r,
                                    are_near ? 0 : std::min<Index>(group, rows - r - group));
  }
  for (; r < rows; ++r) dot_group<T, W, outputs, 1>(x + r, weights, stride, scores + r);
}

// Where sums of products go: visited in pieces of at most `most` numbers from `place` on, of which
// the first `count` count. Sets or adds to numbers that are not padded.
template <class T, int W>
struct ToNumbers {
  bool accumulate;
  double* out;

  SKALD_INLINE ToNumbers outputs_from(Index o, Index width) const {
    return {accumulate, out + o * width};
  }
  template <int most>
  SKALD_INLINE void put(const T* sums, Index o, Index k, Index width, Index count) const {
    double* to = out + o * width + k;
    if (accumulate) {
      for (Index i = 0; i < count; ++i) to[i] += static_cast<double>(sums[i]);
    } else {
      for (Index i = 0; i < count; ++i) to[i] = static_cast<double>(sums[i]);
    }
  }
};

// Makes steps of weights.
template <class T, int W>
struct ToSteps {
  const double* before;  // or null
  WeightStep<T> step;

  SKALD_INLINE ToSteps outputs_from(Index o, Index width) const {
    WeightStep<T> rest = step;
    rest.theta += o * width;
    rest.weights += o * padded<T>(width);
    return {before == nullptr ? nullptr : before + o * width, rest};
  }
  template <int most>
  SKALD_INLINE void put(const T* sums, Index o, Index k, Index width, Index count) const {
    double* theta = step.theta + o * width + k;
    T* weights = step.weights + o * padded<T>(width) + k;
    const double* added = before == nullptr ? nullptr : before + o * width + k;
    if (count == most && added == nullptr) {
      for (int i = 0; i < most; i += W) put_register(sums + i, theta + i, weights + i);
      return;
    }
    for (Index i = 0; i < count; ++i) {
      const auto last = static_cast<double>(sums[i]);
      double g = step.factor * (added == nullptr ? last : added[i] + last);
      g += step.prior * theta[i];
      theta[i] -= step.lr * g;
      weights[i] = static_cast<T>(theta[i]);
    }
  }
  SKALD_INLINE void put_register(const T* sums, double* theta, T* weights) const {
    using Rounded = typename RoundedLanes<T, W>::Type;
    Rounded rounded;
    std::memcpy(&rounded, sums, sizeof(rounded));
    simd::Reals<W> at;
    simd::load<W>(theta, at);
    simd::Reals<W> g = step.factor * __builtin_convertvector(rounded, simd::Reals<W>);
    g += step.prior * at;
    at -= step.lr * g;
    simd::store<W>(at, theta);
    rounded = __builtin_convertvector(at, Rounded);
    std::memcpy(weights, &rounded, sizeof(rounded));
  }
};

// The sums over r of coefficients[o * row_tile + r] x_r[k], for some outputs and `count` features
// from k on, at most V registers; added in the order of the rows.
template <class T, int W, int outputs, int V, class Target>
SKALD_INLINE void outer_group(const T* const* x, Index rows, const T* coefficients, Index k,
                              Index width, const Target& target) {
  using Register = typename Pack<T, W>::Type;
  constexpr int step = W * 8 / static_cast<int>(sizeof(T));
  Register sum[outputs][V] = {};
  for (Index r = 0; r < rows; ++r) {
    Register features[V];
    for (int v = 0; v < V; ++v) std::memcpy(&features[v], x[r] + k + v * step, sizeof(Register));
    for (int o = 0; o < outputs; ++o) {
      for (int v = 0; v < V; ++v) sum[o][v] += features[v] * coefficients[o * row_tile + r];
    }
  }
  T sums[outputs][V * step];
  std::memcpy(sums, sum, sizeof(sums));
  const Index count = std::min<Index>(V * step, width - k);
  for (int o = 0; o < outputs; ++o) target.template put<V * step>(sums[o], o, k, width, count);
}

template <class T, int W, int outputs, class Target>
SKALD_INLINE void outer_rows(const T* const* x, Index rows, const T* coefficients, Index width,
                             const Target& target) {
  constexpr int V = W == 8 ? 4 : 2;
  constexpr int step = W * 8 / static_cast<int>(sizeof(T));
  const Index stride = padded<T>(width);
  Index k = 0;
  for (; k + V * step <= stride; k += V * step)
    outer_group<T, W, outputs, V>(x, rows, coefficients, k, width, target);
  for (; k < width; k += step)
    outer_group<T, W, outputs, 1>(x, rows, coefficients, k, width, target);
}

template <class T, int W, class Target>
SKALD_INLINE void outer_products(const RowTile<T>& tile, const T* coefficients, Index outputs,
                                 const Target& target) {
  Index o = 0;
  for (; o + 5 <= outputs; o += 5) {
    outer_rows<T, W, 5>(tile.rows, tile.count, coefficients + o * row_tile, tile.width,
                        target.outputs_from(o, tile.width));
  }
  for (; o < outputs; ++o) {
    outer_rows<T, W, 1>(tile.rows, tile.count, coefficients + o * row_tile, tile.width,
                        target.outputs_from(o, tile.width));
  }
}

// Every output's weighted sum of one register of rows at a time.
template <class T, int W, int inputs>
SKALD_INLINE void pass_back_group(const T* weights, Index outputs, Index stride, Index rows,
                                  const T* coefficients, T* scores) {
  using Register = typename Pack<T, W>::Type;
  constexpr int step = W * 8 / static_cast<int>(sizeof(T));
  static_assert(row_tile % step == 0);
  for (Index r = 0; r < rows; r += step) {
    Register sum[inputs] = {};
    for (Index o = 0; o < outputs; ++o) {
      Register coefficient;
      std::memcpy(&coefficient, coefficients + o * row_tile + r, sizeof(Register));
      for (int i = 0; i < inputs; ++i) sum[i] += coefficient * weights[o * stride + i];
    }
    for (int i = 0; i < inputs; ++i)
      std::memcpy(scores + i * row_tile + r, &sum[i], sizeof(Register));
  }
}

template <class T>
struct ScoreRows {
  template <int W>
  SKALD_INLINE static void run(const RowTile<T>& tile, const T* const& weights,
                               const Index& outputs, double* const& scores) {
    const Index stride = padded<T>(tile.width);
    Index o = 0;
    for (; o + 5 <= outputs; o += 5) {
      dot_rows<T, W, 5>(tile.rows, tile.count, o > 0, weights + o * stride, stride,
                        scores + o * row_tile);
    }
    for (; o < outputs; ++o) {
      dot_rows<T, W, 1>(tile.rows, tile.count, o > 0, weights + o * stride, stride,
                        scores + o * row_tile);
    }
  }
};

template <class T>
struct AddOuterProducts {
  template <int W>
  SKALD_INLINE static void run(const RowTile<T>& tile, const T* const& coefficients,
                               const Index& outputs, const bool& accumulate, double* const& out) {
    outer_products<T, W>(tile, coefficients, outputs, ToNumbers<T, W>{accumulate, out});
  }
};

template <class T>
struct StepByOuterProducts {
  template <int W>
  SKALD_INLINE static void run(const RowTile<T>& tile, const T* const& coefficients,
                               const Index& outputs, const double* const& before,
                               const WeightStep<T>& step) {
    outer_products<T, W>(tile, coefficients, outputs, ToSteps<T, W>{before, step});
  }
};

template <class T>
struct PassBack {
  template <int W>
  SKALD_INLINE static void run(const T* const& weights, const Index& outputs, const Index& inputs,
                               const Index& stride, const Index& rows, const T* const& coefficients,
                               T* const& scores) {
    Index i = 0;
    for (; i + 4 <= inputs; i += 4) {
      pass_back_group<T, W, 4>(weights + i, outputs, stride, rows, coefficients,
                               scores + i * row_tile);
    }
    for (; i < inputs; ++i) {
      pass_back_group<T, W, 1>(weights + i, outputs, stride, rows, coefficients,
                               scores + i * row_tile);
    }
  }
};

}  // namespace

template <class T>
void pad_weights(const double* weights, Index count, Index width, T* out,
                 simd::InstructionSet set) {
  simd::run_on<PadWeights<T>>(set, weights, count, width, out);
}

template <class T>
void score_rows(const RowTile<T>& tile, const T* weights, Index outputs, double* scores,
                simd::InstructionSet set) {
  simd::run_on<ScoreRows<T>>(set, tile, weights, outputs, scores);
}

template <class T>
void add_outer_products(const RowTile<T>& tile, const T* coefficients, Index outputs,
                        bool accumulate, double* out, simd::InstructionSet set) {
  simd::run_on<AddOuterProducts<T>>(set, tile, coefficients, outputs, accumulate, out);
}

template <class T>
void step_by_outer_products(const RowTile<T>& tile, const T* coefficients, Index outputs,
                            const double* before, const WeightStep<T>& step,
                            simd::InstructionSet set) {
  simd::run_on<StepByOuterProducts<T>>(set, tile, coefficients, outputs, before, step);
}

template <class T>
void pass_back(const T* weights, Index outputs, Index inputs, Index stride, Index rows,
               const T* coefficients, T* scores, simd::InstructionSet set) {
  simd::run_on<PassBack<T>>(set, weights, outputs, inputs, stride, rows, coefficients, scores);
}

template void pad_weights(const double*, Index, Index, double*, simd::InstructionSet);
template void pad_weights(const double*, Index, Index, float*, simd::InstructionSet);
template void score_rows(const RowTile<double>&, const double*, Index, double*,
                         simd::InstructionSet);
template void score_rows(const RowTile<float>&, const float*, Index, double*, simd::InstructionSet);
template void add_outer_products(const RowTile<double>&, const double*, Index, bool, double*,
                                 simd::InstructionSet);
template void add_outer_products(const RowTile<float>&, const float*, Index, bool, double*,
                                 simd::InstructionSet);
template void step_by_outer_products(const RowTile<double>&, const double*, Index, const double*,
                                     const WeightStep<double>&, simd::InstructionSet);
template void step_by_outer_products(const RowTile<float>&, const float*, Index, const double*,
                                     const WeightStep<float>&, simd::InstructionSet);
template void pass_back(const double*, Index, Index, Index, Index, const double*, double*,
                        simd::InstructionSet);
template void pass_back(const float*, Index, Index, Index, Index, const float*, float*,
                        simd::InstructionSet);

}  // namespace skald
