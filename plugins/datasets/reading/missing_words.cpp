#include "reading/missing_words.hpp"

#include <algorithm>

#include "reading/name_list.hpp"

namespace skald {

MissingWords::MissingWords(std::optional<std::string_view> list) {
  if (!list) {
    words_ = {"#N/A",   "#N/A N/A", "#NA",  "-1.#IND", "-1.#QNAN", "-NaN", "-nan",
              "1.#IND", "1.#QNAN",  "<NA>", "N/A",     "NA",       "NULL", "NaN",
              "None",   "n/a",      "nan",  "null",    "?",        "-",    "."};
  } else {
    for (ListedName& name : read_names(*list, "missing_words")) words_.insert(std::move(name.text));
  }
  for (const std::string& word : words_) longest_ = std::max(longest_, word.size());
}

}  // namespace skald
