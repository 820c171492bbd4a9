#include "run/run_accountant.hpp"

#include "federation.hpp"
#include "privacy/accounting.hpp"
#include "run/experiment.hpp"
#include "run/privacy_statement.hpp"
#include "run/run_hooks.hpp"
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A sampler that declares the releases it is given.
class Releasing final : public Sampler {
 public:
  explicit Releasing(std::vector<Release> releases) : releases_(std::move(releases)) {}
  void start(Context&, Block) override {}
  void advance(Context&, Index, Block) override {}
  void releases(const Problem&, Index, ReleasePlan& plan) const override {
    for (const Release& release : releases_) plan.add(release);
  }

 private:
  std::vector<Release> releases_;
};

RunAccountant accountant(std::vector<Release> releases, std::int64_t chains = 1) {
  static Experiment experiment = experiment_of(walk("", R"("iterations": 10)"));
  return RunAccountant(Releasing(std::move(releases)), experiment.problem(), 10, chains);
}

Release release(Index client, std::int64_t count, double rate, Relation relation) {
  return {.client = client,
          .relation = relation,
          .count = count,
          .sampling = rate < 1 ? Sampling::poisson : Sampling::none,
          .rate = rate};
}

constexpr Claim kClaim{.delta = 1e-5};
constexpr Claim kObserver{.delta = 1e-5, .adversary = Adversary::observer};

double eps(const RunAccountant& accountant, double multiplier) {
  return accountant.epsilon({NoiseLaw::Kind::gaussian, multiplier}, kClaim, Accountant::everyone);
}
double multiplier(const RunAccountant& accountant, double budget) {
  return accountant.multiplier(NoiseLaw::Kind::gaussian, budget, kClaim, Accountant::everyone);
}

// Returns the privacy module's eps for `count` releases with noise of `multiplier` times the
// sensitivity.
double epsilon(double multiplier, std::int64_t count, double rate, Relation relation) {
  privacy::NoisyRelease r;
  r.noise_multiplier = multiplier * distance_in_clips(relation);
  r.count = count;
  r.rate = rate;
  r.sampling = rate < 1 ? Sampling::poisson : Sampling::none;
  r.relation = relation;
  return privacy::epsilon({{r}}, 1e-5, Accounting::pld).epsilon;
}

}  // namespace

TEST_CASE("without releases nothing is protected and no noise helps") {
  const RunAccountant none = accountant({});
  CHECK(none.empty());
  CHECK(eps(none, 1) == kInfinity);
  CHECK(multiplier(none, kInfinity) == 0);
  CHECK_THROWS_AS(multiplier(none, 1), std::invalid_argument);
  CHECK(accountant({release(0, 0, 1, Relation::add_remove)}).empty());
}

TEST_CASE("a noise as wide as the sensitivity protects alike under both relations") {
  const double once = epsilon(2, 10, 1, Relation::add_remove);
  CHECK(eps(accountant({release(0, 10, 1, Relation::add_remove)}), 2) == Approx(once));
  CHECK(eps(accountant({release(0, 10, 1, Relation::replace_one)}), 2) == Approx(once));
  // Gaussian noise satisfies zCDP: eps <= rho + 2 sqrt(rho ln(1/delta)), rho = 10 / (2 * 2^2).
  const double rho = 10.0 / 8;
  CHECK(once <= rho + 2 * std::sqrt(rho * std::log(1e5)));
  CHECK(once > rho);
}

