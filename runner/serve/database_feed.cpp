#include "serve/database_feed.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "store/store_reader.hpp"
#include "store/writer_lock.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using SteadyTime = std::chrono::steady_clock::time_point;

constexpr auto kInterest = 15s;  // a reader is assumed for this long after a request
constexpr auto kFirstPatience = 400ms;
constexpr auto kRetry = 5s;      // until a failed reading is repeated
constexpr int kPauseFactor = 4;  // after each reading, pause for this multiple of its duration
constexpr std::int64_t kManyRuns = 3000;  // above this, charts are rendered after the tables
constexpr std::size_t kMostKept = 4;      // renderings

// Returns text that differs for another file, size or modification time; "-" if there is no file.
std::string fingerprint_of(const fs::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return "-";
  return fmt::format("{}:{}:{}:{}.{:09}", found.st_dev, found.st_ino, found.st_size,
                     found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
}

std::string contents_fingerprint(const fs::path& database) {
  return fingerprint_of(database) + " " + fingerprint_of(database.string() + "-wal");
}

// Returns when the present writer took its lock; empty if there is no lock file.
std::string lock_time(const fs::path& database) {
  struct stat found {};
  if (::stat((database.string() + ".lock").c_str(), &found) != 0) return "";
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(found.st_mtim.tv_sec));
}

std::string now_text() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::time(nullptr)));
}

store::StoreReader open(const fs::path& file) { return store::StoreReader(file, 1s); }

}  // namespace

DatabaseFeed::DatabaseFeed(fs::path file, const FeedOptions& options)
    : file_(std::move(file)), options_(options) {}

DatabaseFeed::~DatabaseFeed() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (follower_.joinable()) follower_.join();
  if (renderer_.joinable()) renderer_.join();
}

void DatabaseFeed::start() {
  is_started_ = true;
  follower_ = std::thread([this] { follow(); });
  renderer_ = std::thread([this] { render_always(); });
}

DatabaseState DatabaseFeed::state() {
  std::unique_lock lock(mutex_);
  asked_ = Clock::now();
  if (!is_started_) {
    lock.unlock();
    look();
    lock.lock();
    return state_;
  }
  changed_.notify_all();
  const auto oldest = asked_ - 3 * options_.pause;
  changed_.wait_for(lock, 1s, [&] { return ends_ || looked_ >= oldest; });
  return state_;
}

std::shared_ptr<const StudyRendering> DatabaseFeed::study(const std::string& name) {
  std::unique_lock lock(mutex_);
  asked_ = Clock::now();
  const std::string wanted = known_name(name);
  if (wanted.empty()) return nullptr;
  studies_[wanted].asked = asked_;
  if (!is_started_) {
    lock.unlock();
    render();
    lock.lock();
  }
  changed_.notify_all();
  // Wait a moment, so that the first page contains the study if it is read quickly.
  changed_.wait_for(lock, kFirstPatience, [&] { return ends_ || studies_[wanted].last; });
  return studies_[wanted].last;
}

// Returns whether somebody waits for the first reading of a study.
bool DatabaseFeed::has_unread() const {
  const auto now = Clock::now();
  return std::any_of(studies_.begin(), studies_.end(), [now](const auto& study) {
    return !study.second.last && now - study.second.asked < kInterest;
  });
}

// Returns the name of the study that a request for `name` refers to; "" if there is none.
std::string DatabaseFeed::known_name(const std::string& name) const {
  for (const FollowedStudy& study : state_.studies) {
    if (study.progress.name == name) return name;
  }
  return name.empty() && !state_.studies.empty() ? state_.studies.back().progress.name : "";
}

// Does not read the file within `settle` after a change, nor if reading would take too large a
// share of the time.
void DatabaseFeed::look() {
  std::string contents = contents_fingerprint(file_);
  const auto writer = store::writer_of(file_);
  const std::string fingerprint = contents + " " + writer.value_or("");
  DatabaseState former;
  {
    const std::lock_guard lock(mutex_);
    const bool is_due = Clock::now() >= due_;
    const bool is_new = fingerprint != fingerprint_ || state_.version == 0;
    if ((!is_new && state_.trouble.empty()) || !is_due) {
      looked_ = Clock::now();
      changed_.notify_all();
      return;
    }
    former = state_;
  }
  if (is_started_ && former.version > 0) std::this_thread::sleep_for(options_.settle);
  contents = contents_fingerprint(file_);
  const auto begin = Clock::now();
  DatabaseState fresh = read_state(contents);
  fresh.writer = writer;
  if (!fresh.trouble.empty() && fresh.is_there) fresh.studies = former.studies;
  const std::lock_guard lock(mutex_);
  fresh.version = state_.version + 1;
  const auto end = Clock::now();
  due_ = end + (fresh.trouble.empty() ? kPauseFactor * (end - begin) : Clock::duration(kRetry));
  if (!is_started_) due_ = end;
  state_ = std::move(fresh);
  fingerprint_ = contents + " " + writer.value_or("");
  looked_ = end;
  changed_.notify_all();
}

