// FedPA with local work in epochs and with decaying rates of clients.
#include "fedpa/fedpa_rounds.hpp"
#include "test.hpp"

namespace fedpa_epochs {

TEST_CASE("epochs: a pass of burn-in, then a sample from every pass") {
  // Batches of 2 of 4 rows: the first round's passes are pairs of steps.
  const auto federation = quadratic_federation(random_rows(3, 2, {4, 4}, false), 0.4);
  const std::vector<Setting> common = {
      {"batch", 2}, {"lr", 0.07}, {"momentum", 0.5}, {"server_lr", 0.3}};
  const auto after_a_round = [&](std::vector<Setting> more) {
    more.insert(more.end(), common.begin(), common.end());
    return run_rounds(*federation, "fedpa", std::move(more), 1);
  };
  CHECK(after_a_round({{"epochs", 4}}) ==
        after_a_round({{"burn_steps", 2}, {"ell", 3}, {"avg_steps", 2}}));
  CHECK(after_a_round({{"epochs", 4}, {"burn_epochs", 2}}) ==
        after_a_round({{"burn_steps", 4}, {"ell", 2}, {"avg_steps", 2}}));
  CHECK(after_a_round({{"epochs", 3}, {"burn_epochs", 0}}) ==
        after_a_round({{"burn_steps", 0}, {"ell", 3}, {"avg_steps", 2}}));
}

TEST_CASE("rounds of burn-in in epochs are FedAvg's, bit for bit, at clients of unequal size") {
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 7, 4, 3}, false), 0.4);
  const std::string weights = GENERATE("examples", "uniform");
  const std::vector<Setting> common = {{"lr", 0.07},       {"batch", 3},
                                       {"S", 3},           {"momentum", 0.3},
                                       {"epochs", 3},      {"lr_schedule", "exponential"},
                                       {"lr_decay", 0.11}, {"weights", weights}};
  std::vector<Setting> fedpa = common;
  fedpa.insert(fedpa.end(), {{"burn_rounds", 6}});
  CHECK(run_rounds(*federation, "fedpa", fedpa, 6) == run_rounds(*federation, "fedavg", common, 6));
  CHECK(run_rounds(*federation, "fedpa", fedpa, 7) != run_rounds(*federation, "fedavg", common, 7));
}

TEST_CASE("a decaying client rate sets the steps of every sample") {
  const auto federation = quadratic_federation(random_rows(3, 2, {4}, false), 0.4);
  const double lr = 0.05, decay = 0.2;
  const std::vector<Setting> sampling = {{"burn_steps", 1}, {"ell", 3}, {"avg_steps", 3}};
  const auto with_rates = [&](double first, double fall, Index rounds, const MatrixXd& start) {
    std::vector<Setting> options = sampling;
    options.insert(options.end(), {{"lr", first},
                                   {"lr_schedule", fall > 0 ? "exponential" : "constant"},
                                   {"lr_decay", fall}});
    return run_rounds(*federation, "fedpa", options, rounds, start);
  };
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.4);
  const MatrixXd first = with_rates(lr, 0, 1, start);
  const MatrixXd second = with_rates(lr * std::exp(-decay * 10), 0, 1, first);
  CHECK((with_rates(lr, decay, 2, start) - second).norm() < 1e-13);
}

}  // namespace fedpa_epochs
