#include "plugin_host/library.hpp"

#include <sys/stat.h>

#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace {

const fs::path plugins = SKALD_HOST_PLUGINS;

std::string refusal(const fs::path& file) {
  try {
    skald::plugin_host::load_library(file);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

const std::string incomplete =
    "not a complete shared library; expected an ELF shared object for this machine: build it with "
    "skald_add_plugin, or copy it again";

}  // namespace

TEST_CASE("load_library shows the descriptor and the digest of the file") {
  const skald::plugin_host::Library library = skald::plugin_host::load_library(plugins / "echo.so");
  CHECK(library.descriptor->size == sizeof(skald::PluginDescriptor));
  CHECK(std::string(library.descriptor->info.name) == "echo");
  CHECK(library.sha256 == skald::text::sha256(content(plugins / "echo.so")));
}

TEST_CASE("load_library gives the same library a second time") {
  CHECK(skald::plugin_host::load_library(plugins / "echo.so").descriptor ==
        skald::plugin_host::load_library(plugins / "echo.so").descriptor);
}

TEST_CASE("load_library runs the bytes that it digested, whatever becomes of the file") {
  const TemporaryFolder folder;
  // The content is unique, so that it is not a library that is loaded already.
  const std::string bytes = content(plugins / "echo.so") + "behind the end";
  const fs::path file = folder.write("echo.so", bytes);
  const skald::plugin_host::Library library = skald::plugin_host::load_library(file);
  CHECK(library.sha256 == skald::text::sha256(bytes));
  CHECK(library.descriptor != skald::plugin_host::load_library(plugins / "echo.so").descriptor);
  // Overwrites the file in place, as a linker or cp does. If a page were read again, it would come
  // from the new file, or end the process because the file is now shorter.
  std::ofstream(file, std::ios::binary) << std::string(100, 'x');
  REQUIRE(fs::file_size(file) == 100);
  CHECK(std::string(library.descriptor->info.name) == "echo");
  CHECK(library.descriptor->option_count > 0);
  CHECK(refusal(file) == incomplete);
}

TEST_CASE("load_library loads another library that takes the place of one") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("echo.so", content(plugins / "echo.so"));
  const skald::plugin_host::Library echo = skald::plugin_host::load_library(file);
  fs::remove(file);
  fs::copy_file(plugins / "misnamed.so", file);
  const skald::plugin_host::Library other = skald::plugin_host::load_library(file);
  CHECK(std::string(echo.descriptor->info.name) == "echo");
  CHECK(std::string(other.descriptor->info.name) == "somebody_else");
  CHECK(other.sha256 == skald::text::sha256(content(plugins / "misnamed.so")));
}

TEST_CASE("load_library refuses a pipe without waiting for it") {
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe.so";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THAT(refusal(pipe), Catch::Contains("found a pipe; expected a regular file"));
}

TEST_CASE("load_library refuses what is not there or cannot be read") {
  CHECK(refusal(plugins / "missing.so") ==
        "no such file or folder; expected a plugin's file or a folder of plugins: correct "
        "--plugin-path or SKALD_PLUGIN_PATH");
  CHECK(refusal(plugins) == "cannot be read; check its permissions");
}

TEST_CASE("load_library refuses files that are no libraries") {
  const TemporaryFolder folder;
  CHECK(refusal(folder.write("text.so", "a text, not a library\n")) == incomplete);
  CHECK(refusal(folder.write("empty.so", "")) == incomplete);
  const std::string whole = content(plugins / "echo.so");
  for (const std::size_t size : {std::size_t{16}, std::size_t{200}, whole.size() / 2}) {
    CHECK(refusal(folder.write("truncated.so", whole.substr(0, size))) == incomplete);
  }
}

TEST_CASE("load_library runs no code of a library that is no plugin") {
  CHECK(refusal(plugins / "no_symbol.so") ==
        "not a Skald plugin: a shared library that exports no symbol 'skald_plugin'; write "
        "SKALD_PLUGIN = skald::plugin<...>(...) in its source, or remove it from the plugin path");
}

TEST_CASE("load_library binds every symbol at once, and tells which is missing") {
  const std::string reason = refusal(plugins / "unresolved.so");
  CHECK_THAT(reason, Catch::StartsWith("cannot be loaded: " + (plugins / "unresolved.so").string() +
                                       ": undefined symbol: nobody_provides_this"));
  CHECK_THAT(reason, Catch::EndsWith("; rebuild the plugin, or install the library it needs"));
}

TEST_CASE("load_library refuses a sanitizer's code before its run-time library ends the process") {
  if (!fs::exists(plugins / "needs_asan.so")) return;  // a build with sanitizers has none
  CHECK(refusal(plugins / "needs_asan.so") ==
        "built with the sanitizer 'asan', this host is '" SKALD_ABI_TAG
        "'; rebuild the plugin with the host's compiler and sanitizers");
}
