#include "store/shared_rows.hpp"

#include "store/columns.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace {

// Each field is preceded by its length, so that different environments have different texts.
std::string environment_hash(const record::EnvironmentRecord& environment) {
  std::string text;
  text::for_each_column(environment, [&text](std::string_view, const std::string& field) {
    text += std::to_string(field.size()) + ":" + field;
  });
  return text::sha256(text);
}

}  // namespace

SharedRows::SharedRows(const Connection& connection)
    : connection_(connection),
      find_environment_(connection.prepare("SELECT id FROM environments WHERE hash = ?")),
      add_environment_(connection.prepare(
          insert_sql("environments (hash, " + record_columns<record::EnvironmentRecord>() + ")"))),
      find_measured_(connection.prepare("SELECT id FROM measured WHERE metrics = ?")),
      add_measured_(connection.prepare(insert_sql("measured (metrics)"))) {}

std::int64_t SharedRows::id(const record::EnvironmentRecord& environment) {
  const std::string hash = environment_hash(environment);
  if (const auto known = find_environment_.first<std::int64_t>(hash)) return *known;
  add_environment_.run(hash, environment);
  return connection_.last_insert_id();
}

std::int64_t SharedRows::measured_id(const std::string& metrics) {
  if (const auto known = find_measured_.first<std::int64_t>(metrics)) return *known;
  add_measured_.run(metrics);
  return connection_.last_insert_id();
}

}  // namespace skald::store