DatabaseState DatabaseFeed::read_state(const std::string& contents) const {
  DatabaseState state;
  state.is_there = !contents.starts_with("- ");
  if (!state.is_there) return state;
  try {
    store::StoreReader reader = open(file_);
    const std::string since = lock_time(file_), now = now_text();
    for (StudyProgress& progress : study_progress(reader)) {
      FollowedStudy study{std::move(progress), {}};
      if (!since.empty() && study.progress.ended < study.progress.declared) {
        const auto seconds = seconds_left(reader, study.progress, since, now);
        if (seconds) study.until = std::round(static_cast<double>(std::time(nullptr)) + *seconds);
      }
      state.studies.push_back(std::move(study));
    }
  } catch (const std::exception& e) {
    state.trouble = e.what();
  }
  return state;
}

// Returns whether a study must be read, and sets `name` to its name as requested.
bool DatabaseFeed::next_due(Clock::time_point now, const std::string& contents, std::string& name) {
  while (studies_.size() > kMostKept) {
    studies_.erase(std::min_element(
        studies_.begin(), studies_.end(),
        [](const auto& a, const auto& b) { return a.second.asked < b.second.asked; }));
  }
  const Rendering* next = nullptr;
  for (const auto& [asked_name, rendering] : studies_) {
    const bool is_wanted = now - rendering.asked < kInterest;
    const bool is_old = !rendering.last || rendering.of_file != contents;
    if (!is_wanted || !is_old || (is_started_ && now < rendering.due)) continue;
    if (next != nullptr && next->due <= rendering.due) continue;
    next = &rendering;
    name = asked_name;
  }
  return next != nullptr;
}

void DatabaseFeed::render() {
  std::string name, contents = contents_fingerprint(file_);
  bool is_first = true, is_large = false;
  {
    const std::lock_guard lock(mutex_);
    if (!next_due(Clock::now(), contents, name)) return;
    is_first = !studies_[name].last;
    is_large = std::any_of(state_.studies.begin(), state_.studies.end(), [&](const auto& study) {
      return study.progress.name == name && study.progress.ended >= kManyRuns;
    });
  }
  if (is_started_ && !is_first) {
    std::this_thread::sleep_for(options_.settle);
    contents = contents_fingerprint(file_);
  }
  if (is_first && is_large) publish(name, read(name, StudyDepth::tables));
  const auto begin = Clock::now();
  StudyRendering fresh = read(name, StudyDepth::all);
  const bool is_sound = fresh.trouble.empty();
  const auto end = Clock::now();
  publish(name, std::move(fresh));
  const std::lock_guard lock(mutex_);
  Rendering& rendering = studies_[name];
  const auto pause = std::max<Clock::duration>(1s, kPauseFactor * (end - begin));
  rendering.due = end + (is_sound ? pause : Clock::duration(kRetry));
  rendering.of_file = is_sound ? contents : "";
}

void DatabaseFeed::publish(const std::string& name, StudyRendering fresh) {
  const std::lock_guard lock(mutex_);
  fresh.version = ++renderings_;
  studies_[name].last = std::make_shared<const StudyRendering>(std::move(fresh));
  changed_.notify_all();
}

StudyRendering DatabaseFeed::read(const std::string& name, StudyDepth depth) const {
  StudyRendering rendering;
  try {
    store::StoreReader reader = open(file_);
    rendering.parts = study_parts(read_study(reader, name, depth));
    rendering.lacks_charts = depth == StudyDepth::tables;
  } catch (const std::exception& e) {
    rendering.trouble = e.what();
  }
  return rendering;
}

// Sleeps until the next look is due, and for as long as nobody sends requests. With
// `wakes_for_first`, wakes early if the first reading of a study is waited for. Returns false if
// the feed ends.
bool DatabaseFeed::wait(bool wakes_for_first) {
  std::unique_lock lock(mutex_);
  const auto is_wanted = [this] { return ends_ || Clock::now() - asked_ < kInterest; };
  changed_.wait_for(lock, options_.pause,
                    [&] { return ends_ || (wakes_for_first && has_unread()); });
  changed_.wait(lock, is_wanted);
  return !ends_;
}

void DatabaseFeed::follow() {
  do look();
  while (wait(false));
}

void DatabaseFeed::render_always() {
  do render();
  while (wait(true));
}

}  // namespace skald
