// Lists of names in an option.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skald {

struct ListedName {
  std::string text;
  std::optional<std::int64_t> position;  // of a number in a JSON list, from 1
};

// Names separated by commas, without the blanks around them; or, of a text that begins with [, a
// JSON list of names and positions, such as ["age, years", 3]. Throws std::runtime_error that names
// the option for a list that is no JSON.
std::vector<ListedName> read_names(std::string_view list, const std::string& option);

}  // namespace skald
