#include "stopping/axis_walk.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <functional>
#include <memory>

#include "test.hpp"

using namespace skald::stopping;

namespace axis_walk_test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// FedAvg on four clients with quadratic losses, every gradient with independent noise of this
// standard deviation: the law of the estimate after R rounds is Gaussian. Features are scaled.
struct Case {
  int steps = 5, rounds = 20;
  double sigma = 0.05, scale = 1;
};
constexpr Case kT1{5, 20, 0.05, 1}, kT2{5, 400, 1, 1}, kT3{5, 20, 0.05, 20}, kT4{1, 20, 0.05, 1},
    kT5{25, 20, 0.05, 1};

struct Client {
  Matrix3d a;
  Vector3d b;
  double rows = 0;
};

std::array<Client, 4> clients_of(double scale) {
  std::array<Client, 4> clients;
  clients[0].a << 1, .2, 0, .2, .8, .1, 0, .1, .5;
  clients[1].a << 1.2, -.3, .1, -.3, 1.5, 0, .1, 0, .9;
  clients[2].a << 2, .4, .2, .4, 1, -.1, .2, -.1, 1.4;
  clients[3].a << 1.6, 0, -.4, 0, 2.4, .3, -.4, .3, 1.8;
  clients[0].b << 1, -2, .5;
  clients[1].b << -1, 1, 2;
  clients[2].b << .5, 3, -1;
  clients[3].b << 2, -1, 1;
  for (std::size_t c = 0; c < clients.size(); ++c) {
    clients[c].a *= scale * scale;
    clients[c].b *= scale;
    clients[c].rows = 10 * static_cast<double>(c + 1);
  }
  return clients;
}

// The loss |estimate - optimum|^2 of a run: its mean, its standard deviation, and draws of it.
class LossLaw {
 public:
  LossLaw(const Case& of, double lr) {
    const auto clients = clients_of(of.scale);
    Matrix3d curvature = Matrix3d::Zero();
    Vector3d pull = Vector3d::Zero();
    for (const Client& client : clients) {
      curvature += client.a;
      pull += client.b;
    }
    const Vector3d optimum = curvature.ldlt().solve(pull);
    Matrix3d contraction = Matrix3d::Zero(), noise = Matrix3d::Zero();
    Vector3d drift = Vector3d::Zero();
    for (const Client& client : clients) {
      const double w = client.rows / 100;
      const Matrix3d step = Matrix3d::Identity() - lr / client.rows * client.a;
      Matrix3d power = Matrix3d::Identity();
      for (int j = 0; j < of.steps; ++j) {
        drift -= lr * w / client.rows * (power * (client.a * optimum - client.b));
        noise += lr * lr * of.sigma * of.sigma * w * w * power * power;
        power *= step;
      }
      contraction += w * power;
    }
    mean_ = -optimum;
    Matrix3d covariance = Matrix3d::Zero();
    for (int r = 0; r < of.rounds; ++r) {
      mean_ = contraction * mean_ + drift;
      covariance = contraction * covariance * contraction.transpose() + noise;
    }
    loss = mean_.squaredNorm() + covariance.trace();
    sd = std::sqrt(2 * (covariance * covariance).trace() + 4 * mean_.dot(covariance * mean_));
    // Runs diverge at a bound, as those of Skald do.
    if (!(loss < 1e12)) loss = kInfinity;
    if (!std::isfinite(loss)) return;
    const Eigen::SelfAdjointEigenSolver<Matrix3d> axes(covariance);
    mean_ = axes.eigenvectors().transpose() * mean_;
    for (std::size_t i = 0; i < along_.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      along_[i] = {mean_(k), std::sqrt(axes.eigenvalues()(k))};
    }
  }

  double draw(std::mt19937_64& random) const {
    if (!std::isfinite(loss)) return kInfinity;
    std::normal_distribution<double> normal;
    double sum = 0;
    for (const auto& [mean, deviation] : along_) {
      const double x = mean + deviation * normal(random);
      sum += x * x;
    }
    return sum;
  }

  double loss = 0, sd = 0;

 private:
  Vector3d mean_;
  std::array<std::pair<double, double>, 3> along_;  // mean and standard deviation
};

using DrawAt = std::function<double(double, std::mt19937_64&)>;

