// What compressors can draw, stated from their definitions, against what they do draw.
#include "skald/parts/federated/stated/stated_compression.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "test.hpp"

namespace stated_compression_test {

using namespace skald;

namespace {

struct End {
  double probability;
  Eigen::VectorXd message;
};

std::vector<End> ends_of(const StatedCompression& stated, const Eigen::VectorXd& x) {
  std::vector<End> ends;
  Choices choices;
  do {
    const Eigen::VectorXd message = stated.compressed(x, choices);
    ends.push_back({choices.probability(), message});
  } while (choices.next());
  return ends;
}

// The share of the draws of a compressor that are each end; all of them, if they add up to 1.
std::vector<double> shares(const CompressorOptions& options, const Eigen::VectorXd& x,
                           const std::vector<End>& ends, int draws) {
  const Compressor compressor(options);
  Compressor::Memory memory;
  std::mt19937_64 generator(5);
  std::uniform_real_distribution<double> uniform;
  std::vector<double> found(ends.size());
  for (int i = 0; i < draws; ++i) {
    Eigen::VectorXd u = Eigen::VectorXd::NullaryExpr(x.size(), [&] { return uniform(generator); });
    Eigen::VectorXd message = x;
    compressor.compress(u.data(), x.size(), message.data(), memory);
    for (std::size_t e = 0; e < ends.size(); ++e)
      if ((ends[e].message - message).norm() < 1e-12) found[e] += 1. / draws;
  }
  return found;
}

}  // namespace

TEST_CASE("passes over choices take every possibility once, with its probability") {
  Choices choices;
  std::vector<std::pair<std::size_t, std::size_t>> taken;
  double sum = 0;
  do {
    const std::size_t a = choices.choose({0.3, 0.7});
    taken.emplace_back(a, a == 0 ? 9 : choices.choose({0.1, 0.2, 0.7}));
    sum += choices.probability();
  } while (choices.next());
  CHECK(taken == std::vector<std::pair<std::size_t, std::size_t>>{{0, 9}, {1, 0}, {1, 1}, {1, 2}});
  CHECK(sum == Approx(1));
}

// 4000 draws: a share is within 6 standard deviations of its probability, but once in 5e8.
TEST_CASE("compressors draw what is stated of them, as often as is stated") {
  const Eigen::Vector3d x(0.8, -1.9, 0.3);
  const auto kind =
      GENERATE(as<std::string>{}, "none", "qsgd", "sparsifier", "top_k", "random_k", "sign");
  const bool feeds_back = GENERATE(false, true);
  if (feeds_back && (kind == "qsgd" || kind == "none")) return;
  const CompressorOptions options{
      .compressor = kind, .levels = 2, .keep = 0.6, .error_feedback = feeds_back};
  INFO(kind << ' ' << feeds_back);
  const std::vector<End> ends = ends_of(StatedCompression(options), x);
  constexpr int kDraws = 4000;
  const std::vector<double> found = shares(options, x, ends, kDraws);
  double all = 0;
  for (std::size_t e = 0; e < ends.size(); ++e) {
    const double p = ends[e].probability;
    all += found[e];
    CHECK(std::abs(found[e] - p) <= 6 * std::sqrt(p * (1 - p) / kDraws) + 1e-9);
  }
  CHECK(all == Approx(1));
}

TEST_CASE("errors are fed back, and differences add up, as their papers have it") {
  Choices choices;
  const Eigen::Vector2d x(1, 0.4);
  const StatedCompression feeds_back({.compressor = "top_k", .keep = 0.5, .error_feedback = true});
  Eigen::VectorXd e = Eigen::VectorXd::Zero(2);
  CHECK(feeds_back.sent(x, e, choices) == Eigen::Vector2d(1, 0));
  CHECK(feeds_back.sent(Eigen::Vector2d(0.5, 0.2), e, choices).isApprox(Eigen::Vector2d(0, 0.6)));
  CHECK(e.isApprox(Eigen::Vector2d(0.5, 0)));
  const StatedCompression changes({.compressor = "top_k", .keep = 0.5, .differences = true});
  Eigen::VectorXd g = Eigen::VectorXd::Zero(2);
  CHECK(changes.sent(x, g, choices) == Eigen::Vector2d(1, 0));
  CHECK(changes.sent(x, g, choices).isApprox(x));
}

}  // namespace stated_compression_test
