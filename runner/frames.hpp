// Length-prefixed messages over a stream socket, blocking; the worker's side of the pipe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skald {

// Writes all of it, resuming after interruptions; false where the other side is gone.
bool write_frame(int descriptor, std::string_view frame);
// The next frame; none at the end of the stream.
std::optional<std::string> read_frame(int descriptor);

// A frame's first eight bytes: its length.
inline constexpr std::size_t kFrameHeader = 8;

}  // namespace skald
