#include "network/dense_pass.hpp"

#include <algorithm>

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
      state.rows.push_back(state.activations.data() + r * stride(l));
      state.rows.back()[stage(l).inputs] = stage(l).biases > 0 ? T{1} : T{0};
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
    const double* weights = theta + stage(l).offset;
    const double* biases = weights + stage(l).weights();
    for (Index u = 0; u < units(l); ++u, weights += stage(l).inputs) {
      T* to = std::transform(weights, weights + stage(l).inputs,
                             states_[l].weights.data() + u * stride(l),
                             [](double weight) { return static_cast<T>(weight); });
      *to = stage(l).biases > 0 ? static_cast<T>(biases[u]) : T{0};
    }
  }
}

template <class T>
double* DensePass<T>::forward(std::span<const Index> rows, MaskKey key) {
  count_ = static_cast<Index>(rows.size());
  for (std::size_t l = 0; l < states_.size(); ++l) {
    score_rows(RowTile<T>{states_[l].rows.data(), count_, stage(l).inputs + 1},
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
  for (Index i = 0; i < inputs; ++i) {
    for (Index r = 0; r < count_; ++r)
      state.rows[size(r)][i] = static_cast<T>(scores_[size(i * row_tile + r)]);
  }
  const Stage& before = stage(l - 1);
  const std::span<T> mask(mask_.data(), size(inputs));
  for (Index r = 0; r < count_; ++r) {
    T *a = state.rows[size(r)], *factors = state.factors.data() + r * stride(l);
    activate(before.activation, a, inputs);
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
void DensePass<T>::add_square_norms(double* squares) const {
  for (std::size_t l = 0; l < states_.size(); ++l) {
    for (Index r = 0; r < count_; ++r) {
      double slopes = 0, inputs = stage(l).biases > 0 ? 1 : 0;
      for (Index u = 0; u < units(l); ++u) {
        const auto slope = static_cast<double>(states_[l].slopes[size(u * row_tile + r)]);
        slopes += slope * slope;
      }
      for (Index i = 0; i < stage(l).inputs; ++i) {
        const auto input = static_cast<double>(states_[l].rows[size(r)][i]);
        inputs += input * input;
      }
      squares[r] += slopes * inputs;
    }
  }
}

template <class T>
void DensePass<T>::add_gradients(const double* factors, bool accumulate, double* out) {
  for (std::size_t l = 0; l < states_.size(); ++l) {
    T* slopes = states_[l].slopes.data();
    double* biases = out + stage(l).offset + stage(l).weights();
    for (Index u = 0; u < units(l); ++u) {
      const bool has_bias = stage(l).biases > 0;
      double sum = accumulate && has_bias ? biases[u] : 0;
      for (Index r = 0; r < count_; ++r) {
        T& slope = slopes[u * row_tile + r];
        sum += factors[r] * static_cast<double>(slope);
        slope *= static_cast<T>(factors[r]);
      }
      if (has_bias) biases[u] = sum;
    }
    add_outer_products(RowTile<T>{states_[l].rows.data(), count_, stage(l).inputs}, slopes,
                       units(l), accumulate, out + stage(l).offset);
  }
}

template class DensePass<float>;
template class DensePass<double>;

}  // namespace skald::network
