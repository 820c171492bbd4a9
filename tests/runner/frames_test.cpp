#include "frames.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <thread>

#include "catch.hpp"

using namespace skald;

TEST_CASE("frames of any size come through a socket whole and in order") {
  std::array<int, 2> ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
  const std::string large(3'000'000, 'x');
  std::thread writer([&] {
    for (const std::string& frame : {std::string(), large, std::string("end")}) {
      write_frame(ends[0], frame.size(), frame);
    }
    ::close(ends[0]);
  });
  for (const std::string& expected : {std::string(), large, std::string("end")}) {
    const auto frame = read_frame(ends[1]);
    REQUIRE(frame);
    CHECK(frame->job == expected.size());
    CHECK(frame->body == expected);
  }
  CHECK_FALSE(read_frame(ends[1]));
  writer.join();
  CHECK_FALSE(write_frame(ends[1], 1, "nobody there"));
  ::close(ends[1]);
}

TEST_CASE("what is no frame is told apart by its first bytes") {
  CHECK(read_header(framed(3, "seven.."))->length == 7);
  CHECK(read_header(framed(3, "seven.."))->job == 3);
  CHECK_FALSE(read_header("Hello, world, hello"));
  CHECK_FALSE(read_header(std::string(kFrameHeader, '\0')));
}

TEST_CASE("a frame that announces too much is none, and none is sent") {
  std::string header = framed(1, "");
  const std::uint32_t length = kLargestFrame;
  std::memcpy(header.data() + 4, &length, sizeof length);
  CHECK(read_header(header)->length == kLargestFrame);
  const std::uint32_t more = length + 1;
  std::memcpy(header.data() + 4, &more, sizeof more);
  CHECK_FALSE(read_header(header));
  CHECK_THROWS_WITH(framed(1, std::string(kLargestFrame + 1, 'x')),
                    Catch::Contains("record less often"));
}
