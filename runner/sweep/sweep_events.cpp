#include "sweep/sweep_events.hpp"

#include "json/json.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

constexpr std::size_t kVersionOfEvents = 1;

JsonValue event(const char* name) {
  JsonValue object = json_object({});
  add(object, "event", json_string(name));
  return object;
}

void print(const JsonValue& object) { print_data(write_json(object) + "\n"); }

}  // namespace

void SweepEvents::start(std::size_t total, std::size_t cached) {
  JsonValue object = event("start");
  add(object, "version", json_number(kVersionOfEvents));
  add(object, "total", json_number(total));
  add(object, "cached", json_number(cached));
  print(object);
}

void SweepEvents::run_started(std::string_view hash, const std::string& label) {
  JsonValue object = event("run_started");
  add(object, "hash", json_string(hash));
  add(object, "label", json_string(label));
  print(object);
}

void SweepEvents::run_ended(const EndedRun& run) {
  counts_.add(run.status);
  JsonValue object = event("run_ended");
  add(object, "hash", json_string(run.hash));
  add(object, "label", json_string(run.label));
  add(object, "status", json_string(name_of(run.status)));
  add(object, "wall_seconds", json_number(run.wall_seconds));
  add(object, "message", json_string(run.message));
  add(object, "alone", json_string(run.alone));
  print(object);
}

void SweepEvents::say(std::string_view line) {
  JsonValue object = event("note");
  add(object, "text", json_string(line));
  print(object);
}

void SweepEvents::progress(const SweepProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < std::chrono::seconds(1)) return;
  last_progress_ = now;
  JsonValue object = event("progress");
  add(object, "running", json_number(progress.running));
  add(object, "ended", json_number(counts_.ended()));
  add(object, "seconds_left", json_number(progress.seconds_left));
  print(object);
}

void SweepEvents::end(bool complete, const std::string& database) {
  JsonValue object = event("end");
  add(object, "complete", json_boolean(complete));
  add(object, "ok", json_number(counts_.ok));
  add(object, "diverged", json_number(counts_.diverged));
  add(object, "failed", json_number(counts_.failed));
  add(object, "database", json_string(database));
  print(object);
}

}  // namespace skald
