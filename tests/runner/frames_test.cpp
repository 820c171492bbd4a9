#include "frames.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "catch.hpp"

using namespace skald;

TEST_CASE("frames of any size come through a socket whole and in order") {
  std::array<int, 2> ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
  const std::string large(3'000'000, 'x');
  std::thread writer([&] {
    for (const std::string& frame : {std::string(), large, std::string("end")}) {
      write_frame(ends[0], frame);
    }
    ::close(ends[0]);
  });
  CHECK(read_frame(ends[1]) == "");
  CHECK(read_frame(ends[1]) == large);
  CHECK(read_frame(ends[1]) == "end");
  CHECK(read_frame(ends[1]) == std::nullopt);
  writer.join();
  CHECK_FALSE(write_frame(ends[1], "nobody there"));
  ::close(ends[1]);
}

TEST_CASE("what is no frame is told apart by its first bytes") {
  CHECK(frame_length(framed("seven..")) == 7);
  CHECK(frame_length("Hello, world") == std::nullopt);
  CHECK(frame_length(std::string(kFrameHeader, '\0')) == std::nullopt);
}
