// A grid in a folder of its own, with the database of its sweeps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "stored_rows.hpp"

namespace skald::test {

// The grid is grid.json, the database r.db.
class GridFolder {
 public:
  explicit GridFolder(const std::string& grid) { write(grid); }

  void write(const std::string& grid) const { folder_.write("grid.json", grid); }
  ProcessResult skald(const std::vector<std::string>& arguments) const {
    return run_skald(folder_.path(), arguments);
  }
  // `more` follows "run grid.json --db r.db".
  ProcessResult run(const std::vector<std::string>& more = {}) const {
    return skald(with_more({"run", "grid.json", "--db", "r.db"}, more));
  }
  store::StoreReader reader() const { return store::StoreReader(folder_ / "r.db"); }
  // The rows as csv.
  std::string query(const std::string& sql) const { return csv_of(folder_ / "r.db", sql); }
  std::int64_t number(const std::string& sql) const { return number_in(folder_ / "r.db", sql); }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

}  // namespace skald::test
