#include "store/store_reader.hpp"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <stdexcept>

#include "skald/parts/not_a_number.hpp"
#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/database_file.hpp"
#include "store/database_watch.hpp"
#include "store/opening/require_trusted.hpp"
#include "store/schema.hpp"
#include "store/seals/run_seals.hpp"
#include "store/study_runs.hpp"
#include "text/nearest.hpp"

namespace skald::store {
namespace {

constexpr std::string_view kState = "PRAGMA data_version";

// The write-ahead log counts, since it holds pages of the database.
std::uintmax_t bytes_of(const std::filesystem::path& database) {
  std::error_code none;
  const std::uintmax_t file = std::filesystem::file_size(database, none);
  const std::uintmax_t log = std::filesystem::file_size(journal_of(database), none);
  return file + (none ? 0 : log);
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  if (const auto near = text::nearest(word, known)) return "; did you mean \"" + *near + "\"?";
  return known.empty() ? "; there is none" : "; there is " + boost::algorithm::join(known, ", ");
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

// Returns the metrics called `names`. wall_seconds, and a cost that is not a metric of the file,
// have no definition.
std::vector<record::MetricRecord> choose_metrics(std::vector<record::MetricRecord> known,
                                                 std::span<const std::string> names) {
  for (const Cost& cost : kCosts) {
    known.push_back({std::string(cost.name), std::string(cost.unit), "", record::Better::down,
                     record::Scale::count});
  }
  known.push_back(
      {std::string(record::kWallSeconds), "s", "", record::Better::down, record::Scale::count});
  std::vector<record::MetricRecord> chosen;
  for (const auto& name : names) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const record::MetricRecord& m) { return m.name == name; });
    if (found == known.end()) {
      std::vector<std::string> words;
      words.reserve(known.size());
      for (const auto& metric : known) words.push_back(metric.name);
      throw std::invalid_argument("no metric \"" + name + "\" in this database" +
                                  suggestion(name, words));
    }
    chosen.push_back(*found);
  }
  return chosen;
}

// Adds the axis `study`.
void name_study(const std::string& study, record::StudyRuns& runs) {
  runs.axes.insert(runs.axes.begin(), "study");
  for (record::StudyRuns::Run& run : runs.runs)
    run.axes.insert(run.axes.begin(), record::SqlValue(study));
}

// The place of the metric of that name; as many as there are if there is none.
std::size_t place_of(const record::StudyRuns& runs, const std::string& metric) {
  return static_cast<std::size_t>(
      std::find_if(runs.metrics.begin(), runs.metrics.end(),
                   [&](const record::MetricRecord& known) { return known.name == metric; }) -
      runs.metrics.begin());
}

// Keeps these metrics, in this order.
void choose(const std::vector<record::MetricRecord>& metrics, record::StudyRuns& runs) {
  std::vector<std::size_t> places;
  for (const record::MetricRecord& metric : metrics) places.push_back(place_of(runs, metric.name));
  for (record::StudyRuns::Run& run : runs.runs) {
    std::vector<double> values;
    for (const std::size_t place : places) values.push_back(run.metrics[place]);
    run.metrics = std::move(values);
  }
  runs.metrics = metrics;
}

// The metrics of which a run has a value, and the last ones anyway.
std::vector<record::MetricRecord> measured_metrics(const record::StudyRuns& runs,
                                                   std::size_t last) {
  std::vector<record::MetricRecord> measured;
  for (std::size_t m = 0; m < runs.metrics.size(); ++m) {
    const bool is_measured =
        std::any_of(runs.runs.begin(), runs.runs.end(),
                    [m](const record::StudyRuns::Run& run) { return !std::isnan(run.metrics[m]); });
    if (is_measured || m + last >= runs.metrics.size()) measured.push_back(runs.metrics[m]);
  }
  return measured;
}

