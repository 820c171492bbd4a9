// Small files of clients (HDF5) of the published form, and the tables that data sets make of them.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "hdf5_files.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "skald/dataset.hpp"
#include "temporary_folder.hpp"

namespace skald::test::client_files {

using Labels = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

// A data set and the table that it made.
struct Loaded {
  std::shared_ptr<Dataset> data;
  Table table;

  Loaded(const std::string& plugin, const std::vector<Setting>& settings)
      : data(load_plugin<Dataset>("dataset/" + plugin, settings)),
        table(data->load(random::PhiloxRandom(1, 0))) {}
  std::vector<double> row(Index r) const {
    const auto column = table.features.column(r);
    return {column.begin(), column.end()};
  }
  std::vector<double> labels(Index r) const {
    const auto column = find_array(table, "labels")->values.column(r);
    return {column.begin(), column.end()};
  }
  std::vector<double> target() const { return {table.target.begin(), table.target.end()}; }
  std::vector<std::int32_t> group() const { return {table.group.begin(), table.group.end()}; }
};

inline void check_refused(const std::string& plugin, const std::vector<Setting>& settings,
                          const std::string& message) {
  CHECK_THROWS_WITH(Loaded(plugin, settings), Catch::Contains(message));
}

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
