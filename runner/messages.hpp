// What the runner and its workers say to each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "job.hpp"

namespace skald {

// Worker to runner, each message with its kind first.
// stopped: the worker was told to end; it has saved the run and does no more.
enum class MessageKind : std::uint8_t { progress, outcome, stopped };

struct ProgressMessage {
  std::int64_t done = 0;
  std::int64_t wanted = 0;
};

struct OutcomeMessage {
  std::string run;  // Job::run
  RunOutcome outcome;
  double cpu_seconds = 0;
  std::int64_t peak_memory = 0;  // bytes
  std::string samples;           // what SampleFile::finish() says
  bool is_last = false;          // the worker ends: the run has left its process changed
};

// The decoders throw std::runtime_error where the bytes are no such message: a plugin may have
// written over anything in its process.
std::string encode(const Job& job);
Job decode_job(std::string_view bytes);
std::string encode(const ProgressMessage& message);
ProgressMessage decode_progress(std::string_view bytes);
std::string encode(const OutcomeMessage& message);
OutcomeMessage decode_outcome(std::string_view bytes);
std::string encode_stopped();

// Throws std::runtime_error for an unknown kind or no bytes.
MessageKind kind_of(std::string_view message);

}  // namespace skald
