// The stored values of studies and runs: plain values, one struct per row or group of rows of
// schemas/results.sql. Their Named members (see text/wire.hpp) are the columns of a row; a new
// one is stored as soon as both have it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "record/costs.hpp"
#include "record/diagnosis.hpp"
#include "text/wire.hpp"

namespace skald::record {

// The kind of the event of a run whose steps are too long for its problem.
inline constexpr std::string_view kLongStepEvent = "step";

// The kind of the event of a run in which no client has ever reported.
inline constexpr std::string_view kSilentEvent = "silent";

// The kind of the event of a run whose averages start anew, after the iteration of the event.
inline constexpr std::string_view kRestartEvent = "restart";

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
  // Whether it needs nothing but predictions on test rows and their labels: then it is the same
  // measure whatever law a sampler draws from.
  bool predictive = false;
  // Whether it is of the exact law of the chain: then it averages no draws.
  bool exact = false;
  // Whether it is a cost until an average of draws met a target. Not stored: it comes of a
  // question.
  bool until_average = false;

  static auto fields(auto& metric) {
    return std::tuple(text::Named{"name", metric.name}, text::Named{"units", metric.units},
                      text::Named{"definition", metric.definition},
                      text::Named{"better", metric.better}, text::Named{"scale", metric.scale},
                      text::Named{"predictive", metric.predictive},
                      text::Named{"exact", metric.exact});
  }
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

  // Except the cells, which rows refer to by id.
  static auto fields(auto& decision) {
    return std::tuple(
        text::Named{"replicates", decision.replicates}, text::Named{"reason", decision.reason},
        text::Named{"metric", decision.metric}, text::Named{"statistic", decision.statistic},
        text::Named{"threshold", decision.threshold}, text::Named{"rung", decision.rung});
  }
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

  // Except the cell, which rows refer to by id.
  static auto fields(auto& at) {
    return std::tuple(text::Named{"run", at.run}, text::Named{"replicate", at.replicate},
                      text::Named{"metric", at.metric}, text::Named{"unit", at.unit},
                      text::Named{"rung", at.rung}, text::Named{"value", at.value},
                      text::Named{"made_by", at.made_by});
  }
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
constexpr RunStatus last_of(RunStatus) { return RunStatus::paused; }

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

// Summarises one metric along a run. See summarize().
struct SeriesSummary {
  double last = std::numeric_limits<double>::quiet_NaN();
  double min = std::numeric_limits<double>::quiet_NaN();
  double max = std::numeric_limits<double>::quiet_NaN();
  double mean = std::numeric_limits<double>::quiet_NaN();
  std::optional<std::int64_t> first_non_finite;  // iteration

  static auto fields(auto& summary) {
    return std::tuple(text::Named{"last", summary.last}, text::Named{"min", summary.min},
                      text::Named{"max", summary.max}, text::Named{"mean", summary.mean},
                      text::Named{"first_non_finite", summary.first_non_finite});
  }
};

// `points` must be in the order of their iterations. last: the final value. min, max: over the
// values that are not NaN. mean: over the points with iteration > burn_in, NaN if one of them is
// NaN. A statistic without any points is NaN.
SeriesSummary summarize(std::span<const PointRecord> points, std::int64_t burn_in);

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

  static auto fields(auto& event) {
    return std::tuple(text::Named{"iteration", event.iteration}, text::Named{"kind", event.kind},
                      text::Named{"message", event.message});
  }
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

  static auto fields(auto& environment) {
    return std::tuple(text::Named{"host", environment.host}, text::Named{"cpu", environment.cpu},
                      text::Named{"instruction_set", environment.instruction_set},
                      text::Named{"skald_version", environment.skald_version},
                      text::Named{"git_commit", environment.git_commit},
                      text::Named{"git_dirty", environment.git_dirty},
                      text::Named{"build", environment.build},
                      text::Named{"plugins", environment.plugins});
  }
};

// What a run has come to, as its worker tells it and the database stores it.
struct RunResults {
  RunStatus status = RunStatus::ok;
  std::string message;  // why it failed; empty when it did not
  MachineUse used;
  // T of the law exp(-U/T) that the sampler declares, 1 of optimisers; NaN: there was no sampler.
  double temperature = std::numeric_limits<double>::quiet_NaN();
  // Whether its metrics are of averages over the draws of its chains, which a chain must have
  // visited as its law has it; otherwise they are of the chains as they stand.
  bool averages_draws = false;
  std::vector<Diagnostics> diagnostics;  // of a run that averages draws; iterations differ
  std::vector<SeriesRecord> series;
  std::vector<VectorSeriesRecord> vectors;
  std::vector<MomentRecord> moments;  // iterations differ
  std::optional<Costs> costs;
  std::vector<EventRecord> events;

  // What is known of its chains so far; nothing if it averages no draws.
  std::optional<Diagnosis> chains() const {
    if (!averages_draws) return std::nullopt;
    return diagnostics.empty() ? Diagnosis() : Diagnosis(diagnostics.back());
  }

  static auto fields(auto& run) {
    return std::tuple_cat(
        std::tuple(text::Named{"status", run.status}, text::Named{"message", run.message},
                   text::Named{"temperature", run.temperature},
                   text::Named{"averages_draws", run.averages_draws}),
        std::tie(run.used, run.diagnostics, run.series, run.vectors, run.moments, run.costs,
                 run.events));
  }
};

// A run that has ended.
struct RunRecord : RunResults {
  // Any year: std::chrono::system_clock counts in nanoseconds and ends in 2262.
  using Time = std::chrono::sys_time<std::chrono::milliseconds>;

  std::string hash;        // identity
  std::string origin;      // the identity of the run that has replicate 0 and is alike otherwise
  std::int64_t study = 0;  // from Store::declare_study
  std::string cell;        // hash of a declared cell
  std::int64_t replicate = 0;
  std::int64_t seed = 0;
  std::optional<int> exit_signal;
  Time started;
  Time ended;
  EnvironmentRecord environment;
  std::string data_digests = "{}";  // JSON
  std::string options = "{}";       // JSON
  std::string measured = "[]";      // JSON, grid::measured_json()
  std::vector<ArtifactRecord> artifacts;

  // Except what rows refer to by id: the cell, the environment and what is measured.
  static auto fields(auto& run) {
    return std::tuple_cat(
        RunResults::fields(run),
        std::tuple(text::Named{"hash", run.hash}, text::Named{"origin", run.origin},
                   text::Named{"study", run.study}, text::Named{"replicate", run.replicate},
                   text::Named{"seed", run.seed}, text::Named{"exit_signal", run.exit_signal},
                   text::Named{"started", run.started}, text::Named{"ended", run.ended},
                   text::Named{"data_digests", run.data_digests},
                   text::Named{"options", run.options}));
  }
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
