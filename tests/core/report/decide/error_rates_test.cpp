// How often intervals hold, and how often settings are told apart that are equal: simulated sweeps.
#include "report/decide/best.hpp"
#include "sample_runs.hpp"
#include "test.hpp"

namespace error_rates_test {

using namespace skald::report;
using namespace skald_test;
using record::Scale;

namespace {

using Engine = std::mt19937_64;

// A law of the values of a replicate, and what the interval is about: the mean on the scale.
struct Law {
  const char* name;
  Scale scale;
  double centre;
  std::function<double(Engine&)> draw;
};

double normal(Engine& random) { return std::normal_distribution<double>()(random); }

std::vector<Law> laws() {
  return {
      {"normal", Scale::real, 0, normal},
      {"log-normal", Scale::positive, 1, [](Engine& r) { return std::exp(1.5 * normal(r)); }},
      {"share", Scale::share, 0.8,
       [](Engine& r) { return std::binomial_distribution<int>(500, 0.8)(r) / 500.0; }},
      {"count", Scale::count, 40,
       [](Engine& r) { return double(std::poisson_distribution<int>(40)(r)); }},
      {"heavy tails", Scale::real, 0,
       [](Engine& r) { return std::student_t_distribution<double>(3)(r); }},
  };
}

// So many settings of that law; what replicates share makes values equal in part.
record::StudyRuns sweep(const Law& law, std::size_t settings, std::size_t n, Engine& random) {
  record::StudyRuns runs = empty_study({{"value", "", "", record::Better::down, law.scale}});
  for (std::size_t s = 0; s < settings; ++s) {
    std::vector<std::vector<double>> replicates;
    for (std::size_t r = 0; r < n; ++r) replicates.push_back({law.draw(random)});
    add_setting(runs, {word("fald"), whole(static_cast<std::int64_t>(s))}, replicates);
  }
  return runs;
}

Best best_of(const record::StudyRuns& runs) {
  return best_settings(runs, settings_of(runs, {"K"}, {}), {.metric = 0});
}

// Four standard deviations of a share of 5 % over so many repetitions.
double tolerance(int repetitions) { return 4 * std::sqrt(0.05 * 0.95 / repetitions); }

}  // namespace

TEST_CASE("intervals hold in 95 % of studies, on every scale") {
  constexpr int repetitions = 4000;
  for (const Law& law : laws()) {
    for (const std::size_t n : {3, 5, 10, 30}) {
      Engine random(n);
      Reach reach(0.95);
      int held = 0;
      for (int i = 0; i < repetitions; ++i) {
        const record::StudyRuns runs = sweep(law, 1, n, random);
        const Settings settings = settings_of(runs, {"K"}, {});
        const Estimate e = estimate_of(settings.all[0], 0, settings.scales[0], reach);
        held += e.low <= law.centre && law.centre <= e.high;
      }
      INFO(law.name << ", n = " << n << ": " << double(held) / repetitions);
      CHECK(double(held) / repetitions >= 0.95 - tolerance(repetitions));
    }
  }
}

TEST_CASE("the truly best setting is the first or tied with it, in 95 % of studies") {
  for (const Law& law : laws()) {
    for (const std::size_t settings : {2, 10, 50}) {
      for (const std::size_t n : {3, 5, 10}) {
        const int repetitions = settings > 10 ? 300 : 1000;
        Engine random(100 * settings + n);
        int lost = 0;  // the setting 0, which is as good as any
        for (int i = 0; i < repetitions; ++i) {
          const Best best = best_of(sweep(law, settings, n, random));
          lost += std::none_of(best.rows.begin(), best.rows.end(), [](const BestRow& row) {
            return row.row == 0 && (row.is_best || row.is_tied);
          });
        }
        INFO(law.name << ", " << settings << " settings, n = " << n << ": " << lost);
        CHECK(double(lost) / repetitions <= 0.05 + tolerance(repetitions));
      }
    }
  }
}

TEST_CASE("the interval of a chosen best of 27 equal settings holds in 95 % of studies") {
  constexpr int repetitions = 1000;
  Engine random(27);
  const Law law = laws()[0];
  int held = 0, held_if_not_chosen = 0;
  for (int i = 0; i < repetitions; ++i) {
    const Best best = best_of(sweep(law, 27, 5, random));
    const BestRow& first = best.rows.front();
    REQUIRE(first.of == 27);
    const Estimate& plain = best.comparison.rows[first.row].estimates[0];
    held += first.chosen.low <= law.centre && law.centre <= first.chosen.high;
    held_if_not_chosen += plain.low <= law.centre && law.centre <= plain.high;
  }
  CHECK(double(held) / repetitions >= 0.95 - tolerance(repetitions));
  CHECK(double(held_if_not_chosen) / repetitions < 0.8);  // why it is needed
}

TEST_CASE("a factor of ten between log-normal values is found with six replicates") {
  constexpr int repetitions = 500;
  const auto found = [](Scale scale) {
    Engine random(10);
    int count = 0;
    for (int i = 0; i < repetitions; ++i) {
      record::StudyRuns runs = empty_study({{"w2", "", "", record::Better::down, scale}});
      for (const double factor : {1.0, 10.0}) {
        std::vector<std::vector<double>> replicates;
        for (int r = 0; r < 6; ++r) replicates.push_back({factor * std::exp(normal(random) / 2)});
        add_setting(runs, {word("fald"), whole(static_cast<std::int64_t>(factor))}, replicates);
      }
      count += best_of(runs).rows.size() == 1;
    }
    return double(count) / repetitions;
  };
  CHECK(found(Scale::positive) >= 0.99);
  CHECK(found(Scale::real) < found(Scale::positive));
}

}  // namespace error_rates_test
