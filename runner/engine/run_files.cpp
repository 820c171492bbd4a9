#include "engine/run_files.hpp"

#include <system_error>

namespace skald {
namespace fs = std::filesystem;
namespace {

bool is_run_hash(std::string_view text) {
  constexpr std::size_t length = 64;
  return text.size() == length && text.find_first_not_of("0123456789abcdef") == text.npos;
}

}  // namespace

std::multimap<std::string, fs::path> run_files_in(const fs::path& folder, std::string_view ending) {
  std::multimap<std::string, fs::path> files;
  std::error_code gone;
  for (auto file = fs::directory_iterator(folder, gone); file != fs::directory_iterator();
       file.increment(gone)) {
    const std::string name = file->path().filename().string();
    const std::string hash = name.substr(0, name.find('.'));
    if (is_run_hash(hash) && name.ends_with(ending)) files.emplace(hash, file->path());
  }
  return files;
}

std::set<std::string> run_hashes_in(const fs::path& folder, std::string_view ending) {
  std::set<std::string> hashes;
  for (const auto& [hash, file] : run_files_in(folder, ending)) hashes.insert(hash);
  return hashes;
}

}  // namespace skald
