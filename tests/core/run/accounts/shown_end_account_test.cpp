// Runs of which the last state or the average alone is published: what is recorded, what eps is,
// what is refused.
#include <Eigen/Cholesky>

#include "cells.hpp"
#include "oracles/gaussian_kernel.hpp"
#include "privacy/audit.hpp"
#include "privacy/gaussian.hpp"
#include "problem/shown_end.hpp"
#include "run/audit/audit.hpp"
#include "run/experiment.hpp"
#include "run/run_accountant.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace shown_end_account_test {

using namespace skald::run;
using Catch::Contains;

namespace {

constexpr double kDelta = 1e-5;
const std::string kObserver = R"("privacy": {"plugin": "langevin", "adversary": "observer"})";

double eps_of_mu(double mu) { return privacy::gaussian_epsilon(1 / mu, kDelta); }

// 1760 rows with precision I, for two clients.
std::string location(const std::string& sampler, const std::string& run,
                     const std::string& model = R"(, "row_bound": 2)",
                     const std::string& privacy = kObserver) {
  return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
            "model": {"plugin": "gaussian")" +
         model + R"(}, "sampler": {)" + sampler + R"(}, "run": {"public": "all", )" + run + "}, " +
         privacy;
}

std::string ula(const std::string& run, const std::string& model = R"(, "row_bound": 2)") {
  return location(R"("plugin": "ula", "step": 1e-4)", run, model);
}

// The noise of a step is 5 times as wide as how far a record moves it.
constexpr const char* kSteps = R"("K": 1, "temp": 0.005, "step": 4e-4)";

std::string regression(const std::string& sampler, const std::string& run,
                       const std::string& model = R"(, "prior_precision": 400, "row_bound": 2)") {
  return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
            "model": {"plugin": "logistic")" +
         model + R"(}, "sampler": {"plugin": "fa_ld", "clip": 0.5, )" + sampler +
         R"(}, "run": {"public": "all", )" + run + "}, " + kObserver;
}

double eps(const std::string& grid) {
  Experiment experiment(cell_of(grid), 0, plugins());
  return experiment.eps_spent(experiment.plan().iterations);
}

std::string complaint(const std::string& grid) {
  try {
    const Experiment experiment(cell_of(grid), 0, plugins());
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

std::string last(std::int64_t iterations) {
  return R"("publish": "last", "iterations": )" + std::to_string(iterations);
}

std::string average(std::int64_t iterations, double burn_in) {
  return R"("publish": "average", "iterations": )" + std::to_string(iterations) +
         R"(, "burn_in": )" + std::to_string(burn_in);
}

record::RunOutcome outcome_of(const std::string& grid) {
  RunRequest request;
  request.cell = cell_of(grid);
  return run_cell(request, plugins());
}

}  // namespace

TEST_CASE("eps of the last state of ULA is that of its exact law, and stops growing") {
  // Two rows of norm 2 differ by 4; U has the curvature 1760 in all directions.
  constexpr double h = 1e-4, distance = 4, c = 1 - 1760 * h;
  const auto exact = [&](double t) {
    return distance *
           std::sqrt(h / 2 * (1 - std::pow(c, t)) / (1 + std::pow(c, t)) * (1 + c) / (1 - c));
  };
  double before = 0;
  for (const std::int64_t t : {1, 2, 10, 100, 100000}) {
    const double found = eps(ula(last(t)));
    CHECK(found == Approx(eps_of_mu(exact(static_cast<double>(t)))).epsilon(1e-5));
    CHECK(found >= before);
    CHECK(found <= eps(ula(R"("iterations": )" + std::to_string(t))) * (1 + 1e-6));
    before = found;
  }
  CHECK(eps(ula(last(1))) == Approx(eps(ula(R"("iterations": 1)"))).epsilon(1e-6));
  CHECK(eps(ula(R"("iterations": 100000)")) > 20 * before);
  // Chains have noise of their own and read the same rows.
  CHECK(eps(ula(last(10) + R"(, "chains": 4)")) == Approx(eps_of_mu(2 * exact(10))).epsilon(1e-5));
  // A longer bound on rows lets a record move more.
  CHECK(eps(ula(last(10), R"(, "row_bound": 4)")) ==
        Approx(eps_of_mu(2 * exact(10))).epsilon(1e-5));
}

TEST_CASE("eps of an average of ULA is that of its exact law, which grows with its states") {
  constexpr double h = 1e-4, distance = 4, c = 1 - 1760 * h;
  // The average of states b + 1 to t: of its mean per move of grad U, and its standard deviation.
  const auto exact = [&](int b, int t) {
    double response = 0, variance = 0;
    for (int k = b + 1; k <= t; ++k) response += h * (1 - std::pow(c, k)) / (1 - c);
    for (int j = 1; j <= t; ++j) {
      double weight = 0;
      for (int k = std::max(j, b + 1); k <= t; ++k) weight += std::pow(c, k - j);
      variance += 2 * h * weight * weight;
    }
    return distance * response / std::sqrt(variance);
  };
  for (const auto& [t, burn_in] : {std::pair{1, 0.}, {10, 0.}, {10, .5}, {1000, .5}, {1000, .9}}) {
    CAPTURE(t, burn_in);
    const int b = static_cast<int>(std::lround(t * burn_in));
    const double found = eps(ula(average(t, burn_in)));
    CHECK(found == Approx(eps_of_mu(exact(b, t))).epsilon(1e-5));
    CHECK(found <= eps(ula(R"("iterations": )" + std::to_string(t))) * (1 + 1e-6));
  }
  // A long one tells nearly all that its own states tell one by one.
  const double tells_all = distance * std::sqrt(100 * h / 2);
  CHECK(exact(900, 1000) > .95 * tells_all);
}

TEST_CASE("a record of some precision moves the last state by that precision alone") {
  // Two rows of precision P = diag(1, 100): where little is forgotten a record hardly moves grad U.
  constexpr double h = 1e-3, n = 2, longest = 2 * 2;
  const auto information = [&](double p, double t) {
    const double c = 1 - h * n * p;
    return h / 2 * (1 - std::pow(c, t)) / (1 + std::pow(c, t)) * (1 + c) / (1 - c);
  };
  for (const std::int64_t t : {1, 10, 1000}) {
    const auto steps = static_cast<double>(t);
    double mu = 0;
    for (const double p : {1.0, 100.0})
      mu = std::max(mu, p * longest * std::sqrt(information(p, steps)));
    const std::string grid =
        R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                       "means": [[0, 0], [1, 1]], "covariances": [[1, 0], [0, 0.01]]},
           "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian", "row_bound": 2},
           "sampler": {"plugin": "ula", "step": 1e-3}, "run": {"public": "all", )" +
        last(t) + "}, " + kObserver;
    CAPTURE(t, mu);
    CHECK(eps(grid) == Approx(eps_of_mu(mu)).epsilon(1e-5));
  }
}

