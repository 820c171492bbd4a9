// Plugins in Python do what their namesakes in C++ do; where there is none, what their formulas
// say.
#include "../metrics/given_observables.hpp"
#include "fixed_accountant.hpp"
#include "model_checks.hpp"
#include "mutated.hpp"
#include "problem/declared_releases.hpp"
#include "python_plugins.hpp"
#include "run_sampler.hpp"
#include "skald/dataset.hpp"
#include "skald/mechanism.hpp"
#include "skald/metric.hpp"
#include "skald/partition.hpp"
#include "test.hpp"

namespace {

using Settings = std::vector<Setting>;

constexpr double kRounding = 1e-12;

std::unique_ptr<Federation> unequal_clients() {
  return quadratic_federation(random_rows(1, 3, {4, 7, 5}, false), 0.4);
}

// The estimates after some strides, side by side, and what they cost.
struct Course {
  Course(Sampler& sampler, Index strides) {
    const auto federation = unequal_clients();
    MatrixXd start(3, 4);
    random_streams.normal({Role::start}, 0, view(start));
    SamplerRun run(*federation, sampler, random_streams, nothing, start);
    for (Index i = 0; i < strides; ++i) estimates.push_back(run.advance(sampler.stride()));
    ledger = federation->ledger();
  }

  std::vector<MatrixXd> estimates;
  Ledger ledger;
};

struct Bills {
  Ledger python, shipped;
};

// All but the bits.
Bills check_same_path(const std::string& name, const Settings& settings) {
  const Namesakes<Sampler> both(Kind::sampler, name, settings);
  REQUIRE(both.python->stride() == both.shipped->stride());
  const Course python(*both.python, 6), shipped(*both.shipped, 6);
  for (std::size_t i = 0; i < python.estimates.size(); ++i) {
    INFO("after stride " << i + 1);
    CHECK((python.estimates[i] - shipped.estimates[i]).cwiseAbs().maxCoeff() < kRounding);
  }
  CHECK(python.estimates.back() != python.estimates.front());
  CHECK(python.ledger.rounds == shipped.ledger.rounds);
  CHECK(python.ledger.gradient_evaluations == shipped.ledger.gradient_evaluations);
  CHECK(python.ledger.normals == shipped.ledger.normals);
  CHECK(both.python->output() == both.shipped->output());
  CHECK(both.python->rest() == both.shipped->rest());
  CHECK(both.python->communication_rate() == both.shipped->communication_rate());
  return {python.ledger, shipped.ledger};
}

void check_same_course(const std::string& name, const Settings& settings) {
  const auto [python, shipped] = check_same_path(name, settings);
  CHECK(python.bits_up == shipped.bits_up);
  CHECK(python.bits_down == shipped.bits_down);
}

// The file in Python sends all that the paper does, two vectors each way; what a receiver can
// compute of them is not charged in C++.
void check_published_bill(const Settings& settings, double cohort) {
  const auto [python, shipped] = check_same_path("scaffold", settings);
  const double sent = 2 * vector_bits(3) * cohort * static_cast<double>(python.rounds);
  CHECK(python.bits_up == sent);
  CHECK(python.bits_down == sent);
  CHECK(shipped.bits_up <= sent);
  CHECK(shipped.bits_down < sent);
}

// Adds a number that tells every message, so that a message without it has no noise.
class AddsOne final : public Mechanism {
 public:
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index client) const override { return messages.law(client); }
  std::optional<Claim> claim() const override { return messages.claim(); }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    messages.privatize(random, stream, iteration, sensitivity, message);
    message.matrix().array() += 1;
  }

  ListeningMechanism messages;
};

// What a sampler protects during four rounds, in the order of clients and chains, where that leads,
// and what it declares of these rounds.
struct Protected {
  std::vector<ListeningMechanism::Message> messages;
  std::vector<Release> releases;
  MatrixXd estimate;
};

