#include "reading/name_list.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <stdexcept>

namespace skald {
namespace {

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

[[noreturn]] void refuse_list(const std::string& option, std::string_view found) {
  throw std::runtime_error("option " + option + ": found " + std::string(found) +
                           "; expected names separated by commas, or a JSON list of names and "
                           "positions from 1, such as [\"age, years\", 3]");
}

std::vector<ListedName> read_json(std::string_view list, const std::string& option) {
  boost::system::error_code error;
  const boost::json::value value = boost::json::parse({list.data(), list.size()}, error);
  if (error || !value.is_array()) refuse_list(option, list);
  std::vector<ListedName> names;
  for (const boost::json::value& item : value.get_array()) {
    if (item.is_string()) {
      names.push_back({std::string(item.get_string()), std::nullopt});
    } else if (item.is_int64() && item.get_int64() >= 1) {
      names.push_back({std::to_string(item.get_int64()), item.get_int64()});
    } else {
      refuse_list(option, list);
    }
  }
  return names;
}

}  // namespace

std::vector<ListedName> read_names(std::string_view list, const std::string& option) {
  list = without_blanks(list);
  if (list.starts_with('[')) return read_json(list, option);
  std::vector<ListedName> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    names.push_back({std::string(without_blanks(list.substr(0, comma))), std::nullopt});
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

}  // namespace skald
