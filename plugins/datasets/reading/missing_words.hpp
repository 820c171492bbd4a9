// What stands for a value that is not known.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace skald {

// A field is missing where it is empty or one of these words: those that pandas takes for missing
// (pandas.read_csv, na_values), and ?, - and ., which published files use.
class MissingWords {
 public:
  // `list`: other words in their place, see read_names().
  explicit MissingWords(std::optional<std::string_view> list = {});

  bool contains(std::string_view field) const {
    return field.empty() || (field.size() <= longest_ && words_.contains(field));
  }

 private:
  std::set<std::string, std::less<>> words_;
  std::size_t longest_ = 0;
};

}  // namespace skald
