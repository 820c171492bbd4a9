// Noise in the local steps: how far a record can move what leaves a client when all that left it
// before is the same, the noise that this gets, and what is declared.
#include <set>

#include "gaussian_mechanism.hpp"
#include "optimisation.hpp"
#include "sampler_contract.hpp"
#include "test.hpp"

namespace noisy_steps_test {

namespace {

constexpr double kClip = 0.7;
constexpr int kLocalSteps = 3, kBatch = 2;

// Puts the same words into every client's mouth, whatever its rows say: neighbours are compared
// with one history.
class Transcript final : public Mechanism {
 public:
  struct Message {
    Index client;
    std::int64_t iteration;
    double sensitivity;
    MatrixXd value;
  };
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {NoiseLaw::Kind::gaussian, 1}; }
  std::optional<Claim> claim() const override { return {}; }
  bool is_for_publication() const override { return for_publication; }
  void privatize(const Random&, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    heard.push_back({stream.client, iteration, sensitivity.l2(), message.matrix()});
    for (Index i = 0; i < message.rows; ++i) {
      message.matrix()(i, 0) = std::sin(
          static_cast<double>(5 * i + 7 * iteration + 11 * stream.client + 13 * stream.chain + 1));
    }
  }
  mutable std::vector<Message> heard;
  bool for_publication = false;
};

// Three clients of eight rows in three dimensions and three classes; record 4 of client 1.
struct Rows24 {
  MatrixXd points = MatrixXd(3, 24);
  std::vector<double> labels;
  static constexpr Index record = 12;

  Rows24() {
    for (Index i = 0; i < points.size(); ++i) points(i) = std::sin(static_cast<double>(7 * i + 1));
    for (Index r = 0; r < 24; ++r) labels.push_back(static_cast<double>(r % 3));
  }
  std::unique_ptr<Federation> federation(const std::string& model,
                                         const std::vector<Setting>& settings) const {
    std::vector<std::int32_t> client;
    for (std::int32_t r = 0; r < 24; ++r) client.push_back(r / 8);
    return std::make_unique<Federation>(FederationData{points, client, {}, 3, labels, 3},
                                        load_plugin<Model>("model/" + model, settings));
  }
};

struct Heard {
  std::vector<Transcript::Message> messages;
  MatrixXd end;  // the server's state
};

struct Variant {
  const char* sampler;
  std::vector<Setting> options;
};

std::vector<Setting> of_steps(const std::vector<Setting>& more) {
  return with({{"noise_at", "step"}, {"K", kLocalSteps}, {"clip", kClip}, {"lr", 0.5}}, more);
}
std::vector<Variant> variants(const std::vector<Setting>& more) {
  std::vector<Variant> all = {
      {"fedavg", {}},
      {"fedavg", {{"momentum", 0.8}, {"lr", 7.0}, {"lr_schedule", "inverse_sqrt"}}},
      {"fedavg", {{"S", 2}, {"server", "adam"}, {"client_sampling", "poisson"}}},
      {"fedprox", {{"mu", 3.0}, {"momentum", 0.5}}},
      {"distributed_sgd", {}},
      {"dp_fedavg", {{"S", 2}}},
      {"dp_fedavg", {{"clip_unit", "batch"}}},
      {"fedpaq", {{"levels", 3}}},
      {"feddyn", {{"alpha", 0.2}}},
      {"tamuna", {{"S", 3}}},
      {"fednova", {}},
      {"fedvarp", {{"S", 2}}},
      {"fedexp", {}},
      {"scaffold", {}},
      {"scaffold", {{"S", 2}, {"weights", "uniform"}}}};
  for (Variant& variant : all) {
    variant.options = of_steps(with(variant.options, with({{"batch", kBatch}}, more)));
  }
  return all;
}

const MatrixXd start = MatrixXd(VectorXd::LinSpaced(200, -0.7, 0.9));

Heard hear(const Rows24& rows, const std::string& model, const Variant& variant, int rounds = 4,
           std::uint64_t seed = 3, std::vector<Setting> settings = {}) {
  settings.push_back({"prior_precision", 0.3});
  if (model == "mlp") settings.push_back({"hidden", Array{{4}, {1}}});
  const auto federation = rows.federation(model, settings);
  Transcript transcript;
  const random::PhiloxRandom random(seed, 0);
  MatrixXd end = run_sampler(*federation, variant.sampler, variant.options, kLocalSteps * rounds,
                             start.topRows(federation->dimension()), transcript, random);
  return {std::move(transcript.heard), std::move(end)};
}

bool clips_batches(const Variant& variant) {
  return std::any_of(variant.options.begin(), variant.options.end(),
                     [](const Setting& s) { return s.name == std::string("clip_unit"); });
}

// The same rows but for the record, which is opposite and long, or blank.
std::pair<Rows24, Rows24> neighbours(bool blank) {
  Rows24 a, b;
  a.points.col(Rows24::record) = Eigen::Vector3d(30, 20, -40);
  b.points.col(Rows24::record) = blank ? Eigen::Vector3d(0, 0, 0) : Eigen::Vector3d(30, 20, -40);
  if (!blank) b.labels[Rows24::record] = 1;
  return {a, b};
}

}  // namespace

