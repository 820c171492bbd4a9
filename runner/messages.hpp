// What the runner and its workers say to each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "job.hpp"

namespace skald {

// Worker to runner, each message with its kind first.
enum class MessageKind : std::uint8_t { progress, outcome };

struct ProgressMessage {
  std::int64_t done = 0;
  std::int64_t wanted = 0;
};

struct OutcomeMessage {
  RunOutcome outcome;
  double cpu_seconds = 0;
  std::int64_t peak_memory = 0;  // bytes
  std::string samples;           // what SampleFile::finish() says
};

// The decoders throw std::runtime_error where the bytes are no such message: a plugin may have
// written over anything in its process.
std::string encode(const Job& job);
Job decode_job(std::string_view bytes);
std::string encode(const ProgressMessage& message);
ProgressMessage decode_progress(std::string_view bytes);
std::string encode(const OutcomeMessage& message);
OutcomeMessage decode_outcome(std::string_view bytes);

// Throws std::runtime_error for an unknown kind or no bytes.
MessageKind kind_of(std::string_view message);

}  // namespace skald
