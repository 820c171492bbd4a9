#include "cluster/publish.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <charconv>
#include <stdexcept>

#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "system/crash_point.hpp"
#include "system/files.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

constexpr int kMostAttempts = 10'000;

std::string as_file_name(std::string text) {
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') c = '-';
  }
  return text.empty() ? "unknown" : text;
}

// Returns "share-03-of-16.HOST", so that names sort by share.
std::string name_of(const Part& part) {
  const std::string of = std::to_string(part.share.of);
  return fmt::format("share-{:0{}}-of-{}.{}", part.share.index, of.size(), of,
                     as_file_name(part.host));
}

// The folders of processes of this machine that were killed while they published this share.
void remove_abandoned(const fs::path& parts, const std::string& name) {
  const std::string start = "." + name + ".";
  std::error_code gone;
  for (auto entry = fs::directory_iterator(parts, gone); entry != fs::directory_iterator();
       entry.increment(gone)) {
    const std::string found = entry->path().filename().string();
    if (!found.starts_with(start)) continue;
    pid_t process = 0;
    std::from_chars(found.data() + start.size(), found.data() + found.size(), process);
    std::error_code error;
    if (process > 0 && ::kill(process, 0) != 0 && errno == ESRCH) {
      fs::remove_all(entry->path(), error);
    }
  }
}

void copy_file(const fs::path& work, const fs::path& name, const fs::path& to, Part& part) {
  const std::string sum = copy_synced(work / name, to / name);
  part.files.push_back({name.string(), fs::file_size(to / name), sum});
}

// Copies the files of a folder that has no folders.
void copy_folder(const fs::path& work, const fs::path& name, const fs::path& to, Part& part) {
  if (!fs::is_directory(work / name)) return;
  fs::create_directory(to / name);
  for (const fs::directory_entry& entry : fs::directory_iterator(work / name)) {
    const fs::path file = entry.path().filename();
    if (file.extension() != ".new") copy_file(work, name / file, to, part);
  }
  sync_folder(to / name);
}

void copy_all(const fs::path& work, const fs::path& to, Part& part) {
  copy_file(work, kPartDatabase, to, part);
  copy_folder(work, sample_folder(kPartDatabase), to, part);
  copy_folder(work, checkpoint_folder(kPartDatabase), to, part);
  crash_point(CrashPoint::part_copied);
  write_synced(to / kPartManifest, write_part(part));
  sync_folder(to);
  crash_point(CrashPoint::part_sealed);
}

// Whether the name is taken, by a link that leads nowhere, too.
bool is_taken(const fs::path& place) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(place, error);
  return fs::exists(status);
}

// Gives the folder the first free name, by one rename.
fs::path give_name(const fs::path& folder, const fs::path& parts, const std::string& name) {
  for (int attempt = 1; attempt < kMostAttempts; ++attempt) {
    const std::string numbered = fmt::format("{}.{}", name, attempt);
    std::error_code error;
    if (is_taken(collected_folder(parts) / numbered) || is_taken(parts / numbered)) continue;
    fs::rename(folder, parts / numbered, error);
    if (!error) return parts / numbered;
    if (error != std::errc::directory_not_empty && error != std::errc::file_exists &&
        error != std::errc::not_a_directory) {
      throw fs::filesystem_error("cannot be renamed", folder, parts / numbered, error);
    }
  }
  throw std::runtime_error(parts.string() + ": has too many parts named " + name);
}

}  // namespace

fs::path work_folder(const fs::path& base, const fs::path& parts, const Part& part) {
  const std::string key = text::sha256(fs::absolute(parts).lexically_normal().string() + "\n" +
                                       part.document + "\n" + to_text(part.share));
  const fs::path folder = base / fmt::format("skald-{}-{}", ::geteuid(), key.substr(0, 16));
  make_private_folder(folder, "--local names another place");
  return folder;
}

fs::path publish(const fs::path& work, Part part, const fs::path& parts) {
  make_folder(parts);
  const std::string name = name_of(part);
  remove_abandoned(parts, name);
  const fs::path fresh = parts / fmt::format(".{}.{}", name, ::getpid());
  fs::remove_all(fresh);
  fs::create_directory(fresh);
  try {
    copy_all(work, fresh, part);
    const fs::path folder = give_name(fresh, parts, name);
    crash_point(CrashPoint::part_published);
    sync_folder(parts);
    return folder;
  } catch (...) {
    std::error_code error;
    fs::remove_all(fresh, error);
    throw;
  }
}

}  // namespace skald