TEST_CASE("given the messages so far, a record moves a step by the sensitivity, and nothing else") {
  for (const std::string model : {"softmax", "mlp"}) {
    for (const char* rows : {"without_replacement", "with_replacement", "poisson"}) {
      for (const Variant& variant : variants({{"data_sampling", rows}})) {
        CAPTURE(model, rows, variant.sampler);
        // A row without features still has the intercepts' gradient: softmax and mlp have no
        // blank row, so that a record is replaced here under Poisson sampling too.
        const auto [one, other] = neighbours(false);
        const double clips = std::string(rows) == "poisson" ? 1 : 2;
        const double whole = 2 * kClip;
        const double unit = clips_batches(variant) ? whole : clips * kClip / kBatch;
        double largest = 0;
        int moved = 0, all = 0;
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
          const Heard a = hear(one, model, variant, 4, seed),
                      b = hear(other, model, variant, 4, seed);
          REQUIRE(a.messages.size() == b.messages.size());
          for (std::size_t i = 0; i < a.messages.size(); ++i) {
            REQUIRE(a.messages[i].sensitivity == b.messages[i].sensitivity);
            CHECK(a.messages[i].sensitivity == Approx(unit));
            const double distance = (a.messages[i].value - b.messages[i].value).norm();
            if (a.messages[i].client != 1) CHECK(distance == 0);
            if (std::string(rows) != "with_replacement") largest = std::max(largest, distance);
            all += a.messages[i].client == 1;
            moved += distance > 0;
          }
          // All that the server has is made of the messages.
          CHECK(a.end == b.end);
        }
        // A replaced row moves a sum by up to two clips, also where the relation is zero_out.
        CHECK(largest <= (clips_batches(variant) ? whole : 2 * kClip / kBatch) * (1 + 1e-12));
        // Two of eight rows a step: 3 rounds x 4 x 4 steps or fewer; 6 standard errors or so.
        CHECK(moved > 0);
        CHECK(moved < all);
      }
    }
  }
}

TEST_CASE("what leaves a client without noise is seen by the comparison of histories") {
  const auto [one, other] = neighbours(false);
  for (const Variant& bare :
       {Variant{"scaffold", {{"K", kLocalSteps}}}, {"mime_lite", {{"K", kLocalSteps}}}}) {
    CHECK(hear(one, "softmax", bare).end != hear(other, "softmax", bare).end);
  }
}