Protected protected_by(Sampler& sampler) {
  const auto federation = unequal_clients();
  const AddsOne mechanism;
  SamplerRun run(*federation, sampler, random_streams, mechanism, MatrixXd::Constant(3, 3, 0.5));
  Protected found{.estimate = run.advance(4)};
  found.messages = mechanism.messages.messages;
  const auto place = [](const ListeningMechanism::Message& message) {
    return std::tuple(message.iteration, message.stream.client, message.stream.chain);
  };
  std::stable_sort(found.messages.begin(), found.messages.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  found.releases = problem::declared_releases(sampler, federation->problem(), 4);
  return found;
}

// What differs first; "" if nothing does.
std::string difference(const Protected& a, const Protected& b) {
  if (a.messages.size() != b.messages.size()) return "messages";
  for (std::size_t i = 0; i < a.messages.size(); ++i) {
    const auto &x = a.messages[i], &y = b.messages[i];
    if (x.stream.client != y.stream.client || x.stream.chain != y.stream.chain) return "stream";
    if (std::abs(x.sensitivity - y.sensitivity) > kRounding) return "sensitivity";
    if (i < 3 && (x.value - y.value).norm() > kRounding) return "value";
  }
  if ((a.estimate - b.estimate).norm() > kRounding * 100) return "noise";
  if (a.releases.size() != b.releases.size()) return "releases";
  for (std::size_t i = 0; i < a.releases.size(); ++i) {
    const Release &x = a.releases[i], &y = b.releases[i];
    if (x.client != y.client || x.unit != y.unit) return "client";
    if (x.relation != y.relation) return "relation";
    if (x.count != y.count || x.steps != y.steps) return "count";
    if (x.sampling != y.sampling || x.draws != y.draws) return "sampling";
    if (std::abs(x.rate - y.rate) > kRounding) return "rate";
    if (std::abs(x.participation - y.participation) > kRounding) return "participation";
    if (x.has_fixed_cohorts != y.has_fixed_cohorts) return "cohorts";
  }
  return "";
}

}  // namespace

TEST_CASE("FALD in Python makes the iterates of C++") {
  check_same_course("fald", {{"K", 3}, {"step", 0.01}, {"temp", 0.7}, {"rho", 0.6}});
}

TEST_CASE("FALD in Python states the law of C++") {
  const Namesakes<Sampler> both(Kind::sampler, "fald", {{"K", 3}, {"step", 0.01}, {"rho", 0.6}});
  const Course python(*both.python, 1), shipped(*both.shipped, 1);
  LangevinLaw found, expected;
  REQUIRE(both.python->law(found));
  REQUIRE(both.shipped->law(expected));
  CHECK(found.kind == expected.kind);
  CHECK(found.step == expected.step);
  CHECK(found.rho == expected.rho);
  CHECK(found.K == expected.K);
  CHECK(found.full_batch == expected.full_batch);
  CHECK(std::equal(found.weights.begin(), found.weights.end(), expected.weights.begin(),
                   expected.weights.end()));
}

TEST_CASE("SCAFFOLD in Python makes the iterates of C++") {
  const std::string option = GENERATE("I", "II");
  const Settings all{{"K", 4}, {"lr", 0.05}, {"option", option}};
  check_published_bill(all, 3);
  check_published_bill(with(all, {{"weights", "uniform"}}), 3);
  check_published_bill(with(all, {{"batch", 2}, {"S", 2}}), 2);
}

TEST_CASE("FedPA in Python makes the iterates of C++") {
  const Settings all{{"ell", 3}, {"burn_steps", 3}, {"avg_steps", 2}, {"lr", 0.05}};
  check_same_course("fedpa", all);
  check_same_course("fedpa", with(all, {{"ell", 1}, {"shrink", 0.5}}));
  check_same_course("fedpa", with(all, {{"batch", 2}, {"S", 2}, {"weights", "uniform"}}));
}

TEST_CASE("DP-FedSGD in Python protects and declares what C++ does") {
  const Settings settings = GENERATE(Settings{{"lr", 0.3}, {"clip", 0.7}},
                                     Settings{{"lr", 0.3}, {"clip", 0.7}, {"batch", 2}, {"S", 2}});
  const Protected python =
      protected_by(*make<Sampler>(python_plugins().find(Kind::sampler, "py_dp_fedsgd"), settings));
  const Protected shipped = protected_by(
      *make<Sampler>(shipped_plugins().find(Kind::sampler, "fedavg"), with(settings, {{"K", 1}})));
  CHECK(python.messages.size() >= 24);
  CHECK(difference(python, shipped).empty());
}

