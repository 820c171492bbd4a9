#include "skald/parts/federated/rounds.hpp"

#include <array>
#include <stdexcept>

#include "skald/parts/federated/local_work.hpp"

namespace skald {
namespace {

ClientSampling::Scheme scheme_of(const OptimiserOptions& options) {
  if (options.client_sampling == "poisson") return ClientSampling::Scheme::poisson;
  return options.client_sampling == "cyclic" ? ClientSampling::Scheme::cyclic
                                             : ClientSampling::Scheme::cohort;
}

}  // namespace

Rounds::Rounds(const OptimiserOptions& options, ClientSampling::Scheme scheme)
    : options_(options), scheme_(scheme), optimiser_(options), stragglers_(options) {
  options.require_period();
  if (options.drops_stragglers() && scheme != ClientSampling::Scheme::cohort) {
    throw std::invalid_argument(
        "straggler_work is drop, but under this client_sampling a round is divided by the number "
        "of clients that were to take part: set straggler_work to partial, or leave "
        "client_sampling out");
  }
}

Rounds::Rounds(const OptimiserOptions& options) : Rounds(options, scheme_of(options)) {}

void Rounds::start(const Context& context, Block theta, const Messages& messages) {
  sampling_.emplace(sampling(context.problem));
  const Index participants = std::min(sampling_->participants(), context.problem.clients());
  stragglers_.refuse_silence(participants);
  server_ = theta.matrix();
  update_.resize(theta.rows);
  optimiser_.start(theta.rows, theta.cols);
  const bool everyone = takes_everyone(context);
  bill_.start(messages, everyone, most_receivers(context, participants), theta.cols);
  upcoming_rows_ =
      static_cast<const UpcomingRows*>(context.problem.model_extension(UpcomingRows::id));
  timed_.reset();
  if (context.clients == nullptr) return;
  refuse_two_clocks();
  reporters_decide_ = !context.clients->waits_for_all();
  if (reporters_decide_) refuse_other_schemes();
  timed_.emplace(*context.clients, participants, theta.cols,
                 works(context.problem, options_, messages.down_first, messages.up));
}

Index Rounds::most_receivers(const Context& context, Index participants) const {
  const Index clients = context.problem.clients();
  if (!sampling_->has_fixed_size()) return clients;
  if (context.clients == nullptr) return participants;
  return selected_for(participants, context.clients->over_selection(), clients);
}

ClientSampling Rounds::sampling(const Problem& problem) const {
  std::vector<double> weights;
  weights.reserve(static_cast<std::size_t>(problem.clients()));
  for (Index c = 0; c < problem.clients(); ++c) {
    weights.push_back(options_.weights == "uniform" ? 1 : static_cast<double>(problem.examples(c)));
  }
  return ClientSampling(scheme_, options_.S, std::move(weights), options_.round_length());
}

std::span<const std::int32_t> Rounds::open(Context& context, std::int64_t k, Index chain) {
  const auto cohort = next_cohort(context, k, chain);
  // Everyone who was selected has received the model; reports that came too late do not count.
  bill_.charge(context.ledger, k, chain, receivers_, std::ssize(cohort));
  context.ledger.rounds += 1;
  update_.setZero();
  total_ = 0;
  return cohort;
}

void Rounds::close(Index chain) {
  if (total_ == 0 && averages_over_cohort()) return;  // no move is used
  optimiser_.step(chain, update_, view(server_), sampling_->divisor(total_));
}

void Rounds::expect(const Round& round, Index i) const {
  if (upcoming_rows_ == nullptr) return;
  const auto clients =
      round.cohort.subspan(static_cast<std::size_t>(i))
          .first(static_cast<std::size_t>(std::min(kAhead, std::ssize(round.cohort) - i)));
  std::array<Rows, kAhead> rows;
  std::size_t count = 0;
  for (const std::int32_t c : clients) {
    rows[count++] = round.context.problem.rows(c);
    sampling_->expect(c);
  }
  upcoming_rows_->expect(std::span(rows).first(count));
}

void Rounds::add_state(std::vector<NamedBlock>& state) {
  state.push_back(server_state());
  state.push_back(optimiser_.state());
  bill_.add_state(state);
  if (timed_) state.push_back(timed_->state());
}

void Rounds::refuse_other_schemes() const {
  if (scheme_ == ClientSampling::Scheme::cohort) return;
  throw std::invalid_argument(
      "run.clients decides who takes part (availability, dropout, deadline or over_selection), "
      "but here client_sampling does, and what follows from it would be false: leave "
      "client_sampling out and choose a sampler that averages over those who report, or leave "
      "those options of run.clients out");
}

void Rounds::refuse_two_clocks() const {
  if (options_.stragglers == 0) return;
  throw std::invalid_argument(
      "stragglers is given, but run.clients says who is late: leave one of them out");
}

std::span<const std::int32_t> Rounds::next_cohort(Context& context, std::int64_t k, Index chain) {
  const auto download = [&](Index c) { return bill_.down(c, chain, k); };
  if (timed_ && reporters_decide_) {
    const auto reporters = timed_->draw(context, k, chain, download);
    receivers_ = timed_->selected();
    context.recorder.record("selected", static_cast<double>(receivers_.size()));
    context.recorder.record("reported", static_cast<double>(reporters.size()));
    return reporters;
  }
  const auto cohort = sampling_->draw(context.random, k, chain);
  if (timed_) timed_->wait_for(cohort, context, k, chain, download);
  receivers_ = cohort;
  return stragglers_.reporters(context.random, k, chain, cohort);
}

}  // namespace skald
