#include "engine/checkpoint_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>

#include "system/crash_point.hpp"
#include "system/files.hpp"
#include "text/sha256.hpp"

namespace skald {

namespace fs = std::filesystem;
namespace {

constexpr const char* kTitle = "skald checkpoint 3\n";

// Returns everything before the state: the digest of the identity, the digest of the rest, and the
// seal.
std::string header(const std::string& identity, const Checkpoint& checkpoint) {
  return kTitle + text::sha256(identity) + "\n" +
         text::sha256(checkpoint.draws + "\n" + checkpoint.state) + "\n" + checkpoint.draws + "\n";
}

bool write_durably(const std::string& file, const std::string& bytes) {
  const int descriptor = uninterrupted([&] {
    return ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  });
  if (descriptor < 0) return false;
  const bool is_whole = write_all(descriptor, bytes);
  crash_point(CrashPoint::checkpoint_written);
  const bool is_written = is_whole && uninterrupted([&] { return ::fsync(descriptor); }) == 0;
  return ::close(descriptor) == 0 && is_written;
}

}  // namespace

CheckpointFile::CheckpointFile(const CheckpointPlace& place)
    : place_(place), last_(std::chrono::steady_clock::now()) {}

std::optional<Checkpoint> CheckpointFile::load() const {
  std::error_code none;
  if (!fs::is_regular_file(fs::symlink_status(place_.file, none))) return std::nullopt;
  const std::string bytes = files::read_regular_file(place_.file);
  const std::size_t draws = header(place_.identity, {}).size() - 1;
  const std::size_t end = draws < bytes.size() ? bytes.find('\n', draws) : std::string::npos;
  if (end == std::string::npos) return std::nullopt;
  Checkpoint saved{.state = bytes.substr(end + 1), .draws = bytes.substr(draws, end - draws)};
  if (bytes.compare(0, end + 1, header(place_.identity, saved)) != 0) return std::nullopt;
  return saved;
}

bool CheckpointFile::is_due() const {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - last_;
  return elapsed.count() >= place_.seconds;
}

bool CheckpointFile::save(const Checkpoint& checkpoint) {
  last_ = std::chrono::steady_clock::now();
  std::error_code error;
  const fs::path folder = fs::path(place_.file).parent_path();
  make_folder(folder, error);
  if (!fs::is_directory(fs::symlink_status(folder, error))) return false;  // a link leads elsewhere
  const std::string fresh = place_.file + ".new";
  if (!write_durably(fresh, header(place_.identity, checkpoint) + checkpoint.state)) {
    fs::remove(fresh, error);
    return false;
  }
  crash_point(CrashPoint::checkpoint_synced);
  fs::rename(fresh, place_.file, error);
  crash_point(CrashPoint::checkpoint_renamed);
  return !error && sync_folder(folder);
}

fs::path checkpoint_folder(const fs::path& database) {
  return folder_beside(database, ".checkpoints");
}

void remove_checkpoint(const fs::path& database, const std::string& hash) {
  const fs::path folder = checkpoint_folder(database);
  std::error_code error;
  fs::remove(folder / (hash + ".new"), error);
  if (fs::remove(folder / hash, error)) fs::remove(folder, error);  // fails while it has files
}

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
