#include "files/passing_error.hpp"

#include <cerrno>

#include "test.hpp"

using namespace skald::files;

TEST_CASE("what is used up may be had again, what is forbidden or broken may not") {
  for (const int error : {ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, ENOMEM, EAGAIN}) {
    INFO(error);
    CHECK(is_passing(error));
  }
  for (const int error : {0, EIO, EACCES, EPERM, EROFS, ENOENT, EBADF}) {
    INFO(error);
    CHECK_FALSE(is_passing(error));
  }
}
