#include "store/environments.hpp"

#include <string>

#include "text/sha256.hpp"

namespace skald::store {
namespace {

// Each field is preceded by its length, so that different environments have different texts.
std::string environment_hash(const record::EnvironmentRecord& e) {
  std::string text;
  for (const auto* field : {&e.host, &e.cpu, &e.instruction_set, &e.skald_version, &e.git_commit,
                            &e.git_dirty, &e.build, &e.plugins}) {
    text += std::to_string(field->size()) + ":" + *field;
  }
  return text::sha256(text);
}

}  // namespace

EnvironmentIds::EnvironmentIds(const Connection& connection)
    : connection_(connection),
      find_(connection.prepare("SELECT id FROM environments WHERE hash = ?")),
      add_(connection.prepare(
          "INSERT INTO environments (hash, host, cpu, instruction_set, skald_version, git_commit,"
          " git_dirty, build, plugins) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {}

std::int64_t EnvironmentIds::id(const record::EnvironmentRecord& e) {
  const std::string hash = environment_hash(e);
  if (find_.with(hash).step()) {
    const std::int64_t id = find_.integer(0);
    find_.reset();
    return id;
  }
  add_.run(hash, e.host, e.cpu, e.instruction_set, e.skald_version, e.git_commit, e.git_dirty,
           e.build, e.plugins);
  return connection_.last_insert_id();
}

}  // namespace skald::store
