// The content of pages on one database, read again when the file has changed and somebody looks.
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
  std::optional<double> until;  // estimated end, in seconds since 1970
};

// The counts of one state of a database.
struct DatabaseState {
  std::uint64_t version = 0;  // increases with every state; 0: not read yet
  bool is_there = false;      // the file exists
  std::string trouble;        // why it cannot be read; empty if it can
  std::optional<std::string> writer;
  std::vector<FollowedStudy> studies;
};

// A study in full, from one state. If it could not be read, `trouble` says why and `parts` is
// empty.
struct StudyRendering {
  std::uint64_t version = 0;
  std::string trouble;
  bool lacks_charts = false;  // charts will follow
  StudyParts parts;
};

struct FeedOptions {
  // How long a file is left alone after a change. A sweep that stores its last run then closes the
  // database, which leaves a single file only if nobody is reading.
  std::chrono::milliseconds settle{300};
  std::chrono::milliseconds pause{500};  // between two looks at the file
};

// Keeps the content of pages up to date. Connections are open only while something is read, so that
// they block nobody and never hold a file that has been replaced. Changes are detected by the
// names, sizes and times of the files. However many readers there are, each state is read once. All
// members are thread-safe.
class DatabaseFeed {
 public:
  explicit DatabaseFeed(std::filesystem::path file, const FeedOptions& options = {});
  ~DatabaseFeed();
  DatabaseFeed(const DatabaseFeed&) = delete;
  DatabaseFeed& operator=(const DatabaseFeed&) = delete;

  // Starts reading in the background. Before, every request reads by itself.
  void start();

  const std::filesystem::path& file() const { return file_; }

  // Returns the last known state. Waits up to a second for a new look at the files if the last
  // one is old.
  DatabaseState state();
  // Returns the last rendering of a study, and requests a new one if the file has changed.
  // Returns null if there is none yet and reading takes long. If `name` is empty, the study is
  // the last one declared.
  std::shared_ptr<const StudyRendering> study(const std::string& name);

 private:
  using Clock = std::chrono::steady_clock;
  struct Rendering {
    std::shared_ptr<const StudyRendering> last;
    std::string of_file;  // fingerprint of the files that were read
    Clock::time_point asked, due;
  };

  void look();
  void render();
  DatabaseState read_state(const std::string& contents) const;
  StudyRendering read(const std::string& name, StudyDepth depth) const;
  void publish(const std::string& name, StudyRendering fresh);
  void follow();         // looks at the files while there are requests
  void render_always();  // renders studies while there are requests
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