TEST_CASE(
    "a record beyond the range of the machine's numbers moves a step by no more than others") {
  const std::string arithmetic = GENERATE("double", "float");
  for (const std::string model : {"softmax", "mlp"}) {
    for (const char* unit : {"row", "batch"}) {
      CAPTURE(arithmetic, model, unit);
      auto [one, other] = neighbours(false);
      other.points.col(Rows24::record) = Eigen::Vector3d(1e300, -1e300, 1.7e308);
      std::vector<Setting> settings = {{"arithmetic", arithmetic}};
      const Variant variant{"dp_fedavg", of_steps({{"batch", kBatch}, {"clip_unit", unit}})};
      double largest = 0;
      const Heard a = hear(one, model, variant, 4, 3, settings);
      const Heard b = hear(other, model, variant, 4, 3, settings);
      for (std::size_t i = 0; i < a.messages.size(); ++i) {
        REQUIRE(b.messages[i].value.allFinite());
        const double distance = (a.messages[i].value - b.messages[i].value).norm();
        CHECK(distance <= a.messages[i].sensitivity * (1 + 1e-6));
        largest = std::max(largest, distance);
      }
      CHECK(largest > 0);
      CHECK(a.end == b.end);
    }
  }
}

TEST_CASE(
    "a step's sensitivity is sharp, a blank record under Poisson sampling moves by one clip") {
  // Gradients that are the rows themselves.
  const auto heard = [](double record, const std::vector<Setting>& options) {
    MatrixXd points = MatrixXd::Constant(1, 8, 0.01);
    points(0, 3) = record;
    Federation federation(
        {points, std::vector<std::int32_t>(8), {}, 1},
        std::make_unique<LinearPredictorModel>([](double) { return 1.0; }, 0, true));
    Transcript transcript;
    run_sampler(federation, "fedavg", of_steps(with({{"batch", kBatch}}, options)),
                20 * kLocalSteps, MatrixXd::Zero(1, 1), transcript);
    return transcript.heard;
  };
  struct Case {
    const char* rows;
    double other, clips;
  };
  for (const Case& test : {Case{"without_replacement", -50, 2}, Case{"poisson", 0, 1}}) {
    const auto a = heard(50, {{"data_sampling", test.rows}});
    const auto b = heard(test.other, {{"data_sampling", test.rows}});
    double largest = 0;
    int used = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double distance = (a[i].value - b[i].value).norm();
      CHECK(a[i].sensitivity == Approx(test.clips * kClip / kBatch));
      CHECK((distance == 0 || std::abs(distance / a[i].sensitivity - 1) < 1e-12));
      largest = std::max(largest, distance);
      used += distance > 0;
    }
    CHECK(largest == Approx(a[0].sensitivity));
    // Binomial(60, 1/4); 6 standard errors: 2e-9.
    CHECK(std::abs(used - 15) < 6 * std::sqrt(60 * 0.1875));
    // The steps of a round draw independently: they all do the same in 7 of 16 rounds. That all 20
    // rounds are such has probability 7e-8.
    int alike = 0;
    for (std::size_t round = 0; round < 20; ++round) {
      int of_round = 0;
      for (std::size_t step = 0; step < kLocalSteps; ++step) {
        const std::size_t i = kLocalSteps * round + step;
        of_round += (a[i].value - b[i].value).norm() > 0;
      }
      alike += of_round == 0 || of_round == kLocalSteps;
    }
    CHECK(alike < 20);
  }
}

TEST_CASE("where the steps share one sample, a record moves as many of them as are declared") {
  const Variant variant{"fedpaq_private", of_steps({{"frac", 0.8}, {"levels", 0}})};
  const auto [one, other] = neighbours(false);
  int used = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Heard a = hear(one, "softmax", variant, 4, seed),
                b = hear(other, "softmax", variant, 4, seed);
    CHECK(a.end == b.end);
    std::vector<int> of_round(4);
    for (std::size_t i = 0; i < a.messages.size(); ++i) {
      const double distance = (a.messages[i].value - b.messages[i].value).norm();
      CHECK(distance <= a.messages[i].sensitivity * (1 + 1e-12));
      of_round[static_cast<std::size_t>(a.messages[i].iteration / kLocalSteps)] += distance > 0;
    }
    for (const int count : of_round) {
      CHECK(count <= 1);
      used += count;
    }
  }
  // 0.8 of 8 rows in 3 steps: 2 rows each, 6 in all. Binomial(80, 3/4); 6 standard errors: 2e-9.
  CHECK(std::abs(used - 60) < 6 * std::sqrt(80 * 0.1875));
  const auto federation = Rows24().federation("softmax", {});
  const auto plan = releases(*federation, variant.sampler, variant.options, 12);
  REQUIRE(plan.size() == 3);
  CHECK(plan[0].count == 4);
  CHECK(plan[0].steps == 1);
  CHECK(plan[0].rate == Approx(0.75));
  CHECK(plan[0].sampling == Sampling::without_replacement);
}

