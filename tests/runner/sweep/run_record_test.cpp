#include "sweep/run_record.hpp"

#include "test.hpp"

TEST_CASE("the memory of a record is about that of its points and artifacts") {
  record::RunRecord record;
  const std::size_t empty = memory_of(record);
  CHECK(empty > 0);
  CHECK(empty < 10'000);
  record.series.resize(3);
  for (record::SeriesRecord& series : record.series) series.points.resize(10'000);
  record.artifacts.push_back({"reference", std::vector<std::byte>(1'000'000)});
  const std::size_t content = 3 * 10'000 * sizeof(record::PointRecord) + 1'000'000;
  CHECK(memory_of(record) >= empty + content);
  CHECK(memory_of(record) < empty + content + 10'000);
}

TEST_CASE("a record has the temperature that its run declares") {
  OutcomeMessage message;
  message.outcome.temperature = 2.5;
  record::RunRecord record;
  add_outcome(std::move(message), record);
  CHECK(record.temperature == 2.5);
}
