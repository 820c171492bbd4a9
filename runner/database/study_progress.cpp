#include "database/study_progress.hpp"

#include <algorithm>

#include "database/replicates.hpp"

namespace skald {
namespace {

void count_runs(const store::StoreReader& reader, StudyProgress& study) {
  store::Statement counts = reader.connection().prepare(
      "SELECT status, count(*), max(ended) FROM current_runs WHERE study = ? GROUP BY status");
  counts.with(study.id);
  while (counts.step()) {
    const std::string_view status = counts.text(0);
    const std::int64_t runs = counts.integer(1);
    study.ended += runs;
    (status == "ok" ? study.ok : status == "diverged" ? study.diverged : study.failed) += runs;
    study.last_ended = std::max(study.last_ended, std::string(counts.text(2)));
  }
}

}  // namespace

std::vector<StudyProgress> study_progress(const store::StoreReader& reader) {
  std::vector<StudyProgress> all;
  store::Statement studies = reader.connection().prepare(
      "SELECT id, name, document, (SELECT count(*) FROM study_cells AS c WHERE c.study = s.id) "
      "FROM studies AS s ORDER BY id");
  while (studies.step()) {
    StudyProgress study;
    study.id = studies.integer(0);
    study.name = studies.text(1);
    study.cells = studies.integer(3);
    const DeclaredReplicates declared =
        declared_replicates(reader, study.id, std::string(studies.text(2)));
    study.declared = declared.runs;
    study.is_open = declared.rules.are_open();
    count_runs(reader, study);
    all.push_back(std::move(study));
  }
  return all;
}

std::optional<double> seconds_left(const store::StoreReader& reader, const StudyProgress& study,
                                   const std::string& since, const std::string& now) {
  constexpr std::int64_t most = 200;
  store::Statement pace = reader.connection().prepare(
      "SELECT count(*), (julianday(?) - julianday(min(ended))) * 86400, (julianday(?) - "
      "julianday(?)) * 86400 FROM (SELECT ended FROM runs WHERE study = ? AND ended >= ? ORDER BY "
      "id DESC LIMIT ?)");
  pace.with(now, now, since, study.id, since, most);
  if (!pace.step() || pace.integer(0) < 2) return std::nullopt;
  const std::int64_t runs = pace.integer(0);
  const double seconds = pace.real(runs < most ? 2 : 1);
  if (!(seconds > 0)) return std::nullopt;
  const std::int64_t missing = std::max<std::int64_t>(0, study.declared - study.ended);
  return static_cast<double>(missing) * seconds / static_cast<double>(runs);
}

}  // namespace skald
