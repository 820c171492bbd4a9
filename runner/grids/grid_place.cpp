#include "grids/grid_place.hpp"

#include <fmt/core.h>

#include "json/json.hpp"

namespace skald {
namespace {

json::Place place_of_member(const json::JsonValue& root, std::string_view name) {
  for (const json::JsonMember& member : root.members) {
    if (member.key == name) return member.key_place;
  }
  return {.line = 1, .column = 1, .length = 0};
}

}  // namespace

std::string grid_place(const std::string& file, std::string_view text, std::string_view message) {
  const json::JsonDocument document = json::parse_json(text, file);
  const json::Place place =
      place_of_member(document.root, message.substr(0, message.find_first_of(" :")));
  return fmt::format("{}:{}:{}", file, place.line, place.column);
}

}  // namespace skald