DrawAt losses_of(const Case& of) {
  auto laws = std::make_shared<std::map<double, LossLaw>>();
  return [=](double point, std::mt19937_64& random) {
    return laws->try_emplace(point, of, point).first->second.draw(random);
  };
}

struct Ended {
  Walk walk;
  TriedPoints tried;
};

// Walks to the end, with n seeds for choices and n for tests.
Ended walked(const WalkRules& rules, const std::vector<double>& start, int n, const DrawAt& draw,
             std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Ended ended;
  while (true) {
    ended.walk = walk(rules, start, ended.tried);
    if (ended.walk.wanted.empty()) return ended;
    for (const double point : ended.walk.wanted) {
      Trials& trials = ended.tried[point];
      for (int i = 0; i < n; ++i) {
        trials.choice.push_back(draw(point, random));
        trials.test.push_back(draw(point, random));
      }
    }
    REQUIRE(ended.tried.size() <= most_points(rules, start.size()));
  }
}

WalkRules rules_of(double factor, double least_factor = 1e9) {
  WalkRules rules;
  rules.factor = factor;
  rules.least_factor = least_factor;
  return rules;
}

// The shares of walks in which a side was closed wrongly, and left open.
struct Shares {
  double closed = 0, open = 0;
};

Shares on_a_flat_axis(int n, bool has_seeds_of_their_own, const DrawAt& draw, int walks) {
  const std::vector<double> start{0.1, 0.3162, 1};
  std::mt19937_64 random(1);
  Shares shares;
  for (int w = 0; w < walks; ++w) {
    TriedPoints tried;  // all that the walk can ask for
    for (int k = -8; k <= 10; ++k) {
      Trials& trials = tried[written(0.1 * std::pow(10, k / 2.0))];
      for (int i = 0; i < n; ++i) trials.choice.push_back(draw(1, random));
      trials.test = trials.choice;
      if (!has_seeds_of_their_own) continue;
      for (double& loss : trials.test) loss = draw(1, random);
    }
    const Walk end = walk(rules_of(std::sqrt(10.0)), start, tried);
    shares.closed += (end.below == Side::inside || end.above == Side::inside) / double(walks);
    shares.open += (end.below == Side::open || end.above == Side::open) / double(walks);
  }
  return shares;
}

}  // namespace

TEST_CASE("the levels of all looks at both sides add up to no more than alpha") {
  double sum = 0;
  for (int j = 1; j <= 10'000; ++j) sum += 2 * side_level(0.05, j);
  CHECK(sum < 0.05);
  CHECK(sum == Approx(0.05).epsilon(1e-3));
  CHECK(side_level(0.05, 1) == Approx(0.0125));
}

// Golden-section minima, by an independent computation in Python.
TEST_CASE("the law of the losses is the one of the reference values") {
  struct Row {
    Case of;
    double best, loss, sd;
  };
  for (const Row& row : {Row{kT1, 0.5190887, 0.0130381939, 0.0107862186},
                         Row{kT2, 0.0116101, 0.1387944938, 0.1083355507},
                         Row{kT3, 0.0017316, 0.0000009178, 0.0000003256},
                         Row{kT4, 1.8087479, 0.0515130352, 0.0418871480},
                         Row{kT5, 0.1237544, 0.0032113906, 0.0026239815}}) {
    const LossLaw law(row.of, row.best);
    CHECK(law.loss == Approx(row.loss).epsilon(1e-4));
    CHECK(law.sd == Approx(row.sd).epsilon(1e-3));
  }
  CHECK(std::isinf(LossLaw(kT3, 1).loss));
}

TEST_CASE("a best planted beyond an edge is found from there") {
  struct Row {
    Case of;
    std::vector<double> start;
    double factor, best;  // the best of its lattice
  };
  const double root = std::sqrt(10.0);
  for (const Row& row : {
           Row{kT1, {1e-4, 1e-3, 1e-2}, 10, 1},
           Row{kT1, {20, 200, 2000}, 10, 0.2},
           Row{kT1, {0.1, 0.3162, 1}, root, 0.3162},
           Row{kT2, {0.1, 1, 10}, root, 0.01},
           Row{kT3, {0.01, 0.1, 1}, root, 0.001},
           Row{kT4, {0.01, 0.1, 1}, root, 1},
           Row{kT5, {0.1}, root, 0.1},
       }) {
    const DrawAt draw = losses_of(row.of);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Walk end = walked(rules_of(row.factor), row.start, 20, draw, seed).walk;
      INFO(row.best << " from " << row.start.front() << ": " << *end.best << ", "
                    << name_of(end.below) << ", " << name_of(end.above));
      CHECK(LossLaw(row.of, *end.best).loss <= 1.6 * LossLaw(row.of, row.best).loss);
      CHECK(end.below == Side::inside);
      CHECK((end.above == Side::inside || end.above == Side::diverged));
    }
  }
}

