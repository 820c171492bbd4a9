// skald status DATABASE: which studies there are, how far they are, who is writing.
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "commands.hpp"
#include "exit_code.hpp"
#include "files.hpp"
#include "store/format_table.hpp"
#include "store/store_reader.hpp"

namespace skald {
namespace {

// The line that a runner leaves in its lock file, as long as it holds the lock.
std::optional<std::string> writer_of(const std::filesystem::path& database) {
  const std::string lock = database.string() + ".lock";
  const int descriptor = ::open(lock.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return std::nullopt;
  const bool is_held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
  ::close(descriptor);
  if (!is_held) return std::nullopt;
  const std::string line = read_file(lock);
  return line.substr(0, line.find('\n'));
}

ResultTable studies(const StoreReader& reader) {
  return reader.query(
      "SELECT s.name AS study, (SELECT count(*) FROM study_cells c WHERE c.study = s.id) AS cells, "
      "count(r.id) AS runs, sum(r.status = 'ok') AS ok, sum(r.status = 'diverged') AS diverged, "
      "sum(r.status NOT IN ('ok', 'diverged')) AS failed, max(r.ended) AS last_ended "
      "FROM studies s LEFT JOIN study_cells c ON c.study = s.id LEFT JOIN runs r ON r.cell = "
      "c.cell "
      "GROUP BY s.id ORDER BY s.id");
}

}  // namespace

int status(const StatusCommand& command) {
  const StoreReader reader(command.database);
  if (reader.notice()) fmt::print(stderr, "{}\n", *reader.notice());
  fmt::print("{}", format_table(studies(reader), table_format(command.format)));
  const auto writer = writer_of(reader.file());
  fmt::print(stderr, "{}\n", writer ? "being written by " + *writer : "nobody is writing it");
  return kOk;
}

}  // namespace skald
