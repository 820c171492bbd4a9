#include "store/constant_tables.hpp"

#include <array>
#include <cmath>
#include <string>

#include "report/student_t.hpp"
#include "store/damage.hpp"
#include "text/counted.hpp"
#include "text/number_text.hpp"

namespace skald::store {
namespace {

constexpr std::size_t kDegrees = 1000;
constexpr double kRounding = 1e-9;  // relative; libraries differ in the last digits

// For 1, 2, ... degrees of freedom.
const std::array<double, kDegrees>& quantiles() {
  static const auto all = [] {
    std::array<double, kDegrees> values{};
    for (std::size_t k = 0; k < kDegrees; ++k) {
      values[k] = report::student_t_quantile(static_cast<double>(k + 1), 0.975);
    }
    return values;
  }();
  return all;
}

bool is_constant(const Statement& row, std::size_t k) {
  return row.type(0) == ValueType::integer && row.type(1) == ValueType::real &&
         row.integer(0) == static_cast<std::int64_t>(k + 1) &&
         std::abs(row.real(1) - quantiles()[k]) <= kRounding * quantiles()[k];
}

}  // namespace

void fill_constant_tables(Connection& connection) {
  Statement insert = connection.prepare("INSERT INTO student_t (degrees, quantile) VALUES (?, ?)");
  for (std::size_t k = 0; k < kDegrees; ++k) insert.run(static_cast<int>(k + 1), quantiles()[k]);
}

void require_constant_tables(const Connection& connection) {
  Statement rows = connection.prepare("SELECT degrees, quantile FROM student_t ORDER BY degrees");
  std::size_t count = 0;
  for (; rows.step(); ++count) {
    if (count < kDegrees && is_constant(rows, count)) continue;
    throw DamagedError(connection.file().string() + ": student_t has the quantile " +
                       text::number_text(rows.real(1)) + " for " + text::number_text(rows.real(0)) +
                       " degrees of freedom, expected " +
                       (count < kDegrees ? text::number_text(quantiles()[count]) + " for " +
                                               std::to_string(count + 1)
                                         : "none beyond 1000") +
                       "; another program has changed this file: use a copy from before");
  }
  if (count == kDegrees) return;
  throw DamagedError(connection.file().string() + ": student_t has " + text::counted(count, "row") +
                     ", expected 1000; another program has changed this file: use a copy from "
                     "before");
}

}  // namespace skald::store