TEST_CASE("a record of some precision moves an average of rounds by that precision alone") {
  // As above, by FA-LD: a client with half of the rows makes K steps on twice its share of U, and a
  // record that moves by v moves a round's mean by (1 - a^K) v / 2.
  constexpr double h = 1e-3, longest = 2 * 2;
  constexpr int K = 3;
  const auto mu_along = [&](double p, int rounds) {
    const double a = 1 - 2 * h * p, of_round = std::pow(a, K);
    double noise = 0, response = 0, variance = 0;
    for (int j = 0; j < K; ++j) noise += 2 * h * std::pow(a, 2 * j);
    for (int r = 1; r <= rounds; ++r) {
      response += (1 - std::pow(of_round, r)) / 2;
      const double left = (1 - std::pow(of_round, rounds + 1 - r)) / (1 - of_round);
      variance += noise * left * left;
    }
    return longest * response / std::sqrt(variance);
  };
  for (const int rounds : {1, 10, 300}) {
    const double mu = std::max(mu_along(1, rounds), mu_along(100, rounds));
    const std::string grid =
        R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                       "means": [[0, 0], [1, 1]], "covariances": [[1, 0], [0, 0.01]]},
           "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian", "row_bound": 2},
           "sampler": {"plugin": "fa_ld", "step": 1e-3, "K": 3}, "run": {"public": "all", )" +
        average(K * rounds, 0) + "}, " + kObserver;
    CAPTURE(rounds, mu);
    CHECK(eps(grid) == Approx(eps_of_mu(mu)).epsilon(1e-5));
  }
}

