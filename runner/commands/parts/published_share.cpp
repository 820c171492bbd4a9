#include "commands/parts/published_share.hpp"

#include <fmt/core.h>

#include <set>
#include <stdexcept>
#include <system_error>

#include "cluster/publish.hpp"
#include "engine/checkpoint_file.hpp"
#include "system/provenance.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace fs = std::filesystem;

void add_publish(CLI::App& line, PublishOptions& options) {
  CLI::Option* publish = line.add_flag(
      "--publish", options.is_on,
      "work on this machine's own disk, and leave the results as a part in the folder DB.parts, "
      "from where skald collect takes them");
  line.add_option("--local", options.local,
                  "with --publish: the folder to work in (default: $TMPDIR, else /tmp)")
      ->needs(publish);
}

std::optional<PublishedShare> published_share(const PublishOptions& options,
                                              const std::string& database, const LoadedGrid& loaded,
                                              const std::vector<SweepRun>& runs,
                                              const std::optional<ChosenShare>& share) {
  if (!options.is_on) return std::nullopt;
  PublishedShare published;
  if (share) {
    published.runs = share->runs;
  } else {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (!runs[i].is_reference) published.runs.push_back(i);
    }
  }
  published.part = {loaded.grid.name,
                    text::sha256(loaded.text),
                    share ? share->name : ShareName(),
                    host_name(),
                    published.runs.size(),
                    0,
                    false,
                    {}};
  published.parts = fs::absolute(parts_folder(database));
  const fs::path base = options.local.empty() ? fs::temp_directory_path() : fs::path(options.local);
  published.work = work_folder(base, published.parts, published.part);
  return published;
}

namespace {

// The runs of the share, and those that they are compared with.
std::vector<std::string> hashes_of(const RunShare& share, const std::vector<SweepRun>& runs) {
  std::set<std::string> hashes;
  for (const std::size_t i : share) {
    hashes.insert(runs[i].hash.text());
    if (runs[i].reference) hashes.insert(runs[*runs[i].reference].hash.text());
  }
  return {hashes.begin(), hashes.end()};
}

}  // namespace

void go_on(PublishedShare& share, const std::vector<SweepRun>& runs, store::Store& store,
           SweepView& view) {
  share.earlier = go_on_from(share.parts, share.part, hashes_of(share.runs, runs), store);
  const EarlierParts& earlier = share.earlier;
  for (const std::string& note : earlier.notes) view.say(note);
  if (earlier.runs > 0) {
    view.say(fmt::format("{} runs taken over from earlier parts of the share", earlier.runs));
  }
  if (earlier.checkpoints > 0) {
    view.say(
        fmt::format("{} runs go on from the checkpoints of earlier parts", earlier.checkpoints));
  }
}

void note_end(PublishedShare& share, bool is_complete, const RunChoice& choice,
              const std::vector<SweepRun>& runs, store::Store& store) {
  std::vector<std::string> hashes;
  for (const std::size_t i : share.runs) hashes.push_back(runs[i].hash.text());
  share.part.ended = store.finished(hashes).size();
  share.part.is_complete = is_complete && !choice.limit && choice.only.empty();
}

std::string hand_over(const PublishedShare& share, std::size_t ended, SweepView& view) {
  const bool has_new = ended > 0 || fs::exists(checkpoint_folder(share.database())) ||
                       (share.part.is_complete && !share.earlier.complete);
  if (!has_new) {
    if (!share.earlier.complete) return share.database();
    std::error_code error;
    fs::remove_all(share.work, error);
    return (*share.earlier.complete / kPartDatabase).string();
  }
  try {
    const fs::path part = publish(share.work, share.part, share.parts);
    std::error_code error;
    fs::remove_all(share.work, error);
    view.say(fmt::format("published {}: {} of {} runs", part.string(), share.part.ended,
                         share.part.runs));
    return (part / kPartDatabase).string();
  } catch (const std::exception& e) {
    throw std::runtime_error(fmt::format(
        "the part cannot be published: {}; its results are in {}, and the same command on this "
        "machine publishes them",
        e.what(), share.database()));
  }
}

}  // namespace skald
