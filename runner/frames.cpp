#include "frames.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace skald {
namespace {

bool write_all(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::send(descriptor, data, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
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

bool write_frame(int descriptor, std::string_view frame) {
  const std::uint64_t size = frame.size();
  char header[kFrameHeader];
  std::memcpy(header, &size, sizeof size);
  return write_all(descriptor, header, sizeof header) &&
         write_all(descriptor, frame.data(), frame.size());
}

std::optional<std::string> read_frame(int descriptor) {
  std::uint64_t size = 0;
  char header[kFrameHeader];
  if (!read_all(descriptor, header, sizeof header)) return std::nullopt;
  std::memcpy(&size, header, sizeof size);
  std::string frame(size, '\0');
  if (!read_all(descriptor, frame.data(), frame.size())) return std::nullopt;
  return frame;
}

}  // namespace skald
