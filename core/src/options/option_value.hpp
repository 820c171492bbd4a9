// The value of one option, in the form that the host uses everywhere from the grid to the plugin.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace skald::options {

// The numbers of an array, which it owns, unlike Numbers, with their shape, slowest axis first; the
// product of the shape is the number of values.
struct NumberArray {
  std::vector<double> values;
  std::vector<std::int64_t> shape;

  bool operator==(const NumberArray&) const = default;
};

// A path as the grid writes it, which identifies the cell, and its location on this machine.
struct FilePath {
  std::string written;
  std::string resolved;

  bool operator==(const FilePath&) const = default;
};

// Resolves `written` against `folder`, unless it is absolute or below the data folder ("data:...").
// Removes "." and ".." if possible. Does not access the file system.
std::string resolve_path(std::string_view folder, std::string_view written);

// A formula over the problem's constants, which is evaluated once the problem has been built.
// `text` is as written: "= p_c * step_bound / 2".
struct Expression {
  std::string text;

  bool operator==(const Expression&) const = default;
};

// std::monostate: the option is not set.
using OptionValue = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                                 NumberArray, FilePath, Expression>;
using NamedValue = std::pair<std::string, OptionValue>;

// Returns the value of that name, or nullptr if there is none.
const OptionValue* find_value(std::span<const NamedValue> values, std::string_view name);

// Returns the number that a value denotes, or nothing if it is not a single number.
std::optional<double> as_number(const OptionValue& value);

// Returns the value as people write it: 0.1, true, fald, [[1, 2], [3, 4]], = p_c / 2, null.
std::string display(const OptionValue& value);

// Returns whether two values are equal in the sense of `when` and `exclude`: numbers to a relative
// 1e-12, so that 0.1 + 0.2 matches 0.3; everything else exactly.
bool matches(const OptionValue& a, const OptionValue& b);

}  // namespace skald::options
