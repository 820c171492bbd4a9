#include "engine/frames.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include "test.hpp"

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

TEST_CASE("a buffer gives the frames in pieces of any length, and half a frame not yet") {
  const std::string stream = framed(1, "first") + framed(2, "") + framed(3, std::string(40, 'x'));
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{21}, stream.size()}) {
    FrameBuffer buffer;
    std::string again;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      buffer.add(std::string_view(stream).substr(at, piece));
      while (const auto frame = buffer.next()) again += framed(frame->job, frame->body);
      CHECK(again.size() <= at + piece);
    }
    CHECK(again == stream);
  }
  FrameBuffer buffer;
  buffer.add("this is no frame, however long it gets");
  CHECK_THROWS_AS(buffer.next(), std::runtime_error);
}

TEST_CASE(
    "a worker that writes the shortest frames costs the runner what it wrote, not its square") {
  constexpr std::size_t count = std::size_t{1} << 20;
  FrameBuffer buffer;
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += framed(i, "");
  buffer.add(bytes);
  std::size_t found = 0;
  while (const auto frame = buffer.next()) found += frame->job == found ? 1 : 0;
  CHECK(found == count);  // moving 16 MiB a million times would exceed the test's time limit
}