TEST_CASE("the worst client counts, a client's own releases compose, with the server's") {
  const auto add_remove = Relation::add_remove;
  const RunAccountant worst =
      accountant({release(0, 10, 0.1, add_remove), release(1, 10, 0.2, add_remove),
                  release(2, 10, 0.05, add_remove)});
  CHECK(eps(worst, 1.5) == Approx(epsilon(1.5, 10, 0.2, add_remove)));
  CHECK(worst.epsilon({NoiseLaw::Kind::gaussian, 1.5}, kClaim, 2) ==
        Approx(epsilon(1.5, 10, 0.05, add_remove)));
  const RunAccountant counts =
      accountant({release(0, 10, 0.1, add_remove), release(1, 30, 0.1, add_remove)});
  CHECK(eps(counts, 1.5) == Approx(epsilon(1.5, 30, 0.1, add_remove)));
  for (const Index other : {0, -1}) {
    const RunAccountant composed =
        accountant({release(0, 10, 0.1, add_remove), release(other, 20, 0.1, add_remove)});
    CHECK(eps(composed, 1.5) == Approx(epsilon(1.5, 30, 0.1, add_remove)));
  }
  // Neither of the two clients is worse in every respect.
  const RunAccountant crossed =
      accountant({release(0, 10, 0.3, add_remove), release(1, 30, 0.1, add_remove)});
  CHECK(eps(crossed, 1.5) ==
        Approx(std::max(epsilon(1.5, 10, 0.3, add_remove), epsilon(1.5, 30, 0.1, add_remove))));
}

TEST_CASE("the worst client is the one whose releases have the largest eps") {
  const auto gaussian =
      load_plugin<Mechanism>("privacy/gaussian", {{"noise_multiplier", 1.0}, {"delta", 1e-5}});
  gaussian->prepare(accountant({}));
  const Relation relation = Relation::zero_out;
  const auto worst = [&](std::vector<Release> releases) {
    return accountant(std::move(releases)).worst_client(*gaussian);
  };
  CHECK(worst({}) == -1);
  CHECK(worst({release(-1, 5, 1, relation)}) == -1);
  CHECK(worst({release(0, 10, 0.1, relation), release(1, 10, 0.3, relation)}) == 1);
  CHECK(worst({release(0, 10, 0.3, relation), release(1, 10, 0.1, relation)}) == 0);
  // Many rarely, or few often: neither reveals less in every respect.
  const double often = epsilon(1, 3, 0.9, relation), rarely = epsilon(1, 200, 0.05, relation);
  REQUIRE(often > rarely);
  CHECK(worst({release(0, 3, 0.9, relation), release(1, 200, 0.05, relation)}) == 0);
  CHECK(worst({release(0, 200, 0.05, relation), release(1, 3, 0.9, relation)}) == 1);
}

TEST_CASE("the calibrated noise keeps the budget and wastes little of it") {
  const RunAccountant plan = accountant(
      {release(0, 100, 0.1, Relation::add_remove), release(1, 100, 0.3, Relation::add_remove)});
  for (const double budget : {0.5, 3.0}) {
    const double z = multiplier(plan, budget);
    CHECK(eps(plan, z) <= budget);
    CHECK(eps(plan, z) > 0.999 * budget);
  }
  CHECK(multiplier(plan, kInfinity) == 0);
  CHECK(eps(plan, 0) == kInfinity);
  CHECK_THROWS_AS(multiplier(plan, 0), std::invalid_argument);
  // A client that reveals less needs less noise.
  const double own = plan.multiplier(NoiseLaw::Kind::gaussian, 1, kClaim, 0);
  CHECK(own < multiplier(plan, 1));
  CHECK(plan.epsilon({NoiseLaw::Kind::gaussian, own}, kClaim, 0) == Approx(1).epsilon(1e-5));
}

TEST_CASE("at delta 0 Laplace noise claims the sum of pure eps, Gaussian noise nothing") {
  constexpr Claim pure{.delta = 0};
  const RunAccountant plan = accountant({release(0, 10, 1, Relation::replace_one)}, 3);
  constexpr Index all = Accountant::everyone;
  CHECK(plan.epsilon({NoiseLaw::Kind::laplace, 4}, pure, all) == Approx(30 / 4.0));
  CHECK(plan.multiplier(NoiseLaw::Kind::laplace, 1.5, pure, all) == Approx(20).epsilon(1e-6));
  CHECK_THROWS_WITH(plan.epsilon({NoiseLaw::Kind::gaussian, 4}, pure, all),
                    Catch::Contains("choose privacy laplace"));
  CHECK_THROWS_WITH(plan.multiplier(NoiseLaw::Kind::gaussian, 1.5, pure, all),
                    Catch::Contains("set delta above 0"));
}

