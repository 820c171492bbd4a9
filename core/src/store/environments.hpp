// The machine and software that produced what is stored.
#pragma once

#include <cstdint>

#include "record/records.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Finds environments by their content, and adds those that are new. Holds prepared statements of a
// connection, which must outlive it. Call it inside a transaction.
class EnvironmentIds {
 public:
  explicit EnvironmentIds(const Connection& connection);

  std::int64_t id(const record::EnvironmentRecord& environment);

 private:
  const Connection& connection_;
  Statement find_, add_;
};

}  // namespace skald::store
