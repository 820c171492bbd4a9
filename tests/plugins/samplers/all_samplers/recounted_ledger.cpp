#include "all_samplers/recounted_ledger.hpp"

#include <algorithm>

#include "conformance/reference_problem.hpp"
#include "conformance/sampler_checks.hpp"
#include "conformance/sampler_run.hpp"
#include "random/philox_random.hpp"
#include "skald/parts/federated/client_visits.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "test.hpp"

namespace skald::test {
namespace {

using ledger_terms::Asked;
using ledger_terms::Cost;
using ledger_terms::Seen;

random::PhiloxRandom streams_of_recounts() { return random::PhiloxRandom(31, 0); }

// Forwards to a problem and counts the gradients that it is asked for.
class RecordingProblem final : public Problem {
 public:
  explicit RecordingProblem(Problem& problem) : problem_(problem) {}

  Asked asked() const { return asked_; }

  Index dimension() const override { return problem_.dimension(); }
  Index clients() const override { return problem_.clients(); }
  Index examples(Index client) const override { return problem_.examples(client); }
  double weight(Index client) const override { return problem_.weight(client); }
  void gradient(Index client, ConstBlock theta, Block out) override {
    note(examples(client), theta.cols);
    problem_.gradient(client, theta, out);
  }
  void gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override {
    note(batch.count, theta.cols);
    problem_.gradient(client, batch, theta, out);
  }
  void risk_gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override {
    note(batch.count, theta.cols);
    problem_.risk_gradient(client, batch, theta, out);
  }
  void clipped_risk_gradient(Index client, const Rows& batch, double clip, double batch_size,
                             ConstBlock theta, Block out) override {
    note(batch.count, theta.cols);
    problem_.clipped_risk_gradient(client, batch, clip, batch_size, theta, out);
  }
  void potential(Index client, ConstBlock theta, std::span<double> out) const override {
    problem_.potential(client, theta, out);
  }
  Rows rows(Index client) const override { return problem_.rows(client); }
  double prior_share(Index client) const override { return problem_.prior_share(client); }
  const void* model_extension(const char* id) const override {
    return problem_.model_extension(id);
  }

 private:
  void note(Index rows, Index chains) {
    asked_.gradients += static_cast<double>(rows * chains);
    asked_.calls += static_cast<double>(chains);
  }

  Problem& problem_;
  Asked asked_;
};

// Forwards to a run's streams and counts, over all chains, the uniforms of a role below a bound.
class RecordingRandom final : public Random {
 public:
  RecordingRandom(const Random& random, Role role, double bound)
      : random_(random), role_(role), bound_(bound) {}

  double below() const { return below_; }

  void normal(Stream stream, std::int64_t iteration, Block out) const override {
    random_.normal(stream, iteration, out);
  }
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override {
    random_.add_normal(stream, iteration, scale, inout);
  }
  void uniform(Stream stream, std::int64_t iteration, Block out) const override {
    random_.uniform(stream, iteration, out);
    if (stream.role != role_) return;
    below_ += static_cast<double>((out.matrix().array() < bound_).count());
  }
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override {
    random_.bits(stream, iteration, chain, out);
  }

 private:
  const Random& random_;
  Role role_;
  double bound_;
  mutable double below_ = 0;
};

Seen run(const std::string& name, const LedgerCase& given, Problem& problem, Ledger& ledger) {
  RecordingProblem asked(problem);
  const random::PhiloxRandom streams = streams_of_recounts();
  const RecordingRandom random(streams, given.run.role, given.run.bound);
  const problem::NoNoise nothing;
  conformance::LastRecords recorder;
  Context context{asked, random, nothing, ledger, recorder};
  const auto sampler = load_plugin<Sampler>("sampler/" + name, given.options);
  Eigen::MatrixXd theta = conformance::different_starts(static_cast<Index>(ledger_terms::d),
                                                        static_cast<Index>(ledger_terms::C));
  sampler->start(context, view(theta));
  const Asked start = asked.asked();
  sampler->advance(context, static_cast<Index>(given.run.iterations), view(theta));
  const Asked all = asked.asked();
  return {start, {all.gradients - start.gradients, all.calls - start.calls}, random.below()};
}

}  // namespace

double ledger_terms::absent(Index S, Index K) {
  const random::PhiloxRandom streams = streams_of_recounts();
  Participation participation(static_cast<Index>(N), S);
  double count = 0;
  for (Index chain = 0; chain < static_cast<Index>(C); ++chain) {
    std::vector<std::int32_t> before;
    for (Index k = 0; k < static_cast<Index>(T); k += K) {
      const auto cohort = participation.draw(streams, k, chain);
      for (const std::int32_t c : cohort)
        count += k > 0 && !std::binary_search(before.begin(), before.end(), c) ? 1 : 0;
      before.assign(cohort.begin(), cohort.end());
    }
  }
  return count;
}

double ledger_terms::hand_overs(Index K) {
  const random::PhiloxRandom streams = streams_of_recounts();
  const auto chains = static_cast<Index>(C);
  ClientVisits visits(std::vector<double>(static_cast<std::size_t>(N), 1 / N), K, chains);
  double count = 0;
  for (Index k = 0; k < static_cast<Index>(T); k += K) {
    std::vector<Index> from;
    visits.find(streams, k);
    for (Index j = 0; j < chains; ++j) from.push_back(visits.client(j));
    visits.find(streams, k + K);
    for (Index j = 0; j < chains; ++j)
      count += visits.client(j) != from[static_cast<std::size_t>(j)] ? 1 : 0;
  }
  return count;
}

double ledger_terms::renewals_after_averages(Index K, double q) {
  const random::PhiloxRandom streams = streams_of_recounts();
  Coins coins({Role::reference}, q, static_cast<Index>(C));
  double count = 0;
  for (Index k = 0; k < static_cast<Index>(T); k += K)
    count += static_cast<double>(coins.toss(streams, k));
  return count;
}

void recount(const std::string& sampler, const LedgerCase& given) {
  const auto reference = conformance::unequal_clients();
  Ledger& ledger = reference->ledger();
  const Seen seen = run(sampler, given, reference->problem(), ledger);
  const Cost expected = given.cost(seen);
  CHECK(static_cast<double>(ledger.rounds) == expected.rounds);
  CHECK(ledger.bits_up == Approx(expected.bits_up).epsilon(1e-12));
  CHECK(ledger.bits_down == Approx(expected.bits_down).epsilon(1e-12));
  CHECK(ledger.gradient_evaluations == expected.gradients);
  // Nothing is charged that was not asked for, except for what serves all chains.
  const bool serves_all = seen.start.calls > 0 &&
                          ledger.gradient_evaluations > seen.start.gradients + seen.later.gradients;
  const double start = seen.start.gradients * (serves_all ? ledger_terms::C : 1);
  CHECK(ledger.gradient_evaluations == start + seen.later.gradients);
}

}  // namespace skald::test