TEST_CASE("with K = 1 noise at the step is noise at the upload") {
  const auto federation = heterogeneous();
  const auto noise = gaussian_mechanism(1.5);
  for (const char* rows : {"without_replacement", "with_replacement", "poisson"}) {
    for (const Variant& variant : {Variant{"fedavg", {}},
                                   {"fedavg", {{"lr_schedule", "inverse"}, {"lr_decay", 0.1}}},
                                   {"fedprox", {{"mu", 2.0}}},
                                   {"dp_fedavg", {{"S", 2}}},
                                   {"distributed_sgd", {}},
                                   {"fedpaq", {{"levels", 0}}}}) {
      CAPTURE(rows, variant.sampler);
      const std::vector<Setting> settings =
          with({{"K", 1}, {"clip", 0.4}, {"lr", 0.3}, {"batch", 1}, {"data_sampling", rows}},
               variant.options);
      const auto end = [&](const std::vector<Setting>& options) {
        return run_sampler(*federation, variant.sampler, options, 30, two_starts(*federation),
                           *noise);
      };
      const MatrixXd at_step = end(with(settings, {{"noise_at", "step"}}));
      const MatrixXd at_upload = end(settings);
      CHECK((at_step - at_upload).norm() <= 1e-12 * at_upload.norm());
      const auto a = releases(*federation, variant.sampler, settings, 30);
      const auto b =
          releases(*federation, variant.sampler, with(settings, {{"noise_at", "step"}}), 30);
      REQUIRE(a.size() == b.size());
      for (std::size_t c = 0; c < a.size(); ++c) {
        CHECK(a[c].relation == b[c].relation);
        CHECK(a[c].count * a[c].steps == b[c].count * b[c].steps);
        CHECK(a[c].sampling == b[c].sampling);
        CHECK(a[c].rate == b[c].rate);
        CHECK(a[c].draws == b[c].draws);
        CHECK(a[c].participation == b[c].participation);
      }
    }
  }
}

TEST_CASE("the noise of every step is normal, z times the sensitivity wide, and independent") {
  // Gradients do not depend on theta: what noise adds to a move is lr times the sum of the steps'.
  const auto federation = std::make_unique<Federation>(
      FederationData{MatrixXd::Constant(1, 4, 0.1), {0, 0, 1, 1}, {}, 2},
      std::make_unique<LinearPredictorModel>([](double) { return 1.0; }, 0, true));
  const Index chains = 20000;
  const double z = 3;
  const auto noise_of = [&](const std::vector<Setting>& options, Index iterations) -> VectorXd {
    const MatrixXd zero = MatrixXd::Zero(1, chains);
    const auto settings = of_steps(options);
    return (run_sampler(*federation, "fedavg", settings, iterations, zero, *gaussian_mechanism(z)) -
            run_sampler(*federation, "fedavg", settings, iterations, zero))
        .transpose();
  };
  struct Case {
    std::vector<Setting> options;
    Index iterations;
    double deviation;
  };
  const double step = 0.5 * z * 2 * kClip / 2;  // lr z (2 C / batch)
  for (const Case& test : {Case{{{"K", 1}}, 1, step / std::sqrt(2.0)},
                           {{{"K", 3}}, 3, step * std::sqrt(3.0 / 2)},
                           {{{"K", 3}}, 9, step * std::sqrt(9.0 / 2)},
                           {{{"K", 2}, {"momentum", 0.5}}, 2, step * std::sqrt((2.25 + 1) / 2)}}) {
    const VectorXd noise = noise_of(test.options, test.iterations) / test.deviation;
    // Chi-square of the whole sample: its mean square, 6 standard errors of sqrt(2 / n): 2e-9.
    CHECK(std::abs(noise.squaredNorm() / static_cast<double>(chains) - 1) <
          6 * std::sqrt(2.0 / static_cast<double>(chains)));
    // Pearson's chi-square over 20 bins of equal probability. Above 82 with probability 1e-9.
    std::vector<double> counts(20);
    for (const double x : noise) {
      const double p = 0.5 * std::erfc(-x / std::sqrt(2.0));
      ++counts[static_cast<std::size_t>(std::min(19.0, std::floor(20 * p)))];
    }
    const double expected = static_cast<double>(chains) / 20;
    double statistic = 0;
    for (const double count : counts) {
      statistic += (count - expected) * (count - expected) / expected;
    }
    CHECK(statistic < 82);
  }
}

