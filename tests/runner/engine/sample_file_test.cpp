#include "engine/sample_file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <system_error>

#include "interrupted_calls.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace sample_file_test {

namespace {

const std::array<double, 2> kPoint{0.5, -2};

// Keeps one draw in two dimensions. Returns what the database would record of it.
std::string keep_one(const fs::path& file) {
  SampleFile samples(file);
  samples.keep(0, ConstBlock{kPoint.data(), 2, 1, 2});
  samples.flush();
  return samples.finish();
}

// Keeps 40 draws in two dimensions and writes them out.
void keep_some(SampleFile& samples) {
  for (int i = 0; i < 40; ++i) samples.keep(i, ConstBlock{kPoint.data(), 2, 1, 2});
  samples.flush();
}

// Returns what finishing them is refused with; "" if it is not.
std::string refusal_of(SampleFile& samples) {
  try {
    samples.finish();
  } catch (const std::system_error& e) {
    return e.what();
  }
  return "";
}

// Writes a zero over one of the draws.
void spoil(const fs::path& draws) {
  std::fstream file(draws, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(24);
  const double zero = 0;
  file.write(reinterpret_cast<const char*>(&zero), sizeof zero);
}

// Starts a process that keeps a draw in the file, says so, and waits to be killed.
pid_t fork_writer(const fs::path& file) {
  std::array<int, 2> ready{};
  REQUIRE(::pipe(ready.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    SampleFile samples(file);
    samples.keep(0, ConstBlock{kPoint.data(), 2, 1, 2});
    const char byte = 1;
    if (::write(ready[1], &byte, 1) == 1) ::pause();
    ::_exit(1);
  }
  ::close(ready[1]);
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  ::close(ready[0]);
  return child;
}

}  // namespace

TEST_CASE("draws that were changed on the disk make no array") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.samples/x.npy";
  SampleFile samples(file);
  keep_some(samples);
  std::string told;
  SECTION("a number") {
    spoil(file.string() + ".draws");
    told = "x.npy.draws: holds other draws than were written";
  }
  SECTION("their length") {
    fs::resize_file(file.string() + ".draws", 64);
    told = "x.npy.draws: cannot be read back";
  }
  SECTION("the whole file") {
    fs::remove(file.string() + ".draws");
    told = "x.npy.draws: was removed or replaced while it was written";
  }
  CHECK_THAT(refusal_of(samples), Catch::Contains(told));
  CHECK_FALSE(fs::exists(file));
}

TEST_CASE("draws that are gone on with are compared, too") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.samples/x.npy";
  {
    SampleFile samples(file);
    keep_some(samples);
  }
  SampleFile samples(file);
  samples.go_on_after(40, ConstBlock{kPoint.data(), 2, 1, 2});
  SECTION("as they were") { CHECK(refusal_of(samples).empty()); }
  SECTION("changed") {
    spoil(file.string() + ".draws");
    CHECK_THAT(refusal_of(samples), Catch::Contains("holds other draws than were written"));
  }
}

TEST_CASE("one process at a time keeps the draws of a run") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "a.samples");
  const fs::path file = folder / "a.samples/x.npy";
  const pid_t writer = fork_writer(file);
  {
    SampleFile second(file);
    const ConstBlock point{kPoint.data(), 2, 1, 2};
    CHECK_THROWS_WITH(second.keep(0, point),
                      Catch::Contains("is being written by another process"));
  }
  ::kill(writer, SIGKILL);
  ::waitpid(writer, nullptr, 0);
  CHECK_NOTHROW(keep_one(file));
}

TEST_CASE("an array that cannot get its name for a while gets it a moment later") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.samples/x.npy";
  const std::string undisturbed = keep_one(folder / "b.samples/x.npy");
  SampleFile samples(file);
  samples.keep(0, ConstBlock{kPoint.data(), 2, 1, 2});
  fs::create_directory(file);
  std::thread remover([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(80));
    fs::remove(file);
  });
  std::string finished;
  CHECK_NOTHROW(finished = samples.finish());
  remover.join();
  CHECK(finished == undisturbed);
  CHECK(fs::is_regular_file(file));
}

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
