// The value of one option, in the form that the host uses everywhere from the grid to the plugin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "skald/options.hpp"
#include "skald/plugin.hpp"

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

// The kinds of plugins by name.

inline constexpr std::array kinds = {Kind::dataset, Kind::partition, Kind::model,
                                     Kind::sampler, Kind::privacy,   Kind::metric};
inline constexpr std::array<std::string_view, kinds.size()> kKindNames{
    "dataset", "partition", "model", "sampler", "privacy", "metric"};

// Returns "dataset", "partition", ...; empty if the value is not a kind.
constexpr std::string_view name_of(Kind kind) {
  const auto number = static_cast<std::size_t>(kind);
  return number < kKindNames.size() ? kKindNames[number] : std::string_view();
}

// The value of an option that nobody has set.

// Whether a grid must give the option a value.
bool is_required(const OptionInfo& option);

// Returns the default, with a path resolved against `folder`; std::monostate if there is none.
OptionValue default_of(const OptionInfo& option, std::string_view folder);

// Returns the default as a person would write it; empty if there is none.
std::string default_text(const OptionInfo& option);

}  // namespace skald::options
