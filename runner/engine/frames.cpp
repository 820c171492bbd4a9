#include "engine/frames.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <utility>

#include "system/files.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr std::uint32_t kMark = 0x53'6b'61'6d;

bool send_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n =
        uninterrupted([&] { return ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL); });
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool read_all(int descriptor, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = uninterrupted([&] { return ::read(descriptor, data, size); });
    if (n <= 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace

std::string framed(std::uint64_t job, std::string_view body) {
  if (body.size() > kLargestFrame) {
    throw std::runtime_error("a message of " + text::counted(body.size(), "byte") +
                             " is too long: at most " + std::to_string(kLargestFrame) +
                             " go between runner and worker; record less often (run.record_every)");
  }
  const std::uint32_t words[] = {kMark, static_cast<std::uint32_t>(body.size())};
  static_assert(sizeof words + sizeof job == kFrameHeader);
  std::string bytes(reinterpret_cast<const char*>(words), sizeof words);
  bytes.append(reinterpret_cast<const char*>(&job), sizeof job);
  return bytes.append(body);
}

std::optional<FrameHeader> read_header(std::string_view bytes) {
  std::uint32_t words[2];
  FrameHeader header;
  std::memcpy(words, bytes.data(), sizeof words);
  std::memcpy(&header.job, bytes.data() + sizeof words, sizeof header.job);
  header.length = words[1];
  if (words[0] != kMark || header.length > kLargestFrame) return std::nullopt;
  return header;
}

std::optional<Frame> FrameBuffer::next() {
  const std::string_view rest = std::string_view(bytes_).substr(taken_);
  std::optional<Frame> frame;
  if (rest.size() >= kFrameHeader) {
    const auto header = read_header(rest);
    if (!header) throw std::runtime_error("what the worker wrote is no message");
    if (rest.size() - kFrameHeader >= header->length) {
      frame = Frame{header->job, std::string(rest.substr(kFrameHeader, header->length))};
      taken_ += kFrameHeader + header->length;
    }
  }
  // Linear in total: each erasure moves fewer bytes than were taken since the last one.
  if (taken_ > bytes_.size() / 2) bytes_.erase(0, std::exchange(taken_, 0));
  return frame;
}

bool write_frame(int descriptor, std::uint64_t job, std::string_view body) {
  return send_all(descriptor, framed(job, body));
}

std::optional<Frame> read_frame(int descriptor) {
  char bytes[kFrameHeader];
  if (!read_all(descriptor, bytes, sizeof bytes)) return std::nullopt;
  const auto header = read_header({bytes, sizeof bytes});
  if (!header) throw std::runtime_error("the runner sent something that is no message");
  Frame frame{header->job, std::string(header->length, '\0')};
  if (!read_all(descriptor, frame.body.data(), frame.body.size())) return std::nullopt;
  return frame;
}

}  // namespace skald
