// What the runner and its workers tell each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "engine/job.hpp"

namespace skald {

// Kinds of messages from worker to runner; each message begins with its kind. stopped: the run has
// not ended and is to be done again, from its checkpoint if it has one; the worker does nothing
// more. call: see CallMessage. hello: the worker's first message, see HelloMessage.
enum class MessageKind : std::uint8_t { progress, outcome, stopped, call, hello };

struct ProgressMessage {
  std::int64_t done = 0;
  std::int64_t wanted = 0;

  static auto fields(auto& message) { return std::tie(message.done, message.wanted); }
};

struct StoppedMessage {
  std::string hindrance;  // what the system refused ("No space left ..."); "" if told to end

  static auto fields(auto& message) { return std::tie(message.hindrance); }
};

struct OutcomeMessage {
  std::string run;             // Job::run
  record::RunOutcome outcome;  // its `used` has what the whole job has taken
  std::string samples;         // as SampleFile::finish() returns it
  bool is_last = false;  // the worker ends after this answer, since the run has changed its process
  std::string report;    // the answer to a question, in the encoding of the job's task

  static auto fields(auto& message) {
    return std::tie(message.run, message.outcome, message.samples, message.is_last, message.report);
  }
};

// The worker enters a call of a plugin that no run's limit covers, or has returned from it.
struct CallMessage {
  std::string call;  // "the constructor of sampler 'x' (FILE)"; empty: it has returned

  static auto fields(auto& message) { return std::tie(message.call); }
};

// The first message of a worker, sent before it loads plugins.
struct HelloMessage {
  std::uint32_t protocol = 0;             // see protocol.hpp
  std::string program;                    // program_of() the worker
  record::EnvironmentRecord environment;  // of the worker, without plugins
};

// The decoders throw std::runtime_error if the bytes are no such message: a plugin may have
// overwritten anything in its process.
std::string encode(const Job& job);
Job decode_job(std::string_view bytes);
std::string encode(const ProgressMessage& message);
ProgressMessage decode_progress(std::string_view bytes);
std::string encode(const OutcomeMessage& message);
OutcomeMessage decode_outcome(std::string_view bytes);
std::string encode(const StoppedMessage& message);
StoppedMessage decode_stopped(std::string_view bytes);
std::string encode(const CallMessage& message);
CallMessage decode_call(std::string_view bytes);
std::string encode(const HelloMessage& message);
// If the hello is of another protocol, decodes only what all protocols share: protocol and program.
HelloMessage decode_hello(std::string_view bytes);

// Returns the kind of a message. Throws std::runtime_error for an unknown kind or no bytes.
MessageKind kind_of(std::string_view message);

}  // namespace skald
