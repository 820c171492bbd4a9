#include "plugin_host/library.hpp"

#include <algorithm>
#include <boost/dll/library_info.hpp>
#include <boost/dll/shared_library.hpp>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "plugin_host/rehearsal.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

constexpr const char* symbol = "skald_plugin";

std::string content_of(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw std::runtime_error(
        "no such file or folder; expected a plugin (NAME.so) or a folder of plugins: correct "
        "--plugin-path or SKALD_PLUGIN_PATH");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open() || std::filesystem::is_directory(file)) {
    throw std::runtime_error("cannot be read; check its permissions");
  }
  return {std::istreambuf_iterator<char>(in), {}};
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

// The loader's own words, out of the sentence that Boost wraps around them.
std::string loader_message(std::string_view message) {
  constexpr std::string_view opening = "dlerror system message: ";
  const std::size_t start = message.find(opening);
  const std::size_t end = message.rfind(')');
  if (start == std::string_view::npos || end == std::string_view::npos) return std::string(message);
  return std::string(message.substr(start + opening.size(), end - start - opening.size()));
}

void rehearse(const std::filesystem::path& file) {
  if (const auto failure = failed_rehearsal(file)) {
    throw std::runtime_error(*failure +
                             "; expected a plugin whose static initialisers return: build it again "
                             "with this host's headers, or take it off the plugin path");
  }
}

// Reachable to the end of the process and never destroyed.
std::vector<boost::dll::shared_library>& loaded_libraries() {
  static auto* const libraries = new std::vector<boost::dll::shared_library>;
  return *libraries;
}

}  // namespace

Library load_library(const std::filesystem::path& file, FirstLoad first) {
  const std::string content = content_of(file);
  check_exports(file);
  check_sanitizer(content);
  if (first == FirstLoad::in_a_child) rehearse(file);
  try {
    boost::dll::shared_library library(
        std::filesystem::absolute(file).string(),
        boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    const auto* descriptor = &library.get<const PluginDescriptor>(symbol);
    loaded_libraries().push_back(std::move(library));
    return {.descriptor = descriptor, .sha256 = sha256(content)};
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error("cannot be loaded: " + loader_message(error.what()) +
                             "; rebuild the plugin, or install the library it needs");
  }
}

}  // namespace skald