TEST_CASE("a run may claim eps at delta 0, without noise it claims nothing") {
  const auto run_with = [](const std::string& privacy) {
    return experiment_of(titanic(
        R"({"plugin": "fedavg", "K": 2, "lr": 0.1, "clip": 1})",
        R"(, "privacy": {"plugin": "laplace", "delta": 0, )" + privacy + "}", R"("rounds": 5)"));
  };
  Experiment pure = run_with(R"("eps": 3)");
  REQUIRE(pure.mechanism().claim());
  CHECK(pure.mechanism().claim()->delta == 0);
  const std::int64_t iterations = pure.plan().iterations;
  CHECK(pure.eps_spent(iterations) <= 3);
  CHECK(pure.eps_spent(iterations) > 2.9999);
  CHECK(pure.is_covered());
  CHECK_THAT(privacy_statement(pure, {iterations, iterations}, {}, {}),
             Catch::StartsWith("epsilon ") && Catch::Contains("at delta 0; unit record"));
  Experiment bare = run_with(R"("noise_multiplier": 0)");
  CHECK_FALSE(bare.mechanism().claim());
  CHECK(std::isinf(bare.eps_spent(iterations)));
  CHECK(privacy_statement(bare, {iterations, iterations}, {}, {}).empty());
}

TEST_CASE("chains compose: each draws rows and noise of its own, from the same rows") {
  const Relation relation = Relation::replace_one;
  for (const std::int64_t chains : {1, 10, 100}) {
    const RunAccountant composed = accountant({release(0, 10, 1, relation)}, chains);
    // 10 chains releases of a Gaussian at sensitivity / z = 1/4, in closed form: zCDP composes to
    // rho = count / (2 z^2), for which eps <= rho + 2 sqrt(rho ln(1/delta)).
    const double rho = 10.0 * static_cast<double>(chains) / (2 * 4 * 4);
    CHECK(eps(composed, 4) > rho);
    CHECK(eps(composed, 4) <= rho + 2 * std::sqrt(rho * std::log(1e5)));
    CHECK(eps(composed, 4) == Approx(epsilon(4, 10 * chains, 1, relation)));
    // The noise needed for a budget grows with the square root of the number of unsampled releases.
    CHECK(multiplier(composed, 1) ==
          Approx(multiplier(accountant({release(0, 10, 1, relation)}), 1) *
                 std::sqrt(static_cast<double>(chains)))
              .epsilon(1e-3));
  }
  CHECK_THROWS_WITH(accountant({release(0, std::int64_t{1} << 62, 1, relation)}, 4),
                    Catch::Contains("too many releases"));
}

TEST_CASE("a run's eps is that of all its chains") {
  const auto spent = [](std::int64_t chains, const std::string& privacy) {
    const Experiment experiment = experiment_of(titanic(
        R"({"plugin": "fedavg", "K": 5, "batch": 8, "clip": 1, "lr": 0.1})",
        R"(, "privacy": )" + privacy, R"("rounds": 30, "chains": )" + std::to_string(chains)));
    return std::pair(experiment.eps_spent(150), experiment.mechanism().law(0).multiplier);
  };
  const std::string noise = R"({"plugin": "gaussian", "noise_multiplier": 6})";
  // 30 rounds of 5 batches of 8 out of 880 rows, without replacement.
  privacy::NoisyRelease round;
  round.noise_multiplier = 6 * 2;
  round.relation = Relation::replace_one;
  round.sampling = Sampling::without_replacement;
  round.rate = 40.0 / 880;
  for (const std::int64_t chains : {1, 10, 100}) {
    round.count = 30 * chains;
    CHECK(spent(chains, noise).first ==
          Approx(privacy::epsilon({{round}}, 1e-5, Accounting::pld).epsilon));
  }
  const auto [eps_of_one, noise_of_one] = spent(1, R"({"plugin": "gaussian", "eps": 1})");
  const auto [eps_of_ten, noise_of_ten] = spent(10, R"({"plugin": "gaussian", "eps": 1})");
  CHECK(eps_of_one <= 1);
  CHECK(eps_of_ten <= 1);
  CHECK(eps_of_ten > 0.99);
  CHECK(noise_of_ten > 2 * noise_of_one);
}

