#include "database/study_progress.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "grid/document.hpp"
#include "json/json.hpp"

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

namespace {

// Whether a cell has fewer replicates than it may have, because its mean was precise.
bool has_stopped_early(const DeclaredReplicates& replicates) {
  return std::any_of(replicates.decided.begin(), replicates.decided.end(),
                     [](const auto& reason) { return reason.first == "precise"; });
}

}  // namespace

std::int64_t DeclaredReplicates::decided_cells() const {
  std::int64_t sum = 0;
  for (const auto& [reason, count] : decided) sum += count;
  return sum;
}

DeclaredReplicates declared_replicates(const store::StoreReader& reader, std::int64_t study,
                                       const std::string& document) {
  DeclaredReplicates result;
  std::vector<json::Diagnostic> ignored;
  result.rules =
      grid::read_grid_document(json::parse_json(document, "").root, ignored).stopping.rules;
  const auto cells =
      reader.select("SELECT count(*), total(reference) FROM study_cells WHERE study = ?", study)
          .rows.at(0);
  result.reference_cells = static_cast<std::int64_t>(std::get<double>(cells[1]));
  result.cells = std::get<std::int64_t>(cells[0]) - result.reference_cells;
  result.runs = (result.cells + result.reference_cells) * result.rules.max;
  if (!result.rules.are_open()) return result;
  const record::ResultTable decided = reader.select(
      "SELECT reason, count(*), sum(CASE reason WHEN 'halved' THEN 0 ELSE replicates END),"
      " max(replicates) FROM cell_decisions WHERE study = "
      "? GROUP BY reason"
      " ORDER BY reason",
      study);
  std::int64_t most = 0;  // for the decided cells
  for (const auto& row : decided.rows) {
    const auto count = std::get<std::int64_t>(row[1]);
    result.decided.emplace_back(std::get<std::string>(row[0]), count);
    result.runs -= count * result.rules.max - std::get<std::int64_t>(row[2]);
    most = std::max(most, std::get<std::int64_t>(row[3]));
  }
  if (result.decided_cells() == result.cells) {
    result.runs -= result.reference_cells * (result.rules.max - most);
  }
  return result;
}

DeclaredReplicates declared_replicates(const store::StoreReader& reader, const std::string& study) {
  const auto rows = reader.select("SELECT id, document FROM studies WHERE name = ?", study).rows;
  if (rows.empty()) return {};
  return declared_replicates(reader, std::get<std::int64_t>(rows[0][0]),
                             std::get<std::string>(rows[0][1]));
}

std::string decided_text(const DeclaredReplicates& replicates) {
  std::string text;
  for (const auto& [reason, count] : replicates.decided) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", reason, count);
  }
  return text;
}

std::string stopping_note(const DeclaredReplicates& replicates) {
  if (!replicates.rules.are_open() || replicates.decided.empty()) return "";
  if (replicates.rules.are_by_halving()) {
    return fmt::format(
        "settings were stopped before their end by successive halving ({}), which does not promise "
        "that the best one is kept; skald query DB decisions says more",
        decided_text(replicates));
  }
  std::string text = fmt::format("the results decided how many replicates a setting has ({})",
                                 decided_text(replicates));
  if (has_stopped_early(replicates)) text += "; its interval may therefore be somewhat too short";
  if (replicates.rules.race) {
    text += "; the best is by means adjusted for the replicates that others lack";
  }
  return text + "; skald query DB decisions says more";
}

}  // namespace skald
