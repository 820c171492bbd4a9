// Langevin samplers whose steps are private releases: fa_ld, fald, scaffnew_langevin, sgld.
#include "raised_noise.hpp"
#include "run_sampler.hpp"
#include "test.hpp"
#include "two_curvatures.hpp"

namespace skald::test {
namespace private_steps_test {

using Options = std::vector<Setting>;

// How each method may say when its clients communicate, at a rate of 1 in 4.
struct Method {
  const char* sampler;
  Setting schedule;
};
const std::vector<Method> kMethods{{"fa_ld", {"K", 4}},
                                   {"fald", {"K", 4}},
                                   {"fald", {"p_c", 0.25}},
                                   {"scaffnew_langevin", {"K", 4}},
                                   {"scaffnew_langevin", {"p_c", 0.25}}};

Options with(const Method& method, Options options) {
  options.push_back(method.schedule);
  return options;
}

TEST_CASE("each local step is a release, whatever the method and its communication") {
  // Two rows and four, w = (1/3, 2/3), clip .5, T = .8, h = .02, rho = .6: a row moves a client's
  // step by mu = (2 C) sqrt(h / (2 T (1 - rho^2) w_c)) of its own noise.
  const auto federation = quadratic_federation(random_rows(3, 2, {2, 4}, true), 0.3);
  for (const Method& method : kMethods) {
    CAPTURE(method.sampler, method.schedule.name);
    const auto plan = releases(
        *federation, method.sampler,
        with(method,
             {{"step", 0.02}, {"temp", 0.8}, {"rho", 0.6}, {"clip", 0.5}, {"weights", "examples"}}),
        24);
    REQUIRE(plan.size() == 2);
    CHECK(1 / plan[0].own_noise == Approx(0.2420614591).epsilon(1e-9));
    CHECK(1 / plan[1].own_noise == Approx(0.1711632992).epsilon(1e-9));
    for (const Release& release : plan) {
      CHECK(release.count * release.steps == 24);
      CHECK(release.relation == Relation::replace_one);
      CHECK(release.sampling == Sampling::none);
      CHECK(release.participation == 1);
    }
  }
}

TEST_CASE("a batch is a secret sample of rows, and a round's cohort is one of clients") {
  const auto federation = quadratic_federation(random_rows(3, 2, {10, 10, 10, 10}, true), 0.3);
  const Options some{{"step", 0.02}, {"clip", 0.5},
                     {"batch", 2},   {"participation", "without_replacement"},
                     {"S", 2},       {"weights", "uniform"}};
  const auto declared = [&](const Method& method, Index iterations) {
    return releases(*federation, method.sampler, with(method, some), iterations)[0];
  };
  const Release published = declared(kMethods[0], 24);  // FA-LD
  for (const Method& method : {kMethods[1], kMethods[2]}) {
    CAPTURE(method.schedule.name);
    const Release release = declared(method, 24);
    CHECK(release.sampling == Sampling::without_replacement);
    CHECK(release.rate == 0.2);
    CHECK(release.own_noise == published.own_noise);
    CHECK(release.count * release.steps == 24);
    // A coin's round may be of any length: the client may be in all of them.
    const bool is_fixed = method.schedule.name == std::string("K");
    CHECK(release.participation == (is_fixed ? 0.5 : 1));
    CHECK(release.steps == (is_fixed ? 4 : 1));
  }
  CHECK(published.participation == 0.5);
}

// So that the exact laws of all_samplers/oracle_test.cpp are those of chains that pay for an eps.
TEST_CASE("where no row is clipped, a private chain is the chain of the paper") {
  const auto federation = quadratic_federation(random_rows(5, 3, {4, 8, 6}, true), 0.3);
  std::vector<Method> methods = kMethods;
  for (const char* sampler : {"vr_fald", "fald_star"}) {
    methods.push_back({sampler, {"K", 4}});
    methods.push_back({sampler, {"p_c", 0.25}});
  }
  for (const Method& method : methods) {
    for (const double rho : {0.0, 0.7}) {
      for (const double temp : {1.0, 0.4}) {
        CAPTURE(method.sampler, method.schedule.name, rho, temp);
        const Options plain = with(method, {{"step", h}, {"rho", rho}, {"temp", temp}});
        Options clipped = plain;
        clipped.push_back({"clip", 1e4});
        // Reference gradients are messages, with noise of their own, in clips.
        if (method.sampler == std::string("vr_fald")) clipped.push_back({"reference_noise", 1e-14});
        const MatrixXd draws = run_sampler(*federation, method.sampler, plain, 60, 8);
        const MatrixXd private_draws = run_sampler(*federation, method.sampler, clipped, 60, 8);
        // That noise is 1e-10 of a gradient; a step adds h of it, sixty times, and rounding.
        CHECK((private_draws - draws).norm() < 1e-6 * draws.norm());
      }
    }
  }
}

TEST_CASE("what is not clipped has no release, and says what is missing") {
  const auto federation = quadratic_federation(random_rows(3, 2, {2, 4}, true), 0.3);
  for (const Method& method : kMethods) {
    CHECK(releases(*federation, method.sampler, with(method, {{"step", 0.02}}), 24).empty());
  }
}

TEST_CASE("a replaced record moves a local step by at most what its noise is measured against") {
  const std::vector<Index> examples = {4, 8};
  const FederationData data = random_rows(2, 3, examples, true);
  for (const char* name : {"fa_ld", "fald", "scaffnew_langevin"}) {
    CAPTURE(name);
    // Without noise, one step of all clients, whose average weighs the first client's by w_1.
    const auto moved_to = [&](FederationData rows, double temp) {
      const auto federation = quadratic_federation(std::move(rows), 0.3);
      return run_sampler(*federation, name, {{"step", h}, {"K", 1}, {"clip", 0.4}, {"temp", temp}},
                         1, 1);
    };
    const MatrixXd before = moved_to(data, 0);
    double largest = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
      FederationData neighbour = data;
      neighbour.points.col(0) = 20 * random_rows(seed, 3, {1}, true).points.col(0);
      largest = std::max(largest, (moved_to(neighbour, 0) - before).norm());
    }
    const auto federation = quadratic_federation(data, 0.3);
    const double weight = name == std::string("fa_ld") ? 1.0 / 3 : 0.5;
    const Release release =
        releases(*federation, name, {{"step", h}, {"K", 1}, {"clip", 0.4}}, 1)[0];
    const double declared = std::sqrt(2 * h / weight) / release.own_noise;
    CHECK(largest / weight <= declared * (1 + 1e-12));
    CHECK(largest / weight > 0.9 * declared);
  }
}

TEST_CASE("SGLD with a clip reveals of a row what FALD does of its only client's") {
  const FederationData data = random_rows(2, 3, {12}, true);
  const auto federation = quadratic_federation(data, 0.3);
  const Options shared{{"step", h}, {"temp", 0.7}, {"clip", 0.4}, {"batch", 3}};
  Options fald = shared;
  fald.push_back({"K", 1});
  const Release of_fald = releases(*federation, "fald", fald, 8)[0];
  const auto plan = releases(*federation, "sgld", shared, 8);
  REQUIRE(plan.size() == 1);
  CHECK(plan[0].own_noise == of_fald.own_noise);
  CHECK(plan[0].rate == 0.25);
  CHECK(plan[0].sampling == Sampling::without_replacement);
  CHECK(plan[0].count * plan[0].steps == 8);
  CHECK(plan[0].relation == Relation::replace_one);
  CHECK_FALSE(plan[0].raises_noise);
  CHECK(releases(*federation, "sgld", {{"step", h}, {"batch", 3}}, 8).empty());
  Options decaying = shared;
  decaying.push_back({"schedule", "decaying"});
  CHECK(releases(*federation, "sgld", decaying, 8).empty());
}

TEST_CASE("a replaced record moves a step of SGLD by at most what its noise is measured against") {
  const FederationData data = random_rows(2, 3, {12}, true);
  const Options options{{"step", h}, {"clip", 0.4}, {"batch", 12}, {"temp", 0.0}};
  const auto moved_to = [&](FederationData rows) {
    return run_sampler(*quadratic_federation(std::move(rows), 0.3), "sgld", options, 1, 1);
  };
  const MatrixXd before = moved_to(data);
  double largest = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    FederationData neighbour = data;
    neighbour.points.col(0) = 20 * random_rows(seed, 3, {1}, true).points.col(0);
    largest = std::max(largest, (moved_to(neighbour) - before).norm());
  }
  const double declared = 2 * 0.4 * h;  // two clips, times the step
  CHECK(largest <= declared * (1 + 1e-12));
  CHECK(largest > 0.9 * declared);
}

