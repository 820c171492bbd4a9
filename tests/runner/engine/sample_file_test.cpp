#include "engine/sample_file.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "catch.hpp"
#include "interrupted_calls.hpp"
#include "temporary_folder.hpp"

namespace sample_file_test {

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

const std::array<double, 2> kPoint{0.5, -2};

// Keeps one draw in two dimensions. Returns what the database would record of it.
std::string keep_one(const fs::path& file) {
  SampleFile samples(file);
  samples.keep(0, ConstBlock{kPoint.data(), 2, 1, 2});
  samples.flush();
  return samples.finish();
}

}  // namespace

TEST_CASE("a signal while draws are written or synced is no failure of the run") {
  const TemporaryFolder folder;
  const std::string undisturbed = keep_one(folder / "a.samples/x.npy");
  std::string disturbed;
  {
    const InterruptedCalls calls(1);
    disturbed = keep_one(folder / "b.samples/x.npy");
  }
  CHECK(disturbed == undisturbed);
}

TEST_CASE("a new folder of draws is on the disk before the draws are referred to") {
  const TemporaryFolder folder;
  const InterruptedCalls calls(0);
  keep_one(folder / "a.samples/x.npy");
  const auto& synced = InterruptedCalls::synced();
  CHECK(std::count(synced.begin(), synced.end(), folder.path().string()) == 1);
  keep_one(folder / "a.samples/y.npy");  // the folder exists now
  CHECK(std::count(synced.begin(), synced.end(), folder.path().string()) == 1);
}

}  // namespace sample_file_test
