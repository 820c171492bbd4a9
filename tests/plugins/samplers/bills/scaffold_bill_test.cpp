// SCAFFOLD between parties that share nothing but their wire.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bills/wire.hpp"
#include "skald/parts/federated/local_work.hpp"

namespace skald::test::bills {
namespace scaffold_bill_test {

constexpr int K = 3;
constexpr double lr = 0.2;

// What both ends know before the run.
struct Set {
  std::string server = "sgd";
  int S = 2;
  bool uniform = false;
  double stragglers = 0;
  bool gradients = false;  // option I
  bool signs = false;      // only signs and a mean travel

  std::vector<Setting> options() const {
    return {{"K", K},
            {"lr", lr},
            {"S", S},
            {"server", server},
            {"server_lr", server == "adam" ? .05 : .9},
            {"weights", uniform ? "uniform" : "examples"},
            {"stragglers", stragglers},
            {"option", gradients ? "I" : "II"},
            {"compressor", signs ? "sign" : "none"}};
  }
  double server_lr() const { return server == "adam" ? .05 : .9; }
  // Whether the server computes a client's control from its move, and clients c from averages.
  bool moves_tell() const { return !gradients && !signs; }
  bool averages_tell() const { return moves_tell() && stragglers == 0; }
};

// The server's rule, which whoever knows its memory can follow.
struct Rule {
  explicit Rule(const Set& set) : rule(set.server), lr(set.server_lr()) {}

  void step(const VectorXd& average, VectorXd& theta) {
    if (rule == "sgd") {
      theta += lr * average;
    } else if (rule == "momentum") {
      m = .9 * m + lr * average;
      theta += m;
    } else {
      m = .9 * m + .1 * average;
      v = (.99 * v.array() + .01 * average.array().square()).matrix();
      theta.array() += lr * m.array() / (v.array().sqrt() + 1e-3);
    }
  }

  std::string rule;
  double lr;
  VectorXd m = VectorXd::Zero(kDimension), v = VectorXd::Constant(kDimension, 1e-6);
};

struct Client {
  explicit Client(const Set& set) : rule(set) {}

  VectorXd theta = VectorXd::Zero(kDimension);  // the last model that it had
  VectorXd step = VectorXd::Zero(kDimension);   // between its last two
  VectorXd c = VectorXd::Zero(kDimension), c_i = c;
  Rule rule;  // its copy of the server's
};

class Parties {
 public:
  explicit Parties(const Set& set)
      : set_(set), run_("scaffold", set.options()), rule_(set), clients_(kClients, Client(set)) {}

  void round(std::int64_t k) {
    const std::vector<Index> cohort = public_cohort(set_.S, k);
    VectorXd sum = VectorXd::Zero(kDimension), changes = sum;
    double total = 0;
    const std::vector<std::int64_t> steps = work(cohort, k);
    for (std::size_t i = 0; i < cohort.size(); ++i) {
      const Index c = cohort[i];
      Client& client = clients_[static_cast<std::size_t>(c)];
      hear(client, c, k);
      const auto [move, change] = answer(client, c, steps[i]);
      sum += weight(c) * move;
      changes += weight(c) * change;
      total += weight(c);
    }
    update(sum / total, changes, total);
    remember(cohort);
    run_.advance(K);
    compare();
  }

