// One run as it is stored in the database.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/store_reader.hpp"

namespace skald {

// Returns the full hash of the only run whose hash begins with `start`. Throws
// std::invalid_argument if there is none or more than one.
std::string find_run(const store::StoreReader& reader, std::string_view start);

// Returns the row of `provenance` for the run with that hash.
record::ResultTable provenance_of(const store::StoreReader& reader, const std::string& hash);

// The same row, with access by the names of its columns.
class StoredRun {
 public:
  // `hash` is a full hash, as find_run() returns it.
  StoredRun(const store::StoreReader& reader, const std::string& hash);

  const std::vector<std::pair<std::string, record::SqlValue>>& columns() const { return columns_; }
  // Throw std::out_of_range for an unknown column and std::bad_variant_access for one of another
  // type.
  const std::string& text(std::string_view column) const;
  std::int64_t integer(std::string_view column) const;

 private:
  const record::SqlValue& value(std::string_view column) const;

  std::vector<std::pair<std::string, record::SqlValue>> columns_;
};

}  // namespace skald
