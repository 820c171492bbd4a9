// What compression has left out of a client's messages, to be sent with later ones.
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
class ErrorFeedback {
 public:
  // Throws std::invalid_argument if the errors of that compressor would not shrink.
  ErrorFeedback(const CompressorOptions& options, const Compressor& compressor)
      : active_(options.error_feedback) {
    if (!active_ || compressor.shortens_errors()) return;
    throw std::invalid_argument(
        "error_feedback is true, but compressor " + std::string(options.compressor) +
        " is unbiased, and its errors would grow: set compressor to sparsifier, top_k, random_k or "
        "sign, or leave error_feedback out");
  }

  bool active() const { return active_; }
  void start(Index clients, Index d, Index chains) {
    if (active_) errors_.start(clients, d, chains);
  }
  // To be called before these clients compress, possibly side by side.
  void see(std::span<const std::int32_t> clients) {
    if (active_) errors_.see(clients);
  }
  // message = x + e_c, for chains from `first` on.
  void add(Index client, Index first, Block message) {
    if (!active_) return;
    Block error = errors_[client].columns(first, message.cols);
    message.matrix() += error.matrix();
    error.matrix() = message.matrix();
  }
  // Keeps what is left of the message of add(), now compressed.
  void keep_rest(Index client, Index first, ConstBlock sent) {
    if (!active_) return;
    errors_[client].columns(first, sent.cols).matrix() -= sent.matrix();
  }

  // See Sampler::state() and resize_state(): the last of these blocks are the clients.
  void add_state(std::vector<NamedBlock>& state) {
    if (!active_) return;
    state.push_back({"errors", errors_.all()});
    state.push_back({"clients_with_errors", errors_.clients()});
  }
  void resize(Index seen) {
    if (active_) errors_.resize(seen);
  }

 private:
  bool active_;
  SeenStates errors_;  // e_c
};

}  // namespace skald