TEST_CASE("the releases to compose reveal at least what any client does") {
  const auto add_remove = Relation::add_remove;
  class Fixed final : public Mechanism {
   public:
    void prepare(const Accountant&) override {}
    NoiseLaw law(Index) const override { return {NoiseLaw::Kind::gaussian, 1.5}; }
    std::optional<Claim> claim() const override { return kClaim; }
    void privatize(const Random&, Stream, std::int64_t, const Sensitivity&, Block) const override {}
  } mechanism;
  const auto composed = [&](const RunAccountant& plan) {
    return privacy::epsilon(plan.worst_releases(mechanism), 1e-5, Accounting::pld).epsilon;
  };
  const RunAccountant worst =
      accountant({release(0, 10, 0.1, add_remove), release(1, 10, 0.2, add_remove)});
  CHECK(composed(worst) == Approx(eps(worst, 1.5)));
  const RunAccountant crossed =
      accountant({release(0, 10, 0.3, add_remove), release(1, 30, 0.1, add_remove)});
  CHECK(composed(crossed) == Approx(epsilon(1.5, 30, 0.3, add_remove)));
  const RunAccountant unlike =
      accountant({release(0, 10, 1, add_remove), release(1, 30, 0.1, add_remove)});
  CHECK(composed(unlike) >= eps(unlike, 1.5));
}

TEST_CASE("who takes part is hidden from an observer, not from the server") {
  Release upload = release(0, 100, 1, Relation::replace_one);
  upload.participation = 0.1;
  const RunAccountant records = accountant({upload});
  CHECK(eps(records, 4) == Approx(epsilon(4, 100, 1, Relation::replace_one)));
  CHECK(records.epsilon({NoiseLaw::Kind::gaussian, 4}, kObserver, -1) < 0.6 * eps(records, 4));
  // With the client as the unit, sampling clients protects against observers only.
  Release update = release(-1, 100, 0.1, Relation::add_remove);
  update.unit = Unit::client;
  const RunAccountant clients = accountant({update});
  CHECK(eps(clients, 4) == Approx(epsilon(4, 100, 1, Relation::add_remove)));
  CHECK(clients.epsilon({NoiseLaw::Kind::gaussian, 4}, kObserver, -1) ==
        Approx(epsilon(4, 100, 0.1, Relation::add_remove)));
  update.noised_by_server = true;
  CHECK_THROWS_WITH(eps(accountant({update}), 4), Catch::Contains("adversary to observer"));
}

TEST_CASE("Langevin noise is accounted as the sampler adds it") {
  Release step = release(0, 100, 0.1, Relation::replace_one);
  step.own_noise = 3;
  const RunAccountant langevin = accountant({step});
  CHECK(langevin.epsilon({NoiseLaw::Kind::langevin, 0}, kClaim, -1) ==
        Approx(epsilon(3, 100, 0.1, Relation::replace_one)));
  CHECK_THROWS_WITH(eps(langevin, 3), Catch::Contains("choose privacy langevin"));
  const RunAccountant sent = accountant({release(0, 1, 1, Relation::replace_one)});
  CHECK_THROWS_WITH(sent.epsilon({NoiseLaw::Kind::langevin, 0}, kClaim, -1),
                    Catch::Contains("choose privacy gaussian"));
}