TEST_CASE("eps of the last state of clipped descent is that of the bound for any rows") {
  // The curvature of a row is at most 2^2 / 4.
  constexpr double h = 4e-4, m = 400, L = 400 + 1760, z = 5;
  const double c = std::max(std::abs(1 - h * m), std::abs(1 - h * L));
  const auto bound = [&](double t) {
    return std::sqrt((1 - std::pow(c, t)) / (1 + std::pow(c, t)) * (1 + c) / (1 - c)) / z;
  };
  for (const std::int64_t t : {1, 10, 1000}) {
    CHECK(eps(regression(kSteps, last(t))) ==
          Approx(eps_of_mu(bound(static_cast<double>(t)))).epsilon(1e-5));
  }
  // Whoever sees every state sees what either client adds, with its own noise alone.
  CHECK(eps(regression(kSteps, last(1))) < eps(regression(kSteps, R"("iterations": 1)")));
}

TEST_CASE("the statement names the reader, and what may not be shown to it") {
  Experiment experiment(cell_of(ula(last(10))), 0, plugins());
  const privacy::Guarantee released = experiment.released(10);
  CHECK(released.scope.adversary == "reader of the last state");
  CHECK(released.relation == privacy::Relation::replace_one);
  CHECK_THAT(experiment.premises(), Contains("Nothing of the run is shown but the last state"));
  CHECK_THAT(experiment.premises(), Contains("exact") || Contains("the law of the last state"));
  const Experiment bounded(cell_of(regression(kSteps, last(10))), 0, plugins());
  CHECK_THAT(bounded.premises(), Contains("a bound for any rows"));
  Experiment averaged(cell_of(ula(average(10, 0))), 0, plugins());
  CHECK(averaged.released(10).scope.adversary == "reader of the average");
  CHECK_THAT(averaged.premises(), Contains("the law of the average itself"));
}

TEST_CASE("nothing is recorded before the last state, which is that of the same run") {
  const std::string metrics = R"(, "metrics": ["mean_bias", "eps_spent"])";
  const std::string run = R"("iterations": 500, "chains": 3)";
  const auto all = outcome_of(ula(run + R"(, "averages": "chains")") + metrics);
  const auto end = outcome_of(ula(run + R"(, "publish": "last")") + metrics);
  REQUIRE(end.status == record::RunStatus::ok);
  CHECK(end.moments.size() == 1);
  CHECK(all.moments.size() == 100);
  for (const record::SeriesRecord& series : end.series) {
    REQUIRE(series.points.size() == 1);
    CHECK(series.points.front().iteration == 500);
  }
  CHECK(end.series.front().points.back().value == all.series.front().points.back().value);
  CHECK(end.costs->gradient_evaluations == all.costs->gradient_evaluations);
  CHECK(end.costs->eps_spent < all.costs->eps_spent / 5);
}

TEST_CASE("what is recorded of an average is that of the states of the same run, and its law") {
  const std::string metrics = R"(, "metrics": ["mean_bias", "eps_spent"])";
  const std::string run = R"("iterations": 500, "burn_in": 0.4)";
  const auto time = outcome_of(ula(run) + metrics);
  const auto end = outcome_of(ula(run + R"(, "publish": "average")") + metrics);
  REQUIRE(end.status == record::RunStatus::ok);
  CHECK(end.moments.size() == 1);
  CHECK(end.series.front().points.back().value ==
        Approx(time.series.front().points.back().value).epsilon(1e-9));
  CHECK(end.costs->eps_spent < time.costs->eps_spent);
  // Rounds of several steps, an average of which takes the last of each.
  const auto of_rounds = [&](const std::string& how) {
    return outcome_of(location(R"("plugin": "fa_ld", "step": 1e-4, "K": 5)", how) +
                      R"(, "metrics": ["mean_bias", "exact_mean_bias", "w2", "exact_w2"])");
  };
  const auto many = of_rounds(average(500, .4) + R"(, "chains": 2000)");
  REQUIRE(many.status == record::RunStatus::ok);
  const auto value = [&](std::size_t i) { return many.series[i].points.back().value; };
  // The mean of 2000 averages, each of 60 states, is at the mode but for noise.
  CHECK(value(0) < .01);
  CHECK(value(1) < 1e-6);
  CHECK(value(3) > .01);
  CHECK(value(2) == Approx(value(3)).epsilon(.01));
}

