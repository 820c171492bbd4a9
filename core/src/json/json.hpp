// JSON as grids need it: numbers exact to the last bit, the place of every value in the text,
// duplicate keys reported and syntax errors explained. Boost.JSON checks the grammar; its numbers
// are not used, because version 1.81 rounds one 17-digit double in nine wrongly.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/diagnostic.hpp"

namespace skald::json {

struct JsonMember;

struct JsonValue {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  bool boolean = false;
  std::string text;  // a string's characters (UTF-8), or a number as written
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;  // in the order of the text
  Place place;                      // of an array or object on several lines: its opening bracket

  JsonValue() = default;  // null
  // A value of C++ as JSON: the characters of a text; a number in the shortest form that reads back
  // as the same, but null for infinities and NaN.
  template <std::convertible_to<std::string_view> Text>
  JsonValue(const Text& characters) : kind(Kind::string), text(std::string_view(characters)) {}
  JsonValue(std::same_as<bool> auto value) : kind(Kind::boolean), boolean(value) {}
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) JsonValue(Number value)
      : kind(Kind::number), text(std::to_string(value)) {}
  JsonValue(double value);

  bool is(Kind k) const { return kind == k; }
  // Returns the member's value, or nullptr if there is none or this is not an object.
  const JsonValue* find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  Place key_place;
  JsonValue value;
};

// A number as written.
JsonValue json_number(std::string_view literal);
JsonValue json_array(std::vector<JsonValue> items);
JsonValue json_object(std::initializer_list<std::pair<std::string_view, JsonValue>> members = {});
// Appends a member to an object.
void add(JsonValue& object, std::string_view key, JsonValue value);

// Returns the value as a diagnostic names it: "an object", "\"x\"", "1.5".
std::string describe(const JsonValue& value);

struct JsonDocument {
  bool readable = false;  // false: too broken to continue; root is then null
  JsonValue root;
  std::vector<Diagnostic> diagnostics;  // syntax errors and duplicate keys; empty if correct
};

inline constexpr std::size_t kJsonMaximumBytes = std::size_t{64} << 20;
inline constexpr std::size_t kJsonMaximumDepth = 64;  // nested brackets

// Reads a whole document (RFC 8259). If an error has only one sensible correction (a comma too many
// or too few, a comment), reading continues after it, so that one call reports as many errors as it
// can. Of duplicate keys the first counts. Never throws on any input, except std::bad_alloc.
JsonDocument parse_json(std::string_view text, std::string_view file);

// Returns the value as JSON text on one line, or indented by two spaces, without a final newline.
// Strings and numbers are written exactly as they were read.
std::string write_json(const JsonValue& value);
std::string write_json_indented(const JsonValue& value);

// Typed access to documents written by programs.

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
