#include "store/stored_runs.hpp"

#include <functional>
#include <unordered_set>

#include "record/costs.hpp"
#include "store/columns.hpp"
#include "store/results/results_hash.hpp"

namespace skald::store {
namespace {

// Receives a run's hash and the index of the requested column in `row`.
using Visit = std::function<void(const std::string& hash, const Statement& row, int column)>;

// Looks up one hash at a time; slow for many, since hashes are scattered over the index.
void look_up(const Connection& connection, std::span<const std::string> hashes,
             const std::string& column, const Visit& visit) {
  Statement statement = connection.prepare("SELECT " + column + " FROM runs WHERE hash = ?");
  for (const auto& hash : hashes) {
    if (statement.with(hash).step()) visit(hash, statement, 0);
  }
}

// Reads all runs in the order of the file.
void pick(const Connection& connection, std::span<const std::string> hashes,
          const std::string& column, const Visit& visit) {
  const std::unordered_set<std::string> wanted(hashes.begin(), hashes.end());
  Statement statement = connection.prepare("SELECT hash, " + column + " FROM runs");
  while (statement.step()) {
    const auto found = wanted.find(std::string(statement.text(0)));
    if (found != wanted.end()) visit(*found, statement, 1);
  }
}

// Visits those of the requested runs that the database has.
void visit_runs(const Connection& connection, std::span<const std::string> hashes,
                const std::string& column, const Visit& visit) {
  const std::int64_t runs = connection.integer("SELECT max(id) FROM runs");
  const bool are_many = static_cast<std::int64_t>(hashes.size()) > runs / 8;
  (are_many ? pick : look_up)(connection, hashes, column, visit);
}

}  // namespace

FinishedRuns StoredRuns::finished(std::span<const std::string> hashes) const {
  const Transaction transaction(*runs_, Transaction::Kind::read);  // locks the file once
  FinishedRuns finished;
  visit_runs(*runs_, hashes, "status",
             [&](const std::string& hash, const Statement& row, int column) {
               finished.emplace(hash, record::run_status(row.text(column)));
             });
  return finished;
}

RunMakers StoredRuns::makers(std::span<const std::string> hashes) const {
  const Transaction transaction(*runs_, Transaction::Kind::read);
  RunMakers makers;
  visit_runs(
      *runs_, hashes, "environment, measured",
      [&](const std::string& hash, const Statement& row, int column) {
        makers.runs.emplace(hash, RunMakers::Ids{row.integer(column), row.integer(column + 1)});
      });
  Statement environments = runs_->prepare("SELECT id, plugins FROM environments");
  while (environments.step()) {
    makers.plugins.emplace(environments.integer(0), environments.text(1));
  }
  Statement measured = runs_->prepare("SELECT id, metrics FROM measured");
  while (measured.step()) makers.measured.emplace(measured.integer(0), measured.text(1));
  return makers;
}

std::optional<std::string> StoredRuns::other_study(const std::string& run_hash,
                                                   const std::string& study) const {
  Statement find = runs_->prepare(
      "SELECT s.name FROM runs AS r JOIN study_cells AS d ON d.cell = r.cell"
      " AND d.origin = r.origin AND r.replicate < d.replicates JOIN studies AS s ON s.id = d.study"
      " WHERE r.hash = ? AND s.name <> ? LIMIT 1");
  return find.first<std::string>(run_hash, study);
}

FinalValues StoredRuns::final_values(std::span<const std::string> hashes,
                                     const std::string& metric) const {
  const Transaction transaction(*runs_, Transaction::Kind::read);
  const std::unordered_set<std::string> wanted(hashes.begin(), hashes.end());
  Statement values = runs_->prepare(
      record::is_cost(metric)
          ? "SELECT runs.hash, " + metric +
                " FROM ledger JOIN runs ON runs.id = ledger.run WHERE " + metric + " IS NOT NULL"
          : "SELECT runs.hash, summary.last FROM summary JOIN runs ON runs.id = summary.run"
            " WHERE summary.metric = (SELECT id FROM metrics WHERE name = ?)"
            " AND summary.last IS NOT NULL");
  if (!record::is_cost(metric)) values.with(metric);
  FinalValues found;
  while (values.step()) {
    const auto hash = wanted.find(std::string(values.text(0)));
    if (hash != wanted.end()) found.emplace(*hash, values.real(1));
  }
  return found;
}

Diagnoses StoredRuns::diagnoses(std::span<const std::string> hashes) const {
  const Transaction transaction(*runs_, Transaction::Kind::read);
  Statement run = runs_->prepare("SELECT id FROM runs WHERE hash = ? AND averages_draws");
  Statement last =
      runs_->prepare("SELECT " + record_columns<record::Diagnostics>() +
                     " FROM diagnostics WHERE run = ? ORDER BY iteration DESC LIMIT 1");
  Diagnoses found;
  for (const std::string& hash : hashes) {
    const auto id = run.first<std::int64_t>(hash);
    if (!id) continue;
    const bool is_measured = last.with(*id).step();
    found.emplace(hash, is_measured ? record::Diagnosis(last.read_record<record::Diagnostics>())
                                    : record::Diagnosis());
    last.reset();
  }
  return found;
}

RunPoints StoredRuns::points(std::span<const std::string> hashes, const std::string& metric) const {
  const Transaction transaction(*runs_, Transaction::Kind::read);
  const std::string values = recorded_values_sql(metric);
  RunPoints found;
  if (values.empty()) return found;
  Statement id = runs_->prepare("SELECT id FROM runs WHERE hash = ?");
  Statement points = runs_->prepare(values + " ORDER BY iteration");
  for (const std::string& hash : hashes) {
    std::vector<record::PointRecord>& along = found[hash];
    const auto run = id.first<std::int64_t>(hash);
    if (!run) continue;
    points.with(*run);
    while (points.step()) along.push_back({points.integer(0), points.real(1)});
    points.reset();
  }
  return found;
}

std::string StoredRuns::recorded_values_sql(std::string_view metric) const {
  if (metric == record::kWallSeconds || record::is_cost_along(metric)) {
    const std::string column(metric);
    return "SELECT iteration, " + column + " AS value FROM moments WHERE " + column +
           " NOT NULL AND run = ?";
  }
  const auto id =
      runs_->prepare("SELECT id FROM metrics WHERE name = ?").first<std::int64_t>(metric);
  if (!id) return "";
  return "SELECT iteration, value FROM points WHERE metric = " + std::to_string(*id) +
         " AND run = ?";
}

std::vector<record::RungRecord> StoredRuns::rungs(const std::string& study,
                                                  const std::string& metric) const {
  const Transaction transaction(*runs_, Transaction::Kind::read);
  Statement rows = runs_->prepare(
      "SELECT hash, " + record_columns<record::RungRecord>() +
      " FROM rungs JOIN cells ON id = cell WHERE metric = ?"
      " AND study = (SELECT id FROM studies WHERE name = ?) ORDER BY run, unit, rung");
  rows.with(metric, study);
  std::vector<record::RungRecord> found;
  while (rows.step()) {
    found.push_back(rows.read_record<record::RungRecord>(1));
    found.back().cell = rows.text(0);
  }
  return found;
}

std::optional<double> StoredRuns::wall_seconds(const std::string& run_hash) const {
  return runs_->prepare("SELECT wall_seconds FROM runs WHERE hash = ? AND wall_seconds NOT NULL")
      .first<double>(run_hash);
}

std::string StoredRuns::results_hash() const { return skald::store::results_hash(*runs_); }

}  // namespace skald::store
