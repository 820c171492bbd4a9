// Checks that a run reads what its identity states: its data files and its plugins.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "datasets/data_digest.hpp"
#include "engine/job.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

// Plugins open their files themselves, by path. A file is known to be the declared one while it is
// read if its content has the declared digest, and if the file system reports the same before that
// content was read and after the plugin has read it: device, inode, length, times of modification
// and change of every file. The kernel sets the time of change at every write, rename and link;
// programs cannot set it.
class RunInputs {
 public:
  // Checks all files and plugins of a job. Returns what is not as declared; nothing if all is.
  // Files in a state that was seen before are not read again.
  std::optional<std::string> changed_before(const RunJob& job, const grid::Cell& cell,
                                            plugin_host::PluginHost& host);
  // Returns which file is no longer in the state that changed_before() found; nothing if all are.
  std::optional<std::string> changed_since() const;

 private:
  struct Seen {
    std::string state, digest;
  };

  void look_at(const CellFile& file, const std::string& declared);

  std::map<std::filesystem::path, Seen> seen_;
  std::vector<CellFile> files_;  // of the job
};

}  // namespace skald
