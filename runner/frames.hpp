// Messages over a stream socket: a mark, a length, the bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace skald {

inline constexpr std::size_t kFrameHeader = 8;

// The frame with its header before it. Throws std::runtime_error beyond 4 GiB.
std::string framed(std::string_view frame);
// The length that a header states; none where these eight bytes are no header, because somebody
// else wrote to the socket.
std::optional<std::size_t> frame_length(std::string_view header);

// The worker's side, blocking. Writes all of it, resuming after interruptions; false where the
// other side is gone.
bool write_frame(int descriptor, std::string_view frame);
// The next frame; none at the end of the stream.
std::optional<std::string> read_frame(int descriptor);

}  // namespace skald
