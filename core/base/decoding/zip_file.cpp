#include "decoding/zip_file.hpp"

#include <zip.h>

#include <memory>
#include <stdexcept>

#include "data/gzip.hpp"
#include "files/regular_file.hpp"

namespace skald::decoding {
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

// An archive, and the length of its file.
class Archive {
 public:
  explicit Archive(const std::string& path)
      : path_(path),
        length_(files::RegularFile(path).size()),  // libzip would wait for a pipe
        archive_(open(path)) {}

  zip_int64_t count() const { return zip_get_num_entries(archive_.get(), 0); }
  std::string name(zip_uint64_t index) const {
    const char* name = zip_get_name(archive_.get(), index, 0);
    if (name == nullptr) fail(zip_strerror(archive_.get()));
    return name;
  }
  std::string content(zip_uint64_t index) const {
    zip_stat_t facts;
    const std::unique_ptr<zip_file_t, Close> file(zip_fopen_index(archive_.get(), index, 0));
    if (!file || zip_stat_index(archive_.get(), index, 0, &facts) != 0)
      fail(zip_strerror(archive_.get()));
    // What the archive says about the compressed length need not be true.
    if (const std::size_t most = data::content_limit(length_); facts.size > most) {
      fail("holds a file of " + std::to_string(facts.size) + " bytes; expected at most " +
           std::to_string(most) + " of an archive of " + std::to_string(length_));
    }
    std::string content(facts.size, '\0');
    char behind;  // the checksum is compared when the end is read
    if (zip_fread(file.get(), content.data(), facts.size) != static_cast<zip_int64_t>(facts.size) ||
        zip_fread(file.get(), &behind, 1) != 0)
      fail("the compressed file in it is damaged");
    return content;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(path_ + ": " + what);
  }

 private:
  const std::string& path_;
  std::size_t length_;
  std::unique_ptr<zip_t, Close> archive_;
};

}  // namespace

std::vector<std::string> names_in_zip(const std::string& path) {
  const Archive archive(path);
  std::vector<std::string> names;
  for (zip_int64_t i = 0; i < archive.count(); ++i)
    names.push_back(archive.name(static_cast<zip_uint64_t>(i)));
  return names;
}

std::string read_zipped(const std::string& path) {
  const Archive archive(path);
  if (archive.count() != 1)
    archive.fail("holds " + std::to_string(archive.count()) + " files; expected 1");
  return archive.content(0);
}

std::string read_zipped(const std::string& path, const std::string& name) {
  const Archive archive(path);
  for (zip_int64_t i = 0; i < archive.count(); ++i) {
    if (archive.name(static_cast<zip_uint64_t>(i)) == name)
      return archive.content(static_cast<zip_uint64_t>(i));
  }
  archive.fail("holds no file " + name);
}

}  // namespace skald::decoding
