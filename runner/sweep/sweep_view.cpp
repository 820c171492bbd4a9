#include "sweep/sweep_view.hpp"

#include <fmt/core.h>

#include <utility>

#include "data/file_cache.hpp"
#include "json/json.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

constexpr std::chrono::seconds kBetweenTableLooks{1};

}  // namespace

std::optional<std::string> JournalNotice::of(std::uintmax_t bytes) {
  if (bytes <= kLarge) {
    if (std::exchange(told_, 0) == 0) return std::nullopt;
    return fmt::format("{}-wal is small again: what it held is in {}", database_, database_);
  }
  if (told_ > 0 && bytes < 2 * told_) return std::nullopt;
  told_ = bytes;
  return fmt::format(
      "{}-wal has grown to {} MiB, since another program reads {} in one long transaction (a shell "
      "that was left open?); it grows until that ends",
      database_, bytes >> 20, database_);
}

std::vector<std::string> LargeTables::news(Clock::time_point now) {
  std::vector<std::string> lines;
  if (now < next_look_) return lines;
  next_look_ = now + kBetweenTableLooks;
  for (const data::FileInMaking& file : data::files_in_making()) {
    if (!told_.insert(file.name).second) continue;
    lines.push_back(fmt::format(
        "a table is being made, once for all runs that read it: {}; skald data cache lists what is "
        "there, and empties it",
        data::place_of_bytes(file.size)));
  }
  return lines;
}

namespace {

constexpr std::size_t kVersionOfEvents = 1;

void print(const json::JsonValue& object) { print_data(json::write_json(object) + "\n"); }

}  // namespace

void SweepEvents::start(std::size_t total, std::size_t cached) {
  print(json::json_object(
      {{"event", "start"}, {"version", kVersionOfEvents}, {"total", total}, {"cached", cached}}));
}

void SweepEvents::more(std::size_t runs) {
  print(json::json_object({{"event", "more"}, {"runs", runs}}));
}

void SweepEvents::fewer(std::size_t runs) {
  print(json::json_object({{"event", "fewer"}, {"runs", runs}}));
}

void SweepEvents::run_started(std::string_view hash, const std::string& label) {
  print(json::json_object({{"event", "run_started"}, {"hash", hash}, {"label", label}}));
}

void SweepEvents::printed(std::string_view hash, std::string_view lines) {
  print(json::json_object({{"event", "printed"}, {"hash", hash}, {"lines", lines}}));
}

void SweepEvents::run_ended(const EndedRun& run) {
  counts_.add(run.status);
  print(json::json_object({{"event", "run_ended"},
                           {"hash", run.hash},
                           {"label", run.label},
                           {"status", name_of(run.status)},
                           {"wall_seconds", run.wall_seconds},
                           {"message", run.message},
                           {"alone", run.alone}}));
}

void SweepEvents::say(std::string_view line) {
  print(json::json_object({{"event", "note"}, {"text", line}}));
}

void SweepEvents::progress(const SweepProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < std::chrono::seconds(1)) return;
  last_progress_ = now;
  print(json::json_object({{"event", "progress"},
                           {"running", progress.running},
                           {"ended", counts_.ended()},
                           {"seconds_left", progress.seconds_left}}));
}

void SweepEvents::end(bool complete, const std::string& database, const std::string& /*next*/) {
  print(json::json_object({{"event", "end"},
                           {"complete", complete},
                           {"ok", counts_.ok},
                           {"diverged", counts_.diverged},
                           {"failed", counts_.failed},
                           {"database", database}}));
}

}  // namespace skald