TEST_CASE("a run that publishes its end is saved on its way, and goes on to the same numbers") {
  const std::string end = GENERATE(last(500), average(500, 0.3));
  RunRequest request;
  request.cell = cell_of(ula(end + R"(, "chains": 2)") + R"(, "metrics": ["mean_bias"])");
  const auto whole = run_cell(request, plugins());
  std::vector<std::string> saved;
  save_every_state(request, saved);
  run_cell(request, plugins());
  REQUIRE(saved.size() >= 99);
  RunRequest resumed;
  resumed.cell = request.cell;
  resumed.checkpoints.saved = saved[saved.size() / 2];
  CHECK(run_cell(resumed, plugins()).series.front().summary.last ==
        whole.series.front().summary.last);
}

TEST_CASE("where a chain has been does not decide what becomes of a run that publishes its end") {
  // The walk is beyond the bound in between.
  const auto status = [](const std::string& publish) {
    return outcome_of(walk("", R"("iterations": 126, "record_every": )" + publish +
                                   R"(, "divergence_bound": 0.5)"))
        .status;
  };
  CHECK(status("1") == record::RunStatus::diverged);
  CHECK(status(R"(126, "publish": "last")") == record::RunStatus::ok);
}

TEST_CASE("what would show an earlier state, or end the run by it, is refused") {
  for (const char* option :
       {R"("record_every": 50)", R"("evaluate_every": 50)", R"("thin": 10)", R"("budget.eps": 1)",
        R"("budget.bits": 1e9)", R"("clients.step_seconds": 1)"}) {
    CAPTURE(option);
    CHECK_THAT(complaint(ula(last(100) + ", " + option)),
               Contains("run.publish is last, but run." + std::string(option + 1, 4)));
  }
  CHECK(complaint(ula(last(100) + R"(, "record_every": 100)")).empty());
  CHECK_THAT(complaint(ula(average(100, 0) + R"(, "thin": 100)")),
             Contains("run.publish is average, but run.thin is given"));
}

TEST_CASE("accounts of a last state that nobody knows are refused with what is missing") {
  const auto refused = [](const std::string& grid, const std::string& why) {
    CHECK_THAT(complaint(grid), Contains(why) && Contains("set run.publish to all"));
  };
  const std::string ten = last(10);
  refused(ula(ten, ""), "set model.row_bound");
  refused(regression(R"("K": 1, "step": 0.01)", ten), "set sampler.step to at most 0.0009259");
  refused(regression(kSteps, ten, R"(, "row_bound": 2, "prior_precision": 0)"),
          "set model.prior_precision above 0");
  refused(regression(kSteps, ten, ""), "nothing bounds the curvature of a row");
  refused(regression(R"("K": 2, "step": 4e-4)", ten), "not all noisy gradient steps");
  const std::string steps = kSteps;
  refused(regression(steps + R"(, "batch": 10)", ten), "not all noisy gradient steps");
  refused(regression(steps + R"(, "participation": "without_replacement", "S": 1)", ten),
          "not all noisy gradient steps");
  refused(regression(R"("K": 1, "step": 4e-4, "temp": 0)", ten), "set sampler.temp above 0");
  refused(regression(kSteps, average(10, 0)), "none is below that of all states");
  refused(location(R"("plugin": "fald", "p_c": 0.5, "step": 1e-4)", ten), "no Gaussian law");
  refused(location(R"("plugin": "fald", "p_c": 0.5, "step": 1e-4)", average(10, 0)),
          "no Gaussian law");
  refused(location(R"("plugin": "sgld", "batch": 10, "step": 1e-4)", ten), "no Gaussian law");
  CHECK_THAT(complaint(location(R"("plugin": "ula", "step": 1e-4)", ten, R"(, "row_bound": 2)",
                                R"("privacy": {"plugin": "langevin"})")),
             Contains("set adversary to observer"));
  CHECK_THAT(complaint(location(R"("plugin": "ula", "step": 1e-4)", ten, R"(, "row_bound": 2)",
                                R"("privacy": {"plugin": "gaussian", "noise_multiplier": 1,
                                               "adversary": "observer"})")),
             Contains("choose privacy langevin"));
  // Nothing is claimed without a mechanism.
  CHECK(complaint(location(R"("plugin": "fald", "p_c": 0.5, "step": 1e-4)", ten, "",
                           R"("privacy": {"plugin": "none"})"))
            .empty());
}

