// Rows that runs and audits share: environments, and what is measured.
#pragma once

#include <cstdint>
#include <string>

#include "record/records.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Finds such rows by their content, and adds those that are new. Holds prepared statements of a
// connection, which must outlive it. Call it inside a transaction.
class SharedRows {
 public:
  explicit SharedRows(const Connection& connection);

  std::int64_t id(const record::EnvironmentRecord& environment);
  std::int64_t measured_id(const std::string& metrics);  // RunRecord::measured

 private:
  const Connection& connection_;
  Statement find_environment_, add_environment_, find_measured_, add_measured_;
};

}  // namespace skald::store
