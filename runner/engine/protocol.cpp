#include "engine/protocol.hpp"

#include <fmt/core.h>

#include "engine/frames.hpp"
#include "system/provenance.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

std::string refusal(const std::string& place, const std::string& found) {
  return fmt::format(
      "{} {}; expected protocol {} of {}. No run is lost: have runner and workers be one program "
      "(install the same build wherever workers start), and run the same command again",
      place, found, kProtocol, program_of(environment()));
}

}  // namespace

HelloMessage hello() {
  record::EnvironmentRecord here = environment();
  return {kProtocol, program_of(here), std::move(here)};
}

std::optional<std::string> refusal_of(std::uint64_t job, const std::string& frame,
                                      const std::string& place, HelloMessage& message) {
  if (job != kHelloJob || kind_of(frame) != MessageKind::hello) {
    return refusal(place, "does not say which version it is of");
  }
  message = decode<HelloMessage>(frame);
  const std::string found = text::printable(message.program);
  if (message.protocol != kProtocol) {
    return refusal(place, fmt::format("speaks protocol {} of {}", message.protocol, found));
  }
  static const std::string expected = program_of(environment());
  if (message.program != expected || program_of(message.environment) != expected) {
    return refusal(place, "is " + found);
  }
  return std::nullopt;
}

}  // namespace skald
