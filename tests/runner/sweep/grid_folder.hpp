// A grid in a folder of its own, with the database of its sweeps.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "report/format_table.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"

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
    std::vector<std::string> all{"run", "grid.json", "--db", "r.db"};
    all.insert(all.end(), more.begin(), more.end());
    return skald(all);
  }
  store::StoreReader reader() const { return store::StoreReader(folder_ / "r.db"); }
  // The rows as csv.
  std::string query(const std::string& sql) const {
    return report::format_table(reader().query(sql), report::TableFormat::csv);
  }
  std::int64_t number(const std::string& sql) const {
    return std::get<std::int64_t>(reader().query(sql).rows.at(0).at(0));
  }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

}  // namespace skald::test
