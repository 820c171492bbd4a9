// The rounds of federated optimisation: cohorts, the average of their moves, the server, costs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skald/extensions/upcoming_rows.hpp"
#include "skald/parts/compiled.hpp"
#include "skald/parts/federated/bill.hpp"
#include "skald/parts/federated/client_sampling.hpp"
#include "skald/parts/federated/local_work.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/server_optimiser.hpp"
#include "skald/parts/federated/timed/timed_cohorts.hpp"
#include "skald/sampler.hpp"

namespace skald {

// One round of one chain.
struct Round {
  Context& context;
  std::int64_t k;  // its first iteration
  Index chain;
  std::span<const std::int32_t> cohort;     // in increasing order
  ConstBlock server;                        // theta as the cohort receives it, d x 1
  std::span<const std::int64_t> work = {};  // iterations of each client; empty: all of the round

  // Iterations of the round that the client makes, where a whole round has `all`.
  std::int64_t work_of(Index client, std::int64_t all) const {
    if (work.empty()) return all;
    const auto place = std::lower_bound(cohort.begin(), cohort.end(), client) - cohort.begin();
    return work[static_cast<std::size_t>(place)];
  }
};

// A client of a round, and the working memory that it uses.
struct Participant {
  const Round& round;
  Index client;
  Index slot;  // see Threads
};

// Some of a cohort may be stragglers (local_work.hpp): a cohort consists of those that report. With
// a clock of the clients (Context::clients), who takes part is whoever has reported when the
// round closes (timed/timed_cohorts.hpp).
class Rounds {
 public:
  // Throws std::invalid_argument for stragglers that the scheme cannot drop.
  Rounds(const OptimiserOptions& options, ClientSampling::Scheme scheme);
  explicit Rounds(const OptimiserOptions& options);

  // Throws std::invalid_argument if there are more participants than clients, if all of them are
  // stragglers to be dropped, or if the clock does not leave it to the sampler who takes part, but
  // the scheme needs that.
  void start(const Context& context, Block theta, const Messages& messages);
  bool takes_everyone(const Context& context) const {
    return everyone_takes_part(context, options_);
  }
  Index stride() const { return options_.round_length(); }
  double communication_rate() const { return 1.0 / static_cast<double>(stride()); }
  ClientSampling::Scheme scheme() const { return scheme_; }
  // How the clients of a problem are drawn; it need not be the problem of start().
  ClientSampling sampling(const Problem& problem) const;

  // Calls run(round) for every round of every chain during that many iterations; run() must add()
  // the moves of its cohort, in the order of the clients. Leaves the server's state in theta.
  template <class Run>
  void advance(Context& context, Index iterations, Block theta, Run&& run) {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += options_.round_length()) {
      for (Index j = 0; j < server_.cols(); ++j) {
        const auto cohort = open(context, k, j);
        if (cohort.empty() && averages_over_cohort()) continue;  // nobody reports
        run(Round{context, k, j, cohort, view(server_).columns(j, 1), stragglers_.work()});
        close(j);
      }
    }
    theta.matrix() = server_;
  }
  // The clients of the cohort side by side: work(participant) for each, then take(participant) for
  // one after another, in their order.
  template <class Work, class Take>
  void for_each_client(const Round& round, Work&& work, Take&& take) const {
    const auto participant = [&round](Index i, Index slot) {
      return Participant{round, round.cohort[static_cast<std::size_t>(i)], slot};
    };
    round.context.parallel(
        static_cast<Index>(round.cohort.size()),
        [&](Index i, Index slot) {
          if (i % kAhead == 0) expect(round, i);
          work(participant(i, slot));
        },
        [&](Index i, Index slot) { take(participant(i, slot)); });
  }
  // The weight of client c in an average over the cohort, not normalised.
  double weight(Index c) const { return sampling_->weight(c); }
  // Adds the move y - theta of client c of the cohort, with its weight.
  void add(Index c, const Eigen::MatrixXd& move) {
    update_ -= sampling_->factor(c) * move;
    total_ += sampling_->factor(c);
  }
  // The factor with which the move of client c of the cohort enters the sum.
  double factor(Index c) const { return sampling_->factor(c); }
  // The negative sum of the moves that were added, d x 1.
  Block sum() { return {update_.data(), update_.size(), 1, update_.size()}; }
  // How many participants the round is divided by.
  double expected_participants(const Round& round) const {
    return static_cast<double>(averages_over_cohort() ? std::ssize(round.cohort)
                                                      : sampling_->participants());
  }

  NamedBlock server_state() { return {"server", view(server_)}; }
  // Appends what is remembered from round to round.
  void add_state(std::vector<NamedBlock>& state);
  // What it says of the rounds so far, at the end of advance().
  void record(const Context& context) const { bill_.record(context); }

 private:
  // For how many clients memory is brought at once.
  static constexpr Index kAhead = 32;

  // Has what the clients from the i-th of the cohort on will read brought to the processor. Among
  // a million clients those of a cohort are far apart.
  void expect(const Round& round, Index i) const;
  bool averages_over_cohort() const {
    return scheme_ == ClientSampling::Scheme::cohort || scheme_ == ClientSampling::Scheme::cyclic;
  }
  void refuse_other_schemes() const;
  void refuse_two_clocks() const;
  // How many clients a round sends the model to at most.
  Index most_receivers(const Context& context, Index participants) const;
  std::span<const std::int32_t> next_cohort(Context& context, std::int64_t k, Index chain);
  // The cohort of a round, whose messages are counted.
  std::span<const std::int32_t> open(Context& context, std::int64_t k, Index chain);
  // The server's step with the moves that were added.
  void close(Index chain);

  OptimiserOptions options_;
  ClientSampling::Scheme scheme_;
  ServerOptimiser optimiser_;
  std::optional<ClientSampling> sampling_;
  std::optional<TimedCohorts> timed_;  // empty without a clock
  Stragglers stragglers_;
  std::span<const std::int32_t> receivers_;  // of the round under way
  bool reporters_decide_ = false;
  Bill bill_;
  const UpcomingRows* upcoming_rows_ = nullptr;  // the model's, if it has the extension
  Eigen::MatrixXd server_;
  Eigen::VectorXd update_;  // weighted sum of theta - y
  double total_ = 0;        // sum of the weights
};

}  // namespace skald