TEST_CASE("noise that is too small for a budget is raised to it, and no other") {
  // The variance of the average of two clients after a step from a point, over 3 x 40000 normals:
  // its relative error is beyond 2 percent with probability 1e-6.
  const auto federation = quadratic_federation(random_rows(5, 3, {2, 4}, true), 0.3);
  const double clip = 0.5, temp = 0.8, rho = 0.6, w[] = {1.0 / 3, 2.0 / 3};
  for (const char* name : {"fa_ld", "fald", "scaffnew_langevin"}) {
    for (const double of_first : {0.0, 10.0}) {
      CAPTURE(name, of_first);
      const RaisedNoise mechanism({of_first, 20});
      const MatrixXd end = run_sampler(*federation, name,
                                       {{"step", h},
                                        {"K", 1},
                                        {"temp", temp},
                                        {"rho", rho},
                                        {"clip", clip},
                                        {"weights", "examples"}},
                                       1, MatrixXd::Constant(3, 40000, 0.5), mechanism);
      double expected = 2 * h * temp * rho * rho;  // what clients share
      const double asked[] = {of_first, 20};
      for (const int c : {0, 1}) {
        const double own = 2 * h * temp * (1 - rho * rho) / w[c];
        const double raised = std::pow(asked[c] * 2 * clip * h / w[c], 2);
        CHECK((raised > own) == (asked[c] > 0));  // the case that is meant
        expected += w[c] * w[c] * std::max(own, raised);
      }
      const MatrixXd off = end.colwise() - end.rowwise().mean();
      CHECK(off.squaredNorm() / (3 * 39999) == Approx(expected).epsilon(0.02));
    }
  }
}

