// Which workers a runner can talk to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/messages.hpp"

namespace skald {

// Raised whenever jobs or messages change on the wire. What stays as it is for all time: the header
// of a frame, and the beginning of the hello, up to the worker's program.
inline constexpr std::uint32_t kProtocol = 1;

// What a worker says first.
HelloMessage hello();

// Why this runner must not give a worker a job, if it must not: it speaks another protocol, or is
// another program, whose numbers would not be those of the runs that this one declares. `frame`:
// what the worker at `place` ("the worker process 1234") said first, as number `job`; what it says
// then goes to `message`. Throws std::runtime_error where the bytes are damaged.
std::optional<std::string> refusal_of(std::uint64_t job, const std::string& frame,
                                      const std::string& place, HelloMessage& message);

}  // namespace skald
