// A partition: which client holds which training row.
#pragma once

#include <cstdint>
#include <span>

#include "skald/random.hpp"
#include "skald/table.hpp"

namespace skald {

class Partition {
 public:
  virtual ~Partition() = default;
  // Writes the client 0..N-1 of every training row (client.size() == table.train) and returns N.
  // The host refuses a client out of range or without rows. Random choices come from role
  // partition. Throws std::invalid_argument where the table cannot be split that way.
  virtual Index assign(const Table& table, const Random& random,
                       std::span<std::int32_t> client) const = 0;
};

}  // namespace skald
