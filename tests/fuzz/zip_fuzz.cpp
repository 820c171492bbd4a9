// Fuzz target: any bytes as a zip archive, both of a data set (its file "member" should have as
// many bytes as the first byte says) and of a posterior. What is read has the length and the
// checksum that the archive states; a refusal names the archive.
#include <zip.h>
#include <zlib.h>

#include <memory>

#include "datasets/archive.hpp"
#include "decoding/zip_file.hpp"
#include "fuzz_target.hpp"
#include "temporary_folder.hpp"

namespace {

// The entry of the member in the archive's directory.
zip_stat_t stated(const std::string& archive, const char* member) {
  const std::unique_ptr<zip_t, decltype(&zip_discard)> zip(
      zip_open(archive.c_str(), ZIP_RDONLY, nullptr), &zip_discard);
  zip_stat_t facts;
  zip_stat_init(&facts);
  if (member != nullptr)
    zip_stat(zip.get(), member, 0, &facts);
  else
    zip_stat_index(zip.get(), 0, 0, &facts);
  return facts;
}

void check_content(const std::string& content, const zip_stat_t& facts) {
  fuzz::require(content.size() == facts.size);
  if (content.empty()) return;  // libzip does not compare the checksum of an empty file
  fuzz::require(crc32(0, reinterpret_cast<const Bytef*>(content.data()),
                      static_cast<uInt>(content.size())) == facts.crc);
}

}  // namespace

FUZZ_TARGET(zip, bytes) {
  static const TemporaryFolder folder;
  const std::size_t size = fuzz::take_byte(bytes);
  const std::string file = folder.write("file.zip", bytes);
  fuzz::refuses(
      [&] {
        const std::string content = skald::Archive(file).member("member", size);
        fuzz::require(content.size() == size);
        check_content(content, stated(file, "member"));
      },
      {"file.zip"});
  fuzz::refuses([&] { check_content(skald::decoding::read_zipped(file), stated(file, nullptr)); },
                {"file.zip"});
}
