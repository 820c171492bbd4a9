#include "trial_ground.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "system/files.hpp"

namespace skald::hostile {
namespace fs = std::filesystem;
namespace {

// Links, pipes and folders that an attack has made are copied as what they are.
void copy_all(const fs::path& from, const fs::path& to) {
  fs::create_directory(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    const fs::path place = to / entry.path().filename();
    const fs::file_status status = entry.symlink_status();
    if (fs::is_symlink(status)) {
      fs::copy_symlink(entry.path(), place);
    } else if (fs::is_directory(status)) {
      copy_all(entry.path(), place);
    } else if (fs::is_fifo(status)) {
      if (::mkfifo(place.c_str(), 0600) != 0) throw std::runtime_error("no pipe can be made");
    } else {
      fs::copy_file(entry.path(), place);
    }
  }
}

bool is_same(const fs::path& a, const fs::path& b) {
  if (fs::file_size(a) != fs::file_size(b)) return false;
  std::ifstream in_a(a, std::ios::binary), in_b(b, std::ios::binary);
  std::vector<char> block_a(1 << 20), block_b(1 << 20);
  while (in_a.read(block_a.data(), std::ssize(block_a)), in_a.gcount() > 0) {
    in_b.read(block_b.data(), std::ssize(block_b));
    if (!std::equal(block_a.begin(), block_a.begin() + in_a.gcount(), block_b.begin(),
                    block_b.begin() + in_b.gcount()))
      return false;
  }
  return true;
}

}  // namespace

TrialGround::TrialGround(fs::path folder, const Sample& sample, fs::path victim)
    : folder_(std::move(folder)), attacked_(folder_ / "attacked"), sample_(sample) {
  ground_ = {.folder = folder_ / "work",
             .home = folder_ / "home",
             .victim = std::move(victim),
             .program = SKALD_EXECUTABLE,
             .build = SKALD_BUILD};
  fs::create_directories(ground_.folder);
  ground_.read_by_libraries = read_by_libraries();
}

// Observed where there is no database.
std::vector<fs::path> TrialGround::read_by_libraries() const {
  clear_home();
  std::vector<fs::path> read;
  for (const Act& act : observed({.arguments = {"plugins"}}).acts)
    if (act.deed == Deed::reads) read.push_back(act.path);
  return read;
}

void TrialGround::attack(const Attack& attack) {
  fs::remove_all(attacked_);
  copy_all(sample_.folder, attacked_);
  attack.make(attacked_);
}

void TrialGround::clear_home() const {
  fs::remove_all(ground_.home);
  fs::create_directories(ground_.home / "tmp");
  const fs::path templates = ground_.home / ".config/skald/schedulers";
  fs::create_directories(templates);
  fs::copy_file(sample_.folder / Sample::kTemplate, templates / Sample::kTemplate);
}

Observed TrialGround::observed(const Opening& opening) const {
  const fs::path notes = folder_ / "notes";
  fs::remove_all(notes);
  fs::create_directory(notes);
  Trial trial{
      .command = {ground_.program.string()},
      .folder = ground_.folder,
      .notes = notes,
      .environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + ground_.home.string(),
                      "TMPDIR=" + (ground_.home / "tmp").string(),
                      "SKALD_CACHE_DIR=" + (ground_.home / "cache").string()}};
  trial.command.insert(trial.command.end(), opening.arguments.begin(), opening.arguments.end());
  return observe(trial);
}

// The files of the attacked database that have changed, though the opening may not change them.
std::vector<std::string> TrialGround::changed(const Opening& opening) const {
  std::vector<std::string> changed;
  for (const auto& entry : fs::directory_iterator(attacked_)) {
    const std::string name = entry.path().filename();
    const bool may_change =
        name.ends_with("-shm") ||
        std::any_of(opening.writes.begin(), opening.writes.end(),
                    [&](const std::string& start) { return name.starts_with(start); });
    const fs::path now = ground_.folder / name;
    if (may_change || !fs::is_regular_file(entry.symlink_status())) continue;
    if (!fs::is_regular_file(fs::symlink_status(now)) || !is_same(now, entry))
      changed.push_back("changes or removes " + name);
  }
  return changed;
}

Judged TrialGround::open(const Opening& opening) {
  Judged judged;
  // A command that is too slow beside others is tried again.
  for (int trial = 0; trial < 2 && (trial == 0 || judged.observed.is_too_slow); ++trial) {
    clear_home();
    fs::remove_all(ground_.folder);
    copy_all(attacked_, ground_.folder);
    prepare(opening, ground_.folder);
    judged.observed = observed(opening);
  }
  judged.faults = faults(opening, judged.observed, ground_);
  for (std::string& fault : changed(opening)) judged.faults.push_back(std::move(fault));
  return judged;
}

void make_victim(const fs::path& victim, const Sample& sample) {
  fs::create_directories(victim / "folder/inner");
  for (const char* name : {"secret", "other.db-mj", "folder/inner/secret", "folder/0000.npy"})
    std::ofstream(victim / name) << "precious\n";
  fs::copy_file(sample.folder / Sample::kSound, victim / "other.db");
}

std::string state_of(const fs::path& victim) {
  std::vector<std::string> lines;
  for (const auto& entry : fs::recursive_directory_iterator(victim)) {
    lines.push_back(entry.path().string() +
                    (entry.is_regular_file() ? " " + file_sha256(entry.path()) : ""));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace skald::hostile
