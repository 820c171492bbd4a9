#include "record/submission.hpp"

#include "test.hpp"

using skald::record::is_job_id;

TEST_CASE("ids of jobs are words in which no shell and no program finds anything else") {
  for (const char* id : {"7", "4711", "4711_[0-9]", "12.pbs", "a-b_c", "4711@cluster-2.local"})
    CHECK(is_job_id(id));
  for (const char* text : {"", "-7", "_7", ".7", "7 8", "7;8", "$(x)", "7/8", "7\n", "\xc3\xa9",
                           "@host", "7@", "7@-host", "7@host[1]", "7@a@b", "4711'"}) {
    CAPTURE(text);
    CHECK_FALSE(is_job_id(text));
  }
  CHECK(is_job_id(std::string(128, '1')));
  CHECK_FALSE(is_job_id(std::string(129, '1')));
}
