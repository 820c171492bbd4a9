#include "store/columns.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <locale>
#include <map>
#include <set>
#include <stdexcept>

#include "record/costs.hpp"
#include "record/records.hpp"
#include "store/schema.hpp"
#include "store/sqlite.hpp"
#include "text/printable.hpp"

namespace skald::store {

const std::vector<SchemaColumn>& schema_columns() {
  static const std::vector<SchemaColumn> columns = [] {
    Connection model(":memory:", Access::create, std::chrono::milliseconds(0));
    model.execute(std::string(results_sql()));
    Statement rows = model.prepare(
        "SELECT s.name, c.name, c.type FROM sqlite_schema AS s, pragma_table_info(s.name) AS c"
        " WHERE s.type = 'table' ORDER BY s.rowid, c.cid");
    std::vector<SchemaColumn> found;
    while (rows.step()) {
      found.push_back(
          {std::string(rows.text(0)), std::string(rows.text(1)), std::string(rows.text(2))});
    }
    return found;
  }();
  return columns;
}

std::string table_columns(std::string_view table, std::string_view prefix, Instead instead) {
  std::string list;
  for (const SchemaColumn& column : schema_columns()) {
    if (column.table != table) continue;
    const auto* other = std::find_if(instead.begin(), instead.end(),
                                     [&](const auto& pair) { return pair.first == column.name; });
    const std::string text =
        other != instead.end() ? std::string(other->second) : std::string(prefix) + column.name;
    if (!text.empty()) list.append(list.empty() ? "" : ", ").append(text);
  }
  return list;
}

std::string parameters(std::string_view columns) {
  std::string text = "?";
  for (const char c : columns) text += c == ',' ? ", ?" : "";
  return text;
}

std::string with_schema(std::string sql, std::string_view schema) {
  boost::algorithm::replace_all(sql, "$", schema);
  return sql;
}

std::string insert_sql(const std::string& table, std::size_t rows) {
  const std::string row = "(" + parameters(table) + ")";
  std::string text = "INSERT INTO " + table + " VALUES " + row;
  for (std::size_t r = 1; r < rows; ++r) text += ", " + row;
  return text;
}

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