TEST_CASE("the plan: every step of every round is a message on a secret sample of its own") {
  const auto federation = Rows24().federation("softmax", {});
  const auto plan = [&](const char* sampler, const std::vector<Setting>& more) {
    const auto all = releases(*federation, sampler, of_steps(with({{"batch", kBatch}}, more)), 300);
    REQUIRE(all.size() == 3);
    CHECK(all[2].client == 2);
    CHECK(all[2].unit == Unit::record);
    CHECK(all[2].count == 100);
    CHECK_FALSE(all[2].noised_by_server);
    return all[2];
  };
  for (const char* sampler : {"fedavg", "fedprox", "fednova", "fedvarp", "fedexp", "feddyn",
                              "tamuna", "dp_fedavg", "fedpaq", "distributed_sgd", "scaffold"}) {
    const Release fixed = plan(sampler, {}),
                  poisson = plan(sampler, {{"data_sampling", "poisson"}});
    CHECK(fixed.relation == Relation::replace_one);
    CHECK(fixed.sampling == Sampling::without_replacement);
    CHECK(poisson.relation == Relation::zero_out);
    CHECK(poisson.sampling == Sampling::poisson);
    for (const Release& release : {fixed, poisson}) {
      CHECK(release.steps == kLocalSteps);
      CHECK(release.rate == Approx(0.25));
      CHECK(release.participation == 1);
    }
    // What is remembered of a client shows later that it took part.
    const bool remembers =
        std::set<std::string>{"fedvarp", "feddyn", "tamuna", "scaffold"}.contains(sampler);
    CHECK(plan(sampler, {{"S", 1}}).participation == Approx(remembers ? 1 : 1.0 / 3));
    const Release repeated = plan(sampler, {{"data_sampling", "with_replacement"}});
    CHECK(repeated.draws == kBatch);
    CHECK(repeated.rate == Approx(1 - std::pow(7.0 / 8, 2)));
    const Release whole = plan(sampler, {{"batch", 8}});
    CHECK(whole.sampling == Sampling::none);
    CHECK(whole.steps == kLocalSteps);
  }
  CHECK(releases(*federation, "fedavg", {{"noise_at", "step"}}, 10).empty());
}

// The rows themselves as gradients, of which record 3 is 50 or 0.
TEST_CASE("balls in bins: a record moves one step of every epoch by one clip over the mean size") {
  const auto heard = [](double record) {
    MatrixXd points = MatrixXd::Constant(1, 11, 0.01);
    points(0, 3) = record;
    Federation federation(
        {points, std::vector<std::int32_t>(11), {}, 1},
        std::make_unique<LinearPredictorModel>([](double) { return 1.0; }, 0, true));
    Transcript transcript;
    run_sampler(federation, "fedavg",
                of_steps({{"batch", kBatch}, {"data_sampling", "balls_in_bins"}}), 20 * kLocalSteps,
                MatrixXd::Zero(1, 1), transcript);
    return transcript.heard;
  };
  const auto a = heard(50), b = heard(0);
  constexpr std::size_t bins = 5;  // 11 rows in batches of 2
  REQUIRE(a.size() == 60);
  std::vector<int> place(bins);
  for (std::size_t epoch = 0; epoch < a.size() / bins; ++epoch) {
    int used = 0;
    for (std::size_t step = 0; step < bins; ++step) {
      const std::size_t i = bins * epoch + step;
      const double distance = (a[i].value - b[i].value).norm();
      CHECK(a[i].sensitivity == Approx(kClip / 2.2));
      if (distance == 0) continue;
      CHECK(distance == Approx(a[i].sensitivity));
      ++place[step];
      ++used;
    }
    CHECK(used == 1);
  }
  // Of 12 epochs not all have it in the same step, nor in turn.
  CHECK(*std::max_element(place.begin(), place.end()) < 12);
}

