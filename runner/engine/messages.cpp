#include "engine/messages.hpp"

#include "engine/protocol.hpp"

namespace skald {

MessageKind kind_of(std::string_view message) {
  if (message.empty()) throw std::runtime_error("an empty message from a worker");
  const auto kind = static_cast<MessageKind>(message.front());
  if (kind <= last_of(kind)) return kind;
  throw std::runtime_error("a message of unknown kind from a worker");
}

template <>
HelloMessage decode(std::string_view bytes) {
  if (kind_of(bytes) != MessageKind::hello)
    throw std::runtime_error("a message from a worker is of another kind than was expected");
  text::WireReader wire(bytes.substr(1));
  HelloMessage message;
  wire.read(message.protocol);
  wire.read(message.program);
  if (message.protocol == kProtocol) wire.read(message.environment);
  return message;
}

std::string encode(const Job& job) {
  text::WireWriter wire;
  wire.put(job);
  return wire.take();
}

Job decode_job(std::string_view bytes) { return text::WireReader(bytes).get<Job>(); }

}  // namespace skald