// The stationary variance of the server's average of two clients with curvatures 1.2 and 4 and w =
// (1/3, 2/3), whose own noise has these variances per step: a round of K steps is m' = m sum_c w_c
// D_c^K + noise, D_c = 1 - h A_c / w_c, and under a coin K is geometric.
double variance_of_average(const Setting& schedule, double h, double shared,
                           const double (&own)[2]) {
  const double w[] = {1.0 / 3, 2.0 / 3}, D[] = {1 - h * 1.2 * 3, 1 - h * 4 * 1.5};
  const bool is_coin = schedule.name == std::string("p_c");
  double noise = 0, all_noise = 0, squares = 0, power[] = {1, 1}, left = 1;
  for (int K = 1; K <= 2000; ++K) {
    const double together = w[0] * power[0] + w[1] * power[1];
    noise += shared * together * together;
    for (const int c : {0, 1}) {
      noise += w[c] * w[c] * own[c] * power[c] * power[c];
      power[c] *= D[c];
    }
    const double gain = w[0] * power[0] + w[1] * power[1];
    if (!is_coin && K == std::get<std::int64_t>(schedule.value)) return noise / (1 - gain * gain);
    const double probability = is_coin ? left * std::get<double>(schedule.value) : 0;
    left -= probability;
    all_noise += probability * noise;
    squares += probability * gain * gain;
  }
  return all_noise / (1 - squares);
}

