#include "store/cluster/submissions.hpp"
#include "catch.hpp"
#include "sample_records.hpp"

using namespace skald;
using namespace skald::store;
using namespace skald_test;

namespace {

record::SubmissionRecord sample_submission(const std::string& name) {
  return {.name = name,
          .study = "toy",
          .document = "d0",
          .scheduler = "slurm",
          .job = {},
          .folder = "/shared/r.db.tasks/1 of 2",
          .first_task = 5,
          .tasks = 3,
          .runs = 40,
          .task_seconds = 1799.5,
          .submitted = "2026-01-31T12:00:00.000Z",
          .submitted_by = "ann on login1",
          .cancelled = {}};
}

}  // namespace

TEST_CASE("submissions are kept in their order, and a later record changes job and end alone") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "r.db");
  store.declare_study({"toy", "{}"}, std::vector{sample_cell("a", 0.1)});
  record::SubmissionRecord second = sample_submission("b"), first = sample_submission("a");
  store.submit(second);
  store.submit(first);
  CHECK(store.submissions() == std::vector{second, first});

  second.job = "123";
  second.cancelled = "2026-01-31T13:00:00.000Z";
  record::SubmissionRecord changed = second;
  changed.folder = "/elsewhere";
  store.submit(changed);
  CHECK(StoreReader(folder / "r.db").submissions() == std::vector{second, first});

  store.withdraw("b");
  CHECK(store.submissions() == std::vector{first});
}

TEST_CASE("a submission of a study that is not declared is refused") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "r.db");
  CHECK_THROWS(store.submit(sample_submission("a")));
  CHECK(store.submissions().empty());
}
