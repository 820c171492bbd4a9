// A view of a sweep that keeps the lines it is told.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sweep/sweep_view.hpp"

namespace skald::test {

class RecordingView final : public SweepView {
 public:
  void start(std::size_t, std::size_t) override {}
  void more(std::size_t) override {}
  void fewer(std::size_t) override {}
  void run_started(std::string_view, const std::string&) override {}
  void printed(std::string_view, std::string_view) override {}
  void run_ended(const EndedRun&) override {}
  void say(std::string_view line) override { lines.emplace_back(line); }
  void progress(const SweepProgress&) override {}
  void end(bool, const std::string&, const std::string&) override {}

  std::vector<std::string> lines;
};

}  // namespace skald::test
