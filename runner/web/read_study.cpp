#include "web/read_study.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "database/stored_audits.hpp"
#include "database/study.hpp"
#include "database/study_progress.hpp"
#include "database/tuned_sides.hpp"
#include "grid/document.hpp"
#include "json/json.hpp"
#include "report/chart/chart.hpp"
#include "store/database_check.hpp"
#include "web/html_text.hpp"

namespace skald {
namespace {

using record::ResultTable;
using record::SqlValue;

// The current runs of the cells that a study declares; the study's id is the only parameter.
constexpr const char* of_study =
    " FROM current_runs AS r JOIN environments AS e ON e.id = r.environment WHERE r.study = ? ";

ResultTable select(const store::StoreReader& reader, std::string_view what, std::string_view rest,
                   std::int64_t study) {
  return reader.select(std::string(what).append(of_study).append(rest), study);
}

std::string text_of(const SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? "" : *text;
}

std::int64_t integer_of(const SqlValue& value) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  return integer == nullptr ? 0 : *integer;
}

std::int64_t read_declaration(const store::StoreReader& reader, Study& study) {
  const auto row =
      reader.select("SELECT id, document, created FROM studies WHERE name = ?", study.name)
          .rows.at(0);
  study.document = text_of(row[1]);
  study.created = text_of(row[2]);
  std::vector<json::Diagnostic> ignored;
  const grid::GridDocument grid =
      grid::read_grid_document(json::parse_json(study.document, "").root, ignored);
  study.description = grid.description;
  study.replicates = grid.stopping.rules;
  study.stopping_note = stopping_note(declared_replicates(reader, study.name));
  const auto cells = reader
                         .select(
                             "SELECT count(*) - sum(reference), sum(reference) FROM study_cells "
                             "WHERE study = ?",
                             integer_of(row[0]))
                         .rows.at(0);
  study.cells = integer_of(cells[0]);
  study.reference_cells = integer_of(cells[1]);
  return integer_of(row[0]);
}

void read_axes(const store::StoreReader& reader, std::int64_t id, Study& study) {
  const ResultTable values = reader.select(
      "SELECT n.column_name, a.value, count(*) FROM study_cells AS s JOIN axes AS a ON a.cell = "
      "s.cell JOIN axis_names AS n ON n.id = a.axis WHERE s.study = ? AND NOT s.reference GROUP "
      "BY n.id, a.value ORDER BY n.id, min(s.position)",
      id);
  std::map<std::string, std::int64_t> cells;
  for (const auto& row : values.rows) {
    const std::string name = text_of(row[0]);
    if (std::holds_alternative<std::monostate>(row[1])) continue;
    if (study.axes.empty() || study.axes.back().name != name)
      study.axes.push_back({name, {}, false});
    study.axes.back().values.push_back(row[1]);
    cells[name] += integer_of(row[2]);
  }
  for (DeclaredAxis& axis : study.axes) axis.is_unset_somewhere = cells[axis.name] < study.cells;
}

void read_statuses(const store::StoreReader& reader, std::int64_t id, Study& study) {
  const ResultTable counts =
      select(reader, "SELECT r.reference, r.status, count(*)",
             "GROUP BY r.reference, r.status ORDER BY count(*) DESC, r.status", id);
  for (const auto& row : counts.rows) {
    auto& statuses = integer_of(row[0]) == 0 ? study.statuses : study.reference_statuses;
    statuses.emplace_back(text_of(row[1]), integer_of(row[2]));
  }
  const auto times =
      select(reader, "SELECT min(r.started), max(r.ended), total(r.wall_seconds)", "", id)
          .rows.at(0);
  study.first_start = text_of(times[0]);
  study.last_end = text_of(times[1]);
  if (const auto* seconds = std::get_if<double>(&times[2])) study.wall_seconds = *seconds;
}

std::string setting_of(const Study& study, std::int64_t run) {
  const auto found = std::find_if(study.runs.runs.begin(), study.runs.runs.end(),
                                  [run](const auto& other) { return other.id == run; });
  if (found == study.runs.runs.end()) return "reference run";
  std::vector<SqlValue> values;
  for (const std::string& axis : study.comparison.by) {
    const auto place = std::find(study.runs.axes.begin(), study.runs.axes.end(), axis);
    values.push_back(found->axes[static_cast<std::size_t>(place - study.runs.axes.begin())]);
  }
  const std::string setting = report::setting_name(study.comparison.by, values);
  const std::string replicate = "replicate " + std::to_string(found->replicate);
  return setting.empty() ? replicate : setting + ", " + replicate;
}

void read_failures(const store::StoreReader& reader, std::int64_t id, Study& study) {
  const ResultTable failures = select(
      reader, "SELECT r.status, r.message, r.exit_signal, count(*), min(r.id)",
      "AND r.status NOT IN ('ok', 'diverged') GROUP BY r.status, r.message, r.exit_signal ORDER "
      "BY count(*) DESC, min(r.id)",
      id);
  for (const auto& row : failures.rows) {
    if (study.failures.size() == kMostFailures) break;
    const std::int64_t run = integer_of(row[4]);
    Failure failure{text_of(row[0]),
                    cut_text(text_of(row[1]), kMostLastWords),
                    integer_of(row[2]),
                    integer_of(row[3]),
                    "",
                    setting_of(study, run)};
    failure.hash = text_of(reader.select("SELECT hash FROM runs WHERE id = ?", run).rows.at(0)[0]);
    study.failures.push_back(std::move(failure));
  }
  study.more_failures = std::ssize(failures.rows) - std::ssize(study.failures);
}

void read_privacy(const store::StoreReader& reader, std::int64_t id, Study& study) {
  const ResultTable statements = select(
      reader, "SELECT v.message, count(DISTINCT v.run) FROM events AS v JOIN (SELECT r.id AS run",
      ") AS current ON current.run = v.run WHERE v.kind = 'privacy' GROUP BY v.message ORDER BY "
      "count(DISTINCT v.run) DESC, min(v.run)",
      id);
  for (const auto& row : statements.rows) {
    if (study.privacy.size() == kMostPrivacy) break;
    study.privacy.push_back({cut_text(text_of(row[0]), kMostLastWords), integer_of(row[1])});
  }
  study.more_privacy = std::ssize(statements.rows) - std::ssize(study.privacy);
  study.audits_note = audits_note(reader, study.name);
}

// Parses a JSON text; null if it is not valid.
json::JsonValue document_in(const std::string& text) { return json::parse_json(text, "").root; }

// Returns "compiler gcc 12.2.0, flags ...": the members of an object.
std::string members_text(const std::string& object) {
  std::string text;
  for (const json::JsonMember& member : document_in(object).members) {
    text += (text.empty() ? "" : ", ") + member.key + ' ' + member.value.text;
  }
  return text;
}

void read_environments(const store::StoreReader& reader, std::int64_t id, Study& study) {
  const ResultTable found =
      select(reader,
             "SELECT e.host, e.cpu, e.instruction_set, e.skald_version, e.git_commit, e.git_dirty, "
             "e.build, count(*)",
             "GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY count(*) DESC, min(r.id)", id);
  study.environments.columns = {"host",   "processor",           "instruction set", "Skald",
                                "commit", "uncommitted changes", "build",           "runs"};
  for (const auto& row : found.rows) {
    auto cells = row;
    cells[6] = members_text(text_of(row[6]));
    for (SqlValue& cell : cells) {
      if (text_of(cell).empty() && std::holds_alternative<std::string>(cell)) cell = {};
    }
    study.environments.rows.push_back(std::move(cells));
    const std::string commit = text_of(row[4]);
    const bool is_known =
        std::find(study.commits.begin(), study.commits.end(), commit) != study.commits.end();
    if (!commit.empty() && text_of(row[5]).empty() && !is_known) study.commits.push_back(commit);
  }
}

void read_plugins(const store::StoreReader& reader, std::int64_t id, Study& study) {
  const ResultTable found = select(reader, "SELECT e.plugins, count(*)", "GROUP BY e.plugins", id);
  using Key = std::tuple<std::string, std::string, std::string, std::string>;
  std::map<Key, std::int64_t> runs;
  for (const auto& row : found.rows) {
    for (const json::JsonValue& plugin : document_in(text_of(row[0])).items) {
      runs[{json::text_at(plugin, "kind"), json::text_at(plugin, "name"),
            json::text_at(plugin, "version"), json::text_at(plugin, "sha256")}] +=
          integer_of(row[1]);
    }
  }
  study.plugins.columns = {"kind", "plugin", "version", "SHA-256 of the library", "runs"};
  for (const auto& [key, count] : runs) {
    const auto& [kind, name, version, sha256] = key;
    study.plugins.rows.push_back({kind, name, version, sha256, count});
  }
}

void read_data(const store::StoreReader& reader, std::int64_t id, Study& study) {
  const ResultTable found =
      select(reader, "SELECT r.data_digests, count(*)", "GROUP BY r.data_digests", id);
  std::map<std::pair<std::string, std::string>, std::int64_t> runs;
  for (const auto& row : found.rows) {
    for (const json::JsonMember& file : document_in(text_of(row[0])).members) {
      runs[{file.key, file.value.text}] += integer_of(row[1]);
    }
  }
  study.data.columns = {"file", "SHA-256", "runs"};
  for (const auto& [file, count] : runs) {
    study.data.rows.push_back({file.first, file.second, count});
  }
}

Study read_named(const store::StoreReader& reader, const std::string& name) {
  Study study;
  study.database = reader.file().filename().string();
  study.name = name;
  study.runs = reader.study_runs(study.name);
  study.comparison = report::compare(study.runs, {});
  const auto tuned = [&](stopping::Side side) {
    return tuned_settings(tuned_sides(reader, {study.name}, study.runs, side), study.runs, {}, {});
  };
  remark({tuned(stopping::Side::open), tuned(stopping::Side::flat)}, study.comparison);
  for (const std::string& other : reader.studies()) {
    if (other != study.name) study.others.push_back(other);
  }
  const std::int64_t id = read_declaration(reader, study);
  read_axes(reader, id, study);
  read_statuses(reader, id, study);
  study.charts = page_charts(reader, study.name, study.runs);
  read_failures(reader, id, study);
  read_privacy(reader, id, study);
  read_environments(reader, id, study);
  read_plugins(reader, id, study);
  read_data(reader, id, study);
  return study;
}

}  // namespace

Study read_study(store::StoreReader& reader, const std::string& name) {
  return with_sound_study(reader, name, store::Reading::anything,
                          [&](const std::string& study) { return read_named(reader, study); });
}

}  // namespace skald