// What all chains show.
MatrixXd shown(Federation& federation, const std::string& sampler,
               const std::vector<Setting>& options, const problem::ShownEnd& end, Index chains,
               const Random& random = random_streams) {
  const auto plugin = load_plugin<Sampler>("sampler/" + sampler, options);
  SamplerRun run(federation, *plugin, random, nothing, MatrixXd::Zero(2, chains));
  if (!end.averaged_after) return run.advance(end.iterations);
  MatrixXd sum = MatrixXd::Zero(2, chains);
  if (*end.averaged_after > 0) run.advance(*end.averaged_after);
  const Index stride = plugin->stride();
  for (Index k = *end.averaged_after; k < end.iterations; k += stride) sum += run.advance(stride);
  return sum *
         (static_cast<double>(stride) / static_cast<double>(end.iterations - *end.averaged_after));
}

TEST_CASE("the law that is accounted for is that of the samplers, and an attack is within it") {
  struct Case {
    std::string sampler;
    std::vector<Setting> options;
    problem::ShownEnd end;
  };
  const Case one =
      GENERATE(Case{"ula", {{"step", .01}}, {30, {}}}, Case{"ula", {{"step", .01}}, {30, 10}},
               Case{"fa_ld", {{"step", .01}, {"K", 3}, {"rho", .5}}, {9, {}}},
               Case{"fa_ld", {{"step", .01}, {"K", 3}, {"rho", .5}}, {15, 3}},
               Case{"sghmc", {{"step", .01}}, {12, {}}}, Case{"sghmc", {{"step", .01}}, {12, 0}},
               Case{"fa_hmc", {{"leap_step", .1}, {"leapfrog", 2}, {"K", 2}}, {8, {}}});
  FederationData data = random_rows(5, 2, {3, 6}, true);
  const auto federation = quadratic_federation(data);
  data.points.col(0) += VectorXd::Constant(2, 6);  // of client 0
  const auto neighbour = quadratic_federation(data);
  const auto gaussian = federation->gaussian();
  const auto sampler = load_plugin<Sampler>("sampler/" + one.sampler, one.options);
  constexpr Index chains = 20000;
  SamplerRun started(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(2, 1));
  const auto found =
      problem::shown_end_information(*sampler, federation->problem(), gaussian, one.end);
  CAPTURE(one.sampler);
  REQUIRE(found);
  // -P (x' - x)
  const VectorXd moved = data.precision.reshaped(2, 2) * VectorXd::Constant(2, -6);
  const double mu = std::sqrt(moved.dot((*found)[0] * moved));
  const random::PhiloxRandom other(22, 0);
  const privacy::SeenRuns seen{shown(*federation, one.sampler, one.options, one.end, chains),
                               shown(*neighbour, one.sampler, one.options, one.end, chains, other)};
  const VectorXd difference = seen.without.rowwise().mean() - seen.with.rowwise().mean();
  const MatrixXd centred = seen.with.colwise() - seen.with.rowwise().mean();
  const MatrixXd covariance = centred * centred.transpose() / static_cast<double>(chains - 1);
  const double measured = std::sqrt(difference.dot(covariance.ldlt().solve(difference)));
  // Standard error of the distance: root of (2 + mu^2 / 2) / chains.
  const double error = std::sqrt((2 + mu * mu / 2) / chains);
  CHECK(std::abs(measured - mu) < 5 * error);
  const privacy::AttackOutcome attack = privacy::attack_linearly(seen, kDelta, 1e-3);
  CHECK(attack.gaussian_epsilon <= eps_of_mu(mu));
  CHECK(attack.gaussian_epsilon >= .85 * eps_of_mu(mu));
}

TEST_CASE("an attack on what is stored of a last state is within its bound") {
  constexpr AuditPlan plan{
      .runs = 300, .rounds = 10, .canaries = 0, .significance = 1e-3, .attack = Attack::stored};
  const std::string metrics = R"(, "metrics": ["accuracy", "nll", "eps_spent"])";
  const auto audited = [&](const std::string& grid, const AuditPlan& how) {
    return audit(cell_of(grid + metrics), how, plugins());
  };
  const AuditFinding found = audited(regression(kSteps, last(20)), plan);
  CHECK(found.verdict == AuditVerdict::consistent);
  AuditPlan canaries = plan;
  canaries.attack = Attack::canary;
  CHECK_THAT(audited(regression(kSteps, last(20)), canaries).why, Contains("sees every round"));
  CHECK_THAT(audited(ula(last(20)), plan).why, Contains("eps rests on the curvature of rows"));
}

}  // namespace shown_end_account_test