TEST_CASE("private chains have their laws, with their noise and with noise that a budget raises") {
  // 1000 chains from the mode, 120 steps of which each contracts variances by .9: the relative
  // error of theirs is sqrt(2 / 1000), and four of these come up in one of twenty with P = 1.3e-3.
  const auto federation = two_curvatures({});
  std::vector<Method> methods = kMethods;
  methods[4] = {"scaffnew_langevin", {"K", 1}};
  methods[3] = {"fald", {"K", 1}};
  const double temp = 0.8, clip = 1000, w[] = {1.0 / 3, 2.0 / 3};
  constexpr Index kChains = 1000;
  for (const Method& method : methods) {
    for (const double rho : {0.0, 0.6}) {
      for (const double asked : {0.0, 0.01}) {
        CAPTURE(method.sampler, method.schedule.name, rho, asked);
        double own[2];
        for (const int c : {0, 1}) {
          const double raised = std::pow(asked * 2 * clip * h / w[c], 2);
          own[c] = std::max(2 * h * temp * (1 - rho * rho) / w[c], raised);
        }
        const double variance =
            variance_of_average(method.schedule, h, 2 * h * temp * rho * rho, own);
        const MatrixXd end =
            run_sampler(*federation, method.sampler,
                        with(method, {{"step", h},
                                      {"temp", temp},
                                      {"rho", rho},
                                      {"clip", clip},
                                      {"weights", "examples"}}),
                        120, MatrixXd::Zero(1, kChains), RaisedNoise({asked, asked}));
        CHECK(std::abs(end.squaredNorm() / kChains / variance - 1) < 4 * std::sqrt(2.0 / kChains));
      }
    }
  }
}

TEST_CASE("where clients are the unit, what their rows make together is clipped") {
  const std::vector<Index> examples = {4, 8};
  const FederationData data = random_rows(2, 3, examples, true);
  const double clip = 0.4;
  for (const char* name : {"fald", "scaffnew_langevin"}) {
    for (const int batch : {8, 2}) {
      CAPTURE(name, batch);
      Options options{{"step", h},   {"K", 1},         {"clip", clip},
                      {"temp", 0.0}, {"batch", batch}, {"unit", "client"}};
      const auto moved = [&](FederationData rows) {
        return run_sampler(*quadratic_federation(std::move(rows), 0.3), name, options, 1,
                           MatrixXd::Zero(3, 1), nothing);
      };
      const MatrixXd before = moved(data);
      // From 0 the prior moves nothing, and rows whose sums are far from 0 are clipped.
      CHECK(before.norm() <= h * 2 * clip * (1 + 1e-12));
      double largest = 0;
      for (unsigned seed = 0; seed < 100; ++seed) {
        FederationData neighbour = data;
        neighbour.points.leftCols(4) = 20 * random_rows(seed, 3, {4}, true).points;
        largest = std::max(largest, (moved(neighbour) - before).norm());
      }
      options[3] = {"temp", 1.0};
      const auto plan = releases(*quadratic_federation(data, 0.3), name, options, 1);
      REQUIRE(plan.size() == 2);
      CHECK(plan[0].unit == Unit::client);
      CHECK(plan[0].sampling == Sampling::none);
      CHECK(plan[0].own_noise == plan[1].own_noise);
      // The server's state moves by the client's weight of what is declared of its own.
      const double declared = std::sqrt(2 * h / 0.5) / plan[0].own_noise;
      CHECK(declared == Approx(2 * clip * h / 0.5));
      CHECK(largest <= 0.5 * declared * (1 + 1e-12));
      CHECK(largest > 0.95 * 0.5 * declared);
    }
  }
  CHECK_THROWS_WITH(
      load_plugin<Sampler>("sampler/fald", {{"K", 1}, {"unit", "client"}, {"weights", "examples"}}),
      Catch::Contains("set weights to uniform"));
}

