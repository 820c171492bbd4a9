// Small files of clients (HDF5) of the published form.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hdf5_files.hpp"
#include "loaded.hpp"
#include "temporary_folder.hpp"

namespace skald::test::client_files {

using Labels = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

inline std::vector<Setting> both(const std::string& train, const std::string& test,
                                 const std::vector<Setting>& more = {}) {
  std::vector<Setting> settings{{"train", train}, {"test", test}};
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

inline void put_posts(const Hdf5Writer& file, const std::string& user, const Texts& tokens,
                      const Texts& titles, const Texts& tags) {
  file.put(user, "tokens", tokens);
  file.put(user, "title", titles);
  file.put(user, "tags", tags);
  file.put(user, "score", Labels(tokens.size(), 3));
}

// Users 10 and 9: "b" is used by both, "a", "c" and "d" by one; the tag "x" by both.
inline std::pair<std::string, std::string> write_posts(const TemporaryFolder& folder) {
  const Hdf5Writer train(folder / "train.h5"), test(folder / "test.h5");
  put_posts(train, "9", {"a b", "b b d"}, {"b", ""}, {"x|y", "z"});
  put_posts(train, "10", {"b c"}, {"e f"}, {"x"});
  put_posts(test, "9", {""}, {"\t"}, {""});
  put_posts(test, "11", {"d a"}, {"a a"}, {"y|x|unknown|x"});
  return {train.path(), test.path()};
}

}  // namespace skald::test::client_files
