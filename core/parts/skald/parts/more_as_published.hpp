// What a method sends as it was published, where its receivers could compute some of that.
#pragma once

#include <Eigen/Core>

#include "skald/context.hpp"
#include "skald/sampler.hpp"

namespace skald {

// The ledger has what receivers cannot compute. Beside it, a run records the bits of the published
// method, bits_up_published and bits_down_published, per chain.
class MoreAsPublished {
 public:
  void start(Index chains) { bits_.setZero(2, chains); }
  // Bits that only the published method would have sent.
  void add(Index chain, double up, double down) {
    bits_(0, chain) += up;
    bits_(1, chain) += down;
  }
  void record(const Context& context) const {
    const auto chains = static_cast<double>(bits_.cols());
    const Ledger& ledger = context.ledger;
    context.recorder.record("bits_up_published", (ledger.bits_up + bits_.row(0).sum()) / chains);
    context.recorder.record("bits_down_published",
                            (ledger.bits_down + bits_.row(1).sum()) / chains);
  }
  NamedBlock state() { return {"more_as_published", view(bits_)}; }

 private:
  Eigen::MatrixXd bits_;  // up and down, a column per chain
};

}  // namespace skald
