#include "handover/earlier_parts.hpp"

#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>

#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "store/damage.hpp"
#include "system/files.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

// A collector may move a part between the look at the folders and its use.
constexpr int kLooks = 3;

bool is_of(const Part& part, const Part& wanted) {
  return part.document == wanted.document && part.share == wanted.share;
}

void copy_missing(const fs::path& from, const fs::path& into) {
  std::error_code gone;
  for (auto entry = fs::directory_iterator(from, gone); entry != fs::directory_iterator();
       entry.increment(gone)) {
    make_folder(into);
    const fs::path here = into / entry->path().filename();
    if (fs::exists(here)) continue;
    copy_synced(entry->path(), here.string() + ".new");
    fs::rename(here.string() + ".new", here);
  }
}

std::size_t take_over(const fs::path& folder, store::Store& store) {
  const fs::path database = folder / kPartDatabase;
  const store::MergeReport report = store.merge(database, store::MergeRule::all_or_nothing);
  copy_missing(sample_folder(database), sample_folder(store.file()));
  copy_missing(checkpoint_folder(database), checkpoint_folder(store.file()));
  return static_cast<std::size_t>(report.added + report.replaced);
}

void leave_out(const fs::path& folder, const std::string& why, EarlierParts& earlier) {
  if (!fs::exists(folder)) throw std::runtime_error(folder.string() + ": moved meanwhile");
  earlier.notes.push_back(folder.string() + ": " + why + "; its runs are done again");
}

// Looks at one part. Throws if it has gone meanwhile.
void look_at(const fs::path& folder, const Part& wanted, store::Store& store,
             EarlierParts& earlier) {
  const auto part = read_part(folder);
  if (!part || !is_of(*part, wanted)) return;
  if (const auto fault = fault_of(*part, folder)) {
    leave_out(folder, fault->text, earlier);
    return;
  }
  try {
    earlier.runs += take_over(folder, store);
    if (part->is_complete) earlier.complete = folder;
  } catch (const store::DamagedError& e) {
    leave_out(folder, e.what(), earlier);
  } catch (const std::invalid_argument& e) {  // as of another version of Skald
    leave_out(folder, e.what(), earlier);
  }
}

}  // namespace

EarlierParts go_on_from(const fs::path& parts, const Part& wanted, store::Store& store) {
  for (int look = 1;; ++look) {
    EarlierParts earlier;
    try {
      for (const fs::path& place : {parts, collected_folder(parts)}) {
        for (const fs::path& folder : parts_in(place)) look_at(folder, wanted, store, earlier);
      }
      return earlier;
    } catch (const std::exception&) {
      if (look == kLooks) throw;
    }
  }
}

}  // namespace skald
