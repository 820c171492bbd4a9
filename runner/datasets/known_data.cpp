#include "datasets/known_data.hpp"

#include <array>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "datasets/archive.hpp"
#include "datasets/download.hpp"
#include "system/files.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

std::string sum_fault(const std::string& found, const std::string& expected) {
  return "found SHA-256 " + found + "; expected " + expected;
}

fs::path partial_file(const fs::path& file) { return file.string() + ".part"; }

// Returns where a file is fetched from. `from` is laid out like a data folder.
std::string source_of(const data::KnownFile& file, const FetchOptions& options) {
  if (options.from.empty()) return file.address;
  if (is_address(options.from))
    return options.from + (options.from.ends_with('/') ? "" : "/") + file.name;
  return (fs::path(options.from) / file.name).string();
}

void bring(const std::string& place, const fs::path& part) {
  if (is_address(place)) return download(place, part);
  std::error_code fault;
  fs::copy_file(place, part, fs::copy_options::overwrite_existing, fault);
  if (fault) throw std::runtime_error(place + ": cannot be copied (" + fault.message() + ")");
}

// Makes the part the file if its sum is right; otherwise removes it and returns the fault.
text::Result<fs::path> accept(const data::KnownFile& file, const fs::path& part,
                              const fs::path& target) {
  const std::string found = file_sha256(part);
  if (found != file.sha256) {
    fs::remove(part);
    return text::no_value(sum_fault(found, file.sha256));
  }
  fs::permissions(part, fs::perms::owner_write | fs::perms::owner_read, fs::perm_options::add);
  fs::rename(part, target);
  return target;
}

void fetch_file(const data::KnownFile& file, const FetchOptions& options) {
  const fs::path target = options.folder / file.name;
  const fs::path part = partial_file(target);
  const std::string place = source_of(file, options);
  if (place.empty()) {
    throw std::runtime_error(std::string(file.name) +
                             ": is not published as it is; bring it with --from FOLDER|ADDRESS");
  }
  fs::create_directories(target.parent_path());
  const bool goes_on = fs::exists(part);
  bring(place, part);
  text::Result<fs::path> brought = accept(file, part, target);
  if (!brought && goes_on) {  // the part may have belonged to another file
    bring(place, part);
    brought = accept(file, part, target);
  }
  if (!brought) throw std::runtime_error(place + ": " + brought.reason());
}

// Writes bytes under the file's name in one step.
void put(const data::KnownFile& file, const std::string& bytes, const fs::path& target) {
  const std::string found = text::sha256(bytes);
  if (found != file.sha256) {
    throw std::runtime_error(std::string(file.address) + ", member " + file.member + ": " +
                             sum_fault(found, file.sha256));
  }
  fs::create_directories(target.parent_path());
  const fs::path part = partial_file(target);
  std::ofstream out(part, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw std::runtime_error(part.string() + ": cannot be written");
  fs::rename(part, target);
}

// The files of a set that are members of one archive, which is downloaded once and removed at the
// end.
class ArchiveFiles {
 public:
  explicit ArchiveFiles(const FetchOptions& options) : options_(options) {}
  ~ArchiveFiles() {
    std::error_code ignored;
    if (!file_.empty()) fs::remove(file_, ignored);
  }
  ArchiveFiles(const ArchiveFiles&) = delete;
  ArchiveFiles& operator=(const ArchiveFiles&) = delete;

  void fetch_member(const data::KnownFile& file) {
    if (!archive_) open(file.address);
    put(file, archive_->member(file.member, file.size), options_.folder / file.name);
  }

 private:
  void open(const std::string& address) {
    fs::create_directories(options_.folder);
    file_ = options_.folder / fs::path(address).filename();
    const fs::path part = partial_file(file_);
    download(address, part);
    fs::rename(part, file_);
    archive_.emplace(file_);
  }

  const FetchOptions& options_;
  fs::path file_;
  std::optional<Archive> archive_;
};

}  // namespace

text::Result<FileState> state_of(const data::KnownFile& file, const fs::path& folder) {
  fs::path place = folder / file.name;
  std::string expected = file.sha256;
  if (!fs::exists(place) && *file.content_sha256 != '\0') {
    place.replace_extension();
    expected = file.content_sha256;
  }
  if (!fs::exists(place)) return FileState::missing;
  const std::string found = file_sha256(place);
  if (found == expected) return FileState::right;
  return text::no_value(place.string() + ": " + sum_fault(found, expected));
}

void fetch(const data::KnownSet& set, const FetchOptions& options) {
  ArchiveFiles archive(options);
  for (const data::KnownFile& file : set.files) {
    if (state_of(file, options.folder) == text::Result(FileState::right)) {
      options.say(std::string(file.name) + ": is there");
      continue;
    }
    const bool is_member = options.from.empty() && *file.member != '\0';
    is_member ? archive.fetch_member(file) : fetch_file(file, options);
    options.say(std::string(file.name) + ": fetched");
  }
}

}  // namespace skald
