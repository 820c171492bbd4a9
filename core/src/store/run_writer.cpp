#include "store/run_writer.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "record/costs.hpp"
#include "store/columns.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace {

// Each field is preceded by its length, so that different environments have different texts.
std::string environment_hash(const record::EnvironmentRecord& environment) {
  std::string text;
  text::for_each_column(environment, [&text](std::string_view, const std::string& field) {
    text += std::to_string(field.size()) + ":" + field;
  });
  return text::sha256(text);
}

}  // namespace

SharedRows::SharedRows(const Connection& connection)
    : connection_(connection),
      find_environment_(connection.prepare("SELECT id FROM environments WHERE hash = ?")),
      add_environment_(connection.prepare(
          insert_sql("environments (hash, " + record_columns<record::EnvironmentRecord>() + ")"))),
      find_measured_(connection.prepare("SELECT id FROM measured WHERE metrics = ?")),
      add_measured_(connection.prepare(insert_sql("measured (metrics)"))) {}

std::int64_t SharedRows::id(const record::EnvironmentRecord& environment) {
  const std::string hash = environment_hash(environment);
  if (const auto known = find_environment_.first<std::int64_t>(hash)) return *known;
  add_environment_.run(hash, environment);
  return connection_.last_insert_id();
}

std::int64_t SharedRows::measured_id(const std::string& metrics) {
  if (const auto known = find_measured_.first<std::int64_t>(metrics)) return *known;
  add_measured_.run(metrics);
  return connection_.last_insert_id();
}

namespace {

std::int64_t find(Statement& statement, const std::string& key, const char* what,
                  const std::string& run) {
  if (const auto id = statement.first<std::int64_t>(key)) return *id;
  throw std::invalid_argument("run " + run + ": " + what + " \"" + key +
                              "\" was not declared to the store");
}

auto costs_of(const record::MomentRecord& moment) {
  return std::apply([&](const auto&... cost) { return std::tuple(moment.costs.*cost.value...); },
                    record::kCostsAlong);
}

}  // namespace

RunWriter::RunWriter(Connection& c)
    : connection_(c),
      find_cell_(c.prepare("SELECT id FROM cells WHERE hash = ?")),
      find_metric_(c.prepare("SELECT id FROM metrics WHERE name = ?")),
      add_run_(c.prepare(insert_sql("runs (cell, environment, measured, " +
                                    record_columns<record::RunRecord>() + ")"))),
      add_summary_(c.prepare(
          insert_sql("summary (run, metric, " + record_columns<record::SeriesSummary>() + ")"))),
      add_vector_metric_(c.prepare("INSERT OR IGNORE INTO vector_metrics (name) VALUES (?)")),
      find_vector_metric_(c.prepare("SELECT id FROM vector_metrics WHERE name = ?")),
      add_costs_(c.prepare(insert_sql("ledger (" + table_columns("ledger") + ")"))),
      add_event_(c.prepare(
          insert_sql("events (run, position, " + record_columns<record::EventRecord>() + ")"))),
      add_artifact_(c.prepare(insert_sql("artifacts (run, name, digest, content)"))),
      points_(c, "points (run, metric, iteration, value)"),
      vector_points_(c, "vector_points (run, metric, iteration, item, value)"),
      moments_(c, "moments (" + table_columns("moments") + ")"),
      diagnostics_(c, "diagnostics (run, " + record_columns<record::Diagnostics>() + ")"),
      shared_(c),
      former_runs_(c),
      seals_(c) {}

std::vector<FormerRun> RunWriter::write(std::span<const record::RunRecord> runs) {
  std::vector<FormerRun> former;
  for (const record::RunRecord& run : runs) {
    if (auto kept = write(run)) former.push_back(std::move(*kept));
  }
  return former;
}

std::optional<FormerRun> RunWriter::write(const record::RunRecord& run) {
  if (run.hash.empty()) throw std::invalid_argument("a run without a hash cannot be stored");
  const std::int64_t cell = find(find_cell_, run.cell, "cell", run.hash);
  std::optional<FormerRun> former = former_runs_.make_way(run.hash);
  add_run_.run(cell, shared_.id(run.environment), shared_.measured_id(run.measured), run);
  const std::int64_t id = connection_.last_insert_id();
  for (const auto& series : run.series) write_series(id, series);
  for (const auto& series : run.vectors) write_vectors(id, series);
  moments_.insert(std::span(run.moments), [&](const record::MomentRecord& moment) {
    return std::tuple_cat(std::tuple(id, moment.iteration, moment.wall_seconds), costs_of(moment));
  });
  diagnostics_.insert(std::span(run.diagnostics), [&](const record::Diagnostics& of) {
    return std::tuple_cat(
        std::tuple(id),
        std::apply([](const auto&... column) { return std::tuple(column.value...); },
                   record::Diagnostics::fields(of)));
  });
  if (run.costs) write_costs(id, *run.costs);
  std::int64_t position = 0;
  for (const auto& event : run.events) add_event_.run(id, position++, event);
  for (const auto& a : run.artifacts) {
    const std::string_view bytes(reinterpret_cast<const char*>(a.content.data()), a.content.size());
    add_artifact_.run(id, a.name, text::sha256(bytes), std::span<const std::byte>(a.content));
  }
  seals_.seal(id);
  const std::vector<std::string> repeated = former_runs_.remove_repeated(run.hash, id);
  const bool is_repeated =
      former && std::find(repeated.begin(), repeated.end(), former->hash) != repeated.end();
  return is_repeated ? std::nullopt : former;
}

void RunWriter::write_series(std::int64_t id, const record::SeriesRecord& series) {
  if (record::is_cost_along(series.metric)) return;
  const std::int64_t metric = find(find_metric_, series.metric, "metric", std::to_string(id));
  points_.insert(std::span(series.points), [&](const record::PointRecord& point) {
    return std::tuple(id, metric, point.iteration, point.value);
  });
  add_summary_.run(id, metric, series.summary);
}

void RunWriter::write_vectors(std::int64_t id, const record::VectorSeriesRecord& series) {
  require_name(series.metric, "name of a vector series");
  add_vector_metric_.run(series.metric);
  const std::int64_t metric =
      find(find_vector_metric_, series.metric, "vector metric", std::to_string(id));
  for (const auto& point : series.points) {
    std::int64_t item = 0;
    vector_points_.insert(std::span(point.values), [&](double value) {
      return std::tuple(id, metric, point.iteration, item++, value);
    });
  }
}

void RunWriter::write_costs(std::int64_t id, const Costs& costs) {
  add_costs_.reset();
  int parameter = 0;
  add_costs_.bind(parameter++, id);
  for (const Cost& cost : kCosts) add_costs_.bind(parameter++, costs.*cost.value);
  add_costs_.step();
  add_costs_.reset();
}

}  // namespace skald::store
