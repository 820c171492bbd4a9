// Reports a sweep to programs: one JSON object per line on stdout.
#pragma once

#include <chrono>

#include "sweep/sweep_view.hpp"

namespace skald {

// Prints the objects of schemas/events.schema.json; progress at most once a second.
class SweepEvents final : public SweepView {
 public:
  void start(std::size_t total, std::size_t cached) override;
  void more(std::size_t runs) override;
  void fewer(std::size_t runs) override;
  void run_started(std::string_view hash, const std::string& label) override;
  void printed(std::string_view hash, std::string_view lines) override;
  void run_ended(const EndedRun& run) override;
  void say(std::string_view line) override;
  void progress(const SweepProgress& progress) override;
  void end(bool complete, const std::string& database, const std::string& next) override;

 private:
  SweepCounts counts_;
  std::chrono::steady_clock::time_point last_progress_;
};

}  // namespace skald