TEST_CASE("an end that has diverged closes its side at once") {
  const DrawAt draw = losses_of(kT3);
  const Ended ended = walked(rules_of(10), {0.0001, 0.001, 0.1}, 5, draw, 1);
  CHECK(ended.walk.above == Side::diverged);
  CHECK(ended.tried.rbegin()->first == 0.1);
  // Where all starting points have, either side goes on until one has not.
  const Ended high = walked(rules_of(10), {1}, 5, draw, 1);
  CHECK(high.walk.above == Side::diverged);
  CHECK(high.walk.below == Side::inside);
  CHECK(*high.walk.best == 0.001);
  // One run of many is enough.
  TriedPoints tried{{1, {{1, 1}, {1, 1}}}, {2, {{1, 1}, {1, kInfinity}}}};
  CHECK(walk(rules_of(2), std::vector<double>{1, 2}, tried).above == Side::diverged);
  const Walk none = walked(
                        rules_of(10), {1}, 2, [](double, auto&) { return kInfinity; }, 1)
                        .walk;
  CHECK(!none.best);
  CHECK(none.below == Side::open);
}

TEST_CASE("a side whose looks are used up is open, or flat if its points differ by nothing") {
  const DrawAt falling = [](double point, std::mt19937_64& random) {
    return 1 / point + std::normal_distribution<double>(0, 0.01)(random);
  };
  WalkRules rules = rules_of(2);
  rules.looks = 4;
  const Ended ended = walked(rules, {1, 2}, 5, falling, 1);
  CHECK(ended.walk.above == Side::open);
  CHECK(ended.walk.below == Side::inside);
  CHECK(*ended.walk.best == 16);  // three points beyond 2
  rules.most = 9;
  CHECK(walked(rules, {1, 2}, 5, falling, 1).walk.above == Side::bound);
  CHECK(*walked(rules, {1, 2}, 5, falling, 1).walk.best == 8);
  rules.most = kInfinity;
  rules.looks = 5;
  const DrawAt level = [](double point, std::mt19937_64& random) {
    return 1 + 1 / point + std::normal_distribution<double>(0, 0.01)(random);
  };
  CHECK(walked(rules, {100, 200}, 10, level, 1).walk.above == Side::flat);
  rules.margin = 0.001;
  CHECK(walked(rules, {100, 200}, 10, level, 1).walk.above == Side::open);
  rules.is_relative = false;
  rules.margin = 0.1;
  CHECK(walked(rules, {100, 200}, 10, level, 1).walk.above == Side::flat);
  rules.looks = 4;  // three points are no plateau
  CHECK(walked(rules, {100, 200}, 10, level, 1).walk.above == Side::open);
}