TEST_CASE("whole clients that no clip shortens make the same chain, prior and all") {
  const auto federation = quadratic_federation(random_rows(5, 3, {4, 8, 6}, true), 0.3);
  const Options plain{{"step", h}, {"K", 4}, {"batch", 3}};
  Options whole = plain;
  whole.insert(whole.end(), {{"clip", 1e4}, {"unit", "client"}});
  const MatrixXd draws = run_sampler(*federation, "fald", plain, 60, 8);
  CHECK((run_sampler(*federation, "fald", whole, 60, 8) - draws).norm() < 1e-9 * draws.norm());
}

TEST_CASE("with control variates a reference gradient is a release of its own") {
  const auto federation = quadratic_federation(random_rows(3, 2, {2, 4}, true), 0.3);
  Options options{{"step", 0.02}, {"temp", 0.8},           {"rho", 0.6},
                  {"clip", 0.5},  {"weights", "examples"}, {"reference_noise", 2.0},
                  {"p_c", 0.25},  {"q_cv", 0.25},          {"renewals", "schedule"}};
  for (const char* name : {"vr_fald", "fald_star"}) {
    CAPTURE(name);
    const auto plan = releases(*federation, name, options, 24);
    REQUIRE(plan.size() == 4);
    CHECK(1 / plan[0].own_noise == Approx(0.2420614591).epsilon(1e-9));
    CHECK(plan[0].count == 24);
    const Release& reference = plan[2];
    CHECK(reference.client == 0);
    CHECK(reference.count == 7);  // the start, and one after every fourth iteration
    CHECK(reference.own_noise == 2);
    CHECK(reference.sampling == Sampling::none);
    CHECK(reference.relation == Relation::replace_one);
  }
  options.back() = {"renewals", "coin"};
  CHECK(releases(*federation, "vr_fald", options, 24).empty());
  options.back() = {"batch", 1};
  CHECK_THROWS_WITH(releases(*federation, "vr_fald", options, 24),
                    Catch::Contains("choose fald_star"));
}

TEST_CASE("as many reference gradients are sent as declared") {
  const auto federation = quadratic_federation(random_rows(3, 2, {2, 4}, true), 0.3);
  const Options options{{"step", 0.02}, {"clip", 0.5},  {"weights", "examples"},
                        {"p_c", 0.25},  {"q_cv", 0.25}, {"renewals", "schedule"}};
  const auto rows_read = [&](Index iterations) {
    run_sampler(*federation, "vr_fald", options, iterations, 1);
    return federation->ledger().gradient_evaluations;
  };
  // Six rows a step, and six a reference.
  CHECK(rows_read(24) == 6 * (24 + 7));
  CHECK(rows_read(23) == 6 * (23 + 6));
}

TEST_CASE("the noise of references cancels in the average of all clients") {
  // Curvatures 1.2 and 4, w = (1/3, 2/3): the stationary variance of the average solves a linear
  // equation of the states, the reference and its noise. With noise of standard deviation 2 in each
  // client's reference gradient it is .16354574 where clients subtract what they sent, and
  // .24631341 where they subtract what they know; without such noise, .16314854. No clip is met.
  const auto federation = two_curvatures({});
  const auto sampler = load_plugin<Sampler>("sampler/vr_fald", {{"step", 0.02},
                                                                {"temp", 0.8},
                                                                {"rho", 0.6},
                                                                {"p_c", 0.25},
                                                                {"q_cv", 0.25},
                                                                {"weights", "examples"},
                                                                {"estimate", "average"},
                                                                {"clip", 1000.0},
                                                                {"reference_noise", 0.001}});
  SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(1, 5000));
  run.advance(100);
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += run.advance(25).squaredNorm();
  // 60000 draws: beyond 2.3 percent with probability 1e-4, were they independent.
  CHECK(sum / 60000 == Approx(0.16354574).epsilon(0.023));
}

}  // namespace private_steps_test
}  // namespace skald::test
