// What pages show of one database, read anew when the file has changed and somebody looks.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "database/study_progress.hpp"
#include "web/read_study.hpp"
#include "web/study_page.hpp"

namespace skald {

struct FollowedStudy {
  StudyProgress progress;
  std::optional<double> until;  // seconds since 1970 when it will have ended at the present pace
};

// The counts of a database at one of its states.
struct DatabaseState {
  std::uint64_t version = 0;  // grows with every state; 0: not looked yet
  bool is_there = false;      // the file exists
  std::string trouble;        // why it cannot be read; empty: it can
  std::optional<std::string> writer;
  std::vector<FollowedStudy> studies;
};

// A study in full, from one state. `trouble`: why it could not be read; then it has no parts.
struct StudyRendering {
  std::uint64_t version = 0;
  std::string trouble;
  bool lacks_charts = false;  // they follow
  StudyParts parts;
};

struct FeedOptions {
  // How long a file is left alone after a change. A sweep that stores its last run closes the
  // database at once, and can do so completely only where nobody is reading.
  std::chrono::milliseconds settle{300};
  std::chrono::milliseconds pause{500};  // between two looks at the file
};

// Reads through connections that are open only while something is read, so that they are in
// nobody's way and never hold on to a file that was replaced; whether there is anything to read is
// seen from the files' names, sizes and times. Reading is done once, however many ask. All members
// may be called by any thread.
class DatabaseFeed {
 public:
  explicit DatabaseFeed(std::filesystem::path file, const FeedOptions& options = {});
  ~DatabaseFeed();
  DatabaseFeed(const DatabaseFeed&) = delete;
  DatabaseFeed& operator=(const DatabaseFeed&) = delete;

  // Reads in the background from here on. Before, every question reads by itself.
  void start();

  const std::filesystem::path& file() const { return file_; }

  // The last state known, not older than the last question but one by much: waits for a look, for a
  // second at most.
  DatabaseState state();
  // The study as it was last read, null if that has not been done yet and takes long; sees to it
  // that it is read when the file has changed. `name` empty: the last one declared.
  std::shared_ptr<const StudyRendering> study(const std::string& name);

 private:
  using Clock = std::chrono::steady_clock;
  struct Rendering {
    std::shared_ptr<const StudyRendering> last;
    std::string of_file;  // the files as they were then
    Clock::time_point asked, due;
  };

  void look();
  void render();
  DatabaseState read_state(const std::string& contents) const;
  StudyRendering read(const std::string& name, StudyDepth depth) const;
  void publish(const std::string& name, StudyRendering fresh);
  void follow();         // looks, as long as somebody asks
  void render_always();  // the same
  std::string known_name(const std::string& name) const;
  bool next_due(Clock::time_point now, const std::string& contents, std::string& name);
  bool has_unread() const;
  bool wait(bool wakes_for_first);

  const std::filesystem::path file_;
  const FeedOptions options_;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ends_ = false, is_started_ = false;
  DatabaseState state_;
  std::string fingerprint_;  // of state_
  Clock::time_point asked_, looked_, due_;
  std::uint64_t renderings_ = 0;
  std::map<std::string, Rendering> studies_;
  std::thread follower_, renderer_;
};

}  // namespace skald
