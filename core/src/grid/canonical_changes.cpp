#include "grid/canonical_changes.hpp"

#include <map>

#include "json/json.hpp"

namespace skald::grid {
namespace {

using Leaves = std::map<std::string, std::string>;  // values, by path

void flatten(const json::JsonValue& json, const std::string& path, Leaves& leaves) {
  if (!json.is(json::JsonValue::Kind::object) || json.members.empty()) {
    leaves[path] = json::write_json(json);
    return;
  }
  for (const json::JsonMember& member : json.members) {
    const bool is_level =
        member.key == "options";  // the user writes sampler.options.step as sampler.step
    const std::string below = path.empty() ? member.key : path + "." + member.key;
    flatten(member.value, is_level ? path : below, leaves);
  }
}

Leaves leaves_of(const std::string& json) {
  Leaves leaves;
  flatten(json::parse_json(json, "").root, "", leaves);
  return leaves;
}

}  // namespace

std::string canonical_changes(const std::string& then, const std::string& now) {
  const Leaves before = leaves_of(then), after = leaves_of(now);
  std::string text;
  const auto add = [&](const std::string& path, const std::string& old, const std::string& fresh) {
    text.append(text.empty() ? "" : ", ").append(path).append(": ");
    text.append(old).append(" -> ").append(fresh);
  };
  for (const auto& [path, value] : before) {
    const auto found = after.find(path);
    if (found == after.end()) add(path, value, "unset");
    if (found != after.end() && found->second != value) add(path, value, found->second);
  }
  for (const auto& [path, value] : after) {
    if (!before.contains(path)) add(path, "unset", value);
  }
  return text;
}

}  // namespace skald::grid
