// The receiver of a job's messages.
#pragma once

#include <string_view>

namespace skald {

class JobListener {
 public:
  virtual ~JobListener() = default;

  // Takes a message about the job, see messages.hpp. Returns false if nobody listens any more.
  virtual bool answer(std::string_view message) const = 0;
  // Ends this process if it is a copy, made by a plugin, of the process that took the job.
  virtual void end_copies() const = 0;
  // Whether this process is to end as soon as it has saved the run.
  virtual bool is_told_to_end() const { return false; }
};

}  // namespace skald
