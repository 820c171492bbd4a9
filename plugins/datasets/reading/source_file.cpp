#include "reading/source_file.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

#include "data/file_state.hpp"
#include "data/gzip.hpp"
#include "files/regular_file.hpp"
#include "reading/foreign_format.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

// The sums of files, identified by their state when they were read.
class SummedFiles {
 public:
  std::optional<std::string> find(const std::optional<data::FileState>& state) {
    const std::lock_guard lock(mutex_);
    const auto known = state ? sums_.find(*state) : sums_.end();
    return known == sums_.end() ? std::nullopt : std::optional(known->second);
  }
  void add(const std::optional<data::FileState>& state, const std::string& sum) {
    if (!state || !state->would_show_changes()) return;
    const std::lock_guard lock(mutex_);
    sums_.emplace(*state, sum);
  }

 private:
  std::mutex mutex_;
  std::map<data::FileState, std::string> sums_;
};

// Nothing where there is no such file.
std::optional<data::FileState> state_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return data::FileState::of(status);
}

std::string sum_of(const std::string& path) {
  files::RegularFile file(path);
  text::Sha256 sum;
  std::vector<char> piece(std::size_t{1} << 20);
  while (const std::size_t count = file.read(piece)) sum.add({piece.data(), count});
  return sum.digest();
}

}  // namespace

SourceFile read_source(const std::string& path) {
  SourceFile file{path, files::read_regular_file(path), {}};
  file.digest = text::sha256(file.bytes);
  return file;
}

SourceFile source_by_name(const std::string& path) {
  static SummedFiles summed;
  const auto before = state_of(path);
  if (const auto known = summed.find(before)) return {path, {}, *known};
  SourceFile file{path, {}, sum_of(path)};
  if (state_of(path) == before) summed.add(before, file.digest);
  return file;
}

std::string content_of(const SourceFile& file) {
  if (file.bytes.empty()) {
    const SourceFile read = read_source(file.name);
    if (read.digest != file.digest)
      throw std::runtime_error(file.name + ": changed while it was read; leave it as it is");
    if (!read.bytes.empty()) return content_of(read);
  }
  return data::is_gzip(file.bytes) ? data::gunzip(file.bytes, file.name) : file.bytes;
}

std::string text_of(const SourceFile& file) {
  std::string text = content_of(file);
  refuse_foreign(text, file.name, Readable::text);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

}  // namespace skald
