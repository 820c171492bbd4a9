// Tests skald serve as a process: what it prints, and how it ends.
#include <signal.h>

#include <regex>

#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "web/stored_study.hpp"

namespace serve_command_test {

TEST_CASE("skald serve prints an address with a token and ends at once when it is told to") {
  const TemporaryFolder folder;
  store_grid(folder / "a.db", "grid", R"({"name": "grid", "replicates": 3})", "");
  std::string former;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    SkaldProcess serve(folder.path(), {"serve", "a.db", "later.db"});
    REQUIRE(serve.wait_for_error("Ctrl-C ends the server\n"));
    CHECK(serve.has_error("later.db: not there yet"));
    const auto begin = std::chrono::steady_clock::now();
    serve.send(signal);
    const ProcessResult result = serve.wait();
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));
    CHECK(result.code == 0);
    INFO(result.out);
    CHECK(std::regex_match(
        result.out, std::regex("http://127\\.0\\.0\\.1:[1-9][0-9]*/\\?token=[0-9a-f]{48}\n")));
    CHECK(result.out != former);
    former = result.out;
  }
  CHECK(files_in(folder.path()) == std::vector<std::string>{"a.db"});
}

TEST_CASE("skald serve refuses what it cannot serve") {
  const TemporaryFolder folder;
  const ProcessResult of_folder = run_skald(folder.path(), {"serve", "."});
  CHECK(of_folder.code == 2);
  CHECK_THAT(of_folder.err, Catch::Contains("a folder, expected a results database"));
  CHECK(run_skald(folder.path(), {"serve"}).code == 2);
  const ProcessResult of_address =
      run_skald(folder.path(), {"serve", "a.db", "--listen", "example.org"});
  CHECK(of_address.code == 2);
  CHECK_THAT(of_address.err, Catch::Contains("example.org"));
  CHECK(run_skald(folder.path(), {"serve", "a.db", "--port", "70000"}).code == 2);
}

}  // namespace serve_command_test
