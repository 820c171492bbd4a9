// What a server sees of the clients of every round.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "gaussian_mechanism.hpp"

namespace skald::test {

// Gaussian noise of which one hears what the server sees.
class HeardUploads final : public Mechanism {
 public:
  using Place = std::tuple<Index, std::int64_t, Index>;  // client, iteration, chain

  explicit HeardUploads(double z) : noise_(gaussian_mechanism(z)) {}
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index client) const override { return noise_->law(client); }
  std::optional<Claim> claim() const override { return noise_->claim(); }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    noise_->privatize(random, stream, iteration, sensitivity, message);
    uploads[{stream.client, iteration, stream.chain}] = message.matrix();
    distance = sensitivity.l2();
  }

  mutable std::map<Place, Eigen::VectorXd> uploads;
  mutable double distance = 0;

 private:
  std::shared_ptr<Mechanism> noise_;
};

}  // namespace skald::test
