#include "sweep/size_model.hpp"

#include "test.hpp"

namespace {

// A cell with so many metrics whose runs have this length.
grid::Cell cell(std::int64_t iterations, std::size_t metrics) {
  grid::Cell made;
  made.run = {{"iterations", iterations}, {"record_every", std::monostate{}}};
  made.metrics.own().resize(metrics);
  return made;
}

}  // namespace

TEST_CASE("a run takes the rows of its series at every record") {
  // Two metrics and one series of the sampler: 3 points and one moment at each of 100 records.
  const double brief = bytes_of_run(cell(1, 2)), usual = bytes_of_run(cell(100'000, 2));
  // Diagnostics at the records 1, 2, 4, ..., 64 and 100 in place of the only one.
  CHECK(usual - brief == Approx(99 * (3 * 21 + 44) + 7 * 48));
  CHECK(bytes_of_run(cell(100'000, 3)) - usual == Approx(100 * 21 + 52));
  CHECK(bytes_of_run(cell(50, 2)) - brief == Approx(49 * (3 * 21 + 44) + 6 * 48));
  CHECK(bytes_of_run(cell(64, 2)) - brief == Approx(63 * (3 * 21 + 44) + 6 * 48));
  grid::Cell costly = cell(100'000, 2);
  costly.metrics.push_back({.name = "rounds", .plugin = {}});
  CHECK(bytes_of_run(costly) == usual);  // a cost, which every run has
  grid::Cell often = cell(100'000, 2);
  often.run[1].second = std::int64_t{10};
  CHECK(bytes_of_run(often) - brief == Approx(9'999 * (3 * 21 + 44) + 14 * 48));
}
