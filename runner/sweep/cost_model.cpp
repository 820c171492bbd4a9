#include "sweep/cost_model.hpp"

#include <algorithm>

#include "grid/cell.hpp"

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

}  // namespace skald
