#include "database/unspent.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/settings.hpp"

namespace skald {
namespace {

// The share is 0 where no budget is given. Most cells have none, and their JSON is not parsed.
constexpr const char* kUnspent =
    "WITH budgets AS MATERIALIZED (SELECT d.study AS study, c.id AS cell,"
    "  json_extract(c.canonical_json, '$.run.\"budget.bits\"') AS bits,"
    "  json_extract(c.canonical_json, '$.run.\"budget.bits_up\"') AS bits_up,"
    "  json_extract(c.canonical_json, '$.run.\"budget.eps\"') AS eps"
    "  FROM study_cells AS d JOIN cells AS c ON c.id = d.cell"
    "  WHERE d.study = (SELECT id FROM studies WHERE name = ?) AND NOT d.reference"
    "  AND instr(c.canonical_json,"
    "   '\"budget.bits\":null,\"budget.bits_up\":null,\"budget.eps\":null') = 0"
    "  AND json_valid(c.canonical_json))"
    " SELECT id, max(bits, bits_up, eps) AS share FROM (SELECT r.id AS id,"
    "  coalesce((l.bits_up + l.bits_down) / b.bits, 0) AS bits,"
    "  coalesce(l.bits_up / b.bits_up, 0) AS bits_up, coalesce(l.eps_spent / b.eps, 0) AS eps"
    "  FROM budgets AS b JOIN current_runs AS r ON r.study = b.study AND r.cell = b.cell"
    "  JOIN ledger AS l ON l.run = r.id WHERE r.status = 'ok'"
    "  AND NOT EXISTS (SELECT 1 FROM events AS e WHERE e.run = r.id AND e.kind = 'budget'))"
    " WHERE share > 0 AND share < 0.99";

}  // namespace

std::map<std::int64_t, double> unspent_budgets(const store::StoreReader& reader,
                                               const std::string& study) {
  std::map<std::int64_t, double> unspent;
  for (const auto& row : reader.select(kUnspent, study).rows) {
    const auto* share = std::get_if<double>(&row[1]);
    if (share != nullptr) unspent[std::get<std::int64_t>(row[0])] = *share;
  }
  return unspent;
}

std::string unspent_note(const std::map<std::int64_t, double>& unspent,
                         const record::StudyRuns& runs, const std::vector<std::string>& by,
                         const std::vector<std::string>& over) {
  if (unspent.empty()) return "";
  constexpr std::size_t most = 5;
  const report::Settings settings = report::settings_of(runs, by, over);
  std::vector<std::string> names;
  for (const std::size_t axis : settings.by) names.push_back(runs.axes[axis]);
  std::vector<std::string> found;
  for (const report::Setting& setting : settings.all) {
    double least = 1;
    for (const auto* run : setting.runs) {
      if (const auto place = unspent.find(run->id); place != unspent.end()) {
        least = std::min(least, place->second);
      }
    }
    if (least == 1) continue;
    const std::string name = report::setting_text(names, setting.by);
    found.push_back(fmt::format("{} ({:.0f} %)", name.empty() ? "all" : name, 100 * least));
  }
  if (found.empty()) return "";
  const std::size_t more = found.size() > most ? found.size() - most : 0;
  found.resize(found.size() - more);
  return fmt::format(
      "not at equal cost: these settings reached their planned length before using up the budget "
      "(run.budget); share used: {}{}",
      fmt::join(found, "; "), more > 0 ? fmt::format("; and {} more", more) : "");
}

}  // namespace skald
