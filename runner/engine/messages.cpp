#include "engine/messages.hpp"

#include "engine/protocol.hpp"
#include "text/wire.hpp"

namespace skald {
namespace {

text::WireReader body(std::string_view message, MessageKind kind) {
  if (kind_of(message) == kind) return text::WireReader(message.substr(1));
  throw std::runtime_error("a message from a worker is of another kind than was expected");
}

template <class Message>
std::string encoded(MessageKind kind, const Message& message) {
  text::WireWriter wire;
  wire.put(kind);
  wire.put(message);
  return wire.take();
}

}  // namespace

std::string encode(const Job& job) {
  text::WireWriter wire;
  wire.put(job);
  return wire.take();
}

Job decode_job(std::string_view bytes) {
  const auto job = text::WireReader(bytes).get<Job>();
  if (job.task > JobTask::bound)
    throw std::runtime_error("a message to a worker has no task that there is");
  return job;
}

std::string encode(const ProgressMessage& message) {
  return encoded(MessageKind::progress, message);
}
ProgressMessage decode_progress(std::string_view bytes) {
  return body(bytes, MessageKind::progress).get<ProgressMessage>();
}

std::string encode(const OutcomeMessage& message) { return encoded(MessageKind::outcome, message); }
OutcomeMessage decode_outcome(std::string_view bytes) {
  auto message = body(bytes, MessageKind::outcome).get<OutcomeMessage>();
  const record::RunStatus status = message.outcome.status;
  if (status < record::RunStatus::ok || status > record::RunStatus::paused)
    throw std::runtime_error("a message from a worker has no status that there is");
  return message;
}

std::string encode(const CallMessage& message) { return encoded(MessageKind::call, message); }
CallMessage decode_call(std::string_view bytes) {
  return body(bytes, MessageKind::call).get<CallMessage>();
}

std::string encode(const StoppedMessage& message) { return encoded(MessageKind::stopped, message); }
StoppedMessage decode_stopped(std::string_view bytes) {
  return body(bytes, MessageKind::stopped).get<StoppedMessage>();
}

std::string encode(const HelloMessage& message) {
  text::WireWriter wire;
  wire.put(MessageKind::hello);
  wire.put(message.protocol);
  wire.put(message.program);
  wire.put(message.environment);
  return wire.take();
}

HelloMessage decode_hello(std::string_view bytes) {
  text::WireReader wire = body(bytes, MessageKind::hello);
  HelloMessage message;
  wire.read(message.protocol);
  wire.read(message.program);
  if (message.protocol == kProtocol) wire.read(message.environment);
  return message;
}

MessageKind kind_of(std::string_view message) {
  if (message.empty()) throw std::runtime_error("an empty message from a worker");
  const auto kind = static_cast<MessageKind>(message.front());
  if (kind <= MessageKind::hello) return kind;
  throw std::runtime_error("a message of unknown kind from a worker");
}

}  // namespace skald
