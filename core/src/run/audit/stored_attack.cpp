#include "run/audit/stored_attack.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "run/accounts/stored_columns.hpp"
#include "run/audit/canary_model.hpp"
#include "run/audit/two_columns.hpp"
#include "run/run_cell.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald::run {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
// Replicates of studies are below.
constexpr std::uint64_t kFirstWith = std::uint64_t{1} << 41,
                        kFirstWithout = kFirstWith + (std::uint64_t{1} << 32);

// Everything that is stored of a run and covered, as numbers, by the name of its column.
using StoredNumbers = std::map<std::string, double>;

void add_costs(const Costs& costs, const std::string& place, StoredNumbers& numbers) {
  for (const Cost& cost : kCosts) {
    numbers[std::string(cost.name) + place] = costs.*cost.value;
  }
}

std::string text_of(const std::vector<std::pair<std::string, double>>& named) {
  std::string text;
  for (const auto& [name, value] : named) text += name + " " + text::number_text(value) + "; ";
  return text;
}

std::string at(std::int64_t iteration) { return " at iteration " + std::to_string(iteration); }

// What is said, as numbers: where it stands, how long it is, the numbers in it one by one, and, so
// that any other difference counts, the first digits of its digest.
void add_text(const std::string& name, const std::string& text, StoredNumbers& numbers) {
  constexpr std::size_t digits = 12;
  numbers["length of " + name] = static_cast<double>(text.size());
  numbers["words of " + name] =
      static_cast<double>(std::stoull(text::sha256(text).substr(0, digits), nullptr, 16));
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    char* end = nullptr;
    const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    const double value = begins ? std::strtod(text.c_str() + i, &end) : 0;
    if (begins) numbers["number " + std::to_string(++count) + " of " + name] = value;
    i = begins ? static_cast<std::size_t>(end - text.c_str()) : i + 1;
  }
}

void add_texts(const record::RunOutcome& outcome, StoredNumbers& numbers) {
  std::map<std::string, int> of_kind;
  for (const record::EventRecord& event : outcome.events) {
    if (source_of_text(event.kind) == FunctionOf::rows) continue;
    const std::string name = "event " + event.kind + " " + std::to_string(++of_kind[event.kind]);
    if (event.iteration) numbers["iteration of " + name] = static_cast<double>(*event.iteration);
    add_text(name, event.message, numbers);
  }
  add_text("message", outcome.message, numbers);
  add_text("formulas", text_of(outcome.formulas), numbers);
}

StoredNumbers numbers_of(const record::RunOutcome& outcome) {
  StoredNumbers numbers;
  numbers["status"] = static_cast<double>(outcome.status);
  if (outcome.costs) add_costs(*outcome.costs, "", numbers);
  numbers["records"] = static_cast<double>(outcome.moments.size());
  for (const record::MomentRecord& moment : outcome.moments) {
    Costs costs = moment.costs;
    costs.eps_spent = kNothing;  // not kept along a run
    add_costs(costs, at(moment.iteration), numbers);
  }
  for (const record::SeriesRecord& series : outcome.series) {
    const auto& no = outcome.uncovered;
    if (std::find(no.begin(), no.end(), series.metric) != no.end()) continue;
    numbers["points of " + series.metric] = static_cast<double>(series.points.size());
    for (const record::PointRecord& point : series.points) {
      numbers[series.metric + at(point.iteration)] = point.value;
    }
    numbers["the last " + series.metric] = series.summary.last;
    numbers["the least " + series.metric] = series.summary.min;
    numbers["the most " + series.metric] = series.summary.max;
    numbers["the mean " + series.metric] = series.summary.mean;
  }
  add_texts(outcome, numbers);
  return numbers;
}

// The cell with data that are the same in all replicates: those of replicate 0.
grid::Cell with_fixed_data(grid::Cell cell) {
  for (grid::PluginChoice& choice : cell.plugins) {
    const bool is_data = choice.kind == Kind::dataset || choice.kind == Kind::partition;
    if (is_data && !choice.seed) choice.seed = static_cast<std::int64_t>(cell.seed);
  }
  return cell;
}

RunRequest request_of(const grid::Cell& cell, const CanaryPlace& unit, Relation relation,
                      bool is_there) {
  RunRequest request;
  request.cell = with_fixed_data(cell);
  const double absent = relation == Relation::replace_one ? -kFarBeyondClips : 0;
  const Canary canary{is_there ? kFarBeyondClips : absent, {}};
  request.stand_in = [=](const Model& model, const problem::FederatedTable& table) {
    return std::make_unique<CanaryModel>(model, std::vector{canary}, canary_rows(unit, table));
  };
  const bool counts = unit.whole_client || relation == Relation::add_remove;
  if (is_there || !counts) return request;
  request.other_rows = [=](problem::FederatedTable& table) {
    const Index size = table.size(unit.client);
    table.keep_rows(unit.client, std::max<Index>(1, unit.whole_client ? size / 2 : size - 1));
  };
  return request;
}

std::vector<StoredNumbers> stored_runs(RunRequest request, std::uint64_t first, std::int64_t runs,
                                       plugin_host::PluginHost& host) {
  std::vector<StoredNumbers> all;
  for (std::int64_t i = 0; i < runs; ++i) {
    request.replicate = first + static_cast<std::uint64_t>(i);
    const record::RunOutcome outcome = run_cell(request, host);
    if (!record::is_result(outcome.status)) {
      throw std::runtime_error("a run of the attack failed: " + outcome.message);
    }
    all.push_back(numbers_of(outcome));
  }
  return all;
}

Eigen::MatrixXd table_of(const std::vector<StoredNumbers>& runs,
                         const std::vector<std::string>& names) {
  Eigen::MatrixXd table(static_cast<Index>(names.size()), static_cast<Index>(runs.size()));
  for (Index j = 0; j < table.cols(); ++j) {
    for (Index i = 0; i < table.rows(); ++i) {
      const StoredNumbers& run = runs[static_cast<std::size_t>(j)];
      const auto found = run.find(names[static_cast<std::size_t>(i)]);
      table(i, j) = found == run.end() ? kNothing : found->second;
    }
  }
  return table;
}

// The least that any of the runs states: what holds of a run holds of all that might have become of
// it.
double claimed_by(const std::vector<StoredNumbers>& runs) {
  double least = std::numeric_limits<double>::infinity();
  for (const StoredNumbers& run : runs) least = std::min(least, run.at("eps_spent"));
  return least;
}

}  // namespace

StoredFinding attack_stored(const grid::Cell& cell, const CanaryPlace& unit, Relation relation,
                            std::int64_t runs, double delta, double significance,
                            plugin_host::PluginHost& host) {
  const std::vector<StoredNumbers> with =
      stored_runs(request_of(cell, unit, relation, true), kFirstWith, runs, host);
  const std::vector<StoredNumbers> without =
      stored_runs(request_of(cell, unit, relation, false), kFirstWithout, runs, host);
  std::vector<StoredNumbers> all = with;
  all.insert(all.end(), without.begin(), without.end());
  std::set<std::string> columns;
  for (const StoredNumbers& run : all) {
    for (const auto& [name, value] : run) columns.insert(name);
  }
  ColumnRuns seen{{columns.begin(), columns.end()}, {}, {}};
  seen.with = table_of(with, seen.names);
  seen.without = table_of(without, seen.names);
  const double claimed = claimed_by(all);
  const ColumnAttack found = attack_by_columns(seen, {claimed, delta}, significance);
  return {claimed, found.shown, found.columns};
}

}  // namespace skald::run
