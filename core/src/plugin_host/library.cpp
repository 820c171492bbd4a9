#include "plugin_host/library.hpp"

#include <algorithm>
#include <boost/dll/library_info.hpp>
#include <boost/dll/shared_library.hpp>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

#include "files/regular_file.hpp"
#include "plugin_host/rehearsal.hpp"
#include "plugin_host/sealed_copy.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

constexpr const char* symbol = "skald_plugin";
constexpr std::size_t kLargestLibrary = std::size_t{1} << 30;  // 1 GiB

std::string content_of(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw std::runtime_error(
        "no such file or folder; expected a plugin (NAME.so) or a folder of plugins: correct "
        "--plugin-path or SKALD_PLUGIN_PATH");
  }
  if (std::filesystem::is_directory(file)) {
    throw std::runtime_error("cannot be read; check its permissions");
  }
  return read_regular_file(file, kLargestLibrary);
}

// A sanitizer's run-time library ends the process at load if it comes too late, so it is looked for
// in the names that the file needs.
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
      "a shared library that exports no symbol 'skald_plugin', so it is no Skald plugin; write "
      "SKALD_PLUGIN = skald::plugin<...>(...) in its source, or take it off the plugin path");
}

// The loader's own words, out of the sentence that Boost wraps around them, about the file and not
// its copy.
std::string loader_message(std::string_view message, const std::filesystem::path& file,
                           const std::filesystem::path& loaded) {
  constexpr std::string_view opening = "dlerror system message: ";
  const std::size_t start = message.find(opening);
  const std::size_t end = message.rfind(')');
  if (start == std::string_view::npos || end == std::string_view::npos) return std::string(message);
  std::string words(message.substr(start + opening.size(), end - start - opening.size()));
  const std::string copy = loaded.string();
  if (const std::size_t at = words.find(copy); at != std::string::npos)
    words.replace(at, copy.size(), file.string());
  return words;
}

void rehearse(const std::filesystem::path& file) {
  if (const auto failure = failed_rehearsal(file)) {
    throw std::runtime_error(*failure +
                             "; expected a plugin whose static initialisers return: build it again "
                             "with this host's headers, or take it off the plugin path");
  }
}

// A library and the copy that it was loaded from: a path that is free again could name another
// library one day, which the loader would take for this one.
struct Loaded {
  std::unique_ptr<SealedCopy> copy;  // none: from its own place
  boost::dll::shared_library library;
};

// By digest. Reachable to the end of the process and never destroyed.
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

}  // namespace

Library load_library(const std::filesystem::path& file, FirstLoad first) {
  const std::string content = content_of(file);
  const std::string digest = sha256(content);
  if (const auto known = loaded_libraries().find(digest); known != loaded_libraries().end()) {
    return {.descriptor = descriptor_of(known->second.library), .sha256 = digest};
  }
  Loaded loaded;
  if (!looks_beside_itself(content)) loaded.copy = std::make_unique<SealedCopy>(content);
  const std::filesystem::path path =
      loaded.copy ? loaded.copy->path() : std::filesystem::absolute(file);
  check_exports(path);
  check_sanitizer(content);
  if (first == FirstLoad::in_a_child) rehearse(path);
  try {
    loaded.library.load(path.string(),
                        boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    const auto* descriptor = descriptor_of(loaded.library);
    if (!loaded.copy && sha256(content_of(file)) != digest)
      throw std::runtime_error("was changed while it was loaded; try again when it is at rest");
    loaded_libraries().try_emplace(digest, std::move(loaded));
    return {.descriptor = descriptor, .sha256 = digest};
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error("cannot be loaded: " + loader_message(error.what(), file, path) +
                             "; rebuild the plugin, or install the library it needs");
  }
}

}  // namespace skald
