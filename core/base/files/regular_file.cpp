#include "files/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace skald::files {
namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

}  // namespace

RegularFile::RegularFile(const std::filesystem::path& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  if (descriptor_ < 0) refuse(std::strerror(errno));
  struct stat status {};
  const int answer = ::fstat(descriptor_, &status);
  const int error = errno;
  if (answer == 0 && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::size_t>(status.st_size);
    return;
  }
  ::close(descriptor_);
  if (answer != 0) refuse(std::strerror(error));
  refuse(std::string("found ") + kind_of(status.st_mode) +
         "; expected a regular file: save the content to one and give its path");
}

RegularFile::~RegularFile() { ::close(descriptor_); }

std::size_t RegularFile::read(std::span<char> buffer) {
  std::size_t count = 0;
  while (count < buffer.size()) {
    const ssize_t n = ::read(descriptor_, buffer.data() + count, buffer.size() - count);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse(std::strerror(errno));
    if (n == 0) break;
    count += static_cast<std::size_t>(n);
  }
  return count;
}

void RegularFile::refuse(const std::string& why) const {
  throw std::runtime_error("cannot read " + path_.string() + ": " + why);
}

// A file that grows meanwhile, or that reports no length (as in /proc), is also read to its end.
std::string read_regular_file(const std::filesystem::path& path, std::size_t largest) {
  constexpr std::size_t piece = std::size_t{1} << 16;
  RegularFile file(path);
  std::string bytes;
  std::size_t room = file.size() + 1;
  while (file.size() <= largest && bytes.size() <= largest) {
    const std::size_t size = bytes.size();
    room = std::min(room, largest + 1 - size);
    bytes.resize(size + room);
    const std::size_t count = file.read({bytes.data() + size, room});
    bytes.resize(size + count);
    if (count < room) return bytes;
    room = piece;
  }
  throw std::runtime_error("cannot read " + path.string() + ": found more than " +
                           std::to_string(largest) + " bytes; expected at most that many");
}

bool is_passing(int error) {
  constexpr std::array used_up{ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, ENOMEM, EAGAIN};
  return std::find(used_up.begin(), used_up.end(), error) != used_up.end();
}

}  // namespace skald::files
