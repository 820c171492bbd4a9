// VR-FALD* between a server and clients that share nothing but their wire.
#include <vector>

#include "bills/wire.hpp"
#include "skald/parts/federated/schedule.hpp"

namespace skald::test::bills {
namespace reference_bill_test {

constexpr double step = 0.01;

// Without noise: what clients draw for themselves makes no message longer.
class Parties {
 public:
  explicit Parties(double p_c, double q_cv)
      : run_("vr_fald", {{"p_c", p_c}, {"q_cv", q_cv}, {"step", step}, {"temp", 0.}}),
        averages_({Role::communication}, p_c, 1),
        renewals_({Role::reference}, q_cv, 1),
        states_(kClients, VectorXd::Zero(kDimension)) {
    renew();
  }

  void iteration(std::int64_t k) {
    const random::OwnedRandom coins = public_coins();
    const bool renews = renewals_.toss(coins, k) > 0;
    const VectorXd next = renews ? common_average() : reference_;
    for (Index c = 0; c < kClients; ++c) {
      const VectorXd drift = run_.potential_gradient(c, state(c)) - own_[at(c)];
      state(c) -= step * kClients * drift + step * sum_;
    }
    if (renews) {
      reference_ = next;
      renew();
    }
    agreed_ = averages_.toss(coins, k) > 0;
    if (agreed_) average_ = exchange();
    for (Index c = 0; agreed_ && c < kClients; ++c) state(c) = average_;
    run_.advance(1);
    compare();
  }

 private:
  static std::size_t at(Index c) { return static_cast<std::size_t>(c); }
  VectorXd& state(Index c) { return states_[at(c)]; }
  // Every client sends its state, and hears the average.
  VectorXd exchange() {
    VectorXd sum = VectorXd::Zero(kDimension);
    for (Index c = 0; c < kClients; ++c) sum += wire_.up(state(c));
    for (Index c = 0; c < kClients; ++c) wire_.down(sum);
    return sum / kClients;
  }
  // Of the states before the step, which is the last one if nobody has moved since.
  VectorXd common_average() { return agreed_ ? average_ : exchange(); }
  // Every client sends its gradient at the reference, and hears their sum.
  void renew() {
    own_.clear();
    sum_ = VectorXd::Zero(kDimension);
    for (Index c = 0; c < kClients; ++c) {
      own_.push_back(run_.potential_gradient(c, reference_));
      sum_ += wire_.up(own_.back());
    }
    for (Index c = 0; c < kClients; ++c) wire_.down(sum_);
  }
  void compare() {
    agree(run_.ledger(), wire_);
    agree(run_.state("reference"), reference_);
    agree(run_.state("full_gradient"), sum_);
    VectorXd all(kClients * kDimension);
    for (Index c = 0; c < kClients; ++c) all.segment(c * kDimension, kDimension) = state(c);
    agree(run_.state("local"), all);
  }

  WatchedRun run_;
  Wire wire_;
  Coins averages_, renewals_;
  std::vector<VectorXd> states_, own_;
  VectorXd reference_ = VectorXd::Zero(kDimension), sum_, average_ = reference_;
  bool agreed_ = true;
};

TEST_CASE("VR-FALD's parties hear what they are charged for and know what they should") {
  const auto [p_c, q_cv] = GENERATE(std::pair(.5, .4), std::pair(.3, .3), std::pair(1., 1.));
  Parties parties(p_c, q_cv);
  for (std::int64_t k = 0; k < 40; ++k) parties.iteration(k);
}

}  // namespace reference_bill_test
}  // namespace skald::test::bills
