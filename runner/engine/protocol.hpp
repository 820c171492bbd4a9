// Decides which workers a runner can talk to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/messages.hpp"

namespace skald {

// Raised whenever the form of frames or of the hello changes; jobs and other messages pass between
// equal programs alone. Two things never change: the header of a frame, and the beginning of the
// hello, up to the worker's program.
inline constexpr std::uint32_t kProtocol = 9;

// Returns the hello of this process.
HelloMessage hello();

// Returns why this runner must not give the worker a job; nothing if it may. A worker is refused if
// it speaks another protocol or is another program, whose numbers might not be those of the runs
// that this runner declares. `frame` is the first message of the worker at `place` ("the worker
// process 1234"), sent with the number `job`; its content is written to `message`. Throws
// std::runtime_error if the bytes are damaged.
std::optional<std::string> refusal_of(std::uint64_t job, const std::string& frame,
                                      const std::string& place, HelloMessage& message);

}  // namespace skald
