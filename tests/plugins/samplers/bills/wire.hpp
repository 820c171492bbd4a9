// Methods as parties that know nothing but what they were told: what a bill must pay for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "random/owned_random.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace skald::test::bills {

// Everything that a party hears of another's, it hears here, where it is counted.
class Wire {
 public:
  const VectorXd& up(const VectorXd& message) {
    bits_up_ += 32 * static_cast<double>(message.size());
    return message;
  }
  const VectorXd& down(const VectorXd& message) {
    bits_down_ += 32 * static_cast<double>(message.size());
    return message;
  }
  double up(double number) {
    bits_up_ += 32;
    return number;
  }
  double down(double number) {
    bits_down_ += 32;
    return number;
  }
  // A message that is coded in some other way than by 32 bits a coordinate.
  const VectorXd& up(const VectorXd& message, double bits) {
    bits_up_ += bits;
    return message;
  }
  const VectorXd& down(const VectorXd& message, double bits) {
    bits_down_ += bits;
    return message;
  }
  double bits_up() const { return bits_up_; }
  double bits_down() const { return bits_down_; }

 private:
  double bits_up_ = 0, bits_down_ = 0;
};

inline constexpr Index kClients = 5, kDimension = 3;

// A run of sampler/NAME on five clients with 1, 2, 3, 4 and 5 rows, one chain from 0, which keeps
// its state and its ledger in sight. What all parties know is public here, too.
class WatchedRun {
 public:
  WatchedRun(const std::string& name, const std::vector<Setting>& options,
             const std::vector<Index>& rows = {1, 2, 3, 4, 5});

  void advance(Index iterations) { run_->advance(iterations); }
  const Ledger& ledger() { return federation_->ledger(); }
  VectorXd state(const std::string& name) const;
  // The state of a client that is kept once the client was seen; 0 before.
  VectorXd seen_state(const std::string& name, const std::string& clients, Index client) const;

  Problem& problem() { return federation_->problem(); }
  double rows(Index client) { return static_cast<double>(problem().examples(client)); }
  double all_rows() { return 15; }
  // The gradient of the client's mean loss, over all its rows.
  VectorXd gradient(Index client, const VectorXd& at);
  // The same of its potential.
  VectorXd potential_gradient(Index client, const VectorXd& at);

 private:
  std::unique_ptr<Federation> federation_;
  std::shared_ptr<Sampler> sampler_;
  std::unique_ptr<SamplerRun> run_;
};

// The streams of a run, of which masks, cohorts and other coins are public.
random::OwnedRandom public_coins();
// S clients of the round that begins at iteration k.
std::vector<Index> public_cohort(Index S, std::int64_t k);

// Whether two parties have the same.
inline void agree(const VectorXd& one, const VectorXd& other) {
  REQUIRE(one.size() == other.size());
  CHECK((one - other).cwiseAbs().maxCoeff() < 1e-12);
}
// Whether a run was charged what went over the wire.
inline void agree(const Ledger& ledger, const Wire& wire) {
  CHECK(ledger.bits_up == Approx(wire.bits_up()).epsilon(1e-12));
  CHECK(ledger.bits_down == Approx(wire.bits_down()).epsilon(1e-12));
}

}  // namespace skald::test::bills
