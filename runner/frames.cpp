#include "frames.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace skald {
namespace {

constexpr std::uint32_t kMark = 0x53'6b'61'6c;

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool read_all(int descriptor, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::read(descriptor, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace

std::string framed(std::string_view frame) {
  if (frame.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::runtime_error("a message of " + std::to_string(frame.size()) +
                             " bytes is too long: at most 4 GiB go between runner and worker");
  }
  const std::uint32_t header[] = {kMark, static_cast<std::uint32_t>(frame.size())};
  static_assert(sizeof header == kFrameHeader);
  std::string bytes(reinterpret_cast<const char*>(header), sizeof header);
  return bytes.append(frame);
}

std::optional<std::size_t> frame_length(std::string_view header) {
  std::uint32_t words[2];
  std::memcpy(words, header.data(), sizeof words);
  if (words[0] != kMark) return std::nullopt;
  return words[1];
}

bool write_frame(int descriptor, std::string_view frame) {
  return write_all(descriptor, framed(frame));
}

std::optional<std::string> read_frame(int descriptor) {
  char header[kFrameHeader];
  if (!read_all(descriptor, header, sizeof header)) return std::nullopt;
  const auto length = frame_length({header, sizeof header});
  if (!length) throw std::runtime_error("the runner sent something that is no message");
  std::string frame(*length, '\0');
  if (!read_all(descriptor, frame.data(), frame.size())) return std::nullopt;
  return frame;
}

}  // namespace skald
