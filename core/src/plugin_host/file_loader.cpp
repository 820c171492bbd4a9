#include "plugin_host/file_loader.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>

#include "skald/loader.hpp"

namespace skald::plugin_host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibrary = ".so";

[[noreturn]] void refuse(const fs::path& loader, const std::string& why) {
  throw std::runtime_error("its loader, " + loader.string() + ", " + why +
                           "; install Skald's packages, or build all of it, in one version");
}

// A loader comes with Skald and is as trusted as the program, so it is loaded from its place.
const LoaderDescriptor& loader_in(const fs::path& library) {
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) refuse(library, std::string("cannot be loaded: ") + ::dlerror());
  const auto* loader = static_cast<const LoaderDescriptor*>(::dlsym(handle, "skald_loader"));
  if (loader == nullptr) refuse(library, "exports no symbol 'skald_loader'");
  const bool is_of_this_build =
      loader->size == sizeof(LoaderDescriptor) &&
      std::string_view(loader->abi_tag) == std::string_view(SKALD_ABI_TAG) &&
      loader->interface_version == kInterfaceVersion;
  if (!is_of_this_build) refuse(library, "was built for another Skald");
  return *loader;
}

}  // namespace

fs::path loader_folder() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  return program.parent_path().parent_path() / "lib" / "skald" / "loaders";
}

std::vector<std::string> plugin_suffixes(const fs::path& loaders) {
  std::vector<std::string> suffixes{std::string(kLibrary)};
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(loaders, none)) {
    if (entry.path().extension() == kLibrary)
      suffixes.push_back("." + entry.path().stem().string());
  }
  std::sort(suffixes.begin() + 1, suffixes.end());
  return suffixes;
}

fs::path loader_of(const fs::path& file, const fs::path& loaders) {
  const std::string suffix = file.extension().string();
  if (suffix.empty() || suffix == kLibrary) return {};
  fs::path loader = loaders / (suffix.substr(1) + std::string(kLibrary));
  if (fs::exists(loader)) return loader;
  throw std::runtime_error("this Skald has no loader for files " + suffix + " (" + loader.string() +
                           "); expected a plugin of one of the kinds that skald doctor lists");
}

OpenedFile open_file(const fs::path& loader, const fs::path& file) {
  const LoadedFile loaded = loader_in(loader).load(file.c_str());
  if (loaded.descriptor == nullptr) throw std::runtime_error(loaded.refusal);
  return {loaded.descriptor, {loaded.sources, loaded.sources + loaded.source_count}};
}

}  // namespace skald::plugin_host
