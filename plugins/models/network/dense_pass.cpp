#include "network/dense_pass.hpp"

#include <algorithm>

#include "dense/padded_rows.hpp"
#include "network/dropout.hpp"

namespace skald::network {
namespace {

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

}  // namespace

template <class T>
DensePass<T>::DensePass(const Architecture& architecture) : architecture_(architecture) {
  states_.resize(architecture.stages.size() - architecture.images);
  Index widest = 0, longest = 0;
  for (std::size_t l = 0; l < states_.size(); ++l) {
    State& state = states_[l];
    state.weights.resize(size(units(l) * stride(l)));
    state.activations.resize(size(row_tile * stride(l)));
    state.slopes.resize(size(units(l) * row_tile));
    if (l > 0) state.factors.resize(size(row_tile * stride(l)));
    for (Index r = 0; r < row_tile; ++r) {
      T* row = state.activations.data() + r * stride(l);
      if (stage(l).biases > 0) row[stage(l).inputs] = 1;
      state.rows.push_back(row);
    }
    widest = std::max(widest, units(l));
    longest = std::max(longest, stage(l).inputs);
  }
  input_slopes_.resize(size(stage(0).inputs * row_tile));
  mask_.resize(size(longest));
  scores_.resize(size(widest * row_tile));
}

template <class T>
void DensePass<T>::set_parameters(const double* theta) {
  for (std::size_t l = 0; l < states_.size(); ++l) {
    for (Index u = 0; u < units(l); ++u) {
      const double* weights = theta + stage(l).weights_of(u);
      T* to = std::transform(weights, weights + stage(l).inputs,
                             states_[l].weights.data() + u * stride(l),
                             [](double weight) { return static_cast<T>(weight); });
      if (stage(l).biases > 0) *to = static_cast<T>(theta[stage(l).bias_of(u)]);
    }
  }
}

template <class T>
void DensePass<T>::take_rows(const T* const* rows, Index count) {
  std::copy_n(rows, count, states_.front().rows.begin());
}

template <class T>
double* DensePass<T>::forward(std::span<const Index> rows, MaskKey key) {
  count_ = static_cast<Index>(rows.size());
  for (std::size_t l = 0; l < states_.size(); ++l) {
    score_rows(RowTile<T>{states_[l].rows.data(), count_, stage(l).width()},
               states_[l].weights.data(), units(l), scores_.data());
    if (l + 1 < states_.size()) activate_rows(l + 1, rows, key);
  }
  return scores_.data();
}

// The scores of layer l - 1 become the inputs of layer l.
template <class T>
void DensePass<T>::activate_rows(std::size_t l, std::span<const Index> rows, MaskKey key) {
  State& state = states_[l];
  const Index inputs = stage(l).inputs;
  const Stage& before = stage(l - 1);
  for (Index i = 0; i < inputs; ++i) {
    double* scores = scores_.data() + i * row_tile;
    activate(before.activation, scores, count_);
    for (Index r = 0; r < count_; ++r)
      state.activations[size(r * stride(l) + i)] = static_cast<T>(scores[r]);
  }
  const std::span<T> mask(mask_.data(), size(inputs));
  for (Index r = 0; r < count_; ++r) {
    T* a = state.activations.data() + r * stride(l);
    T* factors = state.factors.data() + r * stride(l);
    std::fill_n(factors, inputs, T{1});
    multiply_by_slope(before.activation, a, inputs, factors);
    if (!key || before.dropout == 0) continue;
    fill_mask(*key, rows[size(r)], static_cast<std::uint32_t>(architecture_.images + l - 1),
              before.dropout, mask);
    for (Index i = 0; i < inputs; ++i) {
      a[i] *= mask[size(i)];
      factors[i] *= mask[size(i)];
    }
  }
}

template <class T>
void DensePass<T>::backward(bool all) {
  const std::size_t top = states_.size() - 1;
  std::transform(scores_.begin(), scores_.begin() + units(top) * row_tile,
                 states_[top].slopes.begin(), [](double slope) { return static_cast<T>(slope); });
  for (std::size_t l = top; l > 0; --l) pass_back(l);
  if (all) {
    skald::pass_back(states_[0].weights.data(), units(0), stage(0).inputs, stride(0), count_,
                     states_[0].slopes.data(), input_slopes_.data());
  }
}

// Slopes of layer l - 1 from those of layer l.
template <class T>
void DensePass<T>::pass_back(std::size_t l) {
  T* slopes = states_[l - 1].slopes.data();
  skald::pass_back(states_[l].weights.data(), units(l), stage(l).inputs, stride(l), count_,
                   states_[l].slopes.data(), slopes);
  for (Index r = 0; r < count_; ++r) {
    const T* factors = states_[l].factors.data() + r * stride(l);
    for (Index i = 0; i < stage(l).inputs; ++i) slopes[i * row_tile + r] *= factors[i];
  }
}

template <class T>
void DensePass<T>::add_square_norms(const double* inputs, double* squares) const {
  for (std::size_t l = 0; l < states_.size(); ++l) {
    double own[row_tile], slopes[row_tile] = {};
    if (l > 0 || inputs == nullptr) square_inputs(l, own);
    for (Index u = 0; u < units(l); ++u) {
      for (Index r = 0; r < count_; ++r) {
        const auto slope = static_cast<double>(states_[l].slopes[size(u * row_tile + r)]);
        slopes[r] += slope * slope;
      }
    }
    const double* seen = l > 0 || inputs == nullptr ? own : inputs;
    for (Index r = 0; r < count_; ++r) squares[r] += slopes[r] * seen[r];
  }
}

// With the constant 1 of the bias: the last number of a row by unit, otherwise apart.
template <class T>
void DensePass<T>::square_inputs(std::size_t l, double* squares) const {
  const bool is_apart = stage(l).has_bias_apart();
  square_rows(states_[l].rows.data(), count_, stage(l).joined_width(), squares, is_apart ? 1 : 0);
}

template <class T>
void DensePass<T>::add_gradients(const double* factors, bool accumulate, double* out) {
  for (std::size_t l = 0; l < states_.size(); ++l) {
    if (stage(l).has_bias_apart()) add_bias_gradients(l, factors, accumulate, out);
    T* slopes = states_[l].slopes.data();
    for (Index u = 0; u < units(l); ++u, slopes += row_tile) {
      for (Index r = 0; r < count_; ++r) slopes[r] *= static_cast<T>(factors[r]);
    }
    add_outer_products(RowTile<T>{states_[l].rows.data(), count_, stage(l).joined_width()},
                       states_[l].slopes.data(), units(l), accumulate, out + stage(l).offset);
  }
}

template <class T>
void DensePass<T>::add_bias_gradients(std::size_t l, const double* factors, bool accumulate,
                                      double* out) const {
  for (Index u = 0; u < units(l); ++u) {
    double& sum = out[stage(l).bias_of(u)];
    if (!accumulate) sum = 0;
    for (Index r = 0; r < count_; ++r)
      sum += factors[r] * static_cast<double>(states_[l].slopes[size(u * row_tile + r)]);
  }
}

template class DensePass<float>;
template class DensePass<double>;

}  // namespace skald::network
