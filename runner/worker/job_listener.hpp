// Whoever has a job done, as the job sees it.
#pragma once

#include <string_view>

namespace skald {

class JobListener {
 public:
  virtual ~JobListener() = default;

  // Takes a message about the job, see messages.hpp. False where nobody listens any more.
  virtual bool answer(std::string_view message) const = 0;
  // Ends this process if it is a copy, made by a plugin, of the one that took the job.
  virtual void end_copies() const = 0;
  // Whether this process is to end as soon as the run is saved.
  virtual bool is_told_to_end() const { return false; }
};

}  // namespace skald
