// Loaders: a library that makes plugins of files that are no shared libraries themselves.
#pragma once

#include <cstdint>

#include "skald/plugin.hpp"

namespace skald {

// What has become of a file. Everything it points to lives until the end of the process.
struct LoadedFile {
  const PluginDescriptor* descriptor = nullptr;  // null: the file is refused
  // What is wrong with the file, with its place and the remedy; lines.
  const char* refusal = "";
  // Further files that decide what the plugin computes, such as modules that it imports.
  const char* const* sources = nullptr;
  std::uint32_t source_count = 0;
};

// Plain data, constant-initialised, exported by the library SUFFIX.so in the folder of loaders. As
// with a PluginDescriptor, a host reads `size` and `abi_tag` before anything else.
struct LoaderDescriptor {
  std::uint32_t size;
  const char* abi_tag;
  std::uint32_t interface_version;
  // Makes a plugin of the file NAME.SUFFIX; to be called by one thread at a time. The file's code
  // may run. The plugin's numerics_revision differs between files of different content, since
  // nobody compiles them and nobody counts their versions.
  LoadedFile (*load)(const char* file) noexcept;
};

}  // namespace skald

// Exports the library's one symbol: SKALD_LOADER = {sizeof(skald::LoaderDescriptor), ...};
#define SKALD_LOADER \
  extern "C"         \
      __attribute__((visibility("default"))) constinit const skald::LoaderDescriptor skald_loader
