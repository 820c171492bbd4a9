#include "worker/kit_library.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include "plugin_host/plugin_call.hpp"
#include "plugin_host/search_path.hpp"
#include "system/executable.hpp"

namespace skald {
namespace {

using Kit = void(std::string_view question, const plugin_host::CallWatch& watch,
                 std::string& findings);

}  // namespace

std::string put_to_kit(std::string_view question) {
  const auto file = plugin_host::shipped_plugin_folder(executable()).parent_path() / "kit.so";
  if (!std::filesystem::exists(file)) {
    throw std::runtime_error("the conformance kit is not there: " + file.string() +
                             "; ./dev build makes it");
  }
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = library == nullptr ? nullptr : ::dlsym(library, "skald_kit");
  if (entry == nullptr) throw std::runtime_error(::dlerror());
  std::string findings;
  reinterpret_cast<Kit*>(entry)(question, plugin_host::plugin_call_watch(), findings);
  return findings;
}

}  // namespace skald
