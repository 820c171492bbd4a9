#include "plugin_host/library.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <boost/dll/library_info.hpp>
#include <boost/dll/shared_library.hpp>
#include <cerrno>
#include <map>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "files/regular_file.hpp"
#include "plugin_host/description.hpp"
#include "plugin_host/file_loader.hpp"
#include "text/sha256.hpp"

namespace skald::plugin_host {
namespace {

constexpr const char* symbol = "skald_plugin";
constexpr std::size_t kLargestLibrary = std::size_t{1} << 30;  // 1 GiB

// A file in memory with these bytes, sealed against writing, growing and shrinking
// (memfd_create(2), F_ADD_SEALS). It exists as long as the object, or as long as it is mapped.
class SealedCopy {
 public:
  // Throws std::system_error if the system refuses.
  explicit SealedCopy(std::string_view bytes);
  ~SealedCopy();
  SealedCopy(const SealedCopy&) = delete;
  SealedCopy& operator=(const SealedCopy&) = delete;

  // Returns a path below /proc, which leads to these bytes in every process of this user as long as
  // the object lives.
  std::filesystem::path path() const;

 private:
  int descriptor_;
};

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

SealedCopy::SealedCopy(std::string_view bytes)
    : descriptor_(::memfd_create("skald-plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  constexpr int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  if (descriptor_ >= 0 && write_all(descriptor_, bytes) &&
      ::fcntl(descriptor_, F_ADD_SEALS, seals) == 0)
    return;
  const std::error_code error(errno, std::generic_category());
  if (descriptor_ >= 0) ::close(descriptor_);
  throw std::system_error(error, "a private copy in memory");
}

SealedCopy::~SealedCopy() { ::close(descriptor_); }

std::filesystem::path SealedCopy::path() const {
  // The path contains this process's number, because debuggers and symbolisers open it from another
  // process.
  const std::filesystem::path process = std::filesystem::read_symlink("/proc/self");
  return "/proc" / process / "fd" / std::to_string(descriptor_);
}

std::string content_of(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw std::runtime_error(
        "no such file or folder; expected a plugin's file or a folder of plugins: correct "
        "--plugin-path or SKALD_PLUGIN_PATH");
  }
  if (std::filesystem::is_directory(file)) {
    throw std::runtime_error("cannot be read; check its permissions");
  }
  return files::read_regular_file(file, kLargestLibrary);
}

// Refuses a library built with another sanitizer, whose run-time library would end the process if
// it were loaded too late. The sanitizer is recognised by the names that the file needs.
void check_sanitizer(std::string_view content) {
  constexpr std::string_view host = SKALD_SANITIZER;
  std::string_view found = "";
  if (content.find("__asan_init") != std::string_view::npos) found = " asan";
  if (content.find("__tsan_init") != std::string_view::npos) found = " tsan";
  if (found.empty() || found == host) return;
  throw std::runtime_error("built with the sanitizer '" + std::string(found.substr(1)) +
                           "', this host is '" SKALD_ABI_TAG
                           "'; rebuild the plugin with the host's compiler and sanitizers");
}

std::vector<std::string> exported_symbols(const std::filesystem::path& file) {
  try {
    return boost::dll::library_info(file.string()).symbols();
  } catch (const std::exception&) {
    throw std::runtime_error(
        "not a complete shared library; expected an ELF shared object for this machine: build it "
        "with skald_add_plugin, or copy it again");
  }
}

void check_exports(const std::filesystem::path& file) {
  const std::vector<std::string> symbols = exported_symbols(file);
  if (std::find(symbols.begin(), symbols.end(), symbol) != symbols.end()) return;
  throw std::runtime_error(
      "not a Skald plugin: a shared library that exports no symbol 'skald_plugin'; write "
      "SKALD_PLUGIN = skald::plugin<...>(...) in its source, or remove it from the plugin path");
}

// Returns the loader's words with the file's name in place of the copy's path, which is all that
// the loader knows.
std::string about_the_file(std::string words, const std::filesystem::path& file,
                           const std::filesystem::path& loaded) {
  const std::string copy = loaded.string();
  if (const std::size_t at = words.find(copy); at != std::string::npos)
    words.replace(at, copy.size(), file.string());
  return words;
}

// Extracts the loader's own words from the sentence that Boost wraps around them, with the name of
// the file in place of its copy's.
std::string loader_message(std::string_view message, const std::filesystem::path& file,
                           const std::filesystem::path& loaded) {
  constexpr std::string_view opening = "dlerror system message: ";
  const std::size_t start = message.find(opening);
  const std::size_t end = message.rfind(')');
  if (start == std::string_view::npos || end == std::string_view::npos) return std::string(message);
  return about_the_file(
      std::string(message.substr(start + opening.size(), end - start - opening.size())), file,
      loaded);
}

// A library and the copy that it was loaded from. The copy is kept because another library could
// reuse its path, and the loader would then take it for this one.
struct Loaded {
  std::unique_ptr<SealedCopy> copy;  // none: loaded from its own location
  boost::dll::shared_library library;
};

// The loaded libraries, by digest. Reachable until the end of the process and never destroyed.
std::map<std::string, Loaded>& loaded_libraries() {
  static auto* const libraries = new std::map<std::string, Loaded>;
  return *libraries;
}

const PluginDescriptor* descriptor_of(const boost::dll::shared_library& library) {
  return &library.get<const PluginDescriptor>(symbol);
}

bool looks_beside_itself(std::string_view content) {
  return content.find("$ORIGIN") != std::string_view::npos ||
         content.find("${ORIGIN}") != std::string_view::npos;
}

// A library file whose bytes have been read, and the path from which to load it.
struct Candidate {
  std::string digest;
  std::unique_ptr<SealedCopy> copy;  // none: the file itself
  std::filesystem::path path;
};

// Examines the bytes before any of their code runs.
Candidate examined(const std::filesystem::path& file, const std::string& content,
                   std::string digest) {
  Candidate candidate{std::move(digest), nullptr, std::filesystem::absolute(file)};
  if (!looks_beside_itself(content)) {
    candidate.copy = std::make_unique<SealedCopy>(content);
    candidate.path = candidate.copy->path();
  }
  check_exports(candidate.path);
  check_sanitizer(content);
  return candidate;
}

// Throws if `loaded` was loaded or described from the file itself, without a copy, and the file has
// changed since.
void require_unchanged(const Candidate& loaded, const std::filesystem::path& file) {
  if (loaded.copy || text::sha256(content_of(file)) == loaded.digest) return;
  throw std::runtime_error(
      "changed while it was being loaded; try again when nothing writes to it");
}

// Returns the digest of a file that a loader has opened, and of its further sources.
std::string digest_of(const std::string& content, const std::vector<std::string>& sources) {
  std::string digest = text::sha256(content);
  if (sources.empty()) return digest;
  for (const std::string& source : sources) digest += text::sha256(content_of(source));
  return text::sha256(digest);
}

// Has open() open the file, which must be the same before and afterwards.
template <class Open>
auto opened_unchanged(const std::filesystem::path& file, const Open& open) {
  const std::string content = content_of(file);
  auto opened = open();
  if (content_of(file) != content)
    throw std::runtime_error("changed while it was being loaded; try again when it is at rest");
  return std::pair(std::move(opened), content);
}

}  // namespace

