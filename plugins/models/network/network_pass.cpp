#include "network/network_pass.hpp"

#include <algorithm>
#include <cmath>

#include "network/dropout.hpp"

namespace skald::network {

template <class T>
NetworkPass<T>::NetworkPass(const Architecture& architecture)
    : architecture_(architecture), images_(architecture) {}

template <class T>
void NetworkPass<T>::set_parameters(ConstBlock theta, ConstBlock choices) {
  theta_ = theta;
  choices_ = choices.data == nullptr ? theta : choices;
  keys_.clear();
  images_.set_parameters(theta);
  while (dense_.size() < chains()) dense_.emplace_back(architecture_);
  scores_.resize(dense_.size());
  for (std::size_t chain = 0; chain < chains(); ++chain)
    dense_[chain].set_parameters(theta.data + static_cast<Index>(chain) * theta.stride);
}

template <class T>
void NetworkPass<T>::set_keys(bool training) {
  if (!training || !architecture_.has_dropout()) return keys_.clear();
  if (!keys_.empty()) return;
  for (Index chain = 0; chain < theta_.cols; ++chain) {
    keys_.push_back(mask_key(
        {choices_.data + chain * choices_.stride, static_cast<std::size_t>(choices_.rows)}));
  }
}

template <class T>
void NetworkPass<T>::forward(const Tile<T>& tile, bool training) {
  count_ = tile.count;
  rows_of_chain_ = tile.rows_of_chain();
  set_keys(training);
  if (architecture_.is_dense()) {
    dense_[0].take_rows(tile.features, count_);
    input_squares_ = tile.has_squares ? tile.squares : nullptr;
  } else {
    forward_images(tile);
  }
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    const Index* rows = tile.row + static_cast<Index>(chain) * rows_of_chain_;
    scores_[chain] = dense_[chain].forward({rows, static_cast<std::size_t>(rows_of_chain_)},
                                           keys_.empty() ? MaskKey{} : keys_[chain]);
  }
}

template <class T>
void NetworkPass<T>::forward_images(const Tile<T>& tile) {
  T* inputs[row_tile];
  T** next = inputs;
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    for (Index r = 0; r < rows_of_chain_; ++r) *next++ = dense_[chain].inputs(r);
  }
  images_.forward(tile, keys_, inputs);
}

// Those of all chains' rows, side by side.
template <class T>
const T* NetworkPass<T>::input_slopes() {
  if (chains() == 1) return dense_[0].input_slopes();
  const Index inputs = architecture_.stages[architecture_.images].inputs;
  input_slopes_.resize(static_cast<std::size_t>(inputs * row_tile));
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    const T* from = dense_[chain].input_slopes();
    T* to = input_slopes_.data() + static_cast<Index>(chain) * rows_of_chain_;
    for (Index i = 0; i < inputs; ++i, from += row_tile, to += row_tile)
      std::copy_n(from, rows_of_chain_, to);
  }
  return input_slopes_.data();
}

// The norms of the dense stages are known before the first group of rows passes the images'; those
// of the images' stages are known for one group at a time.
template <class T>
void NetworkPass<T>::backward(double clip, bool accumulate, Block out) {
  const bool clips = std::isfinite(clip), passes_images = images_.has_parameters();
  std::fill_n(squares_, count_, 0.0);
  std::fill_n(factors_, count_, 1.0);
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    dense_[chain].backward(passes_images);
    if (!clips) continue;
    dense_[chain].add_square_norms(input_squares_,
                                   squares_ + static_cast<Index>(chain) * rows_of_chain_);
  }
  if (clips && !passes_images) set_factors(0, count_, clip);
  const T* slopes = passes_images ? input_slopes() : nullptr;
  for (const auto& group : images_.groups()) {
    if (!passes_images) break;
    images_.backward(group, slopes);
    if (clips) {
      images_.add_square_norms(group, squares_);
      set_factors(group.first, group.count, clip);
    }
    images_.add_gradients(group, factors_, accumulate, out);
  }
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    const auto j = static_cast<Index>(chain);
    dense_[chain].add_gradients(factors_ + j * rows_of_chain_, accumulate,
                                out.data + j * out.stride);
  }
}

template <class T>
void NetworkPass<T>::set_factors(Index first, Index count, double clip) {
  for (Index r = first; r < first + count; ++r) {
    const double norm = std::sqrt(squares_[r]);
    factors_[r] = norm > clip ? clip / norm : 1.0;
  }
}

template class NetworkPass<float>;
template class NetworkPass<double>;

}  // namespace skald::network
