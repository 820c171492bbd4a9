// Messages on a stream socket: a mark, a length, the number of the job, and the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skald {

// A message about one job. Runner and worker know a job by the number that the runner gave it when
// it handed it out; no other job of the sweep has that number.
struct Frame {
  std::uint64_t job = 0;
  std::string body;
};

// The descriptor of the socket to the runner in a worker process.
inline constexpr int kRunnerSocket = 3;

// The job number of a worker's hello, which it sends before it has a job.
inline constexpr std::uint64_t kHelloJob = 0;

struct FrameHeader {
  std::size_t length = 0;  // of the body
  std::uint64_t job = 0;
};

inline constexpr std::size_t kFrameHeader = 16;                     // bytes
inline constexpr std::size_t kLargestFrame = std::size_t{1} << 29;  // bytes of a body

// Returns the body preceded by its header. Throws std::runtime_error if the body is larger than
// kLargestFrame.
std::string framed(std::uint64_t job, std::string_view body);
// Parses a header. Returns nothing if the bytes are no header, because something else has written
// to the socket, or if it announces more than kLargestFrame.
std::optional<FrameHeader> read_header(std::string_view bytes);

// The runner's side: collects bytes as they arrive and splits them into frames. Takes time linear
// in the number of bytes, however short the frames are.
class FrameBuffer {
 public:
  void add(std::string_view bytes) { bytes_.append(bytes); }
  // Returns the next complete frame, if there is one. Throws std::runtime_error if what has arrived
  // is no frame.
  std::optional<Frame> next();

 private:
  std::string bytes_;
  std::size_t taken_ = 0;  // number of bytes already returned
};

// The worker's side, which blocks. Writes the whole frame, resuming after interruptions. Returns
// false if the other side is gone.
bool write_frame(int descriptor, std::uint64_t job, std::string_view body);
// Returns the next frame; nothing at the end of the stream.
std::optional<Frame> read_frame(int descriptor);

}  // namespace skald
