#include "zip_file.hpp"

#include <zip.h>

#include <memory>
#include <stdexcept>

#include "data/content_limit.hpp"
#include "files/regular_file.hpp"

namespace skald {
namespace {

struct Close {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

std::unique_ptr<zip_t, Close> open(const std::string& path) {
  int code = 0;
  std::unique_ptr<zip_t, Close> archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (archive) return archive;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  throw std::runtime_error(path + ": cannot be read (" + why + "); expected a zip archive");
}

}  // namespace

std::string read_zipped(const std::string& path) {
  const std::size_t length = files::RegularFile(path).size();  // libzip would wait for a pipe
  const auto archive = open(path);
  const auto files = zip_get_num_entries(archive.get(), 0);
  if (files != 1)
    throw std::runtime_error(path + ": holds " + std::to_string(files) + " files; expected 1");
  zip_stat_t facts;
  const std::unique_ptr<zip_file_t, Close> file(zip_fopen_index(archive.get(), 0, 0));
  if (!file || zip_stat_index(archive.get(), 0, 0, &facts) != 0)
    throw std::runtime_error(path + ": " + zip_strerror(archive.get()));
  // What the archive says about the compressed length need not be true.
  if (const std::size_t most = data::content_limit(length); facts.size > most) {
    throw std::runtime_error(path + ": holds a file of " + std::to_string(facts.size) +
                             " bytes; expected at most " + std::to_string(most) +
                             " of an archive of " + std::to_string(length));
  }
  std::string content(facts.size, '\0');
  char behind;  // the checksum is compared when the end is read
  if (zip_fread(file.get(), content.data(), facts.size) != static_cast<zip_int64_t>(facts.size) ||
      zip_fread(file.get(), &behind, 1) != 0)
    throw std::runtime_error(path + ": the compressed file in it is damaged");
  return content;
}

}  // namespace skald
