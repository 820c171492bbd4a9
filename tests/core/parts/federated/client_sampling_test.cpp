// Cohorts enumerated in full: averages are unbiased, participation has the stated probability.
#include "skald/parts/federated/client_sampling.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

namespace {

using Scheme = ClientSampling::Scheme;

// Gives the draws that it was made with, for any stream.
class Script final : public Random {
 public:
  explicit Script(std::vector<double> uniforms) : uniforms_(std::move(uniforms)) {}

  void normal(Stream, std::int64_t, Block) const override {}
  void add_normal(Stream, std::int64_t, double, Block) const override {}
  void uniform(Stream, std::int64_t, Block out) const override {
    for (Index i = 0; i < out.rows; ++i) out.data[i] = uniforms_.at(static_cast<std::size_t>(i));
  }
  void bits(Stream, std::int64_t, Index, std::span<std::uint64_t> out) const override {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<std::uint64_t>(std::ldexp(uniforms_.at(i), 64));
    }
  }

 private:
  std::vector<double> uniforms_;
};

const std::vector<double> weights = {1, 4, 2, 3};
const std::vector<double> moves = {-3, 1, 7, 2};

struct Expectation {
  double probability = 0, average = 0, square = 0;
  std::vector<double> participation = std::vector<double>(4);

  void add(ClientSampling& sampling, double chance, const std::vector<double>& uniforms) {
    double sum = 0, factors = 0;
    for (const std::int32_t c : sampling.draw(Script(uniforms), 0, 0)) {
      const auto at = static_cast<std::size_t>(c);
      sum += sampling.factor(c) * moves[at];
      factors += sampling.factor(c);
      participation[at] += chance;
    }
    const double round = sum == 0 ? 0 : sum / sampling.divisor(factors);
    probability += chance;
    average += chance * round;
    square += chance * round * round;
  }
};

// Over all outcomes of S = 2 draws of N = 4 clients.
Expectation enumerate(Scheme scheme) {
  ClientSampling sampling(scheme, 2, weights);
  Expectation out;
  if (scheme == Scheme::poisson) {
    for (int subset = 0; subset < 16; ++subset) {
      std::vector<double> uniforms;
      for (int c = 0; c < 4; ++c) uniforms.push_back((subset >> c) % 2 == 1 ? 0.25 : 0.75);
      out.add(sampling, 1.0 / 16, uniforms);
    }
    return out;
  }
  // Tenths of [0, 1), of which client c has w_c; or the i-th of those that are left.
  const bool by_weight = scheme == Scheme::with_replacement;
  const int first = by_weight ? 10 : 4, second = by_weight ? 10 : 3;
  for (int a = 0; a < first; ++a) {
    for (int b = 0; b < second; ++b) {
      out.add(sampling, 1.0 / (first * second), {(a + 0.5) / first, (b + 0.5) / second});
    }
  }
  return out;
}

}  // namespace

TEST_CASE("the average over a random cohort is that over all clients, in expectation") {
  double full = 0;
  for (std::size_t c = 0; c < 4; ++c) full += weights[c] / 10 * moves[c];
  for (const Scheme scheme :
       {Scheme::without_replacement, Scheme::with_replacement, Scheme::poisson}) {
    const Expectation found = enumerate(scheme);
    CHECK(found.probability == Approx(1));
    CHECK(found.average == Approx(full).epsilon(1e-13));
    CHECK(found.square > full * full + 1);
    const ClientSampling sampling(scheme, 2, weights);
    for (Index c = 0; c < 4; ++c) {
      CHECK(found.participation[static_cast<std::size_t>(c)] == Approx(sampling.rate(c)));
    }
  }
}

TEST_CASE("FedAvg's ratio of sums is biased where weights differ, and exact over all clients") {
  const Expectation found = enumerate(Scheme::cohort);
  CHECK(std::abs(found.average - 2.1) > 0.01);
  ClientSampling all(Scheme::cohort, std::nullopt, weights);
  CHECK(all.draw(Script({}), 0, 0).size() == 4);
  CHECK(all.divisor(10) == 10);
}

TEST_CASE("a client that is drawn twice counts twice and works once") {
  ClientSampling sampling(Scheme::with_replacement, 3, weights);
  const auto cohort = sampling.draw(Script({0.2, 0.95, 0.49}), 0, 0);
  REQUIRE(cohort.size() == 2);
  CHECK(cohort[0] == 1);
  CHECK(cohort[1] == 3);
  CHECK(sampling.factor(1) == 2);
  CHECK(sampling.factor(3) == 1);
  CHECK(sampling.divisor(3) == 3);
  CHECK_NOTHROW(ClientSampling(Scheme::with_replacement, 9, weights));
}

TEST_CASE("more distinct clients than there are cannot be drawn") {
  for (const Scheme scheme : {Scheme::cohort, Scheme::without_replacement, Scheme::poisson}) {
    CHECK_THROWS_WITH(ClientSampling(scheme, 5, weights),
                      Catch::Contains("more than the number of clients (4)"));
  }
}

TEST_CASE("draws with replacement are those of a walk along the clients' intervals") {
  std::vector<double> sizes;
  for (int c = 0; c < 500; ++c) sizes.push_back(1 + c * 7919 % 23);
  const random::PhiloxRandom streams(3, 0);
  const Index S = 40;
  ClientSampling sampling(Scheme::with_replacement, S, sizes);
  const double total = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  for (std::int64_t k = 0; k < 200; ++k) {
    Eigen::MatrixXd uniforms(S, 1);
    streams.uniform({Role::participation, -1, 1}, k, view(uniforms));
    std::map<std::int32_t, double> times;
    for (Index i = 0; i < S; ++i) {
      double u = uniforms(i) * total;
      std::size_t c = 0;
      while (c + 1 < sizes.size() && u >= sizes[c]) u -= sizes[c++];
      ++times[static_cast<std::int32_t>(c)];
    }
    const auto cohort = sampling.draw(streams, k, 1);
    REQUIRE(cohort.size() == times.size());
    auto place = cohort.begin();
    for (const auto& [client, count] : times) {
      CHECK(*place++ == client);
      CHECK(sampling.factor(client) == count);
    }
  }
}
