// Databases written by older versions of the schema.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "store/sqlite.hpp"
#include "store/store.hpp"
#include "temporary_folder.hpp"

namespace skald_test {

// Makes `file` from tests/golden/databases/version_N.sql. The table of Student's quantiles, the
// same thousand rows in every version, is not in the sample but taken from a new database.
inline void make_older_database(const std::filesystem::path& file, int version) {
  const auto sample = std::filesystem::path(SKALD_SOURCE_DIR "/tests/golden/databases") /
                      ("version_" + std::to_string(version) + ".sql");
  std::ifstream stream(sample, std::ios::binary);
  const std::string sql{std::istreambuf_iterator<char>(stream), {}};
  if (sql.empty()) throw std::runtime_error("no sample " + sample.string());
  const TemporaryFolder folder;
  const std::filesystem::path recent = folder / "new.db";
  { skald::store::Store::open(recent); }
  skald::store::Connection connection(file, skald::store::Access::create, std::chrono::seconds(5));
  connection.execute(sql);
  connection.execute("ATTACH '" + recent.string() + "' AS recent");
  connection.execute("INSERT INTO student_t SELECT * FROM recent.student_t");
  connection.execute("DETACH recent");
}

}  // namespace skald_test
