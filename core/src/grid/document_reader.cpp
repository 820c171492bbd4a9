#include "grid/document_reader.hpp"

#include <optional>

#include "text/number_text.hpp"

namespace skald::grid {

std::string below(const std::string& path, std::string_view key) {
  std::string pointer = path + "/";
  for (const char c : key) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer;
}

std::string below(const std::string& path, std::size_t index) {
  return path + "/" + std::to_string(index);
}

void DocumentReader::report(json::Place place, std::string path, std::string message,
                            std::string hint) {
  diagnostics_.push_back({"", place, std::move(path), std::move(message), std::move(hint), ""});
}

bool DocumentReader::is_object(const json::JsonValue& value, const std::string& path,
                               const std::string& what) {
  if (value.is(json::JsonValue::Kind::object)) return true;
  report(value.place, path, what + " must be an object, got " + describe(value));
  return false;
}

bool DocumentReader::is_list(const json::JsonValue& value, const std::string& path,
                             const std::string& what) {
  if (value.is(json::JsonValue::Kind::array)) return true;
  report(value.place, path, what + " must be a list, got " + describe(value));
  return false;
}

std::int64_t DocumentReader::integer(const json::JsonValue& value, const std::string& path,
                                     const std::string& name, std::int64_t minimum) {
  const auto number =
      value.is(json::JsonValue::Kind::number) ? text::to_integer(value.text) : std::nullopt;
  if (number && *number >= minimum) return *number;
  report(value.place, path,
         "\"" + name + "\" must be an integer of at least " + std::to_string(minimum) + ", got " +
             describe(value));
  return minimum;
}

OptionKey DocumentReader::option_key(const json::JsonMember& member, const std::string& path) {
  OptionKey key{std::nullopt, member.key, member.key_place, path};
  const std::size_t dot = member.key.find('.');
  if (member.key.starts_with("start.")) {
    report(member.key_place, path, "\"" + member.key + "\" is of the start, which no axis sets",
           "\"when\" in \"start\" says which cells have it; other starts are other grids");
  }
  const auto section = options::section_named(member.key.substr(0, dot));
  if (!section) return key;
  if (dot == std::string::npos) {
    report(member.key_place, path, "\"" + member.key + "\" is a section, not an option",
           *section == options::Section::run ? "write \"run.iterations\""
                                             : "write \"" + member.key + ".plugin\"");
    return {section, "", member.key_place, path};
  }
  key.section = section;
  key.option = member.key.substr(dot + 1);
  return key;
}

Conditions DocumentReader::conditions(const json::JsonValue& object, const std::string& path,
                                      const std::string& what) {
  Conditions all;
  if (!is_object(object, path, what)) return all;
  for (const json::JsonMember& member : object.members) {
    When condition{option_key(member, below(path, member.key)), {}};
    if (member.value.is(json::JsonValue::Kind::array)) {
      condition.any_of = member.value.items;
    } else {
      condition.any_of.push_back(member.value);
    }
    all.push_back(std::move(condition));
  }
  if (all.empty()) report(object.place, path, what + " names no option");
  return all;
}

}  // namespace skald::grid
