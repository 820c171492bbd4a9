#include "store/seals/row_digest.hpp"

#include "temporary_folder.hpp"
#include "test.hpp"

namespace row_digest_test {

using namespace skald::store;
using namespace std::string_literals;

namespace {

std::string digest(std::string_view sql) {
  const Connection connection(":memory:", Access::create, std::chrono::seconds(1));
  Statement rows = connection.prepare(sql);
  RowDigest digest;
  digest.add("t", rows);
  return digest.digest();
}

const std::string begin = "T\x01\0\0\0\0\0\0\0t"s;

}  // namespace

TEST_CASE("rows have the bytes that are written down") {
  CHECK(digest("SELECT NULL") == text::sha256(begin + "Rn"));
  CHECK(digest("SELECT 258") == text::sha256(begin + "Ri\x02\x01\0\0\0\0\0\0"s));
  CHECK(digest("SELECT -1") == text::sha256(begin + "Ri" + std::string(8, '\xff')));
  // 1.5 is 0x3ff8000000000000, infinity 0x7ff0000000000000
  CHECK(digest("SELECT 1.5") == text::sha256(begin + "Rr\0\0\0\0\0\0\xf8\x3f"s));
  CHECK(digest("SELECT 9e999") == text::sha256(begin + "Rr\0\0\0\0\0\0\xf0\x7f"s));
  CHECK(digest("SELECT 'ab'") == text::sha256(begin + "Rt\x02\0\0\0\0\0\0\0ab"s));
  CHECK(digest("SELECT x'00ff'") == text::sha256(begin + "Rb\x02\0\0\0\0\0\0\0\0\xff"s));
  CHECK(digest("SELECT 1, '' UNION ALL SELECT 2, NULL") ==
        text::sha256(begin + "Ri\x01\0\0\0\0\0\0\0t"s + std::string(8, '\0') +
                     "Ri\x02\0\0\0\0\0\0\0n"s));
}

TEST_CASE("a list without rows leaves no byte, and rows of many kilobytes none out") {
  CHECK(digest("SELECT 1 WHERE 0") == text::sha256(""));
  const std::string row = "Rt\x90\x5f\x01\0\0\0\0\0"s + std::string(90000, 'x');  // 0x15f90 = 90000
  CHECK(digest("WITH x AS (SELECT replace(hex(zeroblob(45000)), '0', 'x') AS v)"
               " SELECT v FROM x UNION ALL SELECT v FROM x") == text::sha256(begin + row + row));
}

}  // namespace row_digest_test
