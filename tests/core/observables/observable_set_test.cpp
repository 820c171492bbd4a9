#include "observables/observable_set.hpp"

#include "skald/parts/metrics/effective_sample_size.hpp"
#include "test.hpp"

namespace observable_set_test {

using namespace skald::observables;

namespace {

RunFacts facts_of(Index dimension, Index chains) {
  RunFacts facts;
  facts.dimension = dimension;
  facts.chains = chains;
  facts.averages_draws = true;
  return facts;
}

// Coordinate i of draw t is x_t / 2 + e with x that of the draw before, slower for larger i.
void observe_walk(ObservableSet& set, int draws) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  MatrixXd theta = MatrixXd::Zero(set.facts().dimension, set.facts().chains);
  for (int t = 0; t < draws; ++t) {
    for (Index k = 0; k < theta.size(); ++k) {
      const double kept = static_cast<double>(k % theta.rows()) / static_cast<double>(theta.rows());
      theta.data()[k] = kept * theta.data()[k] + normal(random);
    }
    set.observe(view(std::as_const(theta)));
  }
}

}  // namespace

TEST_CASE("chains are judged by the worst of the coordinates, evenly chosen if they are many") {
  const Index dimension = GENERATE(3, 70);
  ObservableSet set(Need::nothing, facts_of(dimension, 2));
  observe_walk(set, 100);
  const MixingBatches batches = set.mixing()->batches();
  const record::Diagnostics found = set.diagnostics(batches);
  CHECK(found.chains == 2);
  CHECK(found.draws == 100);
  CHECK(found.coordinates == dimension);
  CHECK(found.still == 0);
  CHECK(found.acceptance == 1);
  CHECK(found.ess == effective_sizes(batches.view().scores).minCoeff());
  CHECK(found.r_hat == rank_r_hats(batches.view()).maxCoeff());
  CHECK(set.judged_coordinates() == (dimension == 70 ? std::optional<Index>(32) : std::nullopt));
}

TEST_CASE("the state of a set is sound if that of each of its parts is") {
  ObservableSet set(Need::coordinate_batches | Need::thinned_draws, facts_of(2, 2));
  observe_walk(set, 20);
  CHECK(set.is_sound());
  for (const std::span<double> part : set.state()) {
    const double kept = std::exchange(part[0], -1);
    CHECK_FALSE(set.is_sound());
    part[0] = kept;
  }
}

TEST_CASE("one test row, of a class or of labels, is enough for metrics of predictions") {
  RunFacts facts = facts_of(1, 1);
  const auto meets = [&](Need need) {
    try {
      require_needs("m", need, facts);
    } catch (const std::invalid_argument&) {
      return false;
    }
    return true;
  };
  facts.classes = 2;
  CHECK_FALSE(meets(Need::predictions));
  facts.truth.setConstant(2, 1, true);
  CHECK(meets(Need::predictions));
  CHECK(meets(Need::label_predictions));
  CHECK_FALSE(meets(Need::class_predictions));
  facts.truth.resize(0, 0);
  facts.labels = {1};
  CHECK(meets(Need::predictions));
  CHECK(meets(Need::class_predictions));
  CHECK_FALSE(meets(Need::label_predictions));
  CHECK_FALSE(meets(Need::client_predictions));
  facts.test_clients = {-1};
  CHECK(meets(Need::client_predictions));
}

}  // namespace observable_set_test