TEST_CASE("whole numbers are doubled and halved, rounded, and no number is tried twice") {
  struct Row {
    std::vector<double> start;
    double best, least_factor, chosen;
    std::vector<double> tried;
    Side below, above;
  };
  const double coarse = 1e9, fine = 1.05;
  for (const Row& row : {
           Row{{1}, 3, coarse, 4, {1, 2, 4, 8, 16}, Side::inside, Side::inside},
           Row{{1}, 3, fine, 3, {1, 2, 3, 4, 6, 8, 16}, Side::inside, Side::inside},
           Row{{10}, 10, coarse, 10, {3, 5, 10, 20, 40}, Side::inside, Side::inside},
           Row{{20}, 100, coarse, 40, {5, 10, 20, 40}, Side::inside, Side::bound},
           Row{{5}, 1, coarse, 1, {1, 2, 3, 5, 10, 20}, Side::bound, Side::inside},
       }) {
    WalkRules rules = rules_of(2, row.least_factor);
    rules.is_whole = true;
    rules.least = 1;
    rules.most = 40;
    const auto distance = [&](double point, auto&) { return std::abs(std::log(point / row.best)); };
    const Ended ended = walked(rules, row.start, 2, distance, 1);
    std::vector<double> tried;
    for (const auto& [point, trials] : ended.tried) tried.push_back(point);
    INFO("from " << row.start.front() << " to " << row.best << ": " << *ended.walk.best);
    CHECK(tried == row.tried);
    CHECK(*ended.walk.best == row.chosen);
    CHECK(ended.walk.below == row.below);
    CHECK(ended.walk.above == row.above);
  }
  WalkRules from_zero = rules_of(2);
  from_zero.is_whole = true;
  from_zero.least = 0;
  const Ended zero = walked(
      from_zero, {3}, 2, [](double point, auto&) { return point; }, 1);
  CHECK(*zero.walk.best == 0);
  CHECK(zero.walk.below == Side::bound);
  CHECK(zero.tried.size() == 6);  // 0, 1, 2, 3, 6, 12
}

TEST_CASE("a loss that falls again behind an end does not close its side") {
  const auto loss_at = [](double second, double point) {
    const double x = std::log2(point);
    return std::min(1 + std::abs(x), second + std::abs(x - 4));
  };
  for (const double second : {0.5, 4.0}) {
    const DrawAt draw = [&](double point, std::mt19937_64& random) {
      return loss_at(second, point) + std::normal_distribution<double>(0, 0.01)(random);
    };
    const Ended ended = walked(rules_of(4), {0.25, 1, 4}, 5, draw, 1);
    CHECK(ended.walk.above == Side::inside);
    CHECK(*ended.walk.best == (second < 1 ? 16 : 1));
    CHECK(ended.tried.rbegin()->first == (second < 1 ? 256 : 16));
  }
}

// Equal losses are the worst case: any closing is wrong. At 8 looks a side the levels add up to
// 0.0444. With the seeds of the choice, the level is lost.
TEST_CASE("on a flat axis few sides are closed, but many by the seeds of the choice") {
  const DrawAt draw = [law = LossLaw(kT1, 0.5190887)](double, std::mt19937_64& random) {
    return law.draw(random);
  };
  const Shares own = on_a_flat_axis(20, true, draw, 1000);
  INFO(own.closed << " " << own.open);
  CHECK(own.closed < 0.044);
  CHECK(own.closed > 0.005);
  CHECK(own.open > 0.95);
  const Shares same = on_a_flat_axis(20, false, draw, 1000);
  INFO(same.closed);
  CHECK(same.closed > 0.07);
  CHECK(on_a_flat_axis(5, true, draw, 1000).closed < 0.044);
}

TEST_CASE("the factor around the best is halved until the neighbours are as good") {
  const DrawAt draw = losses_of(kT1);
  const Ended ended = walked(rules_of(10, 1.2), {0.01, 0.1}, 200, draw, 3);
  INFO(*ended.walk.best << " " << ended.walk.factor);
  CHECK(LossLaw(kT1, *ended.walk.best).loss < 1.1 * 0.0130381939);
  CHECK(ended.walk.factor < 1.8);
  CHECK(ended.walk.factor >= 1.2);
  CHECK(most_refining_points(rules_of(10, 1.2)) == 6);
  // A best that moves as the points come closer adds two points each time, no more.
  const DrawAt narrow = [](double point, std::mt19937_64&) {
    return 1e-6 + std::pow(std::log(point / 0.39578), 2);
  };
  const Ended close = walked(rules_of(10, 1.01), {0.1, 1}, 2, narrow, 1);
  CHECK(*close.walk.best == Approx(0.39578).epsilon(0.01));
  CHECK(close.tried.size() <= 2 + 2 + 2 + most_refining_points(rules_of(10, 1.01)));
  // A margin of half the loss ends it earlier, as does a larger least factor.
  WalkRules rough = rules_of(10, 1.2);
  rough.margin = 2;
  CHECK(walked(rough, {0.01, 0.1}, 200, draw, 3).walk.factor > 1.7);
  CHECK(walked(rules_of(10, 3), {0.01, 0.1}, 200, draw, 3).walk.factor == Approx(std::sqrt(10)));
}

