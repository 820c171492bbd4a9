#include "database/stored_run.hpp"

#include <algorithm>
#include <stdexcept>

namespace skald {
namespace {

bool is_hexadecimal(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
}

}  // namespace

std::string find_run(const store::StoreReader& reader, std::string_view start) {
  const std::string text(start);
  if (!is_hexadecimal(start)) {
    throw std::invalid_argument("\"" + text +
                                "\" is no hash of a run: expected the first digits of one, in "
                                "lower-case hexadecimal");
  }
  const auto rows =
      reader.select("SELECT hash FROM runs WHERE hash >= ? AND hash < ? LIMIT 2", text, text + "g")
          .rows;
  if (rows.empty()) {
    throw std::invalid_argument("no run in " + reader.file().string() +
                                " has a hash that begins with " + text);
  }
  if (rows.size() > 1) {
    throw std::invalid_argument("several runs have a hash that begins with " + text +
                                ": give more digits");
  }
  return std::get<std::string>(rows[0][0]);
}

record::ResultTable provenance_of(const store::StoreReader& reader, const std::string& hash) {
  return reader.select("SELECT * FROM provenance WHERE hash = ?", hash);
}

StoredRun::StoredRun(const store::StoreReader& reader, const std::string& hash) {
  const record::ResultTable table = provenance_of(reader, hash);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    columns_.emplace_back(table.columns[i], table.rows.at(0)[i]);
  }
}

const record::SqlValue& StoredRun::value(std::string_view column) const {
  for (const auto& [name, value] : columns_) {
    if (name == column) return value;
  }
  throw std::out_of_range("provenance has no column " + std::string(column));
}

const std::string& StoredRun::text(std::string_view column) const {
  return std::get<std::string>(value(column));
}

std::int64_t StoredRun::integer(std::string_view column) const {
  return std::get<std::int64_t>(value(column));
}

}  // namespace skald