// The runs of one study after the other, which have the same axes, with the metrics of all.
record::StudyRuns side_by_side(std::vector<record::StudyRuns> each,
                               std::span<const std::string> names) {
  record::StudyRuns all = std::move(each.front());
  std::vector<record::MetricRecord> common = all.metrics;
  for (std::size_t i = 1; i < each.size(); ++i) {
    std::erase_if(common, [&](const record::MetricRecord& metric) {
      return place_of(each[i], metric.name) == each[i].metrics.size();
    });
  }
  if (common.empty() && !all.metrics.empty()) {
    const std::vector<std::string> all_names(names.begin(), names.end());
    throw std::invalid_argument("the studies " + boost::algorithm::join(all_names, ", ") +
                                " have no metric in common");
  }
  if (each.size() > 1) choose(common, all);
  for (std::size_t i = 1; i < each.size(); ++i) {
    choose(common, each[i]);
    std::move(each[i].runs.begin(), each[i].runs.end(), std::back_inserter(all.runs));
  }
  return all;
}

}  // namespace

StoreReader::StoreReader(const std::filesystem::path& file, std::chrono::milliseconds timeout,
                         Cache cache)
    : StoreReader(ReadableFile(resolve_database_file(file)), timeout, cache) {}

StoreReader::StoreReader(const ReadableFile& readable, std::chrono::milliseconds timeout,
                         Cache cache)
    : StoredRuns(connection_),
      file_(readable.database()),
      connection_(readable.path(), Access::read, timeout) {
  connection_.limit_work(bytes_of(readable.path()));
  connection_.execute(cache == Cache::look_ups ? "PRAGMA cache_size = -65536"  // KiB
                                               : "PRAGMA cache_size = -2048");
  connection_.allow_only_reading();
  examine();
}

void StoreReader::examine() {
  require_this_version(file_, file_version(connection_));
  require_trusted(connection_);
  state_ = connection_.integer(kState);
}

bool StoreReader::renew() {
  connection_.renew_state();
  if (connection_.integer(kState) == state_) return false;
  examine();
  return true;
}

record::ResultTable StoreReader::query(std::string_view sql) const {
  Statement statement = rows(sql);
  return connection_.read_rows(statement);
}

Statement StoreReader::rows(std::string_view sql) const {
  if (!is_word(sql)) return connection_.prepare_rows(sql);
  const std::vector<std::string> known = views_and_tables();
  if (std::find(known.begin(), known.end(), sql) == known.end()) {
    throw std::invalid_argument("no view or table \"" + std::string(sql) + "\"" +
                                suggestion(sql, known));
  }
  return connection_.prepare_rows("SELECT * FROM " + quote_identifier(sql));
}

std::vector<std::string> StoreReader::views_and_tables() const {
  return connection_.column<std::string>(
      "SELECT name FROM sqlite_schema WHERE type IN ('view', 'table')"
      " AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, name");
}

std::vector<std::string> StoreReader::studies() const {
  return connection_.column<std::string>("SELECT name FROM studies ORDER BY id");
}

std::vector<std::string> StoreReader::axes() const {
  return connection_.column<std::string>("SELECT column_name FROM axis_names ORDER BY id");
}

std::vector<record::MetricRecord> StoreReader::metrics() const { return metrics_where("1"); }

std::vector<record::MetricRecord> StoreReader::metrics_where(const std::string& condition) const {
  std::vector<record::MetricRecord> result;
  Statement statement = connection_.prepare("SELECT " + record_columns<record::MetricRecord>() +
                                            " FROM metrics WHERE " + condition + " ORDER BY id");
  while (statement.step()) result.push_back(statement.read_record<record::MetricRecord>());
  return result;
}

std::vector<record::MetricRecord> StoreReader::metrics_of(std::int64_t study) const {
  const auto named =
      connection_.column<std::string>("SELECT name FROM study_metrics WHERE study = ?", study);
  std::vector<record::MetricRecord> metrics = metrics_where("column_name <> ''");
  std::erase_if(metrics, [&](const record::MetricRecord& metric) {
    const bool is_named = std::find(named.begin(), named.end(), metric.name) != named.end();
    const bool is_wanted = named.empty() || metric.name.starts_with(record::kRecordedPrefix);
    return !is_named && (!is_wanted || record::is_cost(metric.name));
  });
  return metrics;
}

record::StudyRuns StoreReader::study_runs(const std::string& study,
                                          std::span<const std::string> metric_names,
                                          std::span<const std::string> also) const {
  Problems problems;
  return runs_of_study(study, metric_names, also, problems);
}

