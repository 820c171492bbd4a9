#include "cluster/earlier_parts.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <charconv>
#include <exception>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>

#include "database/open_database.hpp"
#include "database/samples.hpp"
#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "store/damage.hpp"
#include "system/crash_point.hpp"
#include "system/files.hpp"
#include "text/sha256.hpp"

namespace skald {

namespace fs = std::filesystem;
namespace {

// A collector may move a part between the look at the folders and its use.
constexpr int kLooks = 3;

bool is_of(const Part& part, const Part& wanted) {
  return part.document == wanted.document && part.share == wanted.share;
}

// The file appears whole or not at all, in place of one that is there.
void copy_whole(const fs::path& from, const fs::path& to) {
  make_folder(to.parent_path());
  copy_synced(from, to.string() + ".new");
  fs::rename(to.string() + ".new", to);
}

std::size_t take_over(const fs::path& folder, store::Store& store) {
  const fs::path database = folder / kPartDatabase;
  const MergedSamples samples(open_reader(database.string()), store::StoreReader(store.file()));
  const store::MergeReport report = store.merge(database, store::MergeRule::all_or_nothing);
  samples.keep_taken(store::StoreReader(store.file()));
  return static_cast<std::size_t>(report.added + report.replaced);
}

// A link that leads nowhere has not gone.
void leave_out(const fs::path& folder, const std::string& why, EarlierParts& earlier) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) {
    throw std::runtime_error(folder.string() + ": moved meanwhile");
  }
  earlier.notes.push_back(folder.string() + ": " + why + "; its runs are done again");
}

using Checkpoints = std::map<std::string, fs::path>;  // of runs, by hash

// Notes those checkpoints of the part that are later than the ones found so far.
void look_for_checkpoints(const fs::path& folder, const std::set<std::string>& runs,
                          Checkpoints& latest) {
  const fs::path checkpoints = checkpoint_folder(folder / kPartDatabase);
  for (const std::string& run : run_hashes_in(checkpoints)) {
    if (!runs.contains(run)) continue;
    const auto [known, is_new] = latest.emplace(run, checkpoints / run);
    if (is_new) continue;
    if (fs::last_write_time(checkpoints / run) > fs::last_write_time(known->second)) {
      known->second = checkpoints / run;
    }
  }
}

// Those of the runs that are still to be done, from the beginning or from a checkpoint.
std::set<std::string> unended(const std::vector<std::string>& runs, store::Store& store) {
  std::set<std::string> left(runs.begin(), runs.end());
  for (const auto& [run, status] : store.finished(runs)) {
    if (record::is_result(status)) left.erase(run);
  }
  return left;
}

// Copies the latest checkpoint of each run that has none here, after the draws that belong to it.
// Whether a checkpoint is whole and of this program is for the worker to say, which begins anew if
// it is not.
std::size_t take_checkpoints(const std::vector<fs::path>& parts,
                             const std::vector<std::string>& runs, store::Store& store) {
  Checkpoints latest;
  const std::set<std::string> wanted = unended(runs, store);
  for (const fs::path& folder : parts) look_for_checkpoints(folder, wanted, latest);
  std::size_t taken = 0;
  for (const auto& [run, checkpoint] : latest) {
    const fs::path here = checkpoint_folder(store.file()) / run;
    if (fs::exists(here)) continue;
    const fs::path part = checkpoint.parent_path().parent_path();
    const std::string draws = sample_file(part / kPartDatabase, run).string() + ".draws";
    if (fs::exists(draws)) copy_whole(draws, sample_file(store.file(), run).string() + ".draws");
    copy_whole(checkpoint, here);
    ++taken;
  }
  return taken;
}

// Looks at one part. Returns whether its checkpoints may be used. Throws if it has gone meanwhile.
bool look_at(const fs::path& folder, const Part& wanted, store::Store& store,
             EarlierParts& earlier) {
  const auto part = read_part(folder);
  if (!part) {
    leave_out(folder, part.reason().text, earlier);
    return false;
  }
  if (!is_of(*part, wanted)) return true;
  if (const auto fault = fault_of(*part, folder)) {
    leave_out(folder, fault->text, earlier);
    return false;
  }
  try {
    earlier.runs += take_over(folder, store);
    if (part->is_complete) earlier.complete = folder;
    return true;
  } catch (const store::DamagedError& e) {
    leave_out(folder, e.what(), earlier);
  } catch (const std::invalid_argument& e) {  // as of another version of Skald
    leave_out(folder, e.what(), earlier);
  }
  return false;
}

}  // namespace

EarlierParts go_on_from(const fs::path& parts, const Part& wanted,
                        const std::vector<std::string>& runs, store::Store& store) {
  for (int look = 1;; ++look) {
    EarlierParts earlier;
    try {
      std::vector<fs::path> sound;
      for (const fs::path& place : {parts, collected_folder(parts)}) {
        for (const fs::path& folder : parts_in(place)) {
          if (look_at(folder, wanted, store, earlier)) sound.push_back(folder);
        }
      }
      earlier.checkpoints = take_checkpoints(sound, runs, store);
      return earlier;
    } catch (const std::exception&) {
      if (look == kLooks) throw;
    }
  }
}

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
