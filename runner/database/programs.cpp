#include "database/programs.hpp"

#include <fmt/format.h>

#include "system/provenance.hpp"

namespace skald {
namespace {

std::string program(const std::string& version, const std::string& commit,
                    const std::string& dirty) {
  record::EnvironmentRecord environment;
  environment.skald_version = version;
  environment.git_commit = commit;
  environment.git_dirty = dirty;
  return program_of(environment);
}

}  // namespace

std::string programs_of(const store::StoreReader& reader, const std::string& study) {
  const record::ResultTable found = reader.select(
      "SELECT e.skald_version, e.git_commit, e.git_dirty, count(*) FROM studies"
      " JOIN current_runs AS r ON r.study = studies.id JOIN environments AS e ON e.id = "
      "r.environment"
      " WHERE studies.name = ? GROUP BY 1, 2, 3 ORDER BY 4 DESC, min(r.id)",
      study);
  std::string text;
  for (const auto& row : found.rows) {
    const auto runs = std::get<std::int64_t>(row[3]);
    text += text.empty() ? fmt::format("{} run{} of {} by ", runs, runs == 1 ? "" : "s", study)
                         : fmt::format("; {} by ", runs);
    text += program(std::get<std::string>(row[0]), std::get<std::string>(row[1]),
                    std::get<std::string>(row[2]));
  }
  return text;
}

std::string program_of(const StoredRun& run) {
  return program(run.text("skald_version"), run.text("git_commit"), run.text("git_dirty"));
}

}  // namespace skald