Library load_library(const std::filesystem::path& file, const std::filesystem::path& loader) {
  if (!loader.empty()) {
    const auto [opened, content] = opened_unchanged(file, [&] { return open_file(loader, file); });
    return {.descriptor = opened.descriptor, .sha256 = digest_of(content, opened.sources)};
  }
  const std::string content = content_of(file);
  const std::string digest = text::sha256(content);
  if (const auto known = loaded_libraries().find(digest); known != loaded_libraries().end()) {
    return {.descriptor = descriptor_of(known->second.library), .sha256 = digest};
  }
  Candidate candidate = examined(file, content, digest);
  try {
    Loaded loaded;
    loaded.library.load(candidate.path.string(),
                        boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    const auto* descriptor = descriptor_of(loaded.library);
    require_unchanged(candidate, file);
    loaded.copy = std::move(candidate.copy);
    loaded_libraries().try_emplace(digest, std::move(loaded));
    return {.descriptor = descriptor, .sha256 = digest};
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error(
        "cannot be loaded: " + loader_message(error.what(), file, candidate.path) +
        "; rebuild the plugin, or install the library it needs");
  }
}

Library describe_library(const std::filesystem::path& file, const std::filesystem::path& loader,
                         const std::string& name, std::chrono::milliseconds patience) {
  if (!loader.empty()) {
    const auto [told, content] = opened_unchanged(
        file, [&] { return description_from_child(file, loader, name, patience); });
    return {.descriptor = read_description(told.description),
            .sha256 = digest_of(content, told.sources)};
  }
  const std::string content = content_of(file);
  const Candidate candidate = examined(file, content, text::sha256(content));
  try {
    const ToldPlugin told = description_from_child(candidate.path, {}, name, patience);
    require_unchanged(candidate, file);
    return {.descriptor = read_description(told.description), .sha256 = candidate.digest};
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(about_the_file(error.what(), file, candidate.path));
  }
}

}  // namespace skald::plugin_host
