#include "plugin_host/file_loader.hpp"

#include <sys/stat.h>

#include "plugin_host/plugin_host.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace file_loader_test {

namespace {

using skald::plugin_host::CatalogEntry;
using skald::plugin_host::PluginHost;

const fs::path loaders = fs::path(SKALD_HOST_PLUGINS) / "loaders";

// How a host loads a plugin: into this process, or only described by a child.
enum class Where { here, in_a_child };

CatalogEntry only_entry(const fs::path& file, Where where = Where::here) {
  const std::vector<fs::path> places{file};
  PluginHost host(places, skald::plugin_host::Writable::refuse,
                  {.here = where == Where::here ? "/" : "/nowhere", .loaders = loaders});
  return host.catalog().front();
}

}  // namespace

TEST_CASE("a loader's name is the suffix of the files that it takes") {
  CHECK(skald::plugin_host::plugin_suffixes(loaders) ==
        std::vector<std::string>{".so", ".old", ".toy"});
  CHECK(skald::plugin_host::plugin_suffixes("/nowhere") == std::vector<std::string>{".so"});
  CHECK(skald::plugin_host::loader_of("/a/b.so", loaders).empty());
  CHECK(skald::plugin_host::loader_of("/a/b.toy", loaders) == loaders / "toy.so");
  CHECK_THROWS_WITH(skald::plugin_host::loader_of("/a/b.lua", loaders),
                    Catch::StartsWith("this Skald has no loader for files .lua"));
}

TEST_CASE("a file that a loader takes is a plugin, whoever loads it") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("small.toy", "a model\n");
  for (const Where where : {Where::here, Where::in_a_child}) {
    const CatalogEntry entry = only_entry(file, where);
    CHECK(entry.refusal == "");
    REQUIRE(entry.plugins.size() == 1);
    CHECK(std::string(entry.plugins.front().descriptor->info.name) == "small");
    CHECK(entry.plugins.front().sha256 == skald::text::sha256("a model\n"));
  }
}

TEST_CASE("the digest of a plugin covers the files that it reads") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("small.toy", "source _part.toy\n");
  folder.write("_part.toy", "one");
  const std::string before = only_entry(file).plugins.front().sha256;
  CHECK(before == only_entry(file, Where::in_a_child).plugins.front().sha256);
  folder.write("_part.toy", "two");
  CHECK(before != only_entry(file).plugins.front().sha256);
  CHECK(only_entry(file).plugins.front().sha256 ==
        only_entry(file, Where::in_a_child).plugins.front().sha256);
}

TEST_CASE("what a loader refuses is told, and what ends it ends a child alone") {
  const TemporaryFolder folder;
  const fs::path refused = folder.write("refused.toy", "refuse line 3: no such word\n");
  for (const Where where : {Where::here, Where::in_a_child})
    CHECK(only_entry(refused, where).refusal == refused.string() + ": line 3: no such word");
  const fs::path ends = folder.write("ends.toy", "exit 7\n");
  CHECK_THAT(only_entry(ends, Where::in_a_child).refusal,
             Catch::Contains("ends the process on loading, with status 7"));
}

TEST_CASE("a file for which there is no loader of this build is refused") {
  const TemporaryFolder folder;
  CHECK_THAT(only_entry(folder.write("a.lua", "")).refusal,
             Catch::Contains("this Skald has no loader for files .lua"));
  for (const Where where : {Where::here, Where::in_a_child})
    CHECK_THAT(only_entry(folder.write("b.old", ""), where).refusal,
               Catch::Contains("was built for another Skald; install Skald's packages"));
}

TEST_CASE("a file is not trusted where others may write one that it may read") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("small.toy", "");
  const fs::path part = folder.write("_part.toy", "");
  fs::permissions(folder.path(), fs::perms(0755));
  fs::permissions(file, fs::perms(0644));
  fs::permissions(part, fs::perms(0646));
  CHECK_THAT(only_entry(file).refusal,
             Catch::Contains("_part.toy beside it: the file is world-writable"));
  fs::permissions(part, fs::perms(0644));
  CHECK(only_entry(file).refusal == "");
}

}  // namespace file_loader_test
