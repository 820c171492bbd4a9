// Runs the built executable in a folder of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "file_text.hpp"
#include "process.hpp"

namespace skald::test {

// A launch of `skald` with these arguments.
Launch skald_launch(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                    const std::function<void()>& prepare = {});

// A running `skald`; the processes that it has started are its workers.
class SkaldProcess : public Process {
 public:
  SkaldProcess(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
               const std::function<void()>& prepare = {})
      : Process(skald_launch(folder, arguments, prepare)) {}
};

ProcessResult run_skald(const std::filesystem::path& folder,
                        const std::vector<std::string>& arguments);

// Returns the names of all files in a folder, sorted.
std::vector<std::string> files_in(const std::filesystem::path& folder);

// Returns `text` with every `from` replaced by `to`.
std::string with(std::string text, std::string_view from, std::string_view to);

}  // namespace skald::test
