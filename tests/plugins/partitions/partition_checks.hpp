// What the tests of the partitions share.
#pragma once

#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "skald/partition.hpp"
#include "test.hpp"

namespace skald::test {

// The clients of the training rows, every row assigned exactly once to a client in 0..N-1.
struct Assignment {
  std::vector<std::int32_t> client;
  std::vector<Index> sizes;
};

inline Assignment assign(const std::string& path, const std::vector<Setting>& settings,
                         const Table& table, std::uint64_t seed = 1) {
  Assignment a;
  a.client.assign(static_cast<std::size_t>(table.train), -1);
  const auto partition = load_plugin<Partition>(path, settings);
  const Index clients = partition->assign(table, random::PhiloxRandom(seed, 0), a.client);
  a.sizes.assign(static_cast<std::size_t>(clients), 0);
  for (const std::int32_t c : a.client) {
    REQUIRE((0 <= c && c < clients));
    ++a.sizes[static_cast<std::size_t>(c)];
  }
  return a;
}

}  // namespace skald::test
