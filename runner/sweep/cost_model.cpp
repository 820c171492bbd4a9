#include "sweep/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "grid/canonical.hpp"
#include "grid/cell.hpp"
#include "record/costs.hpp"

namespace skald {

double round_length(const grid::Cell& cell) {
  const std::string& passes = cell.choice(Kind::sampler).passes;
  if (const auto count = cell.number(options::Section::sampler, passes)) return *count;
  if (const auto K = cell.number(options::Section::sampler, "K")) return *K;
  const auto p_c = cell.number(options::Section::sampler, "p_c");
  return p_c && *p_c > 0 ? 1 / *p_c : 1;
}

double work_of(const grid::Cell& cell) {
  const double of_start = cell.start ? work_of(grid::starting_cell(cell)) : 0;
  const double chains = cell.number(options::Section::run, "chains").value_or(1);
  if (const auto iterations = cell.number(options::Section::run, "iterations"))
    return of_start + *iterations * chains;
  const double rounds = cell.number(options::Section::run, "rounds").value_or(1);
  return of_start + rounds * round_length(cell) * chains;
}

std::string pair_of(const grid::Cell& cell) {
  const std::string first = cell.start ? cell.start->sampler.plugin + "+" : "";
  return first + cell.choice(Kind::sampler).plugin + "/" + cell.choice(Kind::model).plugin;
}

void CostModel::add(const SweepRun& run, double seconds) {
  Total& of_cell = of_cell_[run.cell_hash()];
  of_cell.seconds += seconds;
  of_cell.work += 1;
  add_to_pair(*run.cell, work_done(run), 0, seconds);
}

void CostModel::add_lengths(const grid::Cell& brief, double brief_seconds, const grid::Cell& longer,
                            double longer_seconds) {
  const double more = std::max(work_of(longer) - work_of(brief), 1.0);
  const double rate = std::max(longer_seconds - brief_seconds, 0.0) / more;
  const double growing = std::min(rate * work_of(longer), longer_seconds);
  add_to_pair(longer, work_of(longer), longer_seconds - growing, growing);
}

void CostModel::limit(const SweepRun& run, double share) { share_of_[run.cell_hash()] = share; }

double CostModel::work_done(const SweepRun& run) const {
  const auto share = share_of_.find(run.cell_hash());
  return work_of(*run.cell) * (share == share_of_.end() ? 1 : share->second);
}

void CostModel::add_to_pair(const grid::Cell& cell, double work, double start_up, double seconds) {
  for (Total* total : {&of_pair_[pair_of(cell)], &all_}) {
    total->seconds += seconds;
    total->work += work;
    total->start_up += start_up;
    total->runs += 1;
  }
}

std::optional<double> CostModel::seconds(const SweepRun& run) const {
  const auto of_cell = of_cell_.find(run.cell_hash());
  if (of_cell != of_cell_.end()) return of_cell->second.seconds / of_cell->second.work;
  const auto known = of_pair_.find(pair_of(*run.cell));
  const Total& total = known == of_pair_.end() ? all_ : known->second;
  if (total.work <= 0) return std::nullopt;
  return total.start_up / total.runs + work_done(run) * total.seconds / total.work;
}

namespace {

// Bytes per row, measured by dbstat in databases of 100 to 10 000 runs (docs/scale.md).
constexpr double kEmpty = 262e3;       // the schema, quantiles, and a page for each table and index
constexpr double kCell = 450;          // study_cells, axes and their indexes
constexpr double kRun = 1110;          // runs, ledger, artifacts, events, and indexes
constexpr double kSeries = 52;         // summary
constexpr double kMoment = 44;         // moments
constexpr double kPoint = 21;          // points
constexpr double kDiagnosis = 48;      // diagnostics
constexpr double kRecords = 100;       // that a run makes unless it is told otherwise
constexpr double kRecordedSeries = 1;  // by the sampler itself

double records_of(const grid::Cell& cell) {
  const auto number = [&](const char* option) {
    return cell.number(options::Section::run, option);
  };
  const auto length = number("rounds") ? number("rounds") : number("iterations");
  const double most = std::max(length.value_or(kRecords), 1.0);
  const auto every = number("record_every");
  if (!every || *every < 1) return std::min(most, kRecords);
  return std::max(number("iterations").value_or(most) / *every, 1.0);
}

// At the records 1, 2, 4, 8, ... and the last one.
double diagnoses_of(double records) {
  const double doublings = std::floor(std::log2(records));
  return 1 + doublings + (std::exp2(doublings) < records ? 1 : 0);
}

}  // namespace

double bytes_of_empty_database() { return kEmpty; }

double bytes_of_cell(const grid::Cell& cell) {
  return kCell + static_cast<double>(grid::canonical_json(cell).size());
}

double bytes_of_run(const grid::Cell& cell) {
  const std::vector<grid::MetricChoice>& metrics = cell.metrics;
  const auto measured = std::count_if(metrics.begin(), metrics.end(), [](const auto& metric) {
    return !record::is_cost_along(metric.name);
  });
  const double series = static_cast<double>(measured) + kRecordedSeries;
  const double records = records_of(cell);
  return kRun + kSeries * series + kDiagnosis * diagnoses_of(records) +
         records * (kMoment + kPoint * series);
}

void RunPace::report(double share, Clock::time_point now) {
  if (share < share_) first_.reset();  // a lost run begins anew
  if (!first_ && share > 0) first_ = Report{share, now};
  last_ = Report{share, now};
  share_ = share;
}

std::optional<double> RunPace::seconds_left(Clock::time_point now) const {
  constexpr double least_seconds = 1, least_share = 0.01;
  if (!first_) return std::nullopt;
  const double gained = last_->share - first_->share;
  const double took = std::chrono::duration<double>(last_->at - first_->at).count();
  if (took < least_seconds || gained < least_share) return std::nullopt;
  const double since = std::chrono::duration<double>(now - last_->at).count();
  return std::max((1 - share_) * took / gained - since, 0.0);
}

std::optional<double> seconds_of_rest(const RunPace& pace, std::optional<double> cost,
                                      RunPace::Clock::time_point now) {
  if (const auto at_pace = pace.seconds_left(now)) return at_pace;
  if (!cost) return std::nullopt;
  return *cost * (1 - pace.share());
}

std::optional<double> seconds_left(std::span<const std::optional<double>> running,
                                   std::size_t waiting,
                                   const std::function<std::optional<double>(std::size_t)>& cost_of,
                                   std::size_t at_once) {
  constexpr std::size_t most_sampled = 100;
  double sum = 0, longest = 0;
  const auto add = [&](std::optional<double> seconds, std::size_t runs) {
    sum += static_cast<double>(runs) * seconds.value_or(0);
    longest = std::max(longest, seconds.value_or(0));
    return seconds.has_value();
  };
  for (const std::optional<double>& rest : running) {
    if (!add(rest, 1)) return std::nullopt;
  }
  const std::size_t stride = waiting / most_sampled + 1;
  for (std::size_t i = 0; i < waiting; i += stride) {
    if (!add(cost_of(i), std::min(stride, waiting - i))) return std::nullopt;
  }
  return std::max(sum / static_cast<double>(std::max<std::size_t>(at_once, 1)), longest);
}

}  // namespace skald
