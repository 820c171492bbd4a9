// Fuzz target: any bytes as what comes from a worker, or edits of three frames, arriving in pieces.
// The frames do not depend on where the pieces end; framed again, they are the beginning of the
// bytes.
#include "engine/frames.hpp"
#include "engine/protocol.hpp"
#include "fuzz_target.hpp"

namespace {

std::string valid_frames() {
  return skald::framed(1, "first") + skald::framed(2, "") +
         skald::framed(std::uint64_t{1} << 40, std::string(300, 'x'));
}

// Returns all frames up to the end, or up to bytes that are not a frame, framed again.
std::string frames_in(std::string_view bytes, std::size_t piece) {
  skald::FrameBuffer buffer;
  std::string frames;
  fuzz::refuses(
      [&] {
        for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
          buffer.add(bytes.substr(0, piece));
          while (const auto frame = buffer.next()) frames += skald::framed(frame->job, frame->body);
        }
      },
      {"no message"});
  return frames;
}

}  // namespace

FUZZ_TARGET(frames, bytes) {
  const std::size_t choice = fuzz::take_byte(bytes);
  const std::string stream =
      choice % 2 == 0 ? std::string(bytes) : fuzz::edited(valid_frames(), bytes);
  const std::string frames = frames_in(stream, stream.size());
  fuzz::require(stream.starts_with(frames));
  fuzz::require(frames_in(stream, 1 + choice / 2) == frames);
}
