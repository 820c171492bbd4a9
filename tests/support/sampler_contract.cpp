#include "sampler_contract.hpp"

#include <utility>

#include "catch.hpp"

namespace skald::test {

Eigen::MatrixXd contract_starts(Index d, Index chains) {
  Eigen::MatrixXd theta(d, chains);
  for (Index j = 0; j < chains; ++j) theta.col(j).setConstant(0.1 * static_cast<double>(j));
  return theta;
}

void check_sampler_contract(Federation& federation, const std::string& sampler,
                            const std::vector<Setting>& options, Index iterations) {
  const Index d = federation.dimension(), chains = 5;
  const ListeningMechanism nothing;
  const auto object = [&] { return load_plugin<Sampler>("sampler/" + sampler, options); };
  const PhiloxRandom random(11, 2);
  const Eigen::MatrixXd starts = contract_starts(d, chains);

  const auto once = object();
  const Index stride = once->stride();
  REQUIRE(iterations % (2 * stride) == 0);
  SamplerRun whole(federation, *once, random, nothing, starts);
  const Eigen::MatrixXd expected = whole.advance(iterations);
  const Ledger cost = federation.ledger();
  REQUIRE(expected.allFinite());

  for (const auto& [first, count] : {std::pair<Index, Index>{0, 1}, {3, 1}, {1, 3}}) {
    const auto other = object();
    const PhiloxRandom streams(11, 2, first);
    SamplerRun part(federation, *other, streams, nothing, starts.middleCols(first, count));
    CHECK(part.advance(iterations) == expected.middleCols(first, count));
  }

  const auto often = object();
  SamplerRun parts(federation, *often, random, nothing, starts);
  for (Index k = 0; k + stride < iterations; k += stride) parts.advance(stride);
  CHECK(parts.advance(stride) == expected);
  CHECK(federation.ledger().bits_up == cost.bits_up);
  CHECK(federation.ledger().bits_down == cost.bits_down);
  CHECK(static_cast<double>(federation.ledger().rounds) == static_cast<double>(cost.rounds));
  CHECK(federation.ledger().gradient_evaluations == cost.gradient_evaluations);

  const auto first = object(), second = object();
  SamplerRun run(federation, *first, random, nothing, starts);
  run.advance(iterations / 2);
  SamplerRun resumed(federation, *second, random, nothing, Eigen::MatrixXd::Zero(d, chains));
  resumed.take_over(run.state(), iterations / 2);
  CHECK(resumed.advance(iterations / 2) == expected);
}

}  // namespace skald::test
