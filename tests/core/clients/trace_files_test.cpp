#include "clients/trace_files.hpp"

#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::clients::trace_files_test {

using Catch::Contains;

TEST_CASE("devices are read by the names of columns, others keep what they had") {
  const TemporaryFolder folder;
  const std::string file = folder.write("devices.csv",
                                        "step_seconds,client,bandwidth_up\n"
                                        "0.5,1,inf\n"
                                        "2,0,1e6\n");
  const auto devices = read_devices(file, 2, {.latency = 0.25});
  REQUIRE(devices.size() == 2);
  CHECK(devices[0].step_seconds == 2);
  CHECK(devices[0].bandwidth_up == 1e6);
  CHECK(devices[1].step_seconds == 0.5);
  CHECK(std::isinf(devices[1].bandwidth_up));
  CHECK(devices[1].latency == 0.25);
}

TEST_CASE("a file of devices that is wrong is refused, with the line") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& content) {
    read_devices(folder.write("devices.csv", content), 2, {});
  };
  CHECK_THROWS_WITH(refusal(""), Contains("line 1: found an empty file"));
  CHECK_THROWS_WITH(refusal("client\n0\n1\n"), Contains("found no column step_seconds"));
  CHECK_THROWS_WITH(refusal("client,step_seconds,speed\n0,1,1\n"), Contains("column \"speed\""));
  CHECK_THROWS_WITH(refusal("client,step_seconds\n0,1\n"), Contains("found no row of client 1"));
  CHECK_THROWS_WITH(refusal("client,step_seconds\n0,1\n0,1\n"),
                    Contains("line 3: found a second row of a client"));
  CHECK_THROWS_WITH(refusal("client,step_seconds\n0,1\n2,1\n"),
                    Contains("line 3: found client \"2\"; expected a number from 0 to 1"));
  CHECK_THROWS_WITH(refusal("client,step_seconds\n0,0\n1,1\n"),
                    Contains("line 2: found step_seconds 0; expected a number above 0"));
  CHECK_THROWS_WITH(refusal("client,step_seconds\n0,fast\n1,1\n"), Contains("found \"fast\""));
}

TEST_CASE("stays are sorted, and joined where they touch") {
  const TemporaryFolder folder;
  const std::string file = folder.write("stays.csv",
                                        "client,start,end\n"
                                        "0,5,6\n0,1,2\n0,2,3\n2,0,4\n2,1,2\n");
  const auto stays = read_stays(file, 3, 10);
  REQUIRE(stays[0].size() == 2);
  CHECK(stays[0][0].start == 1);
  CHECK(stays[0][0].end == 3);
  CHECK(stays[0][1].start == 5);
  CHECK(stays[1].empty());
  REQUIRE(stays[2].size() == 1);
  CHECK(stays[2][0].end == 4);
}

TEST_CASE("stays outside the period, and none at all, are refused") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& content) {
    read_stays(folder.write("stays.csv", content), 2, 10);
  };
  CHECK_THROWS_WITH(refusal("client,start,end\n1,5,11\n"),
                    Contains("line 2: found a stay from 5 to 11; expected 0 <= start < end <= 10"));
  CHECK_THROWS_WITH(refusal("client,start,end\n1,5,5\n"), Contains("0 <= start < end"));
  CHECK_THROWS_WITH(refusal("client,start,end\n"), Contains("found no stays"));
}

}  // namespace skald::clients::trace_files_test
