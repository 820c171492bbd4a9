#include "report/decide/power.hpp"

#include <algorithm>
#include <cmath>

#include "report/compare.hpp"
#include "report/decide/best.hpp"
#include "report/decide/significance.hpp"
#include "report/estimate.hpp"
#include "report/settings.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr double kPower = 0.8;
constexpr std::int64_t kMostReplicates = 1'000'000;

// Returns the least n from 2 on that is enough; if n is, n + 1 is.
template <class Enough>
std::optional<std::int64_t> least_number(const Enough& is_enough) {
  std::int64_t high = 2;
  while (!is_enough(high)) {
    if (high >= kMostReplicates) return std::nullopt;
    high *= 2;
  }
  std::int64_t low = std::max<std::int64_t>(high / 2, 1);
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (is_enough(middle) ? high : low) = middle;
  }
  return high;
}

std::vector<double> numbers_of(const std::vector<ReplicateValue>& values) {
  std::vector<double> numbers;
  numbers.reserve(values.size());
  for (const ReplicateValue& value : values) numbers.push_back(value.value);
  return numbers;
}

// A width of 0.1 is on logarithms that of a factor of 1.1.
double width_on(record::Scale scale, double width) {
  return scale == record::Scale::positive ? std::log1p(width) : width;
}

ReportCell number_cell(const std::optional<std::int64_t>& number, bool is_known) {
  if (!is_known) return value_cell(std::string("?"));
  return number ? value_cell(*number) : value_cell(std::string("> 1e6"));
}

}  // namespace

std::optional<std::int64_t> replicates_for_half_width(double sd, double half_width) {
  return least_number([&](std::int64_t n) {
    const auto count = static_cast<double>(n);
    return student_t_quantile(count - 1, 0.5 + kLevel / 2) * sd / std::sqrt(count) <= half_width;
  });
}

std::optional<std::int64_t> replicates_to_tell(double sd, double difference) {
  return least_number([&](std::int64_t n) {
    const auto count = static_cast<double>(n);
    return std::sqrt(count) * difference >= sd * (student_t_quantile(count - 1, 0.5 + kLevel / 2) +
                                                  student_t_quantile(count - 1, kPower));
  });
}

Power power_of(const record::StudyRuns& runs, double half_width) {
  const Settings settings = settings_of(runs, {}, {});
  const Comparison comparison = compare_settings(runs, settings);
  const record::Scale scale = settings.scales.front();
  Power power{comparison.by, comparison.metrics.front(), half_width, {}};
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    if (is_eligible(comparison, r, 0)) rows.push_back(r);
  }
  const bool has_best = comparison.metrics.front().better != record::Better::none;
  const auto ranking = has_best ? rank(settings, comparison, 0, rows) : std::vector<RankedRow>();
  const double width = width_on(scale, half_width);
  for (std::size_t r = 0; r < settings.all.size(); ++r) {
    const auto values = replicate_values(settings.all[r], 0, scale);
    PowerRow& row = power.rows.emplace_back();
    row.by = settings.all[r].by;
    row.n = std::ssize(values);
    row.is_known = row.n >= 2;
    if (!row.is_known) continue;
    row.sd = moments_of(numbers_of(values)).sd;
    row.for_half_width = replicates_for_half_width(row.sd, width);
    row.is_best = !ranking.empty() && ranking.front().row == r;
    if (ranking.empty() || row.is_best) continue;
    const auto pairs =
        paired_differences(values, replicate_values(settings.all[ranking.front().row], 0, scale));
    if (pairs.size() >= 2) row.to_tell = replicates_to_tell(moments_of(pairs).sd, width);
  }
  return power;
}

ReportTable power_table(const Power& power) {
  ReportTable table = table_by(power.by);
  const std::string width = text::number_text(power.half_width, 3);
  table.columns.insert(
      table.columns.end(),
      {{"n", ""}, {"sd", ""}, {"for ± " + width, ""}, {"to tell " + width + " from best", ""}});
  for (const PowerRow& row : power.rows) {
    auto& cells = table.rows.emplace_back(key_cells(row.by));
    cells.push_back(value_cell(row.n));
    cells.push_back(value_cell(row.is_known ? text::number_text(row.sd, 3) : std::string("?")));
    cells.push_back(number_cell(row.for_half_width, row.is_known));
    cells.push_back(row.is_best ? value_cell(std::string("best"))
                                : number_cell(row.to_tell, row.is_known && row.to_tell));
  }
  return table;
}

}  // namespace skald::report
