#include "sweep/sweep_events.hpp"

#include "json/json.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

constexpr std::size_t kVersionOfEvents = 1;

json::JsonValue event(const char* name) {
  json::JsonValue object = json::json_object({});
  json::add(object, "event", json::json_string(name));
  return object;
}

void print(const json::JsonValue& object) { print_data(json::write_json(object) + "\n"); }

}  // namespace

void SweepEvents::start(std::size_t total, std::size_t cached) {
  json::JsonValue object = event("start");
  json::add(object, "version", json::json_number(kVersionOfEvents));
  json::add(object, "total", json::json_number(total));
  json::add(object, "cached", json::json_number(cached));
  print(object);
}

void SweepEvents::more(std::size_t runs) {
  json::JsonValue object = event("more");
  json::add(object, "runs", json::json_number(runs));
  print(object);
}

void SweepEvents::fewer(std::size_t runs) {
  json::JsonValue object = event("fewer");
  json::add(object, "runs", json::json_number(runs));
  print(object);
}

void SweepEvents::run_started(std::string_view hash, const std::string& label) {
  json::JsonValue object = event("run_started");
  json::add(object, "hash", json::json_string(hash));
  json::add(object, "label", json::json_string(label));
  print(object);
}

void SweepEvents::run_ended(const EndedRun& run) {
  counts_.add(run.status);
  json::JsonValue object = event("run_ended");
  json::add(object, "hash", json::json_string(run.hash));
  json::add(object, "label", json::json_string(run.label));
  json::add(object, "status", json::json_string(name_of(run.status)));
  json::add(object, "wall_seconds", json::json_number(run.wall_seconds));
  json::add(object, "message", json::json_string(run.message));
  json::add(object, "alone", json::json_string(run.alone));
  print(object);
}

void SweepEvents::say(std::string_view line) {
  json::JsonValue object = event("note");
  json::add(object, "text", json::json_string(line));
  print(object);
}

void SweepEvents::progress(const SweepProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < std::chrono::seconds(1)) return;
  last_progress_ = now;
  json::JsonValue object = event("progress");
  json::add(object, "running", json::json_number(progress.running));
  json::add(object, "ended", json::json_number(counts_.ended()));
  json::add(object, "seconds_left", json::json_number(progress.seconds_left));
  print(object);
}

void SweepEvents::end(bool complete, const std::string& database, const std::string& /*next*/) {
  json::JsonValue object = event("end");
  json::add(object, "complete", json::json_boolean(complete));
  json::add(object, "ok", json::json_number(counts_.ok));
  json::add(object, "diverged", json::json_number(counts_.diverged));
  json::add(object, "failed", json::json_number(counts_.failed));
  json::add(object, "database", json::json_string(database));
  print(object);
}

}  // namespace skald
