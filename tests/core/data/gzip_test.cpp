#include "data/gzip.hpp"

#include "test.hpp"

using namespace skald::data;

TEST_CASE("the limit of a compressed file's content grows with the file, between two ends") {
  constexpr std::size_t MiB = std::size_t{1} << 20;
  CHECK(content_limit(0) == 256 * MiB);
  CHECK(content_limit(4 * MiB) == 256 * MiB);
  CHECK(content_limit(5 * MiB) == 320 * MiB);
  CHECK(content_limit(256 * MiB) == 16384 * MiB);
  CHECK(content_limit(~std::size_t{0}) == 16384 * MiB);
}