 private:
  double weight(Index c) { return set_.uniform ? 1. / kClients : run_.rows(c) / run_.all_rows(); }
  std::vector<std::int64_t> work(const std::vector<Index>& cohort, std::int64_t k) const {
    OptimiserOptions options;
    options.K = K;
    options.stragglers = set_.stragglers;
    Stragglers stragglers(options);
    const std::vector<std::int32_t> clients(cohort.begin(), cohort.end());
    stragglers.reporters(public_coins(), k, 0, clients);
    const auto work = stragglers.work();
    if (work.empty()) return std::vector<std::int64_t>(cohort.size(), K);
    return {work.begin(), work.end()};
  }
  // What the client learns before its round.
  void hear(Client& client, Index c, std::int64_t k) {
    if (k == 0) {
      client.theta = wire_.down(theta_);
      return;
    }
    if (!set_.averages_tell() || !follows(c)) {
      const VectorXd model = wire_.down(theta_);
      if (in_a_row_.contains(c)) client.step = model - client.theta;
      client.theta = model;
      client.c = wire_.down(c_);
      return;
    }
    VectorXd average;
    if (set_.server == "adam") {
      average = wire_.down(average_);
      client.rule.step(average, client.theta);
    } else {
      const VectorXd model = wire_.down(theta_), step = model - client.theta;
      const double beta = set_.server == "momentum" ? .9 : 0;
      average = (step - beta * client.step) / set_.server_lr();
      client.theta = model;
      client.step = step;
    }
    client.c = (1 - last_total_) * client.c - last_total_ / (K * lr) * average;
  }
  // By its own cohorts: present in the last round, in the last two, or in all.
  bool follows(Index c) const {
    const auto place = in_a_row_.find(c);
    if (place == in_a_row_.end()) return false;
    const std::int64_t row = place->second;
    if (row == last_) return true;
    return row >= (set_.server == "sgd" ? 1 : set_.server == "momentum" ? 2 : last_);
  }
  std::pair<VectorXd, VectorXd> answer(Client& client, Index c, std::int64_t steps) {
    VectorXd y = client.theta;
    for (std::int64_t s = 0; s < steps; ++s)
      y -= lr * (run_.gradient(c, y) - client.c_i + client.c);
    const VectorXd bare = y - client.theta;
    const VectorXd move = send(bare);
    const double path = lr * static_cast<double>(steps);
    if (set_.moves_tell()) {
      client.c_i += -client.c - move / path;
      const double told = set_.stragglers > 0 ? wire_.up(path) : path;
      return {move, -c_ - move / told};
    }
    const VectorXd next = set_.gradients ? run_.gradient(c, client.theta)
                                         : VectorXd(client.c_i - client.c - bare / path);
    const VectorXd change = send(next - client.c_i);
    client.c_i += change;
    return {move, change};
  }
  VectorXd send(const VectorXd& message) {
    if (!set_.signs) return wire_.up(message);
    const double mean = message.cwiseAbs().mean();
    const VectorXd signs = message.unaryExpr([=](double x) { return x < 0 ? -mean : mean; });
    return wire_.up(signs, 32 + kDimension);
  }
  void update(const VectorXd& average, const VectorXd& changes, double total) {
    rule_.step(average, theta_);
    c_ += changes;
    average_ = average;
    last_total_ = total;
  }
  void remember(const std::vector<Index>& cohort) {
    std::map<Index, std::int64_t> now;
    for (const Index c : cohort) now[c] = (in_a_row_.contains(c) ? in_a_row_[c] : 0) + 1;
    in_a_row_ = now;
    ++last_;
  }
  void compare() {
    agree(run_.ledger(), wire_);
    agree(run_.state("server"), theta_);
    agree(run_.state("server_control"), c_);
    for (Index c = 0; c < kClients; ++c)
      agree(run_.seen_state("controls", "seen_clients", c),
            clients_[static_cast<std::size_t>(c)].c_i);
  }

  Set set_;
  WatchedRun run_;
  Wire wire_;
  VectorXd theta_ = VectorXd::Zero(kDimension), c_ = theta_, average_ = theta_;
  double last_total_ = 0;
  Rule rule_;
  std::vector<Client> clients_;
  std::map<Index, std::int64_t> in_a_row_;  // of the last round: in how many rounds up to it
  std::int64_t last_ = 0;                   // rounds until now
};

void rounds(const Set& set) {
  Parties parties(set);
  for (std::int64_t r = 0; r < 14; ++r) parties.round(r * K);
}

TEST_CASE("SCAFFOLD's parties hear what they are charged for and know what they should") {
  const std::string server = GENERATE("sgd", "momentum", "adam");
  const int S = GENERATE(2, 3, 5);
  CAPTURE(server, S);
  rounds({.server = server, .S = S});
  rounds({.server = server, .S = S, .uniform = true});
}

TEST_CASE("SCAFFOLD's controls travel where moves and models do not tell them") {
  const int S = GENERATE(3, 5);
  rounds({.S = S, .stragglers = .5});
  rounds({.S = S, .gradients = true});
  rounds({.S = S, .signs = true});
}

}  // namespace scaffold_bill_test
}  // namespace skald::test::bills