namespace {

// The chain x' = x + f(x) + s xi over 20 rounds from 0; its loss is (x - optimum)^2.
template <class Move>
double chain_loss(const Move& move, double noise, double optimum, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  double x = 0;
  for (int r = 0; r < 20; ++r) x += move(x) + noise * normal(random);
  return (x - optimum) * (x - optimum);
}

constexpr std::array<double, 8> kCentres{-1, 0, .5, 1, 1.5, 2, 6, 12},
    kCurvatures{1, .5, 2, 1, 1, .5, 1, 1};

// DP-FedAvg on eight clients: whole moves are clipped, noise 2 clips / 8.
double client_loss(double lr, double clip, std::mt19937_64& random) {
  const auto move = [&](double x) {
    double sum = 0;
    for (std::size_t c = 0; c < 8; ++c) {
      const double whole = (1 - std::pow(1 - lr * kCurvatures[c], 3)) * (kCentres[c] - x);
      sum += std::clamp(whole, -clip, clip);
    }
    return sum / 8;
  };
  return chain_loss(move, 2 * clip / 8, 2.6875, random);
}

constexpr std::array<double, 8> kSymmetric{1, 2, 2.5, 3, 3, 3.5, 4, 5};

// DP-SGD on eight rows of curvature 1, with the step times the clip held at `product`.
double record_loss(const std::array<double, 8>& centres, double product, double clip,
                   std::mt19937_64& random) {
  const double lr = product / clip;
  double optimum = 0;
  for (const double centre : centres) optimum += centre / 8;
  const auto move = [&](double x) {
    double sum = 0;
    for (const double centre : centres) sum += std::clamp(centre - x, -clip, clip);
    return lr * sum / 8;
  };
  return chain_loss(move, lr * 2 * clip / 8, optimum, random);
}

}  // namespace

TEST_CASE("a clip and the step for it are found one after the other") {
  std::mt19937_64 random(1);
  double sum = 0;
  for (int i = 0; i < 20'000; ++i) sum += client_loss(0.040308, 1.111613, random);
  CHECK(sum / 20'000 == Approx(0.4620186821).margin(4 * 0.65 / std::sqrt(20'000)));
  // From clips that are far too small, at the best step.
  const Walk clip = walked(
                        rules_of(std::sqrt(10.0), 1.7), {0.01, 0.03162}, 200,
                        [](double c, auto& r) { return client_loss(0.040308, c, r); }, 1)
                        .walk;
  CHECK((clip.below == Side::inside && clip.above == Side::inside));
  CHECK(*clip.best > 0.6);
  CHECK(*clip.best < 1.9);
  const Walk step = walked(
                        rules_of(std::sqrt(10.0), 1.7), {0.001}, 200,
                        [](double lr, auto& r) { return client_loss(lr, 1.111613, r); }, 1)
                        .walk;
  INFO(name_of(step.below) << " " << name_of(step.above));
  CHECK((step.below == Side::inside && step.above == Side::inside));
  CHECK(*step.best > 0.02);
  CHECK(*step.best < 0.08);
}

// As the clip goes to 0, the chain tends to one that moves by the signs alone.
TEST_CASE("small clips with the step times the clip held are a plateau") {
  WalkRules rules = rules_of(2);
  rules.looks = 5;
  // Where it is the best to be had, the side is flat.
  rules.margin = 1;
  const DrawAt symmetric = [](double clip, std::mt19937_64& random) {
    return record_loss(kSymmetric, 3.67557 * 0.084179, clip, random);
  };
  CHECK(walked(rules, {0.05, 0.1, 0.2}, 50, symmetric, 1).walk.below == Side::flat);
  // Where a larger clip is better, the other side finds it, and the plateau is worse.
  rules.looks = 8;
  const DrawAt skewed = [](double clip, std::mt19937_64& random) {
    return record_loss(kCentres, 0.593, clip, random);
  };
  const Walk end = walked(rules, {0.125, 0.25, 0.5}, 50, skewed, 1).walk;
  CHECK(end.below == Side::inside);
  CHECK(*end.best >= 4);
}

}  // namespace axis_walk_test
