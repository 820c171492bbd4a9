#include "store/environments.hpp"

#include <string>

#include "store/columns.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace {

// Each field is preceded by its length, so that different environments have different texts.
std::string environment_hash(const record::EnvironmentRecord& e) {
  std::string text;
  text::for_each_column(e, [&text](std::string_view, const std::string& field) {
    text += std::to_string(field.size()) + ":" + field;
  });
  return text::sha256(text);
}

}  // namespace

EnvironmentIds::EnvironmentIds(const Connection& connection)
    : connection_(connection),
      find_(connection.prepare("SELECT id FROM environments WHERE hash = ?")),
      add_(connection.prepare(insert_sql("environments (hash, " +
                                         record_columns<record::EnvironmentRecord>() + ")"))) {}

std::int64_t EnvironmentIds::id(const record::EnvironmentRecord& e) {
  const std::string hash = environment_hash(e);
  if (find_.with(hash).step()) {
    const std::int64_t id = find_.integer(0);
    find_.reset();
    return id;
  }
  add_.run(hash, e);
  return connection_.last_insert_id();
}

}  // namespace skald::store
