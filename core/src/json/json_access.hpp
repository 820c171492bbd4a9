// Typed access to documents that programs have written.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "json/json.hpp"

namespace skald::json {

// Not the JSON that is wanted. The message names the place, what was found and what was expected:
// `line 1, column 12: "plugin" must be a string, got 5`.
struct JsonError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// The whole text as one value; throws JsonError with the first thing that is wrong with it.
JsonValue read_json(std::string_view text);

// That member of an object. Throws JsonError where there is none or it is of another kind.
const JsonValue& member_at(const JsonValue& object, std::string_view key, JsonValue::Kind kind);

// A member that is an integer from `least` to `most`; likewise.
std::int64_t integer_at(const JsonValue& object, std::string_view key, std::int64_t least,
                        std::int64_t most);

// A member that is an integer and a value of the type, at most 2^63 - 1; likewise.
template <std::integral Integer>
Integer integer_at(const JsonValue& object, std::string_view key) {
  using Limits = std::numeric_limits<Integer>;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return static_cast<Integer>(integer_at(
      object, key, static_cast<std::int64_t>(Limits::min()),
      std::cmp_less(most, Limits::max()) ? most : static_cast<std::int64_t>(Limits::max())));
}

// The characters of a member; "" where the object has none that is a string.
std::string text_at(const JsonValue& object, std::string_view key);

}  // namespace skald::json