TEST_CASE("Langevin noise is raised to a budget, and only where it is too small") {
  Release step = release(0, 100, 0.1, Relation::replace_one);
  step.own_noise = 3;
  CHECK_THROWS_WITH(accountant({step}).multiplier(NoiseLaw::Kind::langevin, 1, kClaim, 0),
                    Catch::Contains("follows from its step and temperature alone") &&
                        Catch::Contains("leave eps out"));
  step.raises_noise = true;
  const RunAccountant plan = accountant({step});
  const auto spent = [&](double z) {
    return plan.epsilon({NoiseLaw::Kind::langevin, z}, kClaim, Accountant::everyone);
  };
  // The same noise as of a message that has none of its own.
  const RunAccountant sent = accountant({release(0, 100, 0.1, Relation::replace_one)});
  for (const double eps : {0.3, 1.0, 3.0}) {
    const double z = plan.multiplier(NoiseLaw::Kind::langevin, eps, kClaim, 0);
    CHECK(z == multiplier(sent, eps));
    CHECK(spent(z) <= eps);
    CHECK(spent(z) == (z > 3 ? Approx(eps).epsilon(1e-5) : Approx(spent(0))));
  }
  CHECK(multiplier(sent, 0.3) > 3);
  CHECK(multiplier(sent, 3) < 3);
  CHECK(plan.multiplier(NoiseLaw::Kind::langevin, std::numeric_limits<double>::infinity(), kClaim,
                        0) == 0);
}

TEST_CASE("noise calibrated as published, eps of the noise there is") {
  Release upload = release(0, 10, 1, Relation::replace_one);
  const double z = multiplier(accountant({upload}), 1);
  upload.understatement = 4;
  const RunAccountant published = accountant({upload});
  CHECK(multiplier(published, 1) == z);
  CHECK(eps(published, z) == Approx(epsilon(z / 4, 10, 1, Relation::replace_one)));
}

TEST_CASE("visits of a client with noisy natural parameters compose, and nothing else is read") {
  // sigma = 8 clips: mu = 2 / 8 a visit, by an exact formula for three.
  for (const std::string local : {R"("exact")", R"("steps", "K": 4)"}) {
    const std::string rounds = local == R"("exact")" ? "3" : "12";
    Experiment experiment = experiment_of(
        R"("dataset": {"plugin": "prior_predictive", "clients": 2},
           "partition": {"plugin": "natural"}, "model": {"plugin": "linear"},
           "sampler": {"plugin": "pvi", "clip": 5, "local": )" +
        local + R"(}, "privacy": {"plugin": "gaussian", "delta": 1e-5, "noise_multiplier": 4},
           "run": {"iterations": )" +
        rounds + "}");
    experiment.rehearse_start();
    CHECK(experiment.eps_spent(std::stoll(rounds)) == Approx(1.6980352048).epsilon(2e-6));
  }
}

TEST_CASE("messages that share a budget unevenly spend it, and no more") {
  for (const std::string share : {"0.02", "0.1", "0.7"}) {
    CAPTURE(share);
    Experiment experiment = experiment_of(
        R"("dataset": {"plugin": "prior_predictive", "clients": 2},
           "partition": {"plugin": "natural"}, "model": {"plugin": "linear"},
           "sampler": {"plugin": "laplace_approximation", "steps": 30, "step": 1e-4, "clip": 1,
                       "curvature_clip": 2, "curvature_share": )" +
        share + R"(}, "privacy": {"plugin": "gaussian", "delta": 1e-5, "eps": 3},
           "run": {"iterations": 20})");
    experiment.rehearse_start();
    CHECK(experiment.eps_spent(20) == Approx(3).epsilon(1e-5));
  }
}

TEST_CASE("releases of different units or relations are refused") {
  const Release record = release(0, 1, 1, Relation::add_remove);
  Release client = record;
  client.unit = Unit::client;
  CHECK_THROWS_WITH(accountant({record, client}), Catch::Contains("different units"));
  CHECK_THROWS_AS(accountant({record, release(0, 1, 1, Relation::replace_one)}),
                  std::invalid_argument);
}

