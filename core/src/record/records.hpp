// The stored values of studies and runs: plain values, one struct per row or group of rows of
// schemas/results.sql.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "record/costs.hpp"

namespace skald::record {

// The greatest length of the name of an axis or a metric, in bytes.
inline constexpr std::size_t kLongestName = 200;

// The kind of the event of a run whose steps are too long for its problem.
inline constexpr std::string_view kLongStepEvent = "step";

// The prefix of the metrics that samplers record; the name that the sampler gives follows.
inline constexpr std::string_view kRecordedPrefix = "sampler.";

enum class Better { down, none, up, zero };  // zero: the nearer to 0, the better

// See skald/metric_info.hpp.
enum class Scale { real, positive, share, count };

struct MetricRecord {
  std::string name;
  std::string units;  // empty: a pure number
  std::string definition;
  Better better = Better::none;
  Scale scale = Scale::real;
};

// The value of an option that some grid varies. monostate: the cell has no such option.
using StoredValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

struct AxisRecord {
  std::string path;  // "sampler.p_c", "privacy.plugin"
  StoredValue value;
};

struct CellRecord {
  std::string hash;
  std::string canonical_json;
  std::vector<AxisRecord> axes;  // paths differ
  bool reference = false;        // runs only so that others can be compared with it
  std::string origin = {};       // RunRecord::origin of the runs that are declared
  std::int64_t replicates = std::numeric_limits<std::int64_t>::max();  // that are declared
};

struct StudyRecord {
  std::string name;
  std::string document;                   // the grid document
  std::vector<std::string> metrics = {};  // that it names
};

// Why a cell of a study gets no more replicates; see cell_decisions in schemas/results.sql.
struct DecisionRecord {
  std::string cell;  // hash
  std::int64_t replicates = 0;
  std::string reason;
  std::string metric;
  double statistic = std::numeric_limits<double>::quiet_NaN();
  double threshold = std::numeric_limits<double>::quiet_NaN();
  std::string rival = {};                 // hash; empty: none
  std::optional<std::int64_t> rung = {};  // at which a race by halving stopped the cell

  bool operator==(const DecisionRecord&) const = default;
};

// The value of a race's metric at a rung where a run has paused; see rungs in schemas/results.sql.
struct RungRecord {
  std::string run, cell;  // hashes
  std::int64_t replicate = 0;
  std::string metric;
  std::string unit;  // of the rung: "rounds" or "iterations"
  std::int64_t rung = 0;
  double value = std::numeric_limits<double>::quiet_NaN();
  std::string made_by;  // the plugins, by digest

  bool operator==(const RungRecord&) const = default;
};

// No row is stored of these two: the result is still unknown. input_changed: what the run read does
// not match its identity, and it is done another time. paused: it has stopped at a rung of a race,
// and goes on from there if it is wanted.
enum class RunStatus {
  ok,
  diverged,
  failed,
  crashed,
  timeout,
  out_of_memory,
  input_changed,
  paused
};

// Convert a status to its word in the database and back. Throws std::invalid_argument for an
// unknown word.
std::string_view name_of(RunStatus status);
RunStatus run_status(std::string_view text);

// Whether the run has a result: ok and diverged are results, the rest are failures.
constexpr bool is_result(RunStatus status) {
  return status == RunStatus::ok || status == RunStatus::diverged;
}

struct PointRecord {
  std::int64_t iteration = 0;
  double value = 0;  // NaN is stored as NULL; the sign of zero is not kept
};

// Summarises one metric along a run. See summarize() in summary.hpp.
struct SeriesSummary {
  double last = std::numeric_limits<double>::quiet_NaN();
  double min = std::numeric_limits<double>::quiet_NaN();
  double max = std::numeric_limits<double>::quiet_NaN();
  double mean = std::numeric_limits<double>::quiet_NaN();
  std::optional<std::int64_t> first_non_finite;  // iteration
};

struct SeriesRecord {
  std::string metric;               // a declared name
  std::vector<PointRecord> points;  // iterations differ
  SeriesSummary summary;
};

// What a sampler recorded of many items at once, one value per item starting with item 0. NaN: the
// item has no value.
struct VectorPointRecord {
  std::int64_t iteration = 0;
  std::vector<double> values;
};

struct VectorSeriesRecord {
  std::string metric;
  std::vector<VectorPointRecord> points;  // iterations differ
};

// What a run had cost when a record was made. Its wall time is that of the iterations, without
// set-up, metrics and checkpoints; it is not reproducible, and therefore excluded from everything
// that is compared bit for bit.
struct MomentRecord {
  std::int64_t iteration = 0;
  double wall_seconds = 0;
  Costs costs = {};  // eps_spent, which takes an accountant, is not known
};

// The name of this time in commands and views.
inline constexpr std::string_view kWallSeconds = "wall_seconds";

struct EventRecord {
  std::optional<std::int64_t> iteration;
  std::string kind;
  std::string message;
};

struct ArtifactRecord {
  std::string name;
  std::vector<std::byte> content;
};

// The machine and software that produced a run.
struct EnvironmentRecord {
  std::string host;
  std::string cpu;
  std::string instruction_set;
  std::string skald_version;
  std::string git_commit;
  std::string git_dirty;
  std::string build = "{}";    // JSON
  std::string plugins = "[]";  // JSON
};

// A run that has ended.
struct RunRecord {
  // Any year: std::chrono::system_clock counts in nanoseconds and ends in 2262.
  using Time = std::chrono::sys_time<std::chrono::milliseconds>;

  std::string hash;        // identity
  std::string origin;      // the identity of the run that has replicate 0 and is alike otherwise
  std::int64_t study = 0;  // from Store::declare_study
  std::string cell;        // hash of a declared cell
  std::int64_t replicate = 0;
  std::int64_t seed = 0;
  RunStatus status = RunStatus::ok;
  std::string message;
  std::optional<int> exit_signal;
  Time started;
  Time ended;
  double wall_seconds = std::numeric_limits<double>::quiet_NaN();
  double cpu_seconds = std::numeric_limits<double>::quiet_NaN();
  std::optional<std::int64_t> peak_memory;                           // bytes
  double metric_seconds = std::numeric_limits<double>::quiet_NaN();  // part of wall_seconds
  double temperature = std::numeric_limits<double>::quiet_NaN();     // RunOutcome::temperature
  EnvironmentRecord environment;
  std::string data_digests = "{}";  // JSON
  std::string options = "{}";       // JSON
  std::string measured = "[]";      // JSON, grid::measured_json()
  std::vector<SeriesRecord> series;
  std::vector<VectorSeriesRecord> vectors;
  std::vector<MomentRecord> moments;  // iterations differ
  std::optional<Costs> costs;
  std::vector<EventRecord> events;
  std::vector<ArtifactRecord> artifacts;
};

// UTC, ISO 8601 with milliseconds: 2026-01-31T12:00:00.000Z.
std::string to_text(RunRecord::Time time);
RunRecord::Time now();

std::string_view name_of(Better better);
std::string_view name_of(Scale scale);
// Throw std::invalid_argument for any other word than up, down, none and zero; real, positive,
// share and count.
Better better(std::string_view text);
Scale scale(std::string_view text);

}  // namespace skald::record
