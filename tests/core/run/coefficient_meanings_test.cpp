#include "run/coefficient_meanings.hpp"

#include "runs.hpp"
#include "test.hpp"

namespace coefficient_meanings_test {

using namespace skald::run;

TEST_CASE("coefficients are on the scale of the data unless the model scales rows down") {
  const auto has_scale = [](const std::string& bound) {
    const Experiment experiment = experiment_of(
        R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
           "model": {"plugin": "logistic", "row_bound": )" +
        bound + R"(}, "run": {"iterations": 20}, "sampler": {"plugin": "fedavg", "lr": 1})");
    return coefficient_meanings(experiment.dataset(), experiment.table(), experiment.model())
        .value()
        .has_data_scale;
  };
  CHECK(has_scale("\"inf\""));
  CHECK_FALSE(has_scale("2"));
}

}  // namespace coefficient_meanings_test
