#include "datasets/owner_key.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "files/regular_file.hpp"
#include "text/keyed_digest.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeyBytes = 32;
constexpr const char* kKeyRemedy =
    " (it is the secret under which digests of private files are stored; SKALD_KEY_FILE names "
    "another file)";

[[noreturn]] void refuse_key(const fs::path& file, const std::string& why) {
  throw std::runtime_error("the key " + file.string() + " " + why + kKeyRemedy);
}

// Writes the file whole under another name first, and links it to its own, unless that has been
// taken meanwhile: then the key of whoever was first counts.
void make_key(const fs::path& file) {
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  std::string name = file.string() + ".XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);  // of mode 0600
  if (descriptor < 0) refuse_key(file, std::string("cannot be made: ") + std::strerror(errno));
  const std::string key = text::random_hexadecimal(kKeyBytes) + "\n";
  const bool written =
      ::write(descriptor, key.data(), key.size()) == static_cast<ssize_t>(key.size()) &&
      ::fsync(descriptor) == 0;
  ::close(descriptor);
  const bool linked = written && (::link(name.c_str(), file.c_str()) == 0 || errno == EEXIST);
  const int error = errno;
  ::unlink(name.c_str());
  if (!linked) refuse_key(file, std::string("cannot be made: ") + std::strerror(error));
}

std::string read_key(const fs::path& file) {
  struct ::stat status {};
  if (::stat(file.c_str(), &status) != 0)
    refuse_key(file, std::string("cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(status.st_mode)) refuse_key(file, "is no file");
  if ((status.st_mode & 077) != 0)
    refuse_key(file, "may be read by others than its owner: chmod 600 closes it");
  std::string key = files::read_regular_file(file);
  if (!key.empty() && key.back() == '\n') key.pop_back();
  const bool is_key =
      key.size() == 2 * kKeyBytes && key.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_key) refuse_key(file, "holds something else than 64 hexadecimal digits");
  return key;
}

}  // namespace

fs::path owner_key_file() {
  const char* given = std::getenv("SKALD_KEY_FILE");
  if (given != nullptr && *given != 0) return given;
  const char* configuration = std::getenv("XDG_CONFIG_HOME");
  if (configuration != nullptr && *configuration == '/')
    return fs::path(configuration) / "skald/key";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".config/skald/key";
  throw std::runtime_error(
      "there is no place for the key under which digests of private files are stored: neither "
      "SKALD_KEY_FILE nor XDG_CONFIG_HOME nor HOME is set; set one");
}

std::string owner_key() {
  const fs::path file = owner_key_file();
  if (!fs::exists(file)) make_key(file);
  return read_key(file);
}

}  // namespace skald
