// JSON objects of records, whose list of members (text/wire.hpp) writes, reads and refuses.
//
// A Named member is text, a path, true or false, an integer, a double, a record or a list of one of
// these; the members of a record without a name are those of the object itself. A record may have
// fault(), a text that is empty unless its values do not go together.
#pragma once

#include <concepts>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "json/json.hpp"
#include "text/wire.hpp"

namespace skald::json {

template <text::HasFields Record>
JsonValue record_json(const Record& record);

template <class T>
JsonValue value_json(const T& value) {
  if constexpr (text::HasFields<T>) {
    return record_json(value);
  } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return value.string();
  } else {
    return value;
  }
}
template <class T>
JsonValue value_json(const std::vector<T>& values) {
  std::vector<JsonValue> items;
  for (const T& value : values) items.push_back(value_json(value));
  return json_array(std::move(items));
}

template <text::HasFields Record>
JsonValue record_json(const Record& record) {
  JsonValue object = json_object();
  text::for_each_column(record, [&object](std::string_view name, const auto& value) {
    add(object, name, value_json(value));
  });
  return object;
}

// Reads what record_json() writes; further members are ignored. Throws JsonError.
template <text::HasFields Record>
void read_record(const JsonValue& object, Record& out);

template <class T>
void read_value(const JsonValue& value, std::string_view name, T& out) {
  using Kind = JsonValue::Kind;
  if constexpr (text::HasFields<T>) {
    read_record(of_kind(value, name, Kind::object), out);
  } else if constexpr (std::is_same_v<T, bool>) {
    out = of_kind(value, name, Kind::boolean).boolean;
  } else if constexpr (std::integral<T>) {
    out = integer_of<T>(value, name);
  } else if constexpr (std::floating_point<T>) {
    out = number_of(value, name);
  } else {
    out = of_kind(value, name, Kind::string).text;
  }
}
template <class T>
void read_value(const JsonValue& value, std::string_view name, std::vector<T>& out) {
  for (const JsonValue& item : of_kind(value, name, JsonValue::Kind::array).items) {
    read_value(item, name, out.emplace_back());
  }
}

template <text::HasFields Record>
void read_record(const JsonValue& object, Record& out) {
  text::for_each_listed(out, [&object]<class Member>(Member& member) {
    if constexpr (text::kIsNamed<std::remove_const_t<Member>>) {
      read_value(member_at(object, member.name), member.name, member.value);
    } else {
      read_record(object, member);
    }
  });
  if constexpr (requires { out.fault(); }) {
    if (const std::string fault = out.fault(); !fault.empty()) refuse(object.place, fault);
  }
}

// The text of a file: a record after a member that names the format and gives its version.
template <text::HasFields Record>
std::string versioned_text(std::string_view format, std::int64_t version, const Record& record) {
  JsonValue root = json_object({{format, version}});
  for (JsonMember& member : record_json(record).members) add(root, member.key, member.value);
  return write_json_indented(root) + "\n";
}
// Reads what versioned_text() writes. Throws JsonError, for another version too.
template <text::HasFields Record>
Record read_versioned(std::string_view text, std::string_view format, std::int64_t version) {
  const JsonValue root = read_json(text);
  require_version(root, format, version);
  Record record;
  read_record(root, record);
  return record;
}

}  // namespace skald::json
