#include "report/vector_table.hpp"

#include "report/format_table.hpp"
#include "test.hpp"

using namespace skald::report;

// By hand: in {4, none, 1} two items have a value, and their mean is 2.5.
TEST_CASE("a vector series is shown by its last record") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<record::VectorSeriesRecord> all{
      {"sampler.norm", {{10, {9, 9, 9}}, {20, {4, none, 1}}}}, {"sampler.share", {{10, {none}}}}};
  CHECK(format_table(vector_table(all), TableFormat::csv) ==
        "vector,records,iteration,items,min,mean,max\n"
        "sampler.norm,2,20,2,1,2.5,4\n"
        "sampler.share,1,10,0,,,\n");
  CHECK(vector_table({}).rows.empty());
  CHECK(format_table(vector_table(all, {"h1", "h2", "h3"}), TableFormat::csv) ==
        "vector,records,iteration,items,min,mean,max,client of min,of max\n"
        "sampler.norm,2,20,2,1,2.5,4,h3,h1\n"
        "sampler.share,1,10,0,,,,,\n");
}