TEST_CASE("mistakes in what DP-FedSGD in Python protects and declares are seen beside C++") {
  const Settings settings{{"lr", 0.3}, {"clip", 0.7}, {"batch", 2}, {"S", 2}};
  const Protected shipped = protected_by(
      *make<Sampler>(shipped_plugins().find(Kind::sampler, "fedavg"), with(settings, {{"K", 1}})));
  for (const auto& [text, other, seen] :
       {std::tuple("self.clip, \"replace_one\"", "self.clip, \"add_remove\"", "sensitivity"),
        std::tuple("(self.lr / batch)", "(self.lr / batch**2)", "sensitivity"),
        std::tuple("rows, self.clip,", "rows, 2 * self.clip,", "value"),
        std::tuple("(Role.mechanism, client, chain)", "(Role.mechanism, client)", "stream"),
        std::tuple("sensitivity, move[:, i]", "sensitivity, move[:, i].copy()", "noise"),
        std::tuple("relation=\"replace_one\"", "relation=\"zero_out\"", "relation"),
        std::tuple("count=iterations", "count=iterations // 2", "count"),
        std::tuple("rate=batch / n", "rate=(batch / n) ** 2", "rate"),
        std::tuple("\"without_replacement\" if", "\"poisson\" if", "sampling"),
        std::tuple("participation=(self.S or problem.clients) / problem.clients",
                   "participation=0.5", "participation")}) {
    Mutated mutated("py_dp_fedsgd.py", text, other);
    INFO(text << " -> " << other);
    CHECK(difference(protected_by(*make<Sampler>(mutated.host().find(Kind::sampler, "py_dp_fedsgd"),
                                                 settings)),
                     shipped) == seen);
  }
}

TEST_CASE("a checkpoint of a sampler in Python goes on exactly") {
  const Settings settings{{"K", 2}, {"lr", 0.05}};
  const plugin_host::Plugin& plugin = python_plugins().find(Kind::sampler, "py_scaffold");
  const auto federation = unequal_clients();
  const auto whole = make<Sampler>(plugin, settings), rest = make<Sampler>(plugin, settings);
  const MatrixXd start = MatrixXd::Constant(3, 2, 0.5);
  SamplerRun run(*federation, *whole, random_streams, nothing, start);
  run.advance(4);
  const std::vector<MatrixXd> checkpoint = run.state();
  SamplerRun resumed(*federation, *rest, random_streams, nothing, MatrixXd::Zero(3, 2));
  resumed.take_over(checkpoint, 4);
  CHECK(resumed.advance(4) == run.advance(4));
}

TEST_CASE("Laplace noise in Python is that of C++") {
  const auto l2 = Sensitivity::of_distance(0.2, Relation::add_remove);
  const bool has_l1 = GENERATE(false, true);
  const Sensitivity sensitivity = has_l1 ? l2.with_l1(0.3) : l2;
  const Settings settings =
      GENERATE(Settings{{"noise_multiplier", 1.5}}, Settings{{"eps", 0.5}, {"delta", 1e-3}},
               Settings{{"noise_multiplier", 0.0}});
  const Namesakes<Mechanism> both(Kind::privacy, "laplace", settings);
  MatrixXd found = MatrixXd::Constant(4, 500, 0.1), expected = found;
  for (const auto& [mechanism, message] :
       {std::pair(both.python.get(), &found), std::pair(both.shipped.get(), &expected)}) {
    mechanism->prepare(FixedAccountant());
    mechanism->privatize(random::PhiloxRandom(3, 1), {Role::mechanism, 4}, 7, sensitivity,
                         view(*message));
  }
  CHECK((found - expected).cwiseAbs().maxCoeff() < kRounding);
  CHECK(both.python->law(0).kind == both.shipped->law(0).kind);
  CHECK(both.python->law(0).multiplier == both.shipped->law(0).multiplier);
  const auto python = both.python->claim(), shipped = both.shipped->claim();
  REQUIRE(python.has_value() == shipped.has_value());
  if (!shipped) return;
  CHECK(python->delta == shipped->delta);
  CHECK(python->accounting == shipped->accounting);
}