TEST_CASE("the eps of a run that protects clients is that of an independent composition") {
  const auto spent = [](const std::string& sampler, double multiplier, int rounds) {
    const std::string grid =
        R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 20},
           "model": {"plugin": "logistic", "prior_precision": 0},
           "sampler": {"plugin": "fedavg", "unit": "client", "weights": "uniform", "clip": 0.3,
                       "K": 2, )" +
        sampler + R"(}, "privacy": {"plugin": "gaussian", "noise_multiplier": )" +
        std::to_string(multiplier) +
        R"(, "adversary": "observer", "calibration": "pld"}, "run": {"rounds": )" +
        std::to_string(rounds) + "}";
    Experiment experiment = experiment_of(grid);
    experiment.rehearse_start();
    return experiment.eps_spent(2 * rounds);
  };
  // Values of another accountant, whose losses lie on a grid of its own: 2 of 20 clients.
  const std::string poisson = R"("client_sampling": "poisson", "S": 2)";
  CHECK(spent(poisson, 2, 50) == Approx(1.652502).epsilon(5e-5));
  CHECK(spent(poisson, 2, 100) == Approx(2.3374).epsilon(5e-5));
  CHECK(spent(poisson, 4, 500) == Approx(2.340723).epsilon(5e-5));
  // One client replaced: noise of 2 and 4 clips is 1 and 2 sensitivities.
  CHECK(spent(R"("S": 2)", 1, 100) == Approx(7.804889).epsilon(5e-5));
  CHECK(spent(R"("S": 2)", 2, 100) == Approx(2.540863).epsilon(5e-5));
  // Everybody in every round: 100 releases of multiplier 10 are one of 1.
  CHECK(spent(R"("S": 20)", 10, 100) == Approx(4.377178).epsilon(5e-5));
}

TEST_CASE("client privacy is stated against observers, and counts what reads the clients' rows") {
  const auto experiment = [](const std::string& sampler, const std::string& prior,
                             const std::string& adversary) {
    return std::make_unique<Experiment>(
        cell_of(R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 20},
                   "model": {"plugin": "logistic", "prior_precision": )" +
                prior +
                R"(}, "sampler": {"plugin": "fedavg", "unit": "client", "weights": "uniform",
                                  "clip": 0.3, "S": 2, )" +
                sampler + R"(}, "privacy": {"plugin": "gaussian", "eps": 2, "adversary": ")" +
                adversary + R"("}, "run": {"rounds": 50})"),
        0, plugins());
  };
  const auto unpaid = [&](const std::string& sampler, const std::string& prior) {
    const auto made = experiment(sampler, prior, "observer");
    made->rehearse_start();
    const auto& inputs = made->private_inputs().unpaid;
    CHECK((made->eps_spent(500) <= 2) == inputs.empty());
    return inputs.empty() ? "" : inputs.front().name + " " + inputs.front().why;
  };
  CHECK_THROWS_WITH(experiment(R"("K": 10)", "0", "server"),
                    Catch::Contains("set adversary to observer"));
  CHECK(unpaid(R"("K": 10)", "0").empty());
  CHECK(unpaid(R"("K": "= N / 2")", "0").empty());
  CHECK_THAT(unpaid(R"("K": 10)", "1"), Catch::StartsWith("counts every client's loss"));
  CHECK_THAT(unpaid(R"("K": 10, "lr": "= 10 / n")", "0"), Catch::StartsWith("counts sampler.lr"));
  // Shares of noise hold the server off too, which knows who takes part: no credit for sampling.
  const auto shared = experiment(R"("K": 10, "noise_by": "clients")", "0", "server");
  const auto seen = experiment(R"("K": 10, "noise_by": "clients")", "0", "observer");
  CHECK(shared->eps_spent(500) <= 2);
  CHECK(epsilon(shared->mechanism().law(-1).multiplier, 50, 1, Relation::replace_one) ==
        Approx(2).epsilon(1e-5));
  CHECK(shared->mechanism().law(-1).multiplier > 4 * seen->mechanism().law(-1).multiplier);
  CHECK_THAT(shared->premises(), Catch::Contains("learns no more than their sum") &&
                                     !Catch::Contains("must stay secret"));
  CHECK_THROWS_WITH(
      [&] {
        Experiment laplace =
            experiment_of(titanic(R"({"plugin": "fedavg", "unit": "client", "weights": "uniform",
                                "clip": 0.3, "noise_by": "clients"})",
                                  R"(, "privacy": {"plugin": "laplace", "noise_multiplier": 1})"));
        laplace.rehearse_start();
      }(),
      Catch::Contains("Gaussian shares"));
  // Pairs hold off a server that sees every upload.
  const auto paired = experiment(R"("K": 10, "noise_by": "pairs")", "0", "server");
  CHECK(paired->mechanism().law(3).multiplier == shared->mechanism().law(-1).multiplier);
  CHECK(paired->eps_spent(500) == shared->eps_spent(500));
  CHECK_THAT(paired->premises(), Catch::Contains("sees every upload") &&
                                     !Catch::Contains("secure aggregation") &&
                                     !Catch::Contains("must stay secret"));
  const std::string premises = experiment(R"("K": 10)", "0", "observer")->premises();
  CHECK_THAT(premises, Catch::Contains("The server is trusted") &&
                           Catch::Contains("Who takes part in a round must stay secret. "));
}

