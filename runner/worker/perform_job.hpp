// Does a job in this process.
#pragma once

#include <unistd.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "engine/messages.hpp"
#include "grid/canonical.hpp"
#include "plugin_host/plugin_host.hpp"
#include "threads/cores.hpp"
#include "worker/process_state.hpp"
#include "worker/run_inputs.hpp"

namespace skald {

// The receiver of a job's messages. A plugin may fork, and its copy of the process may return to
// this code: the copy ends when it is about to answer or to write a file.
class JobListener {
 public:
  virtual ~JobListener() = default;

  // Takes a message about the job, see messages.hpp. Returns false if nobody listens any more.
  virtual bool answer(std::string_view message) const = 0;
  // Ends this process if it is a copy of the process that made the listener.
  void end_copies() const {
    if (::getpid() != owner_) ::_exit(1);
  }
  // Whether this process is to end as soon as it has saved the run.
  virtual bool is_told_to_end() const { return false; }

 private:
  pid_t owner_ = ::getpid();
};

// Cells of jobs, read once: replicates of a cell come with the same text.
class ReadCells {
 public:
  // Returns grid::read_cell(text), valid until the next call.
  const grid::Cell& of(const std::string& text) {
    if (cells_.size() == kMost && !cells_.contains(text)) cells_.clear();
    const auto found = cells_.find(text);
    return found != cells_.end() ? found->second
                                 : cells_.emplace(text, grid::read_cell(text)).first->second;
  }

 private:
  static constexpr std::size_t kMost = 100;

  std::unordered_map<std::string, grid::Cell> cells_;
};

// What a process keeps from one job to the next.
struct Workplace {
  plugin_host::PluginHost host;           // loads the plugins
  record::EnvironmentRecord environment;  // of this process
  RunInputs inputs = {};
  ReadCells cells = {};
  threads::CoreLoan* loan = nullptr;  // the cores that are lent to runs here; null: none ever
  FileLimits limits = file_limits();  // before the first job
};

// Does a job. Returns its answer, or a StoppedMessage if the system refused something that the job
// needs, so that it is to be done again; if the job itself has lowered what its process may do with
// files, it has failed. Sends progress to the listener. Sets rounding and
// denormals to their defaults before the job; restoring anything else that plugins change in the
// process is up to the caller. If the listener asks the process to end, sends StoppedMessage once
// the run is saved and ends the process.
std::variant<OutcomeMessage, StoppedMessage> perform_job(const Job& job, Workplace& place,
                                                         const JobListener& listener);

// Whether all plugins of the job came with Skald. Others may leave more behind in a process than
// process_state() shows.
bool uses_shipped_plugins_only(const Job& job, Workplace& place);

}  // namespace skald
