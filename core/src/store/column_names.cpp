#include "store/column_names.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/case_conv.hpp>
#include <locale>
#include <map>
#include <set>
#include <stdexcept>

#include "record/costs.hpp"
#include "record/records.hpp"
#include "text/bounded.hpp"

namespace skald::store {
namespace {

constexpr std::array<FixedAxis, 4> kFixedAxes{
    {{"sampler.K", "K"}, {"sampler.p_c", "p_c"}, {"sampler.rho", "rho"}, {"privacy.eps", "eps"}}};
// Columns of run_table and all_runs that are the same in every file; their costs follow (kCosts).
constexpr std::array<std::string_view, 9> of_runs{"study",      "run",       "hash",
                                                  "cell",       "replicate", "status",
                                                  "is_current", "former_of", "wall_seconds"};

std::string lower(std::string_view text) {
  return boost::algorithm::to_lower_copy(std::string(text), std::locale::classic());
}

std::string short_name(const std::string& path) {
  std::string last = path.substr(path.rfind('.') + 1);
  if (last != "plugin" || last == path) return last;
  return short_name(path.substr(0, path.rfind('.')));
}

bool is_fixed_path(const std::string& path) {
  return std::any_of(kFixedAxes.begin(), kFixedAxes.end(),
                     [&](const auto& f) { return f.path == path; });
}

// Returns `name`, or `name#2`, `name#3`, ... if it is taken, and marks the result as taken.
std::string take(std::set<std::string>& taken, const std::string& name) {
  std::string free = name;
  for (int k = 2; !taken.insert(lower(free)).second; ++k) free = name + "#" + std::to_string(k);
  return free;
}

}  // namespace

std::span<const FixedAxis> fixed_axes() { return kFixedAxes; }

ColumnNames column_names(std::span<const std::string> axis_paths,
                         std::span<const std::string> metric_names) {
  std::map<std::string, int> uses;
  for (const auto& path : axis_paths) ++uses[lower(short_name(path))];
  std::set<std::string> taken;
  for (const auto name : of_runs) taken.insert(lower(name));
  for (const auto& axis : kFixedAxes) taken.insert(lower(axis.column));
  std::set<std::string> reserved = taken;  // no axis but a fixed one may have these
  for (const Cost& cost : kCosts) reserved.insert(lower(cost.name));
  for (const auto& name : metric_names) reserved.insert(lower(name));

  ColumnNames names;
  for (const auto& name : metric_names) {
    const bool is_free = !taken.contains(lower(name));
    names.metrics.push_back(take(taken, is_free ? name : "metric." + name));
  }
  for (const auto& path : axis_paths) {
    const std::string name = short_name(path);
    const bool is_own = uses[lower(name)] == 1 && !reserved.contains(lower(name));
    names.axes.push_back(is_fixed_path(path) ? name : take(taken, is_own ? name : path));
  }
  return names;
}

std::string quote_identifier(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void require_name(std::string_view name, std::string_view what) {
  const std::string fault = text::name_fault(name);
  if (!fault.empty()) throw std::invalid_argument(std::string(what) + " " + fault);
}

}  // namespace skald::store
