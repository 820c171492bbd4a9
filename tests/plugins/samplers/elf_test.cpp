// ELF against the lines of its algorithm, its law against numbers of an independent solution, and
// the delay by which error feedback widens it.
#include "all_samplers/shipped_sampler.hpp"
#include "compressed_reference.hpp"
#include "test.hpp"

namespace elf_test {

namespace {

const Compression whole = [](std::int64_t, Index, Index, VectorXd v) { return v; };

// The draw after `iterations`, in the order of the paper: what clients and server hold at first is
// theta and their gradients at it.
VectorXd by_its_lines(const Chain& chain, VectorXd theta, std::int64_t iterations,
                      const Compression& down, const Compression& up) {
  const Index N = chain.clients();
  VectorXd w = theta;
  std::vector<VectorXd> g;
  for (Index c = 0; c < N; ++c) g.push_back(chain.gradient(c, w));
  for (std::int64_t k = 0; k < iterations; ++k) {
    VectorXd G = VectorXd::Zero(theta.size());
    for (const VectorXd& own : g) G += own;
    theta = chain.moved(k, theta, G);
    w += down(k + 1, -1, chain.number, theta - w);
    for (Index c = 0; c < N; ++c) {
      VectorXd& own = g[static_cast<std::size_t>(c)];
      own += up(k + 1, c, chain.number, chain.gradient(c, w) - own);
    }
  }
  return theta;
}

std::vector<Setting> on_the_oracle(const char* direction, double keep, double step = .04) {
  return {{"step", step},
          {"temp", .7},
          {"direction", direction},
          {"compressor", "sparsifier"},
          {"keep", keep}};
}

}  // namespace

TEST_CASE("ELF: the draws of its lines, with masks and with the largest coordinate") {
  const auto federation = four_unlike_clients();
  const std::string direction = GENERATE("up", "down", "both");
  const std::string compressor = GENERATE("sparsifier", "top_k");
  const Compression C = compressor == "top_k" ? largest() : mask(.4, 1);
  MatrixXd start(3, 2);
  start << 1, -2, .5, 0, -1, 3;
  const MatrixXd found = run_sampler(*federation, "elf",
                                     {{"step", .04},
                                      {"temp", .7},
                                      {"direction", direction},
                                      {"compressor", compressor},
                                      {"keep", .4}},
                                     40, start);
  for (Index j = 0; j < 2; ++j) {
    const VectorXd expected =
        by_its_lines({*federation, j, .04, .7}, start.col(j), 40, direction == "up" ? whole : C,
                     direction == "down" ? whole : C);
    CAPTURE(direction, compressor, j);
    CHECK((found.col(j) - expected).norm() < 1e-12);
  }
}

TEST_CASE("the law of ELF is that of an independent solution") {
  check_covariance(
      exact_law("elf", on_the_oracle("up", .5)),
      {.1691537481, -.0066770090, .0031175165, .1720387439, -.0083545858, .1998454404});
  check_covariance(
      exact_law("elf", on_the_oracle("down", .5)),
      {.1855006500, -.0053326795, .0026790211, .1874157066, -.0070608740, .2107943657});
  check_covariance(
      exact_law("elf", on_the_oracle("both", .5)),
      {.2294438699, -.0050848193, .0026243868, .2318030374, -.0068424564, .2507481002});
  for (const char* direction : {"up", "down", "both"}) {
    check_covariance(
        exact_law("elf", on_the_oracle(direction, 1)),
        {.1369182375, -.0064265884, .0030241081, .1393853485, -.0080975795, .1681945614});
  }
}

// A potential f U at the step h / f has the law of U at h, narrower by f.
TEST_CASE("laws with memories of gradients are found whatever the size of gradients") {
  const double factor = GENERATE(1e-4, 1e4);
  const std::string name = GENERATE("elf", "qlsd_pp");
  const std::vector<Setting> masked{{"compressor", "sparsifier"}, {"keep", .5}, {"temp", .7}};
  const auto expected = stated_law(name, with(masked, {{"step", .04}}));
  const auto found = stated_law(name, with(masked, {{"step", .04 / factor}}), factor);
  REQUIRE((expected && found));
  REQUIRE((expected->moments && found->moments));
  CHECK((factor * found->moments->covariance - expected->moments->covariance).norm() < 1e-9);
}

// The covariance is T / curvature + h T (1/2 + sum of (1 - q) / q) + O(h^2).
TEST_CASE("a coordinate kept with probability q is (1 - q) / q iterations late") {
  const double step = 1e-4, temp = .7, keep = GENERATE(.25, .5, .8);
  const MatrixXd target = four_unlike_clients()->gaussian().covariance(temp);
  const auto excess = [&](const char* direction, double q) {
    const auto law = exact_law("elf", on_the_oracle(direction, q, step));
    REQUIRE(law.moments);
    return MatrixXd((law.moments->covariance - target) / (step * temp));
  };
  const MatrixXd ula = excess("up", 1);
  const MatrixXd one = MatrixXd::Identity(3, 3);
  CHECK((ula - one / 2).norm() < 1e-3);
  // O(h^2) is about h times curvatures of 7 times squares of the delays.
  const double delay = (1 - keep) / keep;
  for (const char* direction : {"up", "down"}) {
    CHECK((excess(direction, keep) - ula - delay * one).norm() < .02);
  }
  CHECK((excess("both", keep) - ula - 2 * delay * one).norm() < .06);
}

TEST_CASE("ELF states no law where compression looks at the message or couples coordinates") {
  for (const char* compressor : {"top_k", "random_k", "sign"}) {
    CHECK_FALSE(stated_law("elf", {{"compressor", compressor}}));
  }
  CHECK(stated_law("elf", {{"compressor", "none"}}));
}

TEST_CASE("ELF offers no compressor that lengthens, no cohorts and no mechanism") {
  const PluginDescriptor& elf = plugin_descriptor("sampler/elf");
  for (const OptionInfo& option : std::span(elf.options, elf.option_count)) {
    CAPTURE(option.name);
    CHECK(std::string(option.name) != "S");
    CHECK(std::string(option.choices).find("qsgd") == std::string::npos);
  }
  const auto federation = four_unlike_clients();
  CHECK(releases(*federation, "elf", {}, 10).empty());
}

namespace {

using namespace ledger_terms;

// One of two coordinates in each message after the first; a bit per coordinate says which.
const double kHalf = F + (T - 1) * (32 + 1);
const double kWhole = T * F;
Cost messages(double up, double down) { return {C * T, C * N * up, C * N * down, C * T * n}; }

const ShippedSampler elf =
    ShippedSampler("elf")
        .conforms({})
        .conforms({{"direction", "down"}, {"compressor", "sparsifier"}, {"keep", .7}})
        .conforms({{"direction", "both"}, {"compressor", "random_k"}})
        .conforms({{"compressor", "sign"}})
        .costs({{"keep", .5}}, [](const Seen&) { return messages(kHalf, kWhole); })
        .costs({{"keep", .5}, {"direction", "down"}},
               [](const Seen&) { return messages(kWhole, kHalf); })
        .costs({{"keep", .5}, {"direction", "both"}},
               [](const Seen&) { return messages(kHalf, kHalf); })
        // The server's masks say how long what every client receives is.
        .costs({{"direction", "down"}, {"compressor", "sparsifier"}, {"keep", .7}},
               [](const Seen& seen) {
                 Cost cost = messages(kWhole, F);
                 cost.bits_down += N * 32 * seen.coins;
                 return cost;
               },
               {.role = Role::quantiser, .bound = .7});

}  // namespace

}  // namespace elf_test
