// Messages over a stream socket: a mark, a length, the number of the job, the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skald {

// A message about one job. Runner and worker name a job by the number that the runner gave it when
// it was handed out; no other job of the sweep has that number.
struct Frame {
  std::uint64_t job = 0;
  std::string body;
};

// The number of what a worker says of itself, before it has a job.
inline constexpr std::uint64_t kHelloJob = 0;

struct FrameHeader {
  std::size_t length = 0;  // of the body
  std::uint64_t job = 0;
};

inline constexpr std::size_t kFrameHeader = 16;                     // bytes
inline constexpr std::size_t kLargestFrame = std::size_t{1} << 29;  // bytes of a body

// The body with its header before it. Throws std::runtime_error beyond kLargestFrame.
std::string framed(std::uint64_t job, std::string_view body);
// What a header states; none where these bytes are no header, because somebody else wrote to the
// socket, or where it announces more than kLargestFrame.
std::optional<FrameHeader> read_header(std::string_view bytes);

// The runner's side: bytes as they arrive, and the frames in them. Its time is linear in the bytes,
// however short the frames are.
class FrameBuffer {
 public:
  void add(std::string_view bytes) { bytes_.append(bytes); }
  // The next complete frame, if there is one. Throws std::runtime_error where what arrived is no
  // frame.
  std::optional<Frame> next();

 private:
  std::string bytes_;
  std::size_t taken_ = 0;  // of them
};

// The worker's side, blocking. Writes all of it, resuming after interruptions; false where the
// other side is gone.
bool write_frame(int descriptor, std::uint64_t job, std::string_view body);
// The next frame; none at the end of the stream.
std::optional<Frame> read_frame(int descriptor);

}  // namespace skald
