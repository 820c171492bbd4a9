#include "observables/even_draws.hpp"

#include <algorithm>
#include <stdexcept>

#include "observables/chain_moments.hpp"

namespace skald::observables {
namespace {

constexpr Index header = 3;

}  // namespace

EvenDraws::EvenDraws(Index coordinates, Index chains, Index most)
    : coordinates_(coordinates),
      chains_(chains),
      most_(most),
      state_(static_cast<std::size_t>(header + coordinates * chains * most)) {
  if (coordinates < 1 || chains < 1 || most < 2 || most % 2 != 0) {
    throw std::invalid_argument(
        "evenly spaced draws: expected an even number of draws, of at least one coordinate and "
        "chain");
  }
  state_[2] = 1;
}

void EvenDraws::observe(ConstBlock values) {
  if (keeps_next()) {
    if (draws() == most_) halve();
    if (keeps_next()) {
      double* place = state_.data() + header + draws() * coordinates_ * chains_;
      Eigen::Map<Eigen::MatrixXd>(place, coordinates_, chains_) = values.matrix();
      state_[1] += 1;
    }
  }
  skip();
}

bool EvenDraws::is_sound() const {
  return is_count(state_[0]) && is_count(state_[1]) && is_count(state_[2]) &&
         state_[1] <= static_cast<double>(most_) && state_[2] >= 1;
}

void EvenDraws::halve() {
  const Index size = coordinates_ * chains_;
  double* first = state_.data() + header;
  for (Index k = 1; k < most_ / 2; ++k) std::copy_n(first + 2 * k * size, size, first + k * size);
  state_[1] /= 2;
  state_[2] *= 2;
}

void EvenDraws::restart() {
  std::fill(state_.begin(), state_.end(), 0.0);
  state_[2] = 1;
}

ConstBlock EvenDraws::all() const {
  return {state_.data() + header, coordinates_, draws() * chains_, coordinates_};
}

}  // namespace skald::observables
