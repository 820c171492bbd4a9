#include "charts/table_study.hpp"

#include "system/exit_code.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace {

record::StudyRuns study_of(const std::string& text, std::vector<std::string> metrics = {}) {
  const TemporaryFolder folder;
  return read_table(folder.write("t.csv", text).string(), std::move(metrics));
}

void check_table_refused(const std::string& text, const std::string& message) {
  INFO(text);
  CHECK_THROWS_AS(study_of(text), UsageError);
  CHECK_THROWS_WITH(study_of(text), Catch::Contains(message));
}

}  // namespace

TEST_CASE("a table is a study: axes, replicates and metrics by the names of columns") {
  const record::StudyRuns study = study_of("K,name,replicate,w2\r\n5,\"a,b\",0,0.25\r\n,c,1,\r\n");
  CHECK(study.axes == std::vector<std::string>{"K", "name"});
  REQUIRE(study.metrics.size() == 1);
  CHECK(study.metrics[0].name == "w2");
  REQUIRE(study.runs.size() == 2);
  CHECK(study.runs[0].axes == std::vector<record::SqlValue>{std::int64_t{5}, std::string("a,b")});
  CHECK(study.runs[0].metrics == std::vector<double>{0.25});
  CHECK(study.runs[1].axes[0] == record::SqlValue());
  CHECK(study.runs[1].replicate == 1);
  CHECK(std::isnan(study.runs[1].metrics[0]));
  CHECK(study_of("a,b\n1,2\n", {"a"}).axes == std::vector<std::string>{"b"});
}

TEST_CASE("a table's setting that stands in two rows is refused, unless these are replicates") {
  check_table_refused("K,rho,w2\n1,0,.1\n2,0,.2\n1,0,.3\n",
                      "line 4: found the setting of line 2 once more (K, rho), expected each once; "
                      "keep the column that tells them apart, or number repetitions in a column "
                      "\"replicate\"");
  CHECK(study_of("K,replicate,w2\n1,0,.1\n1,1,.3\n").runs.size() == 2);
  CHECK(study_of("K,w2\n1,.1\n,.1\n").runs.size() == 2);
}

TEST_CASE("a table that is none is refused with its line") {
  check_table_refused("", "empty; expected a first row of names");
  check_table_refused("a,b\n1\n", "line 2: found 1 field; expected 2 as in line 1");
  check_table_refused("a,b\n1,x\n", "line 2: found \"x\", expected a number");
  check_table_refused("a\n\"1\"2\n", "line 2, column 1: found text after a closing quote");
  check_table_refused("a,b\n1,\"2\n", "line 2, column 2: found a quote that is never closed");
  check_table_refused("replicate,b\n0.5,1\n",
                      "line 2: found the replicate \"0.5\", expected an integer");
  const TemporaryFolder folder;
  const std::string file = folder.write("t.csv", "a,b\n1,2\n").string();
  CHECK_THROWS_WITH(read_table(file, {"c"}), Catch::Contains("no column \"c\"; its first row has"));
}
