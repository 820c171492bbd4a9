// What the runner and its workers tell each other.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/finding.hpp"
#include "engine/job.hpp"
#include "text/wire.hpp"

namespace skald {

// Kinds of messages from worker to runner; each message begins with its kind. stopped: the run has
// not ended and is to be done again, from its checkpoint if it has one; the worker does nothing
// more. call: see CallMessage. hello: the worker's first message, see HelloMessage. check: see
// CheckMessage.
enum class MessageKind : std::uint8_t { progress, outcome, stopped, call, hello, check };
constexpr MessageKind last_of(MessageKind) { return MessageKind::check; }

struct ProgressMessage {
  static constexpr MessageKind kKind = MessageKind::progress;
  std::int64_t done = 0;
  std::int64_t wanted = 0;
};

struct StoppedMessage {
  static constexpr MessageKind kKind = MessageKind::stopped;
  std::string hindrance;  // what the system refused ("No space left ..."); "" if told to end
};

struct OutcomeMessage {
  static constexpr MessageKind kKind = MessageKind::outcome;
  std::string run;             // RunJob::run
  record::RunOutcome outcome;  // its `used` has what the whole job has taken
  std::string samples;         // as SampleFile::finish() returns it
  bool is_last = false;  // the worker ends after this answer, since the run has changed its process
  std::string answer;    // to a question: its Answer, as answer_in() reads it
};

// The worker enters a call of a plugin that no run's limit covers, or has returned from it.
struct CallMessage {
  static constexpr MessageKind kKind = MessageKind::call;
  std::string call;  // "the constructor of sampler 'x' (FILE)"; empty: it has returned
};

// How a CheckPlugin is getting on: the check that begins, or what one has found.
struct CheckMessage {
  static constexpr MessageKind kKind = MessageKind::check;
  std::string begins;  // its name; empty: none begins
  std::vector<conformance::Finding> findings;
};

// The first message of a worker, sent before it loads plugins.
struct HelloMessage {
  static constexpr MessageKind kKind = MessageKind::hello;
  std::uint32_t protocol = 0;             // see protocol.hpp
  std::string program;                    // program_of() the worker
  record::EnvironmentRecord environment;  // of the worker, without plugins
};

// Returns the kind of a message. Throws std::runtime_error for an unknown kind or no bytes.
MessageKind kind_of(std::string_view message);

template <class Message>
requires requires { Message::kKind; }
std::string encode(const Message& message) {
  text::WireWriter wire;
  wire.put(Message::kKind);
  wire.put(message);
  return wire.take();
}

// Throws std::runtime_error if the bytes are no such message: a plugin may have overwritten
// anything in its process.
template <class Message>
Message decode(std::string_view bytes) {
  if (kind_of(bytes) != Message::kKind)
    throw std::runtime_error("a message from a worker is of another kind than was expected");
  return text::WireReader(bytes.substr(1)).get<Message>();
}
// If the hello is of another protocol, decodes only what all protocols share: protocol and program.
template <>
HelloMessage decode(std::string_view bytes);

// Returns the answer to a Question. Throws std::runtime_error with the reason if there is none.
template <class Question>
typename Question::Answer answer_in(const OutcomeMessage& message) {
  if (message.outcome.status != record::RunStatus::ok)
    throw std::runtime_error(message.outcome.message);
  return text::WireReader(message.answer).get<typename Question::Answer>();
}

// Throws std::runtime_error if the bytes are no job.
std::string encode(const Job& job);
Job decode_job(std::string_view bytes);

}  // namespace skald
