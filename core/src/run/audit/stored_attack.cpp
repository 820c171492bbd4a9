#include "run/audit/stored_attack.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "run/accounts/stored_columns.hpp"
#include "run/audit/canary_model.hpp"
#include "run/audit/two_columns.hpp"
#include "run/run_cell.hpp"
#include "skald/parts/not_a_number.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"
#include "text/wire.hpp"

namespace skald::run {
namespace {

using Numbers = std::map<std::string, double>;

std::string at(std::int64_t iteration) { return " at iteration " + std::to_string(iteration); }

// The first digits of its digest, so that any difference counts.
double digest_of(const std::string& text) {
  constexpr std::size_t digits = 12;
  return static_cast<double>(std::stoull(text::sha256(text).substr(0, digits), nullptr, 16));
}

// What is said, as numbers: how long it is, its digest, and the numbers in it one by one.
void add_text(const std::string& name, const std::string& text, Numbers& numbers) {
  numbers["length of " + name] = static_cast<double>(text.size());
  numbers["words of " + name] = digest_of(text);
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    char* end = nullptr;
    const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    const double value = begins ? std::strtod(text.c_str() + i, &end) : 0;
    if (begins) numbers["number " + std::to_string(++count) + " of " + name] = value;
    i = begins ? static_cast<std::size_t>(end - text.c_str()) : i + 1;
  }
}

// The members of a RunOutcome, each as it is stored.
class Reading {
 public:
  explicit Reading(const record::RunOutcome& outcome) : outcome_(outcome) {
    text::for_each_listed(outcome, [this](const auto& member) { add(member); });
  }
  StoredNumbers take() { return std::move(numbers_); }

 private:
  template <class T>
  void add(const text::Named<T>& column) {
    const std::string name(column.name);
    using Value = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Value, record::RunStatus>) {
      numbers_.values[name] = static_cast<double>(column.value);
    } else if constexpr (std::is_arithmetic_v<Value>) {
      numbers_.facts[name] = static_cast<double>(column.value);
    } else {
      add_text(name, column.value, numbers_.facts);
    }
  }
  // Not covered: what the machine took, and what is measured of many clients one by one.
  void add(const record::MachineUse&) {}
  void add(const std::vector<record::VectorSeriesRecord>& all) {
    for (const record::VectorSeriesRecord& series : all) {
      if (!is_uncovered(series.metric)) numbers_.facts["covered series " + series.metric] = 1;
    }
  }
  // Artifacts, of which none is covered: those of reference runs, times, names and scales of the
  // data's columns, labels of clients.
  void add(const record::ReferenceOutcome&) {}
  void add(const std::optional<record::Coefficients>&) {}
  void add(const std::string&) {}

  void add(const std::vector<record::Diagnostics>& all) {
    numbers_.facts["diagnostics"] = static_cast<double>(all.size());
    for (const record::Diagnostics& one : all) {
      text::for_each_column(one, [&](std::string_view name, const auto& value) {
        const bool is_fact =
            name == "iteration" || name == "chains" || name == "draws" || name == "coordinates";
        (is_fact ? numbers_.facts
                 : numbers_.values)[std::string(name) + " of chains" + at(one.iteration)] =
            static_cast<double>(value);
      });
    }
  }
  void add(const std::vector<record::SeriesRecord>& all) {
    for (const record::SeriesRecord& series : all) {
      if (is_uncovered(series.metric)) continue;
      numbers_.facts["points of " + series.metric] = static_cast<double>(series.points.size());
      for (const record::PointRecord& point : series.points) {
        numbers_.facts["a point of " + series.metric + at(point.iteration)] = 1;
        numbers_.values[series.metric + at(point.iteration)] = point.value;
      }
      text::for_each_column(series.summary, [&](std::string_view name, const auto& value) {
        numbers_.values["the " + std::string(name) + " of " + series.metric] = number(value);
      });
    }
  }
  void add(const std::vector<record::MomentRecord>& all) {
    numbers_.facts["records"] = static_cast<double>(all.size());
    for (const record::MomentRecord& moment : all) {
      Costs costs = moment.costs;
      costs.eps_spent = std::numeric_limits<double>::quiet_NaN();  // not kept along a run
      add_costs(costs, at(moment.iteration));
    }
  }
  void add(const std::optional<Costs>& costs) {
    if (costs) add_costs(*costs, "");
  }
  void add(const std::vector<record::EventRecord>& events) {
    std::map<std::string, int> of_kind;
    for (const record::EventRecord& event : events) {
      if (source_of_text(event.kind) == FunctionOf::rows) continue;
      const std::string name = "event " + event.kind + " " + std::to_string(++of_kind[event.kind]);
      if (event.iteration)
        numbers_.facts["iteration of " + name] = static_cast<double>(*event.iteration);
      add_text(name, event.message, numbers_.facts);
    }
  }
  // Computed options, or the time that metrics took, which are no columns of the machine's use.
  void add(const std::vector<std::pair<std::string, double>>& named) {
    if (&named != &outcome_.formulas) return;
    std::string text;
    for (const auto& [name, value] : named) text += name + " " + text::number_text(value) + "; ";
    add_text("options", text, numbers_.facts);
  }

  static double number(double value) { return value; }
  static double number(const std::optional<std::int64_t>& value) {
    return value ? static_cast<double>(*value) : std::numeric_limits<double>::quiet_NaN();
  }
  bool is_uncovered(const std::string& series) const {
    const auto& no = outcome_.uncovered;
    return std::find(no.begin(), no.end(), series) != no.end();
  }
  void add_costs(const Costs& costs, const std::string& place) {
    for (const Cost& cost : kCosts)
      numbers_.facts[std::string(cost.name) + place] = costs.*cost.value;
  }

  const record::RunOutcome& outcome_;
  StoredNumbers numbers_;
};

}  // namespace

StoredNumbers stored_numbers(const record::RunOutcome& outcome) { return Reading(outcome).take(); }

void add_names(const StoredTexts& names, StoredNumbers& numbers) {
  for (const auto& [name, text] : names) {
    numbers.facts["length of " + name] = static_cast<double>(text.size());
    numbers.facts["words of " + name] = digest_of(text);
  }
}

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
