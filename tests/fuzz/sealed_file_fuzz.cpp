// Fuzz target: any bytes as a file of the cache, or edits of a valid one; the first byte chooses.
// What can be opened has the content that was written.
#include "data/sealed_file.hpp"

#include <sys/stat.h>

#include "files/regular_file.hpp"
#include "fuzz_target.hpp"
#include "temporary_folder.hpp"

namespace {

constexpr std::string_view kContent =
    "what was written, more than one part of 64 bytes is long......";

std::string written(const TemporaryFolder& folder) {
  const std::string path = folder / "name.table";
  skald::data::write_sealed_file(
      {std::as_bytes(std::span(kContent)), std::as_bytes(std::span(kContent))}, path);
  const std::string bytes = skald::files::read_regular_file(path);
  chmod(path.c_str(), S_IRUSR | S_IWUSR);
  return bytes;
}

}  // namespace

FUZZ_TARGET(sealed_file, bytes) {
  static const TemporaryFolder folder;
  static const std::string valid = written(folder);
  const std::string file =
      fuzz::take_byte(bytes) % 2 == 0 ? std::string(bytes) : fuzz::edited(valid, bytes);
  const auto opened = skald::data::SealedFile::open(folder.write("name.table", file));
  if (file == valid) fuzz::require(opened.has_value());
  if (!opened) return;
  const std::span<const std::byte> content = opened->content();
  const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
  fuzz::require(valid.ends_with(text) && text.starts_with(kContent));
}
