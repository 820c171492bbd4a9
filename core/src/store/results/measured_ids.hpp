// What runs measure, as rows that they share.
#pragma once

#include <cstdint>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// Finds what is measured by its text, and adds what is new. Holds prepared statements of a
// connection, which must outlive it. Call it inside a transaction.
class MeasuredIds {
 public:
  explicit MeasuredIds(const Connection& connection)
      : connection_(connection),
        find_(connection.prepare("SELECT id FROM measured WHERE metrics = ?")),
        add_(connection.prepare("INSERT INTO measured (metrics) VALUES (?)")) {}

  // `metrics`: see RunRecord::measured.
  std::int64_t id(const std::string& metrics) {
    const bool is_there = find_.with(metrics).step();
    const std::int64_t known = is_there ? find_.integer(0) : 0;
    find_.reset();
    if (is_there) return known;
    add_.run(metrics);
    return connection_.last_insert_id();
  }

 private:
  const Connection& connection_;
  Statement find_, add_;
};

}  // namespace skald::store
