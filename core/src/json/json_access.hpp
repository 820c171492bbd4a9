// Typed access to documents written by programs.
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

// Thrown for JSON that is not as expected. The message names the place, what was found and what was
// expected: `line 1, column 12: "plugin" must be a string, got 5`.
struct JsonError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

[[noreturn]] void refuse(const Place& place, const std::string& what);

// Reads the whole text as one value. Throws JsonError with the first fault.
JsonValue read_json(std::string_view text);

// Returns that member of an object. Throws JsonError if it is missing, or of another kind.
const JsonValue& member_at(const JsonValue& object, std::string_view key);
const JsonValue& member_at(const JsonValue& object, std::string_view key, JsonValue::Kind kind);

// Return the value, which refusals call `name`. Throw JsonError unless it is of that kind; an
// integer from `least` to `most`, or one that the type can hold, at most 2^63 - 1; a number, or
// null, which is NaN.
const JsonValue& of_kind(const JsonValue& value, std::string_view name, JsonValue::Kind kind);
std::int64_t integer_of(const JsonValue& value, std::string_view name, std::int64_t least,
                        std::int64_t most);
template <std::integral Integer>
Integer integer_of(const JsonValue& value, std::string_view name) {
  using Limits = std::numeric_limits<Integer>;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return static_cast<Integer>(integer_of(
      value, name, static_cast<std::int64_t>(Limits::min()),
      std::cmp_less(most, Limits::max()) ? most : static_cast<std::int64_t>(Limits::max())));
}
double number_of(const JsonValue& value, std::string_view name);

// The same for a member of an object.
template <std::integral Integer>
Integer integer_at(const JsonValue& object, std::string_view key) {
  return integer_of<Integer>(member_at(object, key), key);
}

// Throws JsonError unless a document has this version of a format, in the member of that name.
void require_version(const JsonValue& root, std::string_view format, std::int64_t version);

// Returns the characters of a member; empty if the object has no such string.
std::string text_at(const JsonValue& object, std::string_view key);

}  // namespace skald::json
