// Random streams. A draw is a function of its address (seed, replicate | role, client, iteration,
// chain, position) and of nothing else: it does not depend on the order of the calls, the other
// chains of the block, the block's stride, the thread or the processor. There is no state to save,
// and nothing to seed.
//
// Draws from a seed, including privacy noise and secret samples, are a simulation: the seed is
// stored and shown with every result, and two cells with one seed share their normals. Sharing
// pairs the cells for comparison, but would betray their messages (their difference has no noise).
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// What a stream is used for, and by whom. Every role has one owner, the host or one kind of plugin,
// and the host refuses a role that belongs to another, so that no two owners share draws. The
// values are part of the identity of every result: they never change and are never reused for
// something else. Those from plugin_first on belong to third-party samplers, which write
// static_cast<Role>(n) with an n of their own in [128, 255].
enum class Role : std::uint8_t {
  // Owned by data sets.
  dataset = 0,  // synthetic data
  split = 1,    // training and test rows
  // Owned by partitions before iteration 2^40; from there on by the host, for noise on features.
  partition = 2,  // rows to clients
  // Owned by the host for client -1 (first states of the chains), and by models for clients >= 0
  // (first weights).
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
  clients = 17,     // who is there, and how fast (ClientClock)
};

// A role and a client; client -1 stands for the server, or for what is common to all clients.
// `chain` is the chain of a block's first column: a block that begins at a later chain gets the
// same bits as those columns of the whole block.
struct Stream {
  Role role;
  Index client = -1;
  Index chain = 0;
};

// The random numbers of one run, keyed by its seed and replicate, or by a secret key if the
// mechanism is for publication (Mechanism::is_for_publication()). Implemented by the host; a plugin
// gets a reference. Const and stateless: any thread may call any method at any time.
//
// Element (i, j) of a block is draw number i of chain j, counted among the run's chains that the
// caller sees. Normals, uniforms and bits of one stream and iteration are independent of each
// other. Two calls with the same stream and iteration give the same draws; a client that needs more
// draws in one iteration takes a block with more rows, or another role. Within one call of start()
// or advance(), a sampler must not ask for the same draws twice; the conformance kit reports one
// that does.
//
// Throws std::invalid_argument for a role that is not the caller's, a client outside
// [-1, 2^32 - 2], chains beyond 2^32, or more than 2^33 draws per chain.
class Random {
 public:
  virtual ~Random() = default;
  // out(i, j) = standard normal.
  virtual void normal(Stream stream, std::int64_t iteration, Block out) const = 0;
  // inout(i, j) += scale * the standard normal of normal(); product and sum are rounded separately.
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
