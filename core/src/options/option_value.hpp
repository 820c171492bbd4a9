// The value of one option: the one form that it has in the host, from the grid to the plugin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "options/file_path.hpp"
#include "options/number_array.hpp"

namespace skald::options {

// A formula that needs the problem's constants and is therefore evaluated where the problem is
// built; "= p_c * step_bound / 2" as it is written.
struct Expression {
  std::string text;

  bool operator==(const Expression&) const = default;
};

// std::monostate: the option is not set.
using OptionValue = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                                 NumberArray, FilePath, Expression>;
using NamedValue = std::pair<std::string, OptionValue>;

// The number that a value denotes, or nothing if it is not a single number.
std::optional<double> as_number(const OptionValue& value);

// The value as people write it: 0.1, true, fald, [[1, 2], [3, 4]], = p_c / 2, null.
std::string display(const OptionValue& value);

// Whether two values are the same for `when` and `exclude`: numbers to a relative 1e-12, so that
// 0.1 + 0.2 matches 0.3; everything else exactly.
bool matches(const OptionValue& a, const OptionValue& b);

}  // namespace skald::options
