// What the messages of a federated optimiser's rounds are charged.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "skald/context.hpp"
#include "skald/ledger.hpp"
#include "skald/parts/more_as_published.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Which clients have followed the rounds of a chain, and so know what follows from what they heard.

// Of every chain, the clients that received the model in its last round, and in how many rounds
// without a gap before. Memory grows with the clients of a round, not with all clients.
class Presence {
 public:
  // The number of rounds of a client that has missed none since the start.
  static constexpr double always = 1e15;

  // `most`: of the clients of a round.
  void start(Index most, Index chains) {
    most_ = most;
    present_.setConstant(1 + 2 * most, chains, -1);  // no round yet
  }
  // Rounds in which the client has received the model, one after another up to the last; before the
  // first round, all have missed none. Throws std::runtime_error if a checkpoint has lost them.
  double rounds(Index client, Index chain) const {
    if (nobody_yet(chain)) return always;
    const auto clients = last(chain);
    const auto place = std::lower_bound(clients.begin(), clients.end(), client);
    const bool found = place != clients.end() && *place == static_cast<double>(client);
    return found ? *(place + most_) : 0;
  }
  // How many clients of the last round are not in this one, whose clients are in increasing order.
  Index absent(std::span<const std::int32_t> receivers, Index chain) const {
    if (nobody_yet(chain)) return 0;
    const auto clients = last(chain);
    return std::count_if(clients.begin(), clients.end(), [&](double client) {
      return !std::binary_search(receivers.begin(), receivers.end(), client);
    });
  }
  // These clients, in increasing order, receive the model.
  void see(std::span<const std::int32_t> receivers, Index chain) {
    next_.setConstant(present_.rows(), -1);
    next_(0) = static_cast<double>(receivers.size());
    for (Index i = 0; i < std::ssize(receivers); ++i) {
      const std::int32_t client = receivers[static_cast<std::size_t>(i)];
      next_(1 + i) = client;
      next_(1 + most_ + i) = std::min(rounds(client, chain) + 1, always);
    }
    present_.col(chain) = next_;
  }
  NamedBlock state() { return {"presence", view(present_)}; }

 private:
  bool nobody_yet(Index chain) const { return present_(0, chain) == -1; }
  std::span<const double> last(Index chain) const {
    const double count = present_(0, chain);
    if (!(count >= 0 && count <= static_cast<double>(most_))) {
      throw std::runtime_error("the checkpoint has more clients in a round than there can be");
    }
    return {present_.col(chain).data() + 1, static_cast<std::size_t>(count)};
  }

  Index most_ = 0;
  Eigen::MatrixXd present_;  // a column per chain: how many, clients in order, their rounds
  Eigen::VectorXd next_;
};

// What travels beside the model down, and beside the move up, in vectors of dimension d and single
// numbers, per client of a round. A receiver is sent what it cannot compute from the messages that
// it has had, the options, the sizes of the clients, and who takes part in which round; where the
// method as published sends more, that is told too.
struct Beside {
  double up = 0, down = 0;
  double numbers_up = 0;
  double down_later = 0;  // down in all rounds but the first
  // Down to a client that has received the model in fewer than `rounds` rounds one after another up
  // to the last, and numbers to one that has followed them.
  double down_absent = 0;
  double numbers_followed = 0;
  double rounds = 1;
  // Down once the round is over, except to clients of the next round.
  double after = 0;
  // In place of all that is above: what the published method sends, if that is ever more.
  struct Published {
    double up, down;
  };
  std::optional<Published> published = {};
};

// Bits of what a client of a round sends and receives.
struct Messages {
  double up = 0;
  double down_first = 0;  // in the first round
  double down = 0,
         down_absent = 0;  // later, to a client that has followed so many rounds; to others
  double after = 0;
  double rounds = 1;
  bool has_published = false;
  double published_up = 0, published_down = 0;

  bool depends_on_presence() const { return down != down_absent || after > 0; }
};

// `up`: bits of the move with what is compressed beside it; `extra`: bits each way that protecting
// it takes.
inline Messages messages(const Beside& beside, Index d, double up, double extra) {
  const double vector = vector_bits(d), number = vector_bits(1);
  const double first = (1 + beside.down) * vector + extra;
  const double later = first + beside.down_later * vector;
  const double more_up = beside.up * vector + beside.numbers_up * number;
  Messages bits{.up = up + more_up + extra,
                .down_first = first,
                .down = later + beside.numbers_followed * number,
                .down_absent = later + beside.down_absent * vector,
                .after = beside.after * vector,
                .rounds = beside.rounds,
                .has_published = beside.published.has_value()};
  if (!beside.published) return bits;
  bits.published_up = up + beside.published->up * vector + extra;
  bits.published_down = (1 + beside.published->down) * vector + extra;
  return bits;
}

// Charges the rounds of all chains, and records what the published method sends if that may be
// more.
class Bill {
 public:
  // `most`: of the clients of a round; `everyone`: all take part in every round.
  void start(const Messages& messages, bool everyone, Index most, Index chains) {
    messages_ = messages;
    watches_ = messages.depends_on_presence() && !everyone;
    more_.start(chains);
    presence_.start(watches_ ? most : 0, chains);
  }
  // Bits that the client receives in the chain's round that begins at iteration k.
  double down(Index client, Index chain, std::int64_t k) const {
    if (k == 0) return messages_.down_first;
    const bool follows = !watches_ || presence_.rounds(client, chain) >= messages_.rounds;
    return follows ? messages_.down : messages_.down_absent;
  }
  // Charges the round that begins at iteration k, in which `receivers` get the model, in increasing
  // order, and `reports` of them send a move. A round without a report changes nothing that anybody
  // would have to follow.
  void charge(Ledger& ledger, std::int64_t k, Index chain, std::span<const std::int32_t> receivers,
              Index reports) {
    const auto received = static_cast<double>(receivers.size());
    const auto sent = static_cast<double>(reports);
    const double down = all_down(receivers, chain, k);
    ledger.bits_up += sent * messages_.up;
    ledger.bits_down += down;
    more_.add(chain, sent * (messages_.published_up - messages_.up),
              received * messages_.published_down - down);
    if (watches_ && reports > 0) presence_.see(receivers, chain);
  }
  void record(const Context& context) const {
    if (messages_.has_published) more_.record(context);
  }
  void add_state(std::vector<NamedBlock>& state) {
    if (messages_.has_published) state.push_back(more_.state());
    if (watches_) state.push_back(presence_.state());
  }

 private:
  double all_down(std::span<const std::int32_t> receivers, Index chain, std::int64_t k) const {
    if (!watches_) return static_cast<double>(receivers.size()) * down(0, chain, k);
    double bits = static_cast<double>(presence_.absent(receivers, chain)) * messages_.after;
    for (const std::int32_t client : receivers) bits += down(client, chain, k);
    return bits;
  }

  Messages messages_;
  bool watches_ = false;  // who is present
  Presence presence_;
  MoreAsPublished more_;
};

}  // namespace skald
