#include "sweep/sweep_events.hpp"

#include "json/json.hpp"
#include "system/standard_streams.hpp"

namespace skald {
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
