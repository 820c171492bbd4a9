// Mime and MimeLite between parties that share nothing but their wire.
#include <set>
#include <string>
#include <vector>

#include "bills/wire.hpp"

namespace skald::test::bills {
namespace mime_bill_test {

constexpr double lr = 0.002, beta2 = 0.99, epsilon = 1e-3;

// What both ends know before the run.
struct Set {
  std::string base = "momentum";
  bool lite = false;
  int S = 2, K = 3;
  double beta = 0.9;

  std::vector<Setting> options() const {
    std::vector<Setting> all{{"K", K}, {"lr", lr}, {"S", S}, {"base", base}};
    if (base != "rmsprop") all.emplace_back("beta", beta);
    return all;
  }
  double used_beta() const { return base == "rmsprop" ? 0 : beta; }
  bool has_m() const { return used_beta() > 0; }
  bool has_v() const { return base != "momentum"; }
};

// m and v, for whoever has the gradient c of every round.
struct Moments {
  void step(const Set& set, const VectorXd& c) {
    m = (1 - set.used_beta()) * c + set.used_beta() * m;
    if (set.has_v()) v = (1 - beta2) * c.cwiseAbs2() + beta2 * v;
  }
  VectorXd direction(const Set& set, const VectorXd& g) const {
    const VectorXd step = (1 - set.used_beta()) * g + set.used_beta() * m;
    if (!set.has_v()) return step;
    return (step.array() / (v.array().sqrt() + epsilon)).matrix();
  }

  VectorXd m = VectorXd::Zero(kDimension), v = VectorXd::Constant(kDimension, epsilon*epsilon);
};

class Parties {
 public:
  explicit Parties(const Set& set)
      : set_(set), run_(set.lite ? "mime_lite" : "mime", set.options()), clients_(kClients) {}

  void round(std::int64_t k) {
    const std::vector<Index> cohort = public_cohort(set_.S, k);
    VectorXd sum = VectorXd::Zero(kDimension), moves = sum;
    double total = 0;
    for (const Index c : cohort) {
      hear(c, k);
      sum += run_.rows(c) * wire_.up(run_.gradient(c, theta_));
      total += run_.rows(c);
    }
    const VectorXd gradient = sum / total;
    for (const Index c : cohort) moves += run_.rows(c) * answer(c, gradient);
    theta_ += moves / total;
    moments_.step(set_, gradient);
    last_gradient_ = gradient;
    last_ = {cohort.begin(), cohort.end()};
    run_.advance(set_.K);
    agree(run_.ledger(), wire_);
    agree(run_.state("server"), theta_);
    agree(run_.state("momentum"), moments_.m);
    if (set_.has_v()) agree(run_.state("second_moment"), moments_.v);
  }

 private:
  Moments& knows(Index c) { return clients_[static_cast<std::size_t>(c)]; }
  // Theta, and with it what the client needs to have m and v.
  void hear(Index c, std::int64_t k) {
    wire_.down(theta_);
    if (k == 0) return;
    const bool one_will_do = set_.has_m() != set_.has_v();
    if (last_.contains(c) && !set_.lite) return;
    if (last_.contains(c) && !one_will_do && (set_.has_m() || set_.has_v())) {
      knows(c).step(set_, wire_.down(last_gradient_));
      return;
    }
    if (set_.has_m()) knows(c).m = wire_.down(moments_.m);
    if (set_.has_v()) knows(c).v = wire_.down(moments_.v);
  }
  // The move of the client, as the server has it in the end.
  VectorXd answer(Index c, const VectorXd& gradient) {
    Moments& own = knows(c);
    VectorXd heard;
    if (!set_.lite) heard = wire_.down(gradient);
    VectorXd y = theta_;
    for (int step = 0; step < set_.K; ++step) {
      VectorXd g = run_.gradient(c, y);
      if (!set_.lite) g += heard - run_.gradient(c, theta_);
      y -= lr * own.direction(set_, g);
    }
    if (!set_.lite) own.step(set_, heard);
    const bool known = !set_.lite && set_.K == 1;
    if (known) return -lr * moments_.direction(set_, gradient);
    return wire_.up(VectorXd(y - theta_));
  }

  Set set_;
  WatchedRun run_;
  Wire wire_;
  VectorXd theta_ = VectorXd::Zero(kDimension), last_gradient_;
  Moments moments_;
  std::vector<Moments> clients_;
  std::set<Index> last_;  // the cohort of the round before
};

TEST_CASE("Mime's parties hear what they are charged for and know what they should") {
  const std::string base = GENERATE("momentum", "adam", "rmsprop");
  const bool lite = GENERATE(false, true);
  const int S = GENERATE(2, 3, 5), K = GENERATE(1, 3);
  const double beta = base == "rmsprop" ? .9 : GENERATE(0., .9);
  CAPTURE(base, lite, S, K, beta);
  const Set set{.base = base, .lite = lite, .S = S, .K = K, .beta = beta};
  Parties parties(set);
  for (std::int64_t r = 0; r < 12; ++r) parties.round(r * K);
}

}  // namespace mime_bill_test
}  // namespace skald::test::bills
