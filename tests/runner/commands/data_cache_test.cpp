// skald data cache: what is kept of decoded and generated data.
#include <cstdlib>
#include <filesystem>

#include "catch.hpp"
#include "skald_process.hpp"

namespace data_cache_test {

using namespace skald::test;
namespace fs = std::filesystem;

TEST_CASE("data cache lists the tables that are kept, and deletes them when asked to") {
  const TemporaryFolder folder;
  const auto data_cache = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"data", "cache", "--format", "csv"};
    words.insert(words.end(), more.begin(), more.end());
    return SkaldProcess(folder.path(), words,
                        [&] { ::setenv("SKALD_CACHE_DIR", (folder / "cache").c_str(), 1); })
        .wait();
  };
  CHECK(data_cache({}).out == "file,bytes,last_used\n");
  fs::create_directories(folder / "cache" / "tables");
  folder.write("cache/tables/small.table", "12345");
  folder.write("cache/tables/large.table", std::string(5000, '1'));
  folder.write("cache/tables/large.table.lock", "");
  const ProcessResult listed = data_cache({});
  CHECK(listed.code == 0);
  CHECK_THAT(listed.out, Catch::Matches("file,bytes,last_used\nlarge.table,5000,20[0-9-]+\n"
                                        "small.table,5,\n"));
  CHECK_THAT(listed.err, Catch::Contains("2 tables, 0.0 GB in ") &&
                             Catch::Contains("cache/tables, where ") &&
                             Catch::Contains(" GB are free"));
  CHECK(data_cache({"--empty"}).code == 0);
  CHECK(fs::is_empty(folder / "cache" / "tables"));
}

}  // namespace data_cache_test
