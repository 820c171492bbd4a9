// skald status DATABASE: which studies there are, how far they are, who is writing.
#include <fmt/core.h>

#include "commands.hpp"
#include "exit_code.hpp"
#include "open_reader.hpp"
#include "store/format_table.hpp"
#include "store/writer_lock.hpp"

namespace skald {
namespace {

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
  const StoreReader reader = open_reader(command.database);
  fmt::print("{}", format_table(studies(reader), table_format(command.format)));
  const auto writer = writer_of(reader.file());
  fmt::print(stderr, "{}\n", writer ? "being written by " + *writer : "nobody is writing it");
  return kOk;
}

}  // namespace skald
