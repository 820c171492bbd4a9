// What clients remember of their messages, so that later ones make up for what compression left
// out.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/seen_states.hpp"
#include "skald/sampler.hpp"

namespace skald {

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

}  // namespace skald
