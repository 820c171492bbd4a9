// Langevin-MARINA against the lines of its algorithm, and its law against numbers of an independent
// solution.
#include "all_samplers/shipped_sampler.hpp"
#include "compressed_reference.hpp"
#include "test.hpp"

namespace marina_langevin_test {

namespace {

const std::string kName = "marina_langevin";

// The draw after `iterations`, in the order of the paper, with the coins that the sampler tosses.
VectorXd by_its_lines(const Chain& chain, VectorXd theta, std::int64_t iterations, double p_full,
                      const Compression& C) {
  const auto whole = [&](const VectorXd& at) {
    VectorXd sum = VectorXd::Zero(at.size());
    for (Index c = 0; c < chain.clients(); ++c) sum += chain.gradient(c, at);
    return sum;
  };
  VectorXd G = whole(theta);
  for (std::int64_t k = 0; k < iterations; ++k) {
    const VectorXd last = theta;
    theta = chain.moved(k, theta, G);
    MatrixXd coin(1, 1);
    random_streams.uniform({Role::communication, -1, chain.number}, k + 1, view(coin));
    if (coin(0, 0) < p_full) {
      G = whole(theta);
      continue;
    }
    for (Index c = 0; c < chain.clients(); ++c) {
      G += C(k + 1, c, chain.number, chain.gradient(c, theta) - chain.gradient(c, last));
    }
  }
  return theta;
}

std::vector<Setting> on_the_oracle(double p_full, double keep, double step = .04) {
  return {{"step", step},
          {"temp", .7},
          {"p_full", p_full},
          {"compressor", "sparsifier"},
          {"keep", keep}};
}

}  // namespace

TEST_CASE("Langevin-MARINA: the draws of its lines") {
  const auto federation = four_unlike_clients();
  MatrixXd start(3, 2);
  start << 1, -2, .5, 0, -1, 3;
  const double p_full = GENERATE(.2, .6);
  const MatrixXd found = run_sampler(*federation, kName, on_the_oracle(p_full, .5), 40, start);
  for (Index j = 0; j < 2; ++j) {
    const VectorXd expected =
        by_its_lines({*federation, j, .04, .7}, start.col(j), 40, p_full, mask(.5, 2));
    CHECK((found.col(j) - expected).norm() < 1e-12);
  }
}

TEST_CASE("the probability of whole gradients is 1 / (omega_q + 1) if it is left out") {
  const auto federation = four_unlike_clients();
  const std::vector<Setting> options{{"step", .02}, {"compressor", "sparsifier"}, {"keep", .3}};
  CHECK(run_sampler(*federation, kName, options, 30) ==
        run_sampler(*federation, kName, with(options, {{"p_full", .3}}), 30));
}

TEST_CASE("the law of Langevin-MARINA is that of an independent solution") {
  check_covariance(
      exact_law(kName, on_the_oracle(.3, .5)),
      {.1557117351, -.0078071358, .0035626862, .1597947897, -.0095527971, .1852874367});
  for (const auto& identity : {on_the_oracle(1, .5), on_the_oracle(.3, 1)}) {
    check_covariance(exact_law(kName, identity), {.1369182375, -.0064265884, .0030241081,
                                                  .1393853485, -.0080975795, .1681945614});
  }
}

TEST_CASE("compressed changes widen the law of Langevin-MARINA by O(h^2)") {
  const double temp = .7;
  const MatrixXd target = four_unlike_clients()->gaussian().covariance(temp);
  const auto excess = [&](double step) {
    const auto law = exact_law(kName, on_the_oracle(.3, .5, step));
    REQUIRE(law.moments);
    return (MatrixXd(law.moments->covariance - target) / (step * temp) -
            MatrixXd::Identity(3, 3) / 2)
        .norm();
  };
  const double coarse = excess(2e-4), fine = excess(1e-4);
  CHECK(fine < .01);
  CHECK(coarse / fine == Approx(2).epsilon(.02));
}

TEST_CASE("Langevin-MARINA offers no biased compressor, no cohorts and no mechanism") {
  const PluginDescriptor& marina = plugin_descriptor("sampler/" + kName);
  for (const OptionInfo& option : std::span(marina.options, marina.option_count)) {
    CAPTURE(option.name);
    CHECK(std::string(option.name) != "S");
    CHECK(std::string(option.name) != "error_feedback");
    CHECK(std::string(option.choices).find("top_k") == std::string::npos);
    CHECK(std::string(option.choices).find("sign") == std::string::npos);
  }
  CHECK(releases(*four_unlike_clients(), kName, {}, 10).empty());
}

namespace {

using namespace ledger_terms;

// Whole gradients in the first iteration and where a coin says so, which is common to the clients
// of a chain.
Cost changes(double whole_rounds, double bits) {
  return {C * T, N * (whole_rounds * F + (C * T - whole_rounds) * bits), C * T * N * F, C * T * n};
}

const ShippedSampler marina =
    ShippedSampler(kName)
        .conforms({})
        .conforms({{"compressor", "sparsifier"}, {"keep", .6}, {"p_full", .3}})
        .conforms({{"compressor", "random_k"}})
        .costs({{"p_full", .3}, {"levels", 4}},
               [](const Seen& seen) { return changes(C + seen.coins, quantised(4)); },
               {.bound = .3})
        .costs({{"p_full", .3}, {"compressor", "random_k"}, {"keep", .5}},
               [](const Seen& seen) { return changes(C + seen.coins, 32); }, {.bound = .3});

}  // namespace

}  // namespace marina_langevin_test