TEST_CASE("the kernel Stein discrepancy in Python is that of C++") {
  const Index draws = GENERATE(0, 1, 40);
  GivenObservables given;
  given.thinned = normal_draws(1, 3, draws);
  given.scores = 2 * normal_draws(2, 3, draws);
  const Settings settings{{"c", 0.7}, {"beta", -0.2}};
  const Namesakes<Metric> both(Kind::metric, "ksd", settings);
  const double found = both.python->value(given), expected = both.shipped->value(given);
  if (draws == 0) {
    CHECK(std::isnan(found));
  } else {
    CHECK(found == Approx(expected).epsilon(kRounding));
  }
  const MetricInfo& info = python_plugins().find(Kind::metric, "py_ksd").descriptor->metric;
  const MetricInfo& shipped = shipped_plugins().find(Kind::metric, "ksd").descriptor->metric;
  CHECK(info.needs == shipped.needs);
  CHECK(info.scale == shipped.scale);
  CHECK(info.sparse == shipped.sparse);
}

TEST_CASE("make_regression in Python makes the table of C++") {
  const Namesakes<Dataset> both(
      Kind::dataset, "make_regression",
      {{"clients", 3}, {"examples", 40}, {"features", 12}, {"noise", 0.5}});
  const random::PhiloxRandom random(2, 0);
  const Table found = both.python->load(random), expected = both.shipped->load(random);
  CHECK(found.features.matrix() == expected.features.matrix());
  REQUIRE(found.target.size() == expected.target.size());
  for (std::size_t i = 0; i < found.target.size(); ++i)
    CHECK(found.target[i] == Approx(expected.target[i]).epsilon(kRounding));
  CHECK(std::equal(found.group.begin(), found.group.end(), expected.group.begin(),
                   expected.group.end()));
  CHECK(found.groups == expected.groups);
  CHECK(found.train == expected.train);
  CHECK(found.classes == expected.classes);
}

TEST_CASE("a quantile partition in Python deals rows in the order of their targets") {
  const MatrixXd features = MatrixXd::Zero(1, 8);
  const std::vector<double> target{5, 1, 4, 1, 3, 9, 2, -100};  // the last row is for testing
  Table table;
  table.features = view(features);
  table.target = target;
  table.train = 7;
  const plugin_host::Plugin& plugin = python_plugins().find(Kind::partition, "py_quantile");
  std::vector<std::int32_t> client(7, -1);
  CHECK(make<Partition>(plugin, {{"clients", 3}})->assign(table, random_streams, client) == 3);
  // In order: rows 1, 3, 6, 4, 2, 0, 5, of which floor(3 i / 7) = 0, 0, 0, 1, 1, 2, 2.
  CHECK(client == std::vector<std::int32_t>{2, 0, 1, 0, 1, 2, 0});
  CHECK_THROWS_AS(make<Partition>(plugin, {{"clients", 8}})->assign(table, random_streams, client),
                  std::invalid_argument);
}

TEST_CASE("a Poisson regression in Python has the gradients and potentials of its formula") {
  const MatrixXd x = scattered(3, 20);
  std::vector<double> counts;
  for (Index r = 0; r < 20; ++r) counts.push_back(static_cast<double>(r * r % 7));
  Table table;
  table.features = view(x);
  table.target = counts;
  table.train = 20;
  const auto model = make<Model>(python_plugins().find(Kind::model, "py_poisson"));
  model->bind(table);
  const MatrixXd theta = scattered_parameters(3, 4, 1);
  const std::vector<std::int32_t> own = scattered_rows(4, 6, 15);
  for (const Rows& rows : {Rows::range(2, 17), Rows::range(0, 0), Rows{2, 6, own.data(), 1},
                           Rows{1, 6, own.data(), 4}}) {
    MatrixXd gradients = MatrixXd::Zero(3, 4);
    VectorXd potentials = VectorXd::Zero(4);
    for (Index j = 0; j < 4; ++j) {
      for (Index r = 0; r < rows.count; ++r) {
        const Index row = rows.row(j, r);
        const double z = x.col(row).dot(theta.col(j)), y = counts[static_cast<std::size_t>(row)];
        gradients.col(j) += (std::exp(z) - y) * x.col(row);
        potentials(j) += std::exp(z) - y * z + std::lgamma(y + 1);
      }
    }
    CHECK((gradient(*model, rows, theta) - gradients).norm() < kRounding * 100);
    CHECK((potential(*model, rows, theta) - potentials).norm() < kRounding * 100);
  }
  check_clipped_gradient(*model, Rows::range(0, 20), 0.4, theta, 1e-12);
  check_gaussian_prior(*model, 1, theta);
}
