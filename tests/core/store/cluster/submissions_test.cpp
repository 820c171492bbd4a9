#include "store/cluster/submissions.hpp"
#include "sample_records.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

TEST_CASE("submissions are kept in their order, and a later record changes job and end alone") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "r.db";
  {
    Store store = Store::open(file);
    store.declare_study({"toy", "{}"}, std::vector{sample_cell("a", 0.1)});
  }
  record::SubmissionRecord second = sample_submission("b"), first = sample_submission("a");
  record_submission(file, second);
  record_submission(file, first);
  const auto all = [&] { return submissions(StoreReader(file).connection()); };
  CHECK(all() == std::vector{second, first});

  second.job = "123";
  second.cancelled = "2026-01-31T13:00:00.000Z";
  record::SubmissionRecord changed = second;
  changed.folder = "elsewhere";
  record_submission(file, changed);
  CHECK(all() == std::vector{second, first});

  remove_submission(file, "b");
  CHECK(all() == std::vector{first});
}

TEST_CASE("a submission of a study that is not declared is refused, and so is a second writer") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "r.db";
  { Store store = Store::open(file); }
  CHECK_THROWS(record_submission(file, sample_submission("a")));
  CHECK(submissions(StoreReader(file).connection()).empty());
  const Store store = Store::open(file);
  const auto begin = std::chrono::steady_clock::now();
  await_writer(file, std::chrono::milliseconds(200));
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(200));
}
