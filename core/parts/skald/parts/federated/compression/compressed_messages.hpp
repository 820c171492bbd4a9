// The messages of a round's clients, compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/sampler.hpp"

namespace skald {

// What clients remember of their messages, so that later ones make up for what compression left
// out.

// Seide et al. (2014); Karimireddy, Rebjock, Stich and Jaggi (2019), Error feedback fixes SignSGD
// and other gradient compression schemes, algorithm 2. Client c, whose error e_c is 0 at the start,
// sends C(x + e_c) in place of x, and keeps e_c <- x + e_c - C(x + e_c): what it has sent until now
// and its error are together what it was to send. A client that does not take part keeps its error.
//
// Or, with `differences`, EF21 (Richtarik, Sokolov and Fatkhullin, 2021, algorithm 2): client and
// server remember g_c, 0 at the start, the client sends C(x - g_c), and g_c <- g_c + C(x - g_c)
// stands for x. As x settles, so does g_c, and nothing is left out in the end.
class ErrorFeedback {
 public:
  // Throws std::invalid_argument if the errors of that compressor would not shrink.
  ErrorFeedback(const CompressorOptions& options, const Compressor& compressor)
      : active_(options.error_feedback || options.differences), differences_(options.differences) {
    if (options.error_feedback && options.differences) {
      throw std::invalid_argument(
          "error_feedback and differences are both true, and make up for the same: leave one out");
    }
    if (!active_ || compressor.shortens_errors()) return;
    throw std::invalid_argument(
        std::string(name()) + " is true, but compressor " + std::string(options.compressor) +
        " is unbiased, and its errors would grow: set compressor to sparsifier, top_k, random_k or "
        "sign, or leave " +
        name() + " out");
  }

  bool active() const { return active_; }
  bool sends_differences() const { return differences_; }
  const char* name() const { return differences_ ? "differences" : "error_feedback"; }
  void start(Index clients, Index d, Index chains) {
    if (active_) memory_.start(clients, d, chains);
  }
  // To be called before these clients compress, possibly side by side.
  void see(std::span<const std::int32_t> clients) {
    if (active_) memory_.see(clients);
  }
  // message = x + e_c, or x - g_c, for chains from `first` on.
  void add(Index client, Index first, Block message) {
    if (!active_) return;
    const Block kept = memory_[client].columns(first, message.cols);
    if (differences_) {
      message.matrix() -= kept.matrix();
      return;
    }
    message.matrix() += kept.matrix();
    kept.matrix() = message.matrix();
  }
  // Keeps what is left of the message of add(), now compressed; or turns it into g_c.
  void keep_rest(Index client, Index first, Block sent) {
    if (!active_) return;
    const Block kept = memory_[client].columns(first, sent.cols);
    if (!differences_) {
      kept.matrix() -= sent.matrix();
      return;
    }
    kept.matrix() += sent.matrix();
    sent.matrix() = kept.matrix();
  }

  // See Sampler::state() and resize_state(): the last of these blocks are the clients.
  void add_state(std::vector<NamedBlock>& state) {
    if (!active_) return;
    state.push_back({"errors", memory_.all()});
    state.push_back({"clients_with_errors", memory_.clients()});
  }
  void resize(Index seen) {
    if (active_) memory_.resize(seen);
  }

 private:
  bool active_, differences_;
  SeenStates memory_;  // e_c or g_c
};

// Client c sends Q(x) in place of x, Q a compressor; with error feedback, what Q has left out of a
// move is added to the client's next one, and with differences, Q compresses how moves change.
class CompressedMessages {
 public:
  // Throws std::invalid_argument if errors are fed back that would not shrink. `clipped_last`: the
  // compressed message is clipped, and no message may tell by its length what was in it.
  CompressedMessages(const CompressorOptions& options, bool clipped_last)
      : compressor_(options), errors_(options, compressor_) {
    if (!clipped_last) return;
    if (options.coding == "elias") {
      throw std::invalid_argument(
          "coding is elias, but unit is client, and the length of a message would tell of the "
          "client's move, which has no noise of its own: set coding to fixed");
    }
    if (!errors_.active()) return;
    throw std::invalid_argument(
        std::string(errors_.name()) +
        " is true, but unit is client, whose messages are clipped after they are compressed, which "
        "no later message would make up for: set unit to record, or leave " +
        errors_.name() + " out");
  }

  // Throws std::invalid_argument if a clock has to know how long messages are, but nobody does, or
  // if the server would do without what it remembers of clients that are absent.
  void start(const Context& context, Index d, Index chains, bool everyone_takes_part) {
    if (errors_.sends_differences() && !everyone_takes_part) {
      throw std::invalid_argument(
          "differences is true, but not all clients take part in every round, and what the server "
          "has of the others would be left out: leave S, client_sampling and the clock's deadlines "
          "out, or choose error_feedback");
    }
    if (context.clients != nullptr && !compressor_.bits(d)) {
      throw std::invalid_argument(
          "run.clients times the uploads, but their length is known only once they are made, with "
          "coding elias or compressor sparsifier: choose another, or leave run.clients out");
    }
    d_ = d;
    memory_.start(context.slots());
    errors_.start(context.problem.clients(), d, chains);
  }
  bool is_identity() const { return compressor_.is_identity(); }
  // Whether moves that settle are in the end what the server has of them.
  bool is_exact_at_rest() const { return is_identity() || errors_.sends_differences(); }
  // Bits of a message, as far as they are known before it is made.
  double bits() const { return compressor_.bits(d_).value_or(0); }

  // To be called before the cohort compresses, its clients side by side.
  void see(std::span<const std::int32_t> cohort) { errors_.see(cohort); }
  // Compresses the client's move in place, and with it another message (null: there is none).
  void compress(const Participant& at, Eigen::MatrixXd& move, Eigen::MatrixXd* other) {
    Memory& own = memory_[at.slot];
    own.uniforms.resize(other == nullptr ? d_ : 2 * d_, 1);
    if (compressor_.is_random()) {
      at.round.context.random.uniform({Role::quantiser, at.client, at.round.chain}, at.round.k,
                                      view(own.uniforms));
    }
    errors_.add(at.client, at.round.chain, view(move));
    own.bits = compressor_.compress(own.uniforms.data(), d_, move.data(), own.order);
    errors_.keep_rest(at.client, at.round.chain, view(move));
    if (other == nullptr) return;
    own.bits += compressor_.compress(own.uniforms.data() + d_, d_, other->data(), own.order);
  }
  // Enters what bits() could not know, one client after another.
  void count(const Participant& at) {
    if (!compressor_.bits(d_)) at.round.context.ledger.bits_up += memory_[at.slot].bits;
  }

  // See Sampler::state() and resize_state(): the blocks of add_state() and their number.
  void add_state(std::vector<NamedBlock>& state) { errors_.add_state(state); }
  std::size_t blocks() const { return errors_.active() ? 2 : 0; }
  void resize_state(std::span<const Index> columns) {
    if (errors_.active()) errors_.resize(columns.back());
  }

 private:
  struct Memory {
    Eigen::MatrixXd uniforms;
    Compressor::Memory order;
    double bits = 0;  // of the messages
  };

  Compressor compressor_;
  ErrorFeedback errors_;
  Index d_ = 0;
  PerSlot<Memory> memory_;
};

}  // namespace skald
