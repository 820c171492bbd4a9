#include "network/network_pass.hpp"

#include <algorithm>
#include <cmath>

#include "network/dropout.hpp"

namespace skald::network {

template <class T>
NetworkPass<T>::NetworkPass(const Architecture& architecture)
    : architecture_(architecture), images_(architecture), dense_(architecture) {}

template <class T>
void NetworkPass<T>::set_parameters(std::span<const double> theta) {
  theta_ = theta;
  key_.reset();
  images_.set_parameters(theta.data());
  dense_.set_parameters(theta.data());
}

template <class T>
double* NetworkPass<T>::forward(const Tile<T>& tile, bool training) {
  count_ = tile.count;
  const bool drops = training && architecture_.has_dropout();
  if (drops && !key_) key_ = mask_key(theta_);
  const MaskKey key = drops ? key_ : std::nullopt;
  images_.forward(tile, key, dense_.inputs());
  return dense_.forward(tile, key);
}

// The norms of the dense stages are known before the first group of rows passes the images'; those
// of the images' stages are known for one group at a time.
template <class T>
void NetworkPass<T>::backward(double clip, bool accumulate, double* out) {
  const bool clips = std::isfinite(clip), passes_images = images_.has_parameters();
  dense_.backward(passes_images);
  std::fill_n(squares_, count_, 0.0);
  std::fill_n(factors_, count_, 1.0);
  if (clips) dense_.add_square_norms(squares_);
  if (clips && !passes_images) set_factors(0, count_, clip);
  for (const auto& group : images_.groups()) {
    if (!passes_images) break;
    images_.backward(group, dense_.input_slopes());
    if (clips) {
      images_.add_square_norms(group, squares_);
      set_factors(group.first, group.count, clip);
    }
    images_.add_gradients(group, factors_, accumulate || group.first > 0, out);
  }
  dense_.add_gradients(factors_, accumulate, out);
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