record::StudyRuns StoreReader::runs_of_studies(std::span<const std::string> names,
                                               std::span<const std::string> metric_names) const {
  Problems problems;
  std::vector<record::StudyRuns> each;
  for (const std::string& study : names) {
    each.push_back(runs_of_study(study, metric_names, {}, problems));
    if (names.size() > 1) name_study(study, each.back());
  }
  return side_by_side(std::move(each), names);
}

record::StudyRuns StoreReader::runs_of_study(const std::string& study,
                                             std::span<const std::string> metric_names,
                                             std::span<const std::string> also,
                                             Problems& problems) const {
  Statement find = connection_.prepare("SELECT id FROM studies WHERE name = ?");
  if (!find.with(study).step()) {
    throw std::invalid_argument("no study \"" + study + "\" in this database" +
                                suggestion(study, studies()));
  }
  record::StudyRuns result;
  result.axes = axes();
  result.metrics = metric_names.empty() ? metrics_of(find.integer(0))
                                        : choose_metrics(metrics_where("1"), metric_names);
  const auto added = choose_metrics(metrics_where("1"), also);
  result.metrics.insert(result.metrics.end(), added.begin(), added.end());
  read_study_runs(connection_, find.integer(0), problems, result);
  if (metric_names.empty()) choose(measured_metrics(result, added.size()), result);
  return result;
}

std::vector<record::Curve> StoreReader::curves(const record::StudyRuns& runs,
                                               const std::string& metric) const {
  std::vector<record::Curve> curves(runs.runs.size());
  const std::string values = recorded_values_sql(metric);
  if (values.empty()) return curves;
  Statement points = connection_.prepare(values + " ORDER BY iteration");
  for (std::size_t r = 0; r < curves.size(); ++r) {
    points.with(runs.runs[r].id);
    while (points.step()) curves[r].push_back({points.integer(0), points.real(1)});
  }
  return curves;
}

record::Diagnosis StoreReader::diagnosis_at(const record::RunMoment& moment) const {
  Statement last = connection_.prepare(
      "SELECT " + record_columns<record::Diagnostics>() +
      " FROM diagnostics WHERE run = ? AND iteration <= ? ORDER BY iteration DESC LIMIT 1");
  if (!last.with(moment.run, moment.iteration).step()) return {};
  return record::Diagnosis(last.read_record<record::Diagnostics>());
}

std::vector<std::vector<double>> StoreReader::values_at(
    std::span<const record::RunMoment> moments,
    std::span<const record::MetricRecord> metrics) const {
  std::vector<std::vector<double>> values(moments.size(),
                                          std::vector<double>(metrics.size(), kNotANumber));
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const std::string recorded = recorded_values_sql(metrics[m].name);
    if (recorded.empty()) continue;
    Statement point = connection_.prepare(recorded + " AND iteration = ?");
    for (std::size_t i = 0; i < moments.size(); ++i) {
      point.with(moments[i].run, moments[i].iteration);
      if (point.step()) values[i][m] = point.real(1);
    }
  }
  return values;
}

std::vector<record::VectorSeriesRecord> StoreReader::vectors(const std::string& run_hash) const {
  std::vector<record::VectorSeriesRecord> all;
  Statement statement = connection_.prepare(
      "SELECT name, iteration, value FROM vector_points"
      " JOIN vector_metrics ON vector_metrics.id = vector_points.metric"
      " WHERE run = (SELECT id FROM runs WHERE hash = ?) ORDER BY name, iteration, item");
  statement.with(run_hash);
  while (statement.step()) {
    if (all.empty() || all.back().metric != statement.text(0)) {
      all.push_back({std::string(statement.text(0)), {}});
    }
    std::vector<record::VectorPointRecord>& points = all.back().points;
    const std::int64_t iteration = statement.integer(1);
    if (points.empty() || points.back().iteration != iteration) points.push_back({iteration, {}});
    points.back().values.push_back(statement.real(2));
  }
  return all;
}

void StoreReader::require_whole(const std::string& run_hash) const {
  Statement find = connection_.prepare("SELECT id FROM runs WHERE hash = ?");
  if (!find.with(run_hash).step() || RunSeals(connection_).hold(find.integer(0))) return;
  throw DamagedError(file().string() + ": run " + run_hash +
                     " is damaged: not as it was stored; skald run GRID --force --only " +
                     run_hash.substr(0, 12) + " does it again, skald merge brings it from a copy");
}

}  // namespace skald::store
