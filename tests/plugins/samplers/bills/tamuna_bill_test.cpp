// TAMUNA between parties that share nothing but their wire.
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "bills/wire.hpp"
#include "skald/parts/federated/participation.hpp"

namespace skald::test::bills {
namespace tamuna_bill_test {

constexpr int K = 3;
constexpr double lr = 0.05;

// Coordinates that the clients of a round send: masks.col(i) of client cohort[i].
MatrixXd public_masks(Index S, Index copies, std::int64_t k) {
  std::vector<Index> places(static_cast<std::size_t>(S));
  std::iota(places.begin(), places.end(), Index{0});
  shuffle(public_coins(), {Role::quantiser}, k, 0, places);
  MatrixXd masks = MatrixXd::Zero(kDimension, S);
  for (Index client = 0; client < S; ++client) {
    for (Index i = 0; i < kDimension; ++i)
      for (Index copy = 0; copy < copies; ++copy)
        if ((i * copies + copy) % S == places[static_cast<std::size_t>(client)])
          masks(i, client) = 1;
  }
  return masks;
}

class Parties {
 public:
  Parties(int S, int copies)
      : S_(S),
        copies_(copies),
        run_("tamuna", {{"K", K}, {"lr", lr}, {"S", S}, {"copies", copies}}),
        clients_(kClients, VectorXd::Zero(kDimension)) {}

  void round(std::int64_t k) {
    const std::vector<Index> cohort = public_cohort(S_, k);
    dismiss(cohort);
    masks_ = public_masks(S_, copies_, k);
    sent_ = MatrixXd::Zero(kDimension, S_);
    VectorXd sum = VectorXd::Zero(kDimension);
    for (Index i = 0; i < S_; ++i) {
      const Index c = cohort[static_cast<std::size_t>(i)];
      const VectorXd theta = wire_.down(theta_);
      if (last_.contains(c)) learn(c, last_.at(c), theta);
      VectorXd y = theta;
      for (int step = 0; step < K; ++step) y -= lr * (scaled_gradient(c, y) - control(c));
      sent_.col(i) = masks_.col(i).cwiseProduct(y);
      wire_.up(VectorXd(sent_.col(i)), 32 * masks_.col(i).sum());
      sum += sent_.col(i);
    }
    theta_ = sum / copies_;
    last_.clear();
    for (Index i = 0; i < S_; ++i)
      last_[cohort[static_cast<std::size_t>(i)]] = {masks_.col(i), sent_.col(i)};
    run_.advance(K);
    compare();
  }

 private:
  struct Own {
    VectorXd mask, sent;
  };

  VectorXd& control(Index c) { return clients_[static_cast<std::size_t>(c)]; }
  VectorXd scaled_gradient(Index c, const VectorXd& y) {
    return kClients * run_.rows(c) / run_.all_rows() * run_.gradient(c, y);
  }
  void learn(Index c, const Own& own, const VectorXd& theta) {
    const double N = kClients, s = copies_;
    const double chi = N * (s - 1) / (s * (N - 1));
    control(c) += chi / (K * lr) * own.mask.cwiseProduct(theta - own.sent);
  }
  // Those of the last round that are not in the next one hear of their own coordinates alone.
  void dismiss(const std::vector<Index>& cohort) {
    for (const auto& [c, own] : last_) {
      if (std::find(cohort.begin(), cohort.end(), c) != cohort.end()) continue;
      learn(c, own, wire_.down(own.mask.cwiseProduct(theta_), 32 * own.mask.sum()));
    }
  }
  void compare() {
    agree(run_.ledger(), wire_);
    agree(run_.state("server"), theta_);
    for (Index c = 0; c < kClients; ++c) {
      if (last_.contains(c)) continue;  // learns when the next round begins
      agree(run_.seen_state("controls", "seen_clients", c), control(c));
    }
  }

  int S_, copies_;
  WatchedRun run_;
  Wire wire_;
  VectorXd theta_ = VectorXd::Zero(kDimension);
  std::vector<VectorXd> clients_;  // h_c
  std::map<Index, Own> last_;      // of the cohort of the round before
  MatrixXd masks_, sent_;
};

// With three clients of a round all masks of three coordinates are equally long.
TEST_CASE("TAMUNA's parties hear what they are charged for and know what they should") {
  const auto [S, copies] =
      GENERATE(std::pair(2, 2), std::pair(3, 2), std::pair(3, 3), std::pair(5, 2), std::pair(5, 5));
  CAPTURE(S, copies);
  Parties parties(S, copies);
  for (std::int64_t r = 0; r < 12; ++r) parties.round(r * K);
}

}  // namespace tamuna_bill_test
}  // namespace skald::test::bills
