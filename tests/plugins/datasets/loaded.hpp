// A data set of this build and the table that it makes.
#pragma once

#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "skald/dataset.hpp"
#include "test.hpp"

namespace skald::test {

struct Loaded {
  std::shared_ptr<Dataset> data;
  Table table;

  explicit Loaded(const std::string& plugin, const std::vector<Setting>& settings = {},
                  std::uint64_t seed = 1)
      : data(load_plugin<Dataset>("dataset/" + plugin, settings)),
        table(data->load(random::PhiloxRandom(seed, 0))) {}
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

}  // namespace skald::test
