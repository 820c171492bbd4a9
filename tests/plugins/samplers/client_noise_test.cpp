// QLSD and QLSD++ whose clients draw the chain's noise, as private releases.
#include "exact_law.hpp"
#include "raised_noise.hpp"
#include "run_sampler.hpp"
#include "test.hpp"
#include "two_curvatures.hpp"

namespace skald::test {
namespace client_noise_test {

using Options = std::vector<Setting>;

// Slopes -.2 and -.4 at zero; each row's gradient there is at most .5 long.
std::unique_ptr<Federation> two_clients() {
  return two_curvatures({0.5 / 0.6, -0.3 / 0.6, 0.2, 0.1, -0.4, 0.5});
}

Options chain(const Options& more) {
  Options all{{"step", 0.02}, {"temp", 0.8}, {"noise_by", "clients"}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}
const Options kWhole{{"compressor", "none"}, {"clip", 0.5}};
const Options kMasked{{"compressor", "sparsifier"}, {"keep", 0.5}, {"clip", 0.5}};

TEST_CASE("a client's message is a release of what a row moves it over its noise") {
  // With v = 2 T / (h N (1 + omega)) = 40 / (1 + omega): mu = 2 C / sqrt(v), C = .5.
  const auto federation = two_clients();
  for (const char* name : {"qlsd", "qlsd_pp"}) {
    CAPTURE(name);
    for (const auto& [options, v] : {std::pair{kWhole, 40.}, std::pair{kMasked, 20.}}) {
      const auto plan = releases(*federation, name, chain(options), 24);
      REQUIRE(plan.size() == 2);
      for (const Release& release : plan) {
        CHECK(release.own_noise == Approx(std::sqrt(v)).epsilon(1e-12));
        CHECK(release.count * release.steps == 24);
        CHECK(release.participation == 1);
        CHECK(release.sampling == Sampling::none);
        CHECK(release.relation == Relation::replace_one);
        CHECK(release.raises_noise);
      }
    }
  }
}

TEST_CASE("with everybody and one step a round, clients of equal weight pay what FA-LD's do") {
  const auto federation = two_clients();
  const Release fa_ld = releases(*federation, "fa_ld",
                                 {{"K", 1},
                                  {"step", 0.02},
                                  {"temp", 0.8},
                                  {"clip", 0.5},
                                  {"rho", 0.0},
                                  {"weights", "uniform"}},
                                 24)[0];
  const Release qlsd = releases(*federation, "qlsd", chain(kWhole), 24)[0];
  CHECK(qlsd.own_noise == Approx(fa_ld.own_noise).epsilon(1e-14));
  CHECK(qlsd.count * qlsd.steps == fa_ld.count * fa_ld.steps);
}

TEST_CASE("fewer clients an iteration draw less noise each, and are a cohort to an observer") {
  const auto federation = two_clients();
  Options one = kWhole;
  one.emplace_back("S", 1);
  const Release release = releases(*federation, "qlsd", chain(one), 24)[0];
  CHECK(release.own_noise == Approx(std::sqrt(20.)).epsilon(1e-12));
  CHECK(release.participation == 0.5);
  CHECK(release.has_fixed_cohorts);
  // What is remembered of a client shows later that it took part.
  CHECK(releases(*federation, "qlsd_pp", chain(one), 24)[0].participation == 1);
  one.emplace_back("alpha", 0.0);
  CHECK(releases(*federation, "qlsd_pp", chain(one), 24)[0].participation == 0.5);
  const Options owed{{"compressor", "top_k"}, {"error_feedback", true}, {"clip", 0.5}, {"S", 1}};
  CHECK(releases(*federation, "qlsd", chain(owed), 24)[0].participation == 1);
}

TEST_CASE("clients that draw no noise or clip nothing release nothing, and minibatches need QLSD") {
  const auto federation = two_clients();
  for (const char* name : {"qlsd", "qlsd_pp"}) {
    CHECK(releases(*federation, name, {{"step", 0.02}}, 24).empty());
    CHECK(releases(*federation, name, chain({{"compressor", "none"}}), 24).empty());
  }
  Options batches = kWhole;
  batches.emplace_back("batch", 1);
  CHECK(releases(*federation, "qlsd", chain(batches), 24)[1].rate == 0.25);
  CHECK_THROWS_WITH(releases(*federation, "qlsd_pp", chain(batches), 24),
                    Catch::Contains("choose qlsd"));
}

TEST_CASE("the law of a chain whose clients draw its noise is that of an independent solution") {
  // The stationary variance solves v (1 - (1 - 5.2 h)^2 - h^2 omega (1.2^2 + 4^2)) = 2 h T +
  // h^2 omega sum_c (A_c x - b_c)^2, x = 0.6 / 5.2 the mode.
  const auto federation = two_clients();
  Options whole = kWhole, masked = kMasked;
  whole.back() = masked.back() = {"clip", 1e6};  // not met
  whole.pop_back();
  masked.pop_back();
  const auto variance = [&](const char* name, const Options& options) {
    return exact_law(*federation, name, chain(options)).moments->covariance(0, 0);
  };
  Options forgetful = masked;
  forgetful.emplace_back("alpha", 0.0);
  for (const char* name : {"qlsd", "qlsd_pp"})
    CHECK(variance(name, whole) == Approx(0.1622849724).epsilon(1e-9));
  CHECK(variance("qlsd", masked) == Approx(0.1682528053).epsilon(1e-9));
  CHECK(variance("qlsd_pp", forgetful) == Approx(0.1682528053).epsilon(1e-9));
}

TEST_CASE("simulated chains have the variance of their laws, whoever draws the noise") {
  // 40000 independent chains: a variance is off by 2.5 percent with probability 4e-4, of normal
  // ones; of masked ones, whose tails are heavier, by 3.
  const auto federation = two_clients();
  for (const char* name : {"qlsd", "qlsd_pp"}) {
    for (const char* compressor : {"none", "sparsifier"}) {
      CAPTURE(name, compressor);
      const Options options = chain({{"compressor", compressor}});
      const double exact = exact_law(*federation, name, options).moments->covariance(0, 0);
      const MatrixXd end =
          run_sampler(*federation, name, options, 120, MatrixXd::Constant(1, 40000, 0.6 / 5.2));
      const double mean = end.mean();
      CHECK((end.array() - mean).square().mean() == Approx(exact).epsilon(0.03));
    }
  }
}

TEST_CASE("noise that is too small for a budget is raised in the message") {
  // A step from a point: h^2 times the sum of the messages' variances. 60000 normals: 2.5 percent
  // off with probability 1e-5.
  const auto federation = two_clients();
  const double z[] = {20, 0};
  for (const char* name : {"qlsd", "qlsd_pp"}) {
    CAPTURE(name);
    const RaisedNoise mechanism({z[0], z[1]});
    const MatrixXd end = run_sampler(*federation, name, chain(kWhole), 1,
                                     MatrixXd::Constant(1, 60000, 0.5), mechanism);
    const double own = 40, raised = std::pow(z[0] * 2 * 0.5, 2);
    CHECK(raised > own);
    const double expected = 0.02 * 0.02 * (raised + own);
    CHECK((end.array() - end.mean()).square().mean() == Approx(expected).epsilon(0.025));
  }
}

TEST_CASE("another row moves a message by what its release says") {
  // At temperature 0, from one theta: the server's step is h times the sum of the messages.
  const std::vector<Index> examples = {3, 5};
  const FederationData data = random_rows(4, 2, examples, true);
  for (const char* name : {"qlsd", "qlsd_pp"}) {
    CAPTURE(name);
    const Options options{
        {"step", h}, {"temp", 0.0}, {"noise_by", "clients"}, {"clip", 0.4}, {"compressor", "none"}};
    const auto end = [&](FederationData rows) {
      return run_sampler(*quadratic_federation(std::move(rows), 0.3), name, options, 1, 1);
    };
    const MatrixXd before = end(data);
    double largest = 0;
    for (unsigned seed = 0; seed < 100; ++seed) {
      FederationData neighbour = data;
      neighbour.points.col(0) = 20 * random_rows(seed, 2, {1}, true).points.col(0);
      largest = std::max(largest, (end(neighbour) - before).norm() / h);
    }
    CHECK(largest <= 0.8 * (1 + 1e-9));
    CHECK(largest > 0.7);
  }
}

}  // namespace client_noise_test
}  // namespace skald::test
