// A query with any number of rows needs no more memory than one with a few.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sanitizers.hpp"
#include "store/store.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace query_memory_test {

namespace {

struct Written {
  int status = -1;
  long peak = 0;  // KiB of memory
  std::size_t lines = 0;
};

Written query(const TemporaryFolder& folder, const std::string& sql, const std::string& format) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    if (::chdir(folder.path().c_str()) == 0) {
      ::execl(SKALD_EXECUTABLE, "skald", "query", "r.db", sql.c_str(), "--format", format.c_str(),
              nullptr);
    }
    ::_exit(127);
  }
  ::close(ends[1]);
  Written written;
  static char buffer[1 << 16];
  for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    written.lines += static_cast<std::size_t>(std::count(buffer, buffer + n, '\n'));
  }
  ::close(ends[0]);
  rusage usage{};
  ::wait4(child, &written.status, 0, &usage);
  written.peak = usage.ru_maxrss;
  return written;
}

// Runs `skald query` over this many generated rows.
Written query(const TemporaryFolder& folder, std::int64_t rows, const std::string& format) {
  return query(folder,
               "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT " +
                   std::to_string(rows) + ") SELECT i, i / 3.0 AS x, 'row ' || i AS t FROM n",
               format);
}

}  // namespace

TEST_CASE("a function of a query makes no value of more than 64 MiB") {
  SKALD_NOT_WITH_SANITIZERS
  const TemporaryFolder folder;
  store::Store::open(folder / "r.db");
  const Written most = query(folder, "SELECT hex(zeroblob(33000000)) AS x", "csv");
  CHECK(most.status == 0);
  CHECK(most.peak < 600 << 10);
  const Written more = query(folder, "SELECT hex(zeroblob(34000000)) AS x", "csv");
  CHECK(WEXITSTATUS(more.status) == 3);
  CHECK(more.lines == 0);
  CHECK(more.peak < 300 << 10);
}

TEST_CASE("the memory of a query does not grow with its rows") {
  SKALD_NOT_WITH_SANITIZERS
  const TemporaryFolder folder;
  { const store::Store store = store::Store::open(folder.path() / "r.db"); }
  // To hold 3.5 million rows at once would take hundreds of MiB; the rows held to measure column
  // widths take 8 MiB at most.
  constexpr long most_growth = 32 << 10;  // KiB
  for (const auto& [format, rows] : {std::pair{"csv", 3'500'000},
                                     {"table", 1'000'000},
                                     {"json", 1'000'000},
                                     {"md", 1'000'000}}) {
    INFO(format);
    const Written one = query(folder, 1, format), many = query(folder, rows, format);
    CHECK(one.status == 0);
    CHECK(many.status == 0);
    CHECK(many.lines >= static_cast<std::size_t>(rows));
    CHECK(many.lines <= static_cast<std::size_t>(rows) + 3);
    CHECK(many.peak < one.peak + most_growth);
  }
}

}  // namespace query_memory_test
