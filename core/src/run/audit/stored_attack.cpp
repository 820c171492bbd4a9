#include "run/audit/stored_attack.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "run/audit/canary_model.hpp"
#include "run/audit/two_columns.hpp"
#include "run/run_cell.hpp"
#include "skald/parts/not_a_number.hpp"

namespace skald::run {
namespace {

// Replicates of studies are below.
constexpr std::uint64_t kFirstWith = std::uint64_t{1} << 41,
                        kFirstWithout = kFirstWith + (std::uint64_t{1} << 32);

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

// Counts the draws of a run that keeps them: where they stand is stored, and the size of their
// file.
class CountedDraws final : public SampleSink {
 public:
  void go_on_after(std::int64_t count, ConstBlock) override { kept_ = count; }
  void keep(std::int64_t, ConstBlock theta) override {
    ++kept_;
    numbers_ += theta.rows * theta.cols;
  }
  void flush() override {}
  void add_to(StoredNumbers& numbers) const {
    numbers.facts["kept draws"] = static_cast<double>(kept_);
    numbers.facts["numbers in the file of draws"] = static_cast<double>(numbers_);
  }

 private:
  std::int64_t kept_ = 0, numbers_ = 0;
};

std::vector<StoredNumbers> runs_of(RunRequest request, std::uint64_t first, std::int64_t runs,
                                   const NamesOfRun& names, plugin_host::PluginHost& host) {
  std::vector<StoredNumbers> all;
  for (std::int64_t i = 0; i < runs; ++i) {
    request.replicate = first + static_cast<std::uint64_t>(i);
    CountedDraws draws;
    request.samples = &draws;
    const record::RunOutcome outcome = run_cell(request, host);
    if (!record::is_result(outcome.status)) {
      throw std::runtime_error("a run of the attack failed: " + outcome.message);
    }
    all.push_back(stored_numbers(outcome));
    draws.add_to(all.back());
    if (names) add_names(names(first == kFirstWithout), all.back());
  }
  return all;
}

using Numbers = std::map<std::string, double>;

// A column for each run; NaN: it has no such number.
Eigen::MatrixXd table_of(const std::vector<Numbers>& runs, const std::vector<std::string>& names) {
  Eigen::MatrixXd table(static_cast<Index>(names.size()), static_cast<Index>(runs.size()));
  for (Index j = 0; j < table.cols(); ++j) {
    for (Index i = 0; i < table.rows(); ++i) {
      const Numbers& run = runs[static_cast<std::size_t>(j)];
      const auto found = run.find(names[static_cast<std::size_t>(i)]);
      table(i, j) = found == run.end() ? kNotANumber : found->second;
    }
  }
  return table;
}

std::vector<Numbers> all_numbers(const std::vector<StoredNumbers>& runs) {
  std::vector<Numbers> all;
  for (const StoredNumbers& run : runs) {
    all.push_back(run.values);
    all.back().insert(run.facts.begin(), run.facts.end());
  }
  return all;
}

// The least that any of the runs states: what holds of a run holds of all that might have become of
// it.
double claimed_by(const StoredRuns& runs) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto* kind : {&runs.with, &runs.without}) {
    for (const StoredNumbers& run : *kind) least = std::min(least, run.facts.at("eps_spent"));
  }
  return least;
}

}  // namespace

StoredRuns stored_runs(const grid::Cell& cell, const CanaryPlace& unit, Relation relation,
                       std::int64_t runs, const NamesOfRun& names, plugin_host::PluginHost& host) {
  return {runs_of(request_of(cell, unit, relation, true), kFirstWith, runs, names, host),
          runs_of(request_of(cell, unit, relation, false), kFirstWithout, runs, names, host)};
}

StoredFinding attack_stored(const StoredRuns& runs, double delta, double significance) {
  const std::vector<Numbers> with = all_numbers(runs.with), without = all_numbers(runs.without);
  std::set<std::string> columns;
  for (const auto* kind : {&with, &without}) {
    for (const Numbers& run : *kind) {
      for (const auto& [name, value] : run) columns.insert(name);
    }
  }
  ColumnRuns seen{{columns.begin(), columns.end()}, {}, {}};
  seen.with = table_of(with, seen.names);
  seen.without = table_of(without, seen.names);
  const double claimed = claimed_by(runs);
  const ColumnAttack found = attack_by_columns(seen, {claimed, delta}, significance);
  return {claimed, found.shown, found.columns};
}

}  // namespace skald::run
