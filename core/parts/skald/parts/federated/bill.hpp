// What the messages of a federated optimiser's rounds are charged.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "skald/context.hpp"
#include "skald/ledger.hpp"
#include "skald/parts/federated/presence.hpp"
#include "skald/parts/more_as_published.hpp"

namespace skald {

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