namespace {

// The widest own noise of an upload in the first round.
double own_noise(Experiment& experiment) {
  Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(experiment.problem().dimension(), 1);
  SilentRecorder recorder;
  const ListeningMechanism uploads;
  WorkingSampler working = experiment.at_work(experiment.random(), uploads, recorder);
  working.start(view(theta));
  working.advance(experiment.sampler().stride(), view(theta));
  double distance = 0;
  for (const auto& upload : uploads.messages) distance = std::max(distance, upload.sensitivity);
  return experiment.mechanism().law(0).multiplier * distance;
}

}  // namespace

TEST_CASE("noise in pairs is calibrated to what the worst coalition of a round sees") {
  struct Row {
    const char* topology;
    int colluding;
    double one_round, ten_rounds;  // eps of own noise 1 and pairs' noise 2 at clip 1
  };
  for (const Row& row : {Row{"complete", 0, 3.8486103, 15.456156},
                         {"complete", 1, 4.2553794, 17.298546},
                         {"complete", 3, 5.6279987, 23.746524},
                         {"ring", 0, 4.564841, 18.721989},
                         {"ring", 1, 5.7403422, 24.288985},
                         {"ring", 2, 9.9972561, 46.21121}}) {
    for (const int rounds : {1, 10}) {
      for (const char* plugin : {"gaussian", "local_gaussian"}) {
        CAPTURE(row.topology, row.colluding, rounds, plugin);
        const double eps = rounds == 1 ? row.one_round : row.ten_rounds;
        Experiment experiment = experiment_of(
            R"("dataset": {"plugin": "titanic"},
                       "partition": {"plugin": "iid", "clients": 6},
                       "model": {"plugin": "logistic", "prior_precision": 0},
                       "sampler": {"plugin": "fedavg", "K": 2, "unit": "client", "clip": 0.25,
                                   "weights": "uniform", "noise_by": "pairs", "pair_noise": 2,
                                   "topology": ")" +
            std::string(row.topology) + R"(", "colluding": )" + std::to_string(row.colluding) +
            R"(}, "privacy": {"plugin": ")" + plugin + R"(", "delta": 1e-5, "eps": )" +
            std::to_string(eps) + R"(}, "run": {"rounds": )" + std::to_string(rounds) + "}");
        CHECK(own_noise(experiment) == Approx(0.25).epsilon(1e-5));
        CHECK(experiment.eps_spent(2 * rounds) == Approx(eps).epsilon(1e-6));
        CHECK(experiment.eps_spent(2 * rounds) <= eps + 1e-6);
        CHECK(experiment.released(2 * rounds).scope.adversary == "server");
      }
    }
  }
}
