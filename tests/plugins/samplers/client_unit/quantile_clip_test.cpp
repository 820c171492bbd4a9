// The clip of whole moves that follows a quantile, released with the sum (Andrew et al. 2021).
#include "test.hpp"
#include "whole_clients.hpp"

namespace skald::test::whole_clients {

TEST_CASE("without noise the clip of whole moves follows the update of Andrew et al. exactly") {
  Population population;  // moves of length 1, ..., 9
  for (int c = 1; c <= 9; ++c) population.push_back(MatrixXd::Constant(1, 2, c));
  const auto federation = federation_of(population);
  const std::vector<Setting> options = {{"unit", "client"},
                                        {"weights", "uniform"},
                                        {"lr", 0.5},
                                        {"K", 2},
                                        {"clip", 2.5},
                                        {"clip_rule", "quantile"},
                                        {"clip_quantile", 0.6},
                                        {"clip_rate", 0.4},
                                        {"count_weight", 0.25}};
  ListeningMechanism messages;
  run_sampler(*federation, "fedavg", options, 40, MatrixXd::Zero(1, 1), messages);
  double clip = 2.5;
  REQUIRE(messages.messages.size() == 20);
  for (const auto& message : messages.messages) {
    CHECK(message.sensitivity == Approx(std::hypot(1, 0.25) * 2 * clip));
    const double below = std::min(9.0, std::floor(clip));
    CHECK(message.value(1, 0) == Approx(2 * 0.25 * clip * (below - 4.5)));
    CHECK(message.value(0, 0) == Approx(below * (below + 1) / 2 + (9 - below) * clip));
    clip *= std::exp(-0.4 * (below / 9 - 0.6));
  }
  CHECK(std::abs(clip - 6) < 6 * 0.4 * 0.1);
}

TEST_CASE("a client moves sum and count together by at most the joint sensitivity, and can") {
  const auto sent = [](const Population& population, const char* sampling) {
    return released(population, "fedavg",
                    of_clients({{"client_sampling", sampling},
                                {"S", static_cast<int>(population.size())},
                                {"clip_rule", "quantile"},
                                {"count_weight", 0.7}}),
                    1)
        .front();
  };
  const auto of_length = [](double clips) {
    Population population(4, MatrixXd::Constant(3, 1, 0.01));
    population[0].setConstant(clips * kClipOfMoves / (2 * 0.3 * std::sqrt(3.0)));
    return population;
  };
  for (const double clips : {1e-6, 0.5, 1 - 1e-9, 1 + 1e-9, 1e6}) {
    CAPTURE(clips);
    const auto whole = sent(of_length(clips), "poisson");
    // Everybody takes part; the other three alone.
    const auto others = sent(Population(3, MatrixXd::Constant(3, 1, 0.01)), "poisson");
    const double share = (whole.value - others.value).norm() / whole.sensitivity;
    CHECK(share <= 1 + 1e-12);
    CHECK((share > 1 - 1e-8) == (clips > 0.9));
    const auto a = sent(of_length(clips), "without_replacement");
    for (const double other : {-1e-6, -1 + 1e-9, -1 - 1e-9, -1e6, 1e6}) {
      const auto b = sent(of_length(other), "without_replacement");
      CHECK((a.value - b.value).norm() <= (1 + 1e-12) * a.sensitivity);
    }
  }
  const auto a = sent(of_length(1 + 1e-9), "without_replacement");
  const auto b = sent(of_length(-1 + 1e-9), "without_replacement");
  CHECK((a.value - b.value).norm() == Approx(a.sensitivity));
}

}  // namespace skald::test::whole_clients
