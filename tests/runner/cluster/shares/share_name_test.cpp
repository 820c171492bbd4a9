#include "cluster/share_file.hpp"

#include "system/exit_code.hpp"
#include "test.hpp"

TEST_CASE("the name of a share is i/n") {
  CHECK(read_share_name("3/8") == ShareName{3, 8});
  CHECK(to_text({3, 8}) == "3/8");
  for (const char* text : {"", "3", "0/8", "9/8", "-1/8", "a/b", "3/8/9", "1/0", "1/1000001"}) {
    CHECK_THROWS_AS(read_share_name(text), UsageError);
  }
}