TEST_CASE("the plan of balls in bins: epochs, the last of which counts whole, on whatever rounds") {
  const auto federation = Rows24().federation("softmax", {});
  const auto plan = [&](const char* sampler, Index iterations, const std::vector<Setting>& more) {
    const auto options = with({{"batch", kBatch}, {"data_sampling", "balls_in_bins"}}, more);
    const auto all = releases(*federation, sampler, of_steps(options), iterations);
    REQUIRE(all.size() == 3);
    CHECK(all[1].client == 1);
    CHECK(all[1].unit == Unit::record);
    CHECK(all[1].relation == Relation::zero_out);
    CHECK(all[1].steps == 1);
    CHECK(all[1].participation == 1);
    return all[1];
  };
  for (const char* sampler : {"fedavg", "fedprox", "fednova", "fedvarp", "fedexp", "feddyn",
                              "dp_fedavg", "fedpaq", "distributed_sgd", "scaffold"}) {
    CAPTURE(sampler);
    const Release epochs = plan(sampler, 300, {});  // of four steps each
    CHECK(epochs.sampling == Sampling::balls_in_bins);
    CHECK(epochs.rate == 0.25);
    CHECK(epochs.count == 75);
    CHECK(plan(sampler, 297, {}).count == 75);
    CHECK(plan(sampler, 303, {}).count == 76);
    CHECK(plan(sampler, 3, {}).count == 1);
    CHECK(plan(sampler, 300, {{"S", 1}}).count == 75);
    const Release whole = plan(sampler, 300, {{"batch", 5}});  // all eight rows in every step
    CHECK(whole.sampling == Sampling::none);
    CHECK(whole.count == 300);
  }
}

TEST_CASE("epochs that a continued run would draw anew are refused") {
  const auto federation = Rows24().federation("softmax", {});
  Transcript publication;
  publication.for_publication = true;
  const auto run = [&](const char* rows) {
    run_sampler(*federation, "fedavg", of_steps({{"batch", kBatch}, {"data_sampling", rows}}),
                kLocalSteps, start.topRows(federation->dimension()), publication);
  };
  CHECK_NOTHROW(run("poisson"));
  CHECK_THROWS_WITH(run("balls_in_bins"), Catch::Contains("set data_sampling to poisson"));
}

TEST_CASE("without noise and clip, steps that draw all rows are those of before, bit for bit") {
  const auto federation = heterogeneous();
  for (const char* sampler :
       {"fedavg", "fedprox", "distributed_sgd", "fedpaq", "scaffold", "dp_fedavg"}) {
    const std::vector<Setting> settings = {{"K", 3}, {"S", 2}};
    const MatrixXd before = optimise(*federation, sampler, settings, 30);
    CHECK(optimise(*federation, sampler, with(settings, {{"noise_at", "upload"}}), 30) == before);
    CHECK(optimise(*federation, sampler, with(settings, {{"noise_at", "step"}}), 30) == before);
  }
}

TEST_CASE("samplers keep their contract with noise in their steps") {
  const auto federation = heterogeneous();
  for (const char* rows : {"without_replacement", "poisson"}) {
    for (const Variant& variant : variants({{"batch", 1}, {"data_sampling", rows}})) {
      INFO(variant.sampler);
      check_sampler_contract(*federation, variant.sampler, variant.options, 12);
    }
  }
}

}  // namespace noisy_steps_test
