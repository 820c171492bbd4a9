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
  // The host refuses a client number out of range, and a client without rows. Random choices come
  // from the role partition. Throws std::invalid_argument if the table cannot be split that way.
  virtual Index assign(const Table& table, const Random& random,
                       std::span<std::int32_t> client) const = 0;
  // Writes the client of every test row (client.size() == rows() - train; -1 for a row that belongs
  // to no client) and returns true; returns false if the partition does not divide the test rows.
  virtual bool assign_test(const Table& /*table*/, const Random& /*random*/,
                           std::span<std::int32_t> /*client*/) const {
    return false;
  }
  // Returns the standard deviation of the normal noise that the host adds to every feature of the
  // training rows of `client`, one of `clients`; 0 for none.
  virtual double feature_noise(Index /*client*/, Index /*clients*/) const { return 0; }
};

}  // namespace skald
