#include "sweep/sweep_view.hpp"

#include "test.hpp"

TEST_CASE("a large journal is told of once, when it has doubled, and when it is small again") {
  constexpr std::uintmax_t mebibyte = 1 << 20;
  JournalNotice notice("r.db");
  CHECK_FALSE(notice.of(0));
  CHECK_FALSE(notice.of(64 * mebibyte));
  const auto first = notice.of(70 * mebibyte);
  REQUIRE(first);
  CHECK_THAT(*first, Catch::StartsWith("r.db-wal has grown to 70 MiB"));
  CHECK_FALSE(notice.of(70 * mebibyte));
  CHECK_FALSE(notice.of(140 * mebibyte - 1));
  CHECK(notice.of(140 * mebibyte));
  const auto last = notice.of(0);
  REQUIRE(last);
  CHECK_THAT(*last, Catch::Contains("small again"));
  CHECK_FALSE(notice.of(0));
  CHECK(notice.of(65 * mebibyte));
}
