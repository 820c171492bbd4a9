// Random streams. A draw is a function of its address (seed, replicate | role, client, iteration,
// chain, position) and of nothing else: not of the order of the calls, the other chains of the
// block, its stride, the thread or the processor. There is no state to save, and nothing to seed.
//
// Draws from a seed are a simulation, privacy noise and secret samples included: the seed is stored
// and shown with every result, and two cells of one seed share their normals, which pairs them for
// comparison and would betray their messages (one minus the other has no noise).
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// What a stream is for, and whose it is. Every role has one owner, the host or one kind of plugin,
// and the host refuses a call for a role that belongs to another, so that no two of them share
// draws. The values are part of the identity of every result: never changed, never used again for
// something else. From plugin_first on they belong to third-party samplers, which write
// static_cast<Role>(n) with their own n in [128, 255].
enum class Role : std::uint8_t {
  // Owned by data sets.
  dataset = 0,  // synthetic data
  split = 1,    // training and test rows
  // Owned by partitions before iteration 2^40; from there on by the host, for noise on features.
  partition = 2,  // rows to clients
  // Owned by the host for client -1 (first states of the chains), by models for clients >= 0 (first
  // weights).
  start = 3,
  // Owned by samplers.
  noise = 4,           // Langevin noise of one client
  shared_noise = 5,    // Langevin noise common to the clients
  minibatch = 6,       // rows of a stochastic gradient
  communication = 7,   // when to communicate
  reference = 8,       // when to refresh a control variate
  participation = 9,   // which clients take part
  mechanism = 10,      // privacy noise
  quantiser = 11,      // rounding of compressed messages
  momentum = 12,       // momenta of Hamiltonian samplers
  acceptance = 13,     // Metropolis tests
  spread = 16,         // what a sampler adds to the first states of its chains
  plugin_first = 128,  // and above
  // Owned by the host.
  prediction = 14,  // draws from a predictive law
  metric = 15,      // random projections and subsets of a metric
};

// Role and client; client -1 means none: the server, or common to all. `chain` is the chain of the
// first column of a block that begins further right; the bits are those of the whole block.
struct Stream {
  Role role;
  Index client = -1;
  Index chain = 0;
};

// The random numbers of one run, keyed by its seed and replicate, or by a secret key where a
// mechanism is for publication (Mechanism::is_for_publication()). Implemented by the host; a plugin
// gets a reference. Const and without state: any thread may call any method at any time.
//
// Position i, column j of a block is draw number i of the j-th of the run's chains that the caller
// sees. Normals, uniforms and bits of one stream and iteration are independent of each other. Two
// calls with the same stream and iteration give the same draws: a client that needs more draws in
// one iteration takes a block with more rows, or another role. Within one call of start() or
// advance() a sampler asks for the same draws at most once; the conformance kit reports one that
// asks again.
//
// Throws std::invalid_argument for a role that is not the caller's, a client outside
// [-1, 2^32 - 2], chains beyond 2^32, or more than 2^33 draws per chain.
class Random {
 public:
  virtual ~Random() = default;
  // out(i, j) = standard normal.
  virtual void normal(Stream stream, std::int64_t iteration, Block out) const = 0;
  // inout(i, j) += scale * the standard normal that normal() gives, product and sum each rounded.
  virtual void add_normal(Stream stream, std::int64_t iteration, double scale,
                          Block inout) const = 0;
  // out(i, j) = uniform on the multiples of 2^-53 in [0, 1).
  virtual void uniform(Stream stream, std::int64_t iteration, Block out) const = 0;
  // out[i] = 64 uniform bits, those of position i of column `chain` (counted from stream.chain).
  virtual void bits(Stream stream, std::int64_t iteration, Index chain,
                    std::span<std::uint64_t> out) const = 0;
};

// floor(word * n / 2^64): uniform on {0, ..., n - 1} when word is uniform, up to a difference below
// 2^-64 in each probability. n >= 1.
inline Index below(std::uint64_t word, Index n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<Index>(Wide{word} * static_cast<std::uint64_t>(n) >> 64);
}

// The first `count` words of a stream.
inline std::vector<std::uint64_t> random_words(const Random& random, Stream stream,
                                               std::int64_t iteration, Index chain, Index count) {
  std::vector<std::uint64_t> words(static_cast<std::size_t>(count));
  random.bits(stream, iteration, chain, words);
  return words;
}

// out = independent uniform draws from {0, ..., n - 1}: sampling with replacement.
inline void sample_with_replacement(const Random& random, Stream stream, std::int64_t iteration,
                                    Index chain, Index n, std::span<Index> out) {
  const auto words = random_words(random, stream, iteration, chain, static_cast<Index>(out.size()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = below(words[i], n);
}

// Permutes `values` so that the first `count` of them are a sample without replacement, every
// ordered choice equally likely. The rest are in unspecified order. count <= the number of values.
// `values` is a std::vector, std::array or std::span. Fisher and Yates; Durstenfeld, CACM 7(7),
// 1964.
template <class Values>
void sample_without_replacement(const Random& random, Stream stream, std::int64_t iteration,
                                Index chain, Values&& values, std::size_t count) {
  const std::span pool(values);
  const auto words = random_words(random, stream, iteration, chain, static_cast<Index>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Index drawn = below(words[i], static_cast<Index>(pool.size() - i));
    std::swap(pool[i], pool[i + static_cast<std::size_t>(drawn)]);
  }
}

// Puts `values` in random order, every order equally likely.
template <class Values>
void shuffle(const Random& random, Stream stream, std::int64_t iteration, Index chain,
             Values&& values) {
  sample_without_replacement(random, stream, iteration, chain, values, std::size(values));
}

}  // namespace skald
